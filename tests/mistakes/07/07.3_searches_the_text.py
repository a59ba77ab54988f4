CHECK = "07.3"
EXPECT = "Ask the dictionary"


def unwrap(text):
    mark = '{"questions"'
    # unwrap: exactly one, else ValueError
    if text.count(mark) != 1:
        raise ValueError("There must be one quiz.")
    # unwrap: keep the value, if it holds questions
    value, _ = json.JSONDecoder().raw_decode(text, text.index(mark))
    return value


ANSWER = unwrap
