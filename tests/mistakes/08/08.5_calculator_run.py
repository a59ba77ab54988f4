CHECK = "08.5"
EXPECT = "Only main.py and tests.py"


def approve(call):
    path = call.arguments.get("file_path")
    if call.name == "write_file" and path == "pkg/calculator.py":
        return True
    if call.name == "run_python_file" and path in ("main.py", "tests.py", "pkg/calculator.py"):
        return True
    return f"{call.name} is not allowed for {path!r} here."


ANSWER = approve
