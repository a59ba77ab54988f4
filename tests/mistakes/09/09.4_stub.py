CHECK = "09.4"
EXPECT = 'A gap is still open'


def resume(text):
    ...  # YOUR CODE HERE


ANSWER = resume
