CHECK = "02.1"
EXPECT = "A gap is still open"

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
            ...  # YOUR CODE HERE
    }}}

ANSWER = CALCULATOR
