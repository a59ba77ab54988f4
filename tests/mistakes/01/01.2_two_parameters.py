CHECK = "01.2"
EXPECT = "The contract names the parameters `node`"


def walk(node, depth):
    return node.value


ANSWER = walk
