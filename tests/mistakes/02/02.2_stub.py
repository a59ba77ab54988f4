CHECK = "02.2"
EXPECT = "A gap is still open"

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    # type of a plain value
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    # type of a list, with the type of its members
    if typing.get_origin(annotation) is list:
        ...  # YOUR CODE HERE
    # refuse every other type
    ...  # YOUR CODE HERE

ANSWER = json_type
