CHECK = "09.5"
EXPECT = 'Look at the name first'


def my_rule(name, arguments):
    path = arguments["file_path"]
    return not path.startswith("drafts/")


ANSWER = my_rule
