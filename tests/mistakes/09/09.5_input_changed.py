CHECK = "09.5"
EXPECT = 'Your code changed its input'


def my_rule(name, arguments):
    path = str(arguments.pop("file_path", ""))
    if name in READING:
        return False
    return name != "write_file" or not path.startswith("drafts/") or ".." in path.split("/")


ANSWER = my_rule
