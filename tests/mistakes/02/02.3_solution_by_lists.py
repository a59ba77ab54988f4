CHECK = "02.3"
EXPECT = None

def schema_of(function, hidden=()):
    if not function.__doc__:
        raise ValueError("no docstring")
    seen = [p for p in inspect.signature(function).parameters.values() if p.name not in hidden]
    return {
        "type": "function",
        "function": {
            "name": function.__name__,
            "description": function.__doc__.strip().split("\n")[0],
            "parameters": {
                "type": "object",
                "properties": {p.name: {**json_type(p.annotation), "description": p.name}
                               for p in seen},
                "required": [p.name for p in seen if p.default is p.empty],
                "additionalProperties": False,
            },
        },
    }

ANSWER = schema_of
