CHECK = "10.5"
EXPECT = 'The student asked to read this file. Look for the verb too.'


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user")
    wanted = texts(call.arguments)
    if not wanted or not all(text in asked for text in wanted):
        return "The student asked for something else."
    return True


ANSWER = my_defence
