CHECK = "02.1"
EXPECT = "A property is a dictionary of its own"

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",
    "description": "Calculate an arithmetic expression.",
    "parameters": {
        "type": "object",
        "properties": {"expression": "string"},
        "required": ["expression"],
    }}}

ANSWER = CALCULATOR
