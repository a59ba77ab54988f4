CHECK = "07.3"
EXPECT = "The first object is no quiz"


def unwrap(text):
    for place, char in enumerate(text):
        if char == "{":
            try:
                return json.JSONDecoder().raw_decode(text, place)[0]
            except ValueError:
                pass
    raise ValueError("There is no object here.")


ANSWER = unwrap
