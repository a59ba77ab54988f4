CHECK = "08.5"
EXPECT = None

ALLOWED = {("write_file", "pkg/calculator.py"), ("run_python_file", "main.py"),
           ("run_python_file", "tests.py")}


def approve(call):
    return (call.name, call.arguments["file_path"]) in ALLOWED or "Ask Meera first."


ANSWER = approve
