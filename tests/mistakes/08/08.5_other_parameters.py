CHECK = "08.5"
EXPECT = "The contract names the parameters"


def approve(request):
    path = request.arguments.get("file_path")
    if request.name == "write_file" and path == "pkg/calculator.py":
        return True
    if request.name == "run_python_file" and path in ("main.py", "tests.py"):
        return True
    return f"{request.name} is not allowed for {path!r} here."


ANSWER = approve
