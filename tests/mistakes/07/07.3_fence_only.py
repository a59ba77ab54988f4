CHECK = "07.3"
EXPECT = "Words stand around the object"


def unwrap(text):
    text = text.removeprefix("```json").removesuffix("```")
    return json.loads(text)


ANSWER = unwrap
