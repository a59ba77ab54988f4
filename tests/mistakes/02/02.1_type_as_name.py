CHECK = "02.1"
EXPECT = "The name in `required` must stand in `properties` too"

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
            ["string"],
    }}}

ANSWER = CALCULATOR
