CHECK = "01.4"
EXPECT = None


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        tree = ast.parse(expression, mode="eval")
        return {"expression": expression, "result": walk(tree.body)}
    except SyntaxError:
        return {"error": "this is not a complete calculation"}
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": str(error)}


ANSWER = calculator
