CHECK = "03.3"
EXPECT = "`KINDS` can hold one type or two"


def argument_problems(arguments, schema):
    problems = []
    for name in schema["required"]:
        if name not in arguments:
            problems.append(f"{name} is missing")
    for name, value in arguments.items():
        if name not in schema["properties"]:
            problems.append(f"{name} is not known")
            continue
        kind = schema["properties"][name]["type"]
        if isinstance(value, bool) and kind != "boolean":
            problems.append(f"{name} must be {kind}, not a boolean")
        elif type(value) not in KINDS[kind]:
            problems.append(f"{name} must be {kind}")
    return problems


ANSWER = argument_problems
