CHECK = "10.1"
EXPECT = 'Ordinary characters are lost.'


def show_hidden(text):
    shown = []
    for character in text:
        hidden = (unicodedata.category(character) in ("Cf", "Cc")
                  and character not in "\n\t")
        if hidden:
            shown.append(f"<U+{ord(character):04X}>")
    return "".join(shown)


ANSWER = show_hidden
