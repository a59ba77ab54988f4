CHECK = "01.4"
EXPECT = "Give the function itself"


def calculator(expression):
    return {"error": "no"}


ANSWER = calculator("2 + 3")
