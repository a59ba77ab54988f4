CHECK = "03.4"
EXPECT = "`name` is a text, and no text can be called"


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
    result = name(**arguments)
    try:
        return json.dumps(result, allow_nan=False)
    except Exception as error:
        return json.dumps({"error": f"The tool failed: {type(error).__name__}."})


ANSWER = run_tool
