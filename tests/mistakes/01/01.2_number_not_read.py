CHECK = "01.2"
EXPECT = "A number is its own value"


def walk(node):
    if isinstance(node, ast.Constant):
        return node
    left, right = walk(node.left), walk(node.right)
    return OPERATORS[type(node.op)](left, right)


ANSWER = walk
