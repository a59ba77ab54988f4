CHECK = "01.2"
EXPECT = "The contract names the parameters `node`"


def walk(tree):
    return tree.value


ANSWER = walk
