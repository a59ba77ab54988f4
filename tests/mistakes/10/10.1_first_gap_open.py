CHECK = "10.1"
EXPECT = 'A gap is still open'


def show_hidden(text):
    shown = []
    for character in text:
        ...  # YOUR CODE HERE
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
