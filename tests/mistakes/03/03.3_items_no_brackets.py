CHECK = "03.3"
EXPECT = "This loop got a function. Call it with brackets"


def argument_problems(arguments, schema):
    problems = []
    for name in schema["required"]:
        if name not in arguments:
            problems.append(f"{name} is missing")
    for name, value in arguments.items:
        if name not in schema["properties"]:
            problems.append(f"{name} is not known")
            continue
        kind = schema["properties"][name]["type"]
        if isinstance(value, bool) and kind != "boolean":
            problems.append(f"{name} must be {kind}, not a boolean")
        elif not isinstance(value, KINDS[kind]):
            problems.append(f"{name} must be {kind}")
    return problems


ANSWER = argument_problems
