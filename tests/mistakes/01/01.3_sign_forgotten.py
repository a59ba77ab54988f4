CHECK = "01.3"
EXPECT = "A minus sign makes no number small"


def safe_power(base, exponent):
    if isinstance(base, int) and base > 1 and base.bit_length() * exponent > MAX_BITS:
        raise ValueError("too large")
    return base ** exponent


ANSWER = safe_power
