CHECK = "10.1"
EXPECT = 'The hidden character is still hidden. Put its code in its place.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) == "Cc" and character not in "\n\t"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
