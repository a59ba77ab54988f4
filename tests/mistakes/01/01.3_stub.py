CHECK = "01.3"
EXPECT = "A gap is still open"


def safe_power(base, exponent):
    ...  # YOUR CODE HERE


ANSWER = safe_power
