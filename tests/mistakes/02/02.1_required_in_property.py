CHECK = "02.1"
EXPECT = "Move `required` out of the property"

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",
    "description": "Calculate an arithmetic expression.",
    "parameters": {
        "type": "object",
        "properties": {"expression": {"type": "string", "required": True}},
    }}}

ANSWER = CALCULATOR
