CHECK = "01.4"
EXPECT = "This is a good calculation"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 20:
        return {"error": "the text is too long"}
    try:
        tree = ast.parse(expression, mode="eval")
        return {"expression": expression, "result": walk(tree.body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": "no: " + str(error)}


ANSWER = calculator
