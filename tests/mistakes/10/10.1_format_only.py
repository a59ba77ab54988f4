CHECK = "10.1"
EXPECT = 'A control character went through. Its category is Cc.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) == "Cf"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
