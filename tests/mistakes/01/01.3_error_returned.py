CHECK = "01.3"
EXPECT = "You returned the ValueError"


def safe_power(base, exponent):
    if isinstance(base, int) and isinstance(exponent, int):
        if base.bit_length() * exponent > MAX_BITS:
            return ValueError("this power is too large")
    return base ** exponent


ANSWER = safe_power
