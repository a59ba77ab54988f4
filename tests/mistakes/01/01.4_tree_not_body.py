CHECK = "01.4"
EXPECT = "Give `walk` the top node"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval"))}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": str(error)}


ANSWER = calculator
