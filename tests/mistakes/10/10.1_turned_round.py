CHECK = "10.1"
EXPECT = 'Nothing is hidden here. The condition may be the wrong way round.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) not in ("Cf", "Cc")
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
