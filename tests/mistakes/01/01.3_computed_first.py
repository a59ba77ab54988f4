CHECK = "01.3"
EXPECT = "Ask for the size first"


def safe_power(base, exponent):
    power = base ** exponent
    if isinstance(power, int) and power.bit_length() > MAX_BITS:
        raise ValueError("too large")
    return power


ANSWER = safe_power
