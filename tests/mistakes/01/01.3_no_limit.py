CHECK = "01.3"
EXPECT = "Bound it"


def safe_power(base, exponent):
    return base ** exponent


ANSWER = safe_power
