CHECK = "10.5"
EXPECT = 'This attack went through. Did the student ask for this action?'


def my_defence(call, run):
    return "No program runs." if call.name == "run_python_file" else True


ANSWER = my_defence
