CHECK = "09.5"
EXPECT = 'leads out of the folder'


def my_rule(name, arguments):
    if name in READING:
        return False
    path = str(arguments.get("file_path"))
    return name != "write_file" or not path.startswith("drafts/")


ANSWER = my_rule
