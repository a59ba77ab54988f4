CHECK = "10.1"
EXPECT = 'Another joiner or tag is hidden too. Use the category, not a list.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = character in "\u200b\u202e\x07"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
