CHECK = "07.3"
EXPECT = "is left in front"


def unwrap(text):
    return json.loads(text.strip("`"))


ANSWER = unwrap
