CHECK = "02.1"
EXPECT = None

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",                                         # name
    "description": "Calculate an arithmetic expression.",         # describe
    "parameters": {
        "type": "object",
        "properties": {
            "expression": {
                "type":                                           # type
                    "string",
            }},
        "required":                                               # require
            ["expression"],
    }}}

ANSWER = CALCULATOR
