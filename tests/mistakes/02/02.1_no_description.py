CHECK = "02.1"
EXPECT = "Compare with `DAYS_UNTIL`"

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",
    "parameters": {
        "type": "object",
        "properties": {"expression": {"type": "string"}},
        "required": ["expression"],
    }}}

ANSWER = CALCULATOR
