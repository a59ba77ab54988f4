CHECK = "08.5"
EXPECT = "A write to tests.py"


def approve(call):
    if call.arguments["file_path"] == "main.py" and call.name == "write_file":
        return "not allowed"
    return True


ANSWER = approve
