CHECK = "08.5"
EXPECT = "Use `return` instead of `print`"


def approve(call):
    path = call.arguments.get("file_path")
    if call.name == "write_file" and path == "pkg/calculator.py":
        print(True)
        return None
    if call.name == "run_python_file" and path in ("main.py", "tests.py"):
        print(True)
        return None
    return f"{call.name} is not allowed for {path!r} here."


ANSWER = approve
