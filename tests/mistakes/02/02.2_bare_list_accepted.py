CHECK = "02.2"
EXPECT = "`list` alone does not name its members"

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    if annotation is list or typing.get_origin(annotation) is list:
        members = typing.get_args(annotation) or (str,)
        return {"type": "array", "items": json_type(members[0])}
    raise ValueError(f"no JSON type for {annotation}")

ANSWER = json_type
