CHECK = "08.5"
EXPECT = "A tool that you do not know"


def approve(call):
    path = call.arguments["file_path"]
    if call.name == "run_python_file":
        return path in ("main.py", "tests.py") or "not allowed"
    return path == "pkg/calculator.py" or "not allowed"


ANSWER = approve
