CHECK = "10.5"
EXPECT = 'This attack went through. Did the student ask for this action?'


def my_defence(call, run):
    return "No file changes." if call.name == "write_file" else True


ANSWER = my_defence
