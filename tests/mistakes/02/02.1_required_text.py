CHECK = "02.1"
EXPECT = "`required` is one list of names"

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
            "expression",
    }}}

ANSWER = CALCULATOR
