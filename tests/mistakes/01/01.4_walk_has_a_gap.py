CHECK = "01.4"
EXPECT = "A gap is still open"


OPERATORS[ast.Pow] = safe_power


def walk(node):
    if isinstance(node, ast.Constant):
        return node.value
    ...  # YOUR CODE HERE


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        return {"expression": expression, "result": walk(ast.parse(expression, mode="eval").body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": str(error)}


ANSWER = calculator
