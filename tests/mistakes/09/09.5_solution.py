CHECK = "09.5"
EXPECT = None


def my_rule(name, arguments):
    if name in READING:
        return False
    path = arguments.get("file_path")
    if name != "write_file" or not isinstance(path, str):
        return True
    return not path.startswith("drafts/") or ".." in path.split("/")


ANSWER = my_rule
