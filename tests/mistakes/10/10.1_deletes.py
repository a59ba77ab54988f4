CHECK = "10.1"
EXPECT = 'Some Hindi words need a joiner. Show it, do not delete it.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) in ("Cf", "Cc") and character not in "\n\t"
        shown.append("" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
