CHECK = "03.4"
EXPECT = "Two stars belong here"


def run_tool(name, arguments_json):
    if name not in FUNCTIONS:
        return json.dumps({"error": f"No tool {name}. The tools are: {', '.join(FUNCTIONS)}."})
    try:
        arguments = read_arguments(arguments_json)
    except ValueError:
        return json.dumps({"error": "The arguments are not good JSON."})
    problems = argument_problems(arguments, SCHEMAS[name])
    if problems:
        return json.dumps({"error": " ".join(problems)})
    try:
        return json.dumps(FUNCTIONS[name](*arguments), allow_nan=False)
    except Exception as error:
        return json.dumps({"error": f"The tool failed: {type(error).__name__}."})


ANSWER = run_tool
