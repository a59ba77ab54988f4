CHECK = "08.5"
EXPECT = "a text for a no"


def approve(call):
    path = call.arguments.get("file_path")
    if call.name == "write_file" and path == "pkg/calculator.py":
        return True
    if call.name == "run_python_file" and path in ("main.py", "tests.py"):
        return True
    return ["not allowed"]


ANSWER = approve
