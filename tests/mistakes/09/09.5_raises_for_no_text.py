CHECK = "09.5"
EXPECT = 'A rule that fails must wait'


def my_rule(name, arguments):
    if name in READING:
        return False
    path = arguments.get("file_path", "")
    return name != "write_file" or not path.startswith("drafts/") or ".." in path.split("/")


ANSWER = my_rule
