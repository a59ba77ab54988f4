CHECK = "01.2"
EXPECT = "Give the function itself"


def walk(node):
    return node.value


ANSWER = walk(ast.parse("7", mode="eval").body)
