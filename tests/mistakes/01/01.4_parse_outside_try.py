CHECK = "01.4"
EXPECT = "This error belongs to the text"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    tree = ast.parse(expression, mode="eval")
    try:
        return {"expression": expression, "result": walk(tree.body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": "not a calculation"}


ANSWER = calculator
