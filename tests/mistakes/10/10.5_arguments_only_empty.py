CHECK = "10.5"
EXPECT = 'The student asked to read this file. Look for the verb too.'


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user")
    if all(text in asked for text in texts(call.arguments)):
        return True
    return "The student asked for something else."


ANSWER = my_defence
