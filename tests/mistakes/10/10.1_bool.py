CHECK = "10.1"
EXPECT = 'Return the text with the hidden parts shown.'


def show_hidden(text):
    return any(unicodedata.category(character) in ("Cf", "Cc") for character in text)


ANSWER = show_hidden
