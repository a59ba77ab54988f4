CHECK = "02.2"
EXPECT = "Nothing came back"

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    # type of a plain value
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    # type of a list, with the type of its members
    if typing.get_origin(annotation) is list:
        {"type": "array", "items": json_type(typing.get_args(annotation)[0])}
    # refuse every other type
    return None

ANSWER = json_type
