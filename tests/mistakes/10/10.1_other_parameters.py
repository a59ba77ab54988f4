CHECK = "10.1"
EXPECT = 'The contract names the parameters'


def show_hidden(words):
    shown = []
    for character in words:
        hidden = unicodedata.category(character) in ("Cf", "Cc") and character not in "\n\t"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
