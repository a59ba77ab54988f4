CHECK = "01.3"
EXPECT = "`bit_length` needs its brackets"


def safe_power(base, exponent):
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length * exponent > MAX_BITS:
        raise ValueError("this power is too large")
    return base ** exponent


ANSWER = safe_power
