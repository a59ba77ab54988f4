CHECK = "02.2"
EXPECT = "This type is known, but your code refused it"

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    # type of a plain value
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    # type of a list, with the type of its members
    if typing.get_origin(annotation) is list:
        raise ValueError(f"no JSON type for {annotation}")
        return {"type": "array"}
    # refuse every other type
    return None

ANSWER = json_type
