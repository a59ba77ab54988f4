CHECK = "01.4"
EXPECT = "The text is too long for walk"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval").body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": "not a calculation: " + str(error)}


ANSWER = calculator
