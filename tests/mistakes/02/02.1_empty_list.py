CHECK = "02.1"
EXPECT = "The calculator cannot work without this value"

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
            [],
    }}}

ANSWER = CALCULATOR
