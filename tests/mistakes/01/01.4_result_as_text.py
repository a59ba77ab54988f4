CHECK = "01.4"
EXPECT = "The result must stay a number"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        tree = ast.parse(expression, mode="eval")
        result = walk(tree.body)
        return {"expression": expression, "result": str(result)}
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": "no: " + str(error)}


ANSWER = calculator
