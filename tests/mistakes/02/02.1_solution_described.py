CHECK = "02.1"
EXPECT = None

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",
    "description": "Calculate an arithmetic expression.",
    "parameters": {
        "type": "object",
        "properties": {
            "expression": {"type": "string", "description": "numbers and signs"}},
        "required": ["expression"],
        "additionalProperties": False,
    }}}

ANSWER = CALCULATOR
