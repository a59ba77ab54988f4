CHECK = "01.4"
EXPECT = "The error is empty"


def walk(node):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](walk(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = walk(node.left), walk(node.right)
        return OPERATORS[type(node.op)](left, right)
    raise ValueError


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
