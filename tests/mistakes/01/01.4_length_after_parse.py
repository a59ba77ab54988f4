CHECK = "01.4"
EXPECT = "Parsing a long text is already work"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    try:
        tree = ast.parse(expression, mode="eval")
        if len(expression) > 200:
            return {"error": "too long"}
        return {"expression": expression, "result": walk(tree.body)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError):
        return {"error": "not a calculation"}


ANSWER = calculator
