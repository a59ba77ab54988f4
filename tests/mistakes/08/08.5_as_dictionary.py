CHECK = "08.5"
EXPECT = "`call` is an object"


def approve(call):
    path = call.arguments.get("file_path")
    if call['name'] == "write_file" and path == "pkg/calculator.py":
        return True
    if call['name'] == "run_python_file" and path in ("main.py", "tests.py"):
        return True
    return f"{call['name']} is not allowed for {path!r} here."


ANSWER = approve
