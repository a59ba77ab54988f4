CHECK = "09.5"
EXPECT = 'Compare whole parts'


def my_rule(name, arguments):
    if name in READING:
        return False
    path = str(arguments.get("file_path"))
    return name != "write_file" or not path.startswith("drafts/") or ".." in path


ANSWER = my_rule
