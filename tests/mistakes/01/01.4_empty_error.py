CHECK = "01.4"
EXPECT = "The error is empty"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval").body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError):
        return {"error": ""}


ANSWER = calculator
