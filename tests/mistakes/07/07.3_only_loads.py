CHECK = "07.3"
EXPECT = "The fence is still around it"


def unwrap(text):
    return json.loads(text)


ANSWER = unwrap
