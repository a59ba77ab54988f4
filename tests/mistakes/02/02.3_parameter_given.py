CHECK = "02.3"
EXPECT = "`json_type` needs the type alone"

def schema_of(function, hidden=()):
    text = inspect.getdoc(function)
    if not text:
        raise ValueError(f"{function.__name__} has no docstring")
    properties, required = {}, []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in hidden:
            continue
        properties[name] = json_type(parameter)
        if parameter.default is inspect.Parameter.empty:
            required.append(name)
    parameters = {"type": "object", "properties": properties, "required": required}
    return {"type": "function", "function": {
        "name": function.__name__, "description": text.splitlines()[0],
        "parameters": parameters}}

ANSWER = schema_of
