CHECK = "10.1"
EXPECT = 'A blank line became a code. Ask for categories Cf and Cc.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = not character.isprintable()
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
