CHECK = "10.1"
EXPECT = 'A gap is still open'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) in ("Cf", "Cc") and character not in "\n\t"
        ...  # YOUR CODE HERE
    return "".join(shown)


ANSWER = show_hidden
