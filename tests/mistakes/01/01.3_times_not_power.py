CHECK = "01.3"
EXPECT = "Compute this power by hand"


def safe_power(base, exponent):
    if isinstance(base, int) and base.bit_length() * exponent > MAX_BITS:
        raise ValueError("too large")
    return base * exponent


ANSWER = safe_power
