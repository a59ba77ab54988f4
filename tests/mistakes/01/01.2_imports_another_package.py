CHECK = "01.2"
EXPECT = "`polars` is not installed here, and you do not need it"


def walk(node):
    import polars
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](walk(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = walk(node.left), walk(node.right)
        return OPERATORS[type(node.op)](left, right)
    raise ValueError(f"not allowed: {type(node).__name__}")


ANSWER = walk
