CHECK = "02.1"
EXPECT = "Compare with `DAYS_UNTIL`"

CALCULATOR = {"name": "calculator", "description": "Calculate an arithmetic expression.",
              "parameters": {"type": "object",
                             "properties": {"expression": {"type": "string"}},
                             "required": ["expression"]}}

ANSWER = CALCULATOR
