CHECK = "02.2"
EXPECT = "The contract names the parameters"

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(kind):
    # type of a plain value
    if kind in TYPES:
        return {"type": TYPES[kind]}
    # type of a list, with the type of its members
    if typing.get_origin(kind) is list:
        member = typing.get_args(kind)[0]
        return {"type": "array", "items": json_type(member)}
    # refuse every other type
    raise ValueError(f"no JSON type for {kind}")

ANSWER = json_type
