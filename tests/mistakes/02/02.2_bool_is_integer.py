CHECK = "02.2"
EXPECT = "Python's bool is an int"

def json_type(annotation):
    if annotation is str:
        return {"type": "string"}
    if annotation is float:
        return {"type": "number"}
    if isinstance(annotation, type) and issubclass(annotation, int):
        return {"type": "integer"}
    if typing.get_origin(annotation) is list:
        return {"type": "array", "items": json_type(typing.get_args(annotation)[0])}
    raise ValueError(f"no JSON type for {annotation}")

ANSWER = json_type
