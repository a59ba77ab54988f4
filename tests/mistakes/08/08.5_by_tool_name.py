CHECK = "08.5"
EXPECT = "Look at the path too"


def approve(call):
    if call.name in ("write_file", "run_python_file"):
        return True
    return "not allowed"


ANSWER = approve
