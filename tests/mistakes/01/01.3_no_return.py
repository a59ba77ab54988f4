CHECK = "01.3"
EXPECT = "Nothing came back"


def safe_power(base, exponent):
    if isinstance(base, int) and base.bit_length() * exponent > MAX_BITS:
        raise ValueError("too large")


ANSWER = safe_power
