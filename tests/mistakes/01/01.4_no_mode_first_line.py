CHECK = "01.4"
EXPECT = 'Add `mode="eval"`'


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    tree = ast.parse(expression)
    return {"expression": expression, "result": walk(tree.body[0])}


ANSWER = calculator
