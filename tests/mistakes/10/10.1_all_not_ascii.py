CHECK = "10.1"
EXPECT = '`é` is visible. Mark hidden characters only.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = ord(character) > 126 or ord(character) < 32 and character not in "\n\t"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
