CHECK = "09.4"
EXPECT = 'Your code did not stop'


def resume(text):
    states = {}
    while text:
        line = text.split("\n")[0]
    return states


ANSWER = resume
