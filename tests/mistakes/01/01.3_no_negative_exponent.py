CHECK = "01.3"
EXPECT = "Rules 1 and 2 are about huge whole numbers"


def safe_power(base, exponent):
    if exponent < 0 or (isinstance(base, int) and base.bit_length() * exponent > MAX_BITS):
        raise ValueError("not allowed")
    return base ** exponent


ANSWER = safe_power
