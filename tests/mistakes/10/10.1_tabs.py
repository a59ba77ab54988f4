CHECK = "10.1"
EXPECT = 'Line breaks and tabs are no secret. Leave them.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = unicodedata.category(character) in ("Cf", "Cc") and character != "\n"
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


ANSWER = show_hidden
