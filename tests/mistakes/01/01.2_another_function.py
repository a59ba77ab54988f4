CHECK = "01.2"
EXPECT = "The contract calls it `walk`"


def add_only(node):
    return node.value


ANSWER = add_only
