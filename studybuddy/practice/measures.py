"""Units of measure and how to turn one into another inside an expression."""

from __future__ import annotations

import functools

_PI = 3.141592653589793

# dimension -> {names: size in the smallest unit of the dimension}; the first name is the standard
_TABLE: dict[str, dict[str, float]] = {
    "time": {
        "second seconds s sec secs": 1,
        "minute minutes min mins": 60,
        "hour hours h hr hrs": 3600,
        "day days night nights daily": 86400,
        "week weeks weekly": 604800,
        "fortnight fortnights": 1209600,
        "month months monthly": 2592000,
        "quarter quarters quarterly": 7776000,
        "year years yearly annum annually annual": 31536000,
        "decade decades": 315360000,
        "century centuries": 3153600000,
    },
    "length": {
        "mm millimetre millimetres millimeter millimeters": 1,
        "cm centimetre centimetres centimeter centimeters": 10,
        "inch inches": 25.4,
        "foot feet ft": 304.8,
        "yard yards": 914.4,
        "metre metres m meter meters mtr": 1000,
        "km kms kilometre kilometres kilometer kilometers": 1000000,
        "mile miles": 1609344,
    },
    "mass": {
        "mg milligram milligrams": 1,
        "gram grams g gm gms gramme": 1000,
        "kg kgs kilogram kilograms kilo kilos": 1000000,
        "pound pounds lb lbs": 453592.37,
        "ounce ounces oz": 28349.523125,
        "tonne tonnes ton tons": 1000000000,
        "quintal quintals": 100000000,
    },
    "volume": {
        "ml millilitre millilitres milliliter milliliters": 1,
        "litre litres l liter liters ltr": 1000,
    },
    "data": {
        "bit bits": 1,
        "byte bytes": 8,
        "kb kilobyte kilobytes": 8192,
        "mb megabyte megabytes": 8388608,
        "gb gigabyte gigabytes": 8589934592,
        "tb terabyte terabytes": 8796093022208,
    },
    "count": {"dozen dozens": 12, "item items piece pieces egg eggs": 1, "score": 20, "gross": 144},
    "large number": {
        "thousand thousands": 1000,
        "lakh lakhs": 100000,
        "million millions": 1000000,
        "crore crores": 10000000,
        "billion billions": 1000000000,
    },
    "angle": {"degree degrees": 1, "radian radians": 180 / _PI},
    "money": {"paisa paise": 1, "rupee rupees inr": 100},
    "foreign money": {"cent cents": 1, "dollar dollars usd": 100},
}
STANDARD: dict[str, str] = {}
SIZE: dict[str, float] = {}
DIMENSION: dict[str, str] = {}
for _dimension, _units in _TABLE.items():
    for _names, _size in _units.items():
        for _name in _names.split():
            STANDARD[_name] = _names.split()[0]
            SIZE[_name], DIMENSION[_name] = _size, _dimension
DIMENSION["score"] = ""  # a mark in a test far more often than twenty things

# Where calendars do not follow the sizes above, or a chain of factors reads better.
_STEPS = {
    ("year", "month"): "12",
    ("year", "week"): "52",
    ("year", "quarter"): "4",
    ("quarter", "month"): "3",
    ("month", "week"): "4",
    ("decade", "month"): "10 * 12",
    ("year", "hour"): "365 * 24",
    ("year", "minute"): "365 * 24 * 60",
    ("year", "second"): "365 * 24 * 60 * 60",
    ("month", "hour"): "30 * 24",
    ("month", "minute"): "30 * 24 * 60",
    ("week", "hour"): "7 * 24",
    ("week", "minute"): "7 * 24 * 60",
    ("week", "second"): "7 * 24 * 60 * 60",
    ("day", "minute"): "24 * 60",
    ("day", "second"): "24 * 60 * 60",
    ("hour", "second"): "60 * 60",
}


@functools.lru_cache(maxsize=256)
def turn(from_: str, to: str) -> str | None:
    """What turns an amount in `from_` into `to`: `` * 60``; empty for one and the same unit.

    None when one of them is no unit or they measure different things.
    """
    a, b = STANDARD.get(from_, from_), STANDARD.get(to, to)
    if a == b:
        return ""
    if not DIMENSION.get(a) or DIMENSION.get(a) != DIMENSION.get(b):
        return None
    if (a, b) in _STEPS:
        return f" * {_STEPS[a, b]}"
    if (b, a) in _STEPS:
        chain = _STEPS[b, a]
        return f" / ({chain})" if "*" in chain else f" / {chain}"
    if SIZE[a] > SIZE[b]:
        factor = _exact(SIZE[a] / SIZE[b])
        return f" * {factor}" if factor else f" * {SIZE[a]:.12g} / {SIZE[b]:.12g}"
    factor = _exact(SIZE[b] / SIZE[a])
    return f" / {factor}" if factor else f" * {SIZE[a]:.12g} / {SIZE[b]:.12g}"


def _exact(ratio: float) -> str | None:
    """A ratio as a short number where that says it exactly."""
    text = f"{ratio:.12g}"
    return text if "e" not in text and abs(float(text) - ratio) <= 1e-12 * ratio else None
