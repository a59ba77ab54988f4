CHECK = "10.1"
EXPECT = None

import re


def show_hidden(text):
    def code(found):
        character = found[0]
        if unicodedata.category(character) in ("Cf", "Cc"):
            return f"<U+{ord(character):04X}>"
        return character
    return re.sub(r"[^\n\t]", code, text)


ANSWER = show_hidden
