CHECK = "01.3"
EXPECT = "Exactly MAX_BITS is allowed"


def safe_power(base, exponent):
    if isinstance(base, int) and base.bit_length() * exponent >= MAX_BITS:
        raise ValueError("too large")
    return base ** exponent


ANSWER = safe_power
