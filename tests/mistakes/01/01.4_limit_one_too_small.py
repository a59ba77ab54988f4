CHECK = "01.4"
EXPECT = "200 characters are allowed"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) >= 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval").body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": "no: " + str(error)}


ANSWER = calculator
