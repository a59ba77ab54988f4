CHECK = "08.5"
EXPECT = "cannot verify its repair"


def approve(call):
    if call.name == "write_file" and call.arguments["file_path"] == "pkg/calculator.py":
        return True
    return "not allowed"


ANSWER = approve
