CHECK = "08.5"
EXPECT = "The same call got two answers"

seen = []


def approve(call):
    path = call.arguments["file_path"]
    if (call.name, path) in seen:
        return "once is enough"
    seen.append((call.name, path))
    if call.name == "write_file" and path == "pkg/calculator.py":
        return True
    if call.name == "run_python_file" and path in ("main.py", "tests.py"):
        return True
    return "not allowed"


ANSWER = approve
