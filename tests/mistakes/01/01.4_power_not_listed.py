CHECK = "01.4"
EXPECT = "`**` is not on your list"


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval").body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": "no: " + str(error)}


ANSWER = calculator
