CHECK = "01.3"
EXPECT = "Only whole numbers have `bit_length`"


def safe_power(base, exponent):
    if base.bit_length() * exponent > MAX_BITS:
        raise ValueError("too large")
    return base ** exponent


ANSWER = safe_power
