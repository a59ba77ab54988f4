CHECK = "03.4"
EXPECT = "Use `argument_problems`"


def run_tool(name, arguments_json):
    if name not in FUNCTIONS:
        return json.dumps({"error": f"No tool {name}. The tools are: {', '.join(FUNCTIONS)}."})
    try:
        arguments = read_arguments(arguments_json)
    except ValueError:
        return json.dumps({"error": "The arguments are not good JSON."})
    try:
        return json.dumps(FUNCTIONS[name](**arguments), allow_nan=False)
    except Exception as error:
        return json.dumps({"error": f"The tool failed: {type(error).__name__}."})


ANSWER = run_tool
