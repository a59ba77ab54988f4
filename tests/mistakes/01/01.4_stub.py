CHECK = "01.4"
EXPECT = "A gap is still open"


OPERATORS[ast.Pow] = safe_power


def calculator(expression):
    ...  # YOUR CODE HERE


ANSWER = calculator
