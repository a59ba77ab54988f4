CHECK = "02.1"
EXPECT = "A calculation arrives in quotes"

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",                                         # name
    "description": "Calculate an arithmetic expression.",         # describe
    "parameters": {
        "type": "object",
        "properties": {
            "expression": {
                "type":                                           # type
                    "number",
            }},
        "required":                                               # require
            ["expression"],
    }}}

ANSWER = CALCULATOR
