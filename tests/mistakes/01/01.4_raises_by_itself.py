CHECK = "01.4"
EXPECT = "This is a good calculation"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 20:
        raise ValueError("the text is too long")
    tree = ast.parse(expression, mode="eval")
    return {"expression": expression, "result": walk(tree.body)}


ANSWER = calculator
