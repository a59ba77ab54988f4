CHECK = "02.1"
EXPECT = "A schema is plain data"

CALCULATOR = {"type": "function", "function": {
    "name": "calculator",                                         # name
    "description": "Calculate an arithmetic expression.",         # describe
    "parameters": {
        "type": "object",
        "properties": {
            "expression": {
                "type":                                           # type
                    str,
            }},
        "required":                                               # require
            ["expression"],
    }}}

ANSWER = CALCULATOR
