CHECK = "08.5"
EXPECT = "cannot verify its repair"


def approve(call):
    path = call.arguments.get("file_path")
    if call.name == "write_file" and path == "pkg/calculator.py":
        return True
    if call.name == "run_python_file" and path == "main.py":
        return True
    return f"{call.name} is not allowed for {path!r} here."


ANSWER = approve
