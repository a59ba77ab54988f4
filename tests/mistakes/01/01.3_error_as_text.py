CHECK = "01.3"
EXPECT = "A returned text looks like a result"


def safe_power(base, exponent):
    if isinstance(base, int) and base.bit_length() * exponent > MAX_BITS:
        return "too large"
    return base ** exponent


ANSWER = safe_power
