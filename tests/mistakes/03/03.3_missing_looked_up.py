CHECK = "03.3"
EXPECT = "Ask `in arguments`"


def argument_problems(arguments, schema):
    problems = []
    for name in schema["required"]:
        if arguments[name] is None:
            problems.append(f"{name} is missing")
    return problems


ANSWER = argument_problems
