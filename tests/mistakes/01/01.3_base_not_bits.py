CHECK = "01.3"
EXPECT = "Count the bits of the base"


def safe_power(base, exponent):
    if isinstance(base, int) and base * exponent > MAX_BITS:
        raise ValueError("too large")
    return base ** exponent


ANSWER = safe_power
