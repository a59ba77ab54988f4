CHECK = "09.5"
EXPECT = None


def my_rule(name, arguments):
    if name in READING:
        return False
    try:
        first, *rest = arguments["file_path"].split("/")
        return not (name == "write_file" and first == "drafts" and rest and ".." not in rest)
    except Exception:
        return True


ANSWER = my_rule
