CHECK = "01.3"
EXPECT = "This needs 400 bits"


def safe_power(base, exponent):
    if exponent > 100:
        raise ValueError("too large")
    return base ** exponent


ANSWER = safe_power
