CHECK = "08.5"
EXPECT = "This call belongs to the repair"


def approve(call):
    path = call.arguments.get("file_path")
    if call.name == "write_file" and path == "pkg/calculator.py":
        return 1
    if call.name == "run_python_file" and path in ("main.py", "tests.py"):
        return 1
    return f"{call.name} is not allowed for {path!r} here."


ANSWER = approve
