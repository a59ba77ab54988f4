CHECK = "10.1"
EXPECT = 'U+202E turns the direction of text. Use the Unicode category.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = character == "\u200b"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
