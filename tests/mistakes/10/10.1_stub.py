CHECK = "10.1"
EXPECT = 'A gap is still open'


def show_hidden(text):
    shown = []
    for character in text:
        ...  # YOUR CODE HERE
        ...  # YOUR CODE HERE
    return "".join(shown)


ANSWER = show_hidden
