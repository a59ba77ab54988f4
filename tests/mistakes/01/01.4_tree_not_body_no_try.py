CHECK = "01.4"
EXPECT = "Give `walk` the top node"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    tree = ast.parse(expression, mode="eval")
    return {"expression": expression, "result": walk(tree)}


ANSWER = calculator
