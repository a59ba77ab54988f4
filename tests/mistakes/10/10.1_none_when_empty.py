CHECK = "10.1"
EXPECT = 'Nothing came back.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) in ("Cf", "Cc") and character not in "\n\t"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown) or None


ANSWER = show_hidden
