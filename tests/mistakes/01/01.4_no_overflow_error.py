CHECK = "01.4"
EXPECT = "This error belongs to the text"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval").body)}
    except (SyntaxError, ValueError, ZeroDivisionError) as error:
        return {"error": "no: " + str(error)}


ANSWER = calculator
