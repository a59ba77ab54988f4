CHECK = "01.3"
EXPECT = "A large base makes a large number too"


def safe_power(base, exponent):
    if exponent > 1000:
        raise ValueError("too large")
    return base ** exponent


ANSWER = safe_power
