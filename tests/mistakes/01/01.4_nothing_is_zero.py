CHECK = "01.4"
EXPECT = "This must come back as `error`"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if not expression:
        return {"expression": expression, "result": 0}
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval").body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": "no: " + str(error)}


ANSWER = calculator
