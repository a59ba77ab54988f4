CHECK = "02.2"
EXPECT = "Return a dictionary such as"

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    if typing.get_origin(annotation) is list:
        return {"type": "array", "items": json_type(typing.get_args(annotation)[0])}
    return TYPES[annotation]

ANSWER = json_type
