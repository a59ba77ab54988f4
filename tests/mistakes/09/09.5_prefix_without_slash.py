CHECK = "09.5"
EXPECT = 'Compare with the slash'


def my_rule(name, arguments):
    if name in READING:
        return False
    path = str(arguments.get("file_path"))
    return name != "write_file" or not path.startswith("drafts") or ".." in path.split("/")


ANSWER = my_rule
