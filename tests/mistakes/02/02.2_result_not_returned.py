CHECK = "02.2"
EXPECT = "The dictionary was lost, and your code went on"

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    # type of a plain value
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    # type of a list, with the type of its members
    if typing.get_origin(annotation) is list:
        member = typing.get_args(annotation)[0]
        schema = {"type": "array", "items": json_type(member)}
    # refuse every other type
    raise ValueError(f"no JSON type for {annotation}")

ANSWER = json_type
