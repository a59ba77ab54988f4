CHECK = "10.1"
EXPECT = 'Write a code with `<U+`, four or more capital digits'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) in ("Cf", "Cc") and character not in "\n\t"
        shown.append(f"<U+{ord(character) % 65536:04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
