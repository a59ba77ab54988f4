CHECK = "03.4"
EXPECT = "An error is no text. Use `str(error)`"


def run_tool(name, arguments_json):
    if name not in FUNCTIONS:
        return json.dumps({"error": f"No tool {name}. The tools are: {', '.join(FUNCTIONS)}."})
    try:
        arguments = read_arguments(arguments_json)
    except ValueError as error:
        return json.dumps({"error": error})
    problems = argument_problems(arguments, SCHEMAS[name])
    if problems:
        return json.dumps({"error": " ".join(problems)})
    try:
        return json.dumps(FUNCTIONS[name](**arguments), allow_nan=False)
    except Exception as error:
        return json.dumps({"error": f"The tool failed: {type(error).__name__}."})


ANSWER = run_tool
