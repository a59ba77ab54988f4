CHECK = "10.1"
EXPECT = 'Give the function itself'


def show_hidden(text):
    return text


show_hidden = show_hidden("a")


ANSWER = show_hidden
