CHECK = "01.3"
EXPECT = "Give the function itself"


def safe_power(base, exponent):
    return base ** exponent


ANSWER = safe_power(2, 10)
