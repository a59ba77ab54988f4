CHECK = "01.4"
EXPECT = "Return a dictionary each time"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    return walk(ast.parse(expression, mode="eval").body)


ANSWER = calculator
