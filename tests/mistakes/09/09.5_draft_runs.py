CHECK = "09.5"
EXPECT = 'Look at the name too'


def my_rule(name, arguments):
    if name in READING:
        return False
    path = str(arguments.get("file_path"))
    return not path.startswith("drafts/") or ".." in path.split("/")


ANSWER = my_rule
