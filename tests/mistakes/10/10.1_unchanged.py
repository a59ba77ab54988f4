CHECK = "10.1"
EXPECT = 'The hidden character is still hidden. Put its code in its place.'


def show_hidden(text):
    return text


ANSWER = show_hidden
