CHECK = "01.3"
EXPECT = None


def safe_power(base, exponent):
    if type(base) is int and type(exponent) is int and base.bit_length() * exponent > MAX_BITS:
        raise ValueError("too large")
    return base ** exponent


ANSWER = safe_power
