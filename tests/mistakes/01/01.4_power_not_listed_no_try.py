CHECK = "01.4"
EXPECT = "`**` is not on your list"


def calculator(expression):
    tree = ast.parse(expression, mode="eval")
    return {"expression": expression, "result": walk(tree.body)}


ANSWER = calculator
