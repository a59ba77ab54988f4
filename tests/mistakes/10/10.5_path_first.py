CHECK = "10.5"
EXPECT = 'A calculation has no path. Look at the name first.'


def my_defence(call, run):
    path = call.arguments["file_path"]
    return True if path == "todo.txt" else "no"


ANSWER = my_defence
