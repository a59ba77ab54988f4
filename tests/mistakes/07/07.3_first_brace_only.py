CHECK = "07.3"
EXPECT = "Prose had braces too"


def unwrap(text):
    value, _ = json.JSONDecoder().raw_decode(text, text.find("{"))
    return value


ANSWER = unwrap
