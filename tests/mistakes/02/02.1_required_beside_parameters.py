CHECK = "02.1"
EXPECT = "Put `required` inside `parameters`"

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",
    "description": "Calculate an arithmetic expression.",
    "parameters": {"type": "object", "properties": {"expression": {"type": "string"}}},
    "required": ["expression"],
    }}

ANSWER = CALCULATOR
