CHECK = "01.3"
EXPECT = "Refuse with a ValueError, so that"


def safe_power(base, exponent):
    if isinstance(base, int) and base.bit_length() * exponent > MAX_BITS:
        raise OverflowError("too large")
    return base ** exponent


ANSWER = safe_power
