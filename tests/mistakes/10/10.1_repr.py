CHECK = "10.1"
EXPECT = 'the text must come back as it was'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = (unicodedata.category(character) in ("Cf", "Cc")
                  and character not in "\n\t")
        shown.append(f"<U+{ord(character):04X}>" if hidden else repr(character))
    return "".join(shown)


ANSWER = show_hidden
