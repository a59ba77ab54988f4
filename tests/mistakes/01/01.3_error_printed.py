CHECK = "01.3"
EXPECT = "Nothing was refused"


def safe_power(base, exponent):
    if isinstance(base, int) and base.bit_length() * exponent > MAX_BITS:
        print("too large")
    else:
        return base ** exponent


ANSWER = safe_power
