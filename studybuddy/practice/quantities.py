"""Word problems about measures: conversions, speed, shapes, rates, and a last resort."""

from __future__ import annotations

import re

from studybuddy.practice.numbers import LARGE, Reading, group
from studybuddy.practice.stories import add, after_of, find, find_all, lists, numbers, says

# name -> (dimension, size in the smallest unit of its dimension, as a text fit for an expression)
_UNITS: dict[str, tuple[str, str]] = {}
for _dimension, _table in {
    "time": {
        "second seconds s sec secs": "1",
        "minute minutes min mins m": "60",
        "hour hours h hr hrs": "3600",
        "day days": "86400",
        "week weeks": "604800",
        "fortnight fortnights": "1209600",
        "month months": "2592000",
        "year years": "31536000",
        "decade decades": "315360000",
    },
    "length": {
        "mm millimetres millimetre millimeters": "1",
        "cm centimetre centimetres centimeters centimeter": "10",
        "inch inches": "25.4",
        "foot feet ft": "304.8",
        "yard yards": "914.4",
        "m metre metres meter meters": "1000",
        "km kilometre kilometres kilometer kilometers kms": "1000000",
        "mile miles": "1609344",
    },
    "mass": {
        "mg milligram milligrams": "1",
        "g gram grams gm gms": "1000",
        "kg kilogram kilograms kgs kilo kilos": "1000000",
        "pound pounds lb lbs": "453592.37",
        "ounce ounces oz": "28349.523125",
        "tonne tonnes ton tons quintal_": "1000000000",
        "quintal quintals": "100000000",
    },
    "volume": {
        "ml millilitre millilitres milliliters": "1",
        "l litre litres liter liters ltr": "1000",
    },
    "data": {
        "bit bits": "1",
        "byte bytes": "8",
        "kb kilobyte kilobytes": "8192",
        "mb megabyte megabytes": "8388608",
        "gb gigabyte gigabytes": "8589934592",
        "tb terabyte terabytes": "8796093022208",
    },
    "count": {"dozen dozens": "12", "item items piece pieces eggs": "1"},
    "rupee": {
        "lakh lakhs": "100000",
        "crore crores": "10000000",
        "million millions": "1000000",
        "thousand thousands": "1000",
        "billion billions": "1000000000",
    },
    "money": {"paise paisa cents": "1"},
    "angle": {"degree degrees": "1", "radian radians": "57.29577951308232"},
}.items():
    for _names, _size in _table.items():
        for _name in _names.split():
            _UNITS[_name] = (_dimension, _size)
_UNIT = "(" + "|".join(sorted(_UNITS, key=len, reverse=True)) + ")"


def _factor(big: str, small: str) -> str | None:
    """`big / small` as a short number text where it is exact."""
    ratio = float(big) / float(small)
    text = f"{ratio:.12g}"
    return text if "e" not in text and abs(float(text) - ratio) <= 1e-12 * ratio else None


def _converted(expr: str, from_: str, to: str) -> str | None:
    a, b = _UNITS[from_], _UNITS[to]
    if a[0] != b[0]:
        return None
    year_month = {from_.rstrip("s"), to.rstrip("s")}
    if year_month == {"year", "month"}:
        return f"{expr} * 12" if from_.startswith("year") else f"{expr} / 12"
    if year_month == {"decade", "year"}:
        return f"{expr} * 10" if from_.startswith("decade") else f"{expr} / 10"
    if a == b:
        return None
    if float(a[1]) > float(b[1]):
        steps = {
            ("week", "second"): "7 * 24 * 60 * 60",
            ("week", "minute"): "7 * 24 * 60",
            ("week", "hour"): "7 * 24",
            ("day", "second"): "24 * 60 * 60",
            ("day", "minute"): "24 * 60",
            ("hour", "second"): "60 * 60",
            ("year", "hour"): "365 * 24",
            ("year", "minute"): "365 * 24 * 60",
        }
        chain = steps.get((from_.rstrip("s"), to.rstrip("s"))) or _factor(a[1], b[1])
        return f"{expr} * {chain}" if chain else f"{expr} * {a[1]} / {b[1]}"
    factor = _factor(b[1], a[1])
    return f"{expr} / {factor}" if factor else f"{expr} * {a[1]} / {b[1]}"


def temperature(r: Reading) -> str | None:
    """Celsius and Fahrenheit: (F - 32) * 5 / 9 and C * 9 / 5 + 32; Kelvin is C + 273.15."""
    c, f, k = (
        r"(?:c|celsius|centigrade|celcius)",
        r"(?:f|fahrenheit|farenheit|fahrenhiet)",
        r"(?:k|kelvin)",
    )
    for a, b, form in (
        (f, c, "({} - 32) * 5 / 9"),
        (c, f, "{} * 9 / 5 + 32"),
        (c, k, "{} + 273.15"),
        (k, c, "{} - 273.15"),
    ):
        hit = find(
            r,
            rf"<n> (?:degrees? )?(?:<w>)?{a}(?: (?:<w>|= |\? ){{0,5}})(?:degrees? )?{b}",
            rf"(?:<w>){{0,4}}{b} (?:is|for|of|equals|=|from|equivalent|equal|"
            rf"when)(?: (?:<w>){{0,4}})?<n> (?:degrees? )?{a}",
        )
        if hit:
            return form.format(r.expr(hit[0]))
    return None


def conversion(r: Reading) -> str | None:
    """`how many seconds in 1.5 days`, `convert 2.5 kg to grams`, `2 hours 45 min in minutes`."""
    speed = find(
        r,
        r"<n> (?:km / h|kmph|km per hour|km / hour|kmh|km / hours|"
        r"kmh) (?:<w>){0,2}(?:in|to|into|as) (?:m / s|metres? per seconds?|mps|"
        r"m per s|m / second|meters per second)",
    )
    if speed:
        return f"{r.expr(speed[0])} * 1000 / 3600"
    speed = find(
        r,
        r"<n> (?:m / s|metres? per seconds?|mps|meters per second) (?:<w>){0,2}(?:in|"
        r"to|into|as) (?:km / h|kmph|km per hour|km / hour)",
    )
    if speed:
        return f"{r.expr(speed[0])} * 3600 / 1000"
    if r.of_kind("P") or find(r, rf"<n> {_UNIT} (?:/|per|a|an|each|every|daily|weekly)"):
        return None
    amounts = find_all(r, rf"<n> {_UNIT}")
    amounts = [(m, u) for m, u in amounts if u in _UNITS]
    one = find(
        r,
        rf"how many {_UNIT} (?:<w>){{0,4}}(?:in|make|makes|are in) (?:an?|one|"
        rf"the) (?:<w>)?{_UNIT}",
    )
    if one and one[0] in _UNITS and one[1] in _UNITS and not amounts:
        return _converted("1", one[1], one[0])
    asked = find(r, rf"how many {_UNIT}")
    if asked and says(r, "leap year"):
        return {"h": "366 * 24", "m": "366 * 24 * 60", "s": "366 * 24 * 60 * 60"}.get(asked[0][0])
    to = find(
        r,
        rf"how many {_UNIT}(?! \?? ?(?:a|per) )",
        rf"(?:in|into|to|as) (?:total )?(?:number of )?{_UNIT}(?: \?| please| \.| ,)?$",
        rf"(?:convert|change|express|turn) (?:<far>) (?:in|into|to|as) {_UNIT}",
        rf"(?:=|equals|is|are) (?:how many |how much |what )?(?:in )?{_UNIT}(?: \?)?$",
        rf"(?:in|into|to) {_UNIT} (?:please|\?|is|how|how much)",
        rf"what (?:is|are) <n> {_UNIT} in {_UNIT}",
    )
    turned = find(r, rf"{_UNIT} (?:are |is |there )*in <n> {_UNIT}")
    to = to or (turned and turned[:1])
    glass = find(r, rf"how many <n> {_UNIT}")
    if glass and len(amounts) == 2:
        (small, unit_a), (big, unit_b) = amounts
        if _UNITS[unit_a][0] == _UNITS[unit_b][0]:
            whole = _converted(r.expr(big), unit_b, unit_a) or r.expr(big)
            return f"{whole} / {r.expr(small)}"
    part = find(r, rf"<n> {_UNIT} (?:<w>)?(?:as a|what|is what) fraction of <n> {_UNIT}")
    if part and _UNITS[part[1]][0] == _UNITS[part[3]][0]:
        return f"{r.expr(part[0])} / ({_converted(r.expr(part[2]), part[3], part[1]) or part[2]})"
    part = find(r, rf"fraction of an? {_UNIT} is <n> {_UNIT}")
    if part and _UNITS[part[0]][0] == _UNITS[part[2]][0]:
        return _converted(r.expr(part[1]), part[2], part[0])
    large = find(
        r,
        r"^(?:what is |how much is |convert |express |write )?<n> (?:in|to|into|as) "
        r"(thousands?|lakh|crore|millions?)(?: \?)?$",
    )
    if large:
        return f"{r.expr(large[0])} / {LARGE[large[1].rstrip('s')]}"
    if not to or not amounts:
        return None
    unit_to = to[-1]
    if len(amounts) > 3 or len(amounts) != len(r.of_kind("N")):
        return None
    parts = []
    for mark, unit in amounts:
        if _UNITS[unit][0] != _UNITS[unit_to][0]:
            return None
        parts.append(_converted(r.expr(mark), unit, unit_to) or r.expr(mark))
    if all(re.fullmatch(r"\S+", p) for p in parts):
        return None
    return add(parts)


_KM = r"(?:km|kms|kilometres?|kilometers?|miles?|m|metres?|meters?)"
_HOUR = r"(?:hours?|hrs?|h|minutes?|mins?|seconds?|s)"


def speed(r: Reading) -> str | None:
    """Speed, distance or time from the other two."""
    rate = find(
        r,
        rf"<n> {_KM} (?:/|per|an|a|every|each) (?:one )?({_HOUR})",
        r"<n> (kmph|kmh|mph)",
        rf"speed (?:<w>){{0,4}}<n>(?! {_KM} (?!/|per))(?: ({_KM}))?",
        r"<n> m / (s)",
    )
    distances = [
        m
        for (m,) in find_all(r, rf"<n> {_KM}(?! (?:/|per|an|a|every|each) )")
        if not rate or m != rate[0]
    ]
    times = find_all(r, rf"<n> ({_HOUR})")
    times = [t for t in times if not rate or t[0] != rate[0]]
    if len(times) == 2 and times[0][1][0] == "h" and times[1][1][0] == "m":
        time = f"({r.expr(times[0][0])} + {r.expr(times[1][0])} / 60)"
    elif len(times) == 1:
        time = r.expr(times[0][0])
    else:
        time = None
    if rate:
        v = r.expr(rate[0])
        if (
            time
            and not distances
            and says(
                r, "how far|distance|how many (?:km|kilometres|miles|metres)|cover|covers|travel"
            )
        ):
            per_hour = (rate[1] or "h")[0] in "hk"
            if times[0][1].startswith("min") and per_hour:
                time = f"({time} / 60)"
            return f"{v} * {time}"
        if distances and not time and says(r, "how long|time|how many (?:hours|minutes)|when|take"):
            in_minutes = says(r, "how many minutes|in minutes")
            return f"{r.expr(distances[0])} / {v}" + (" * 60" if in_minutes else "")
        return None
    if (
        len(distances) >= 1
        and time
        and says(r, "speed|fast|kmph|km / h|per hour|velocity|pace|km per|mph|rate")
    ):
        if (
            times[0][1].startswith("min")
            and len(times) == 1
            and says(r, "kmph|km / h|km per hour|per hour|km / hour")
        ):
            time = f"({time} / 60)"
        top = add(numbers(r, distances))
        return f"{group(top)} / {time}"
    return None


def shapes(r: Reading) -> str | None:
    """Areas, perimeters, volumes and the sides of a right triangle."""
    pi = "3.141592653589793"
    used: list[str] = []
    for given in re.findall(r"N\d+ / N\d+|N\d+", r.line):
        parts = re.findall(r"N\d+", given)
        value = r.number(parts[0]).value / (r.number(parts[1]).value or 1 if parts[1:] else 1)
        if 3.1 < value < 3.2 and says(r, "pi|use|using|take|taking"):
            used, pi = parts, group(" / ".join(numbers(r, parts)))
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m) and m not in used]
    n = numbers(r, plain)
    if not n or r.of_kind("P"):
        return None
    radius = n[0] if not says(r, "diameter") else f"({n[0]} / 2)"
    if says(r, "hypotenuse") and len(n) == 2 and not says(r, "hypotenuse (?:<w>){0,3}N\\d+"):
        return f"({n[0]} ** 2 + {n[1]} ** 2) ** 0.5"
    if says(r, "diagonal") and len(n) == 2:
        return f"({n[0]} ** 2 + {n[1]} ** 2) ** 0.5"
    if says(r, "surface area") and says(r, "cube|sphere|ball") and len(n) == 1:
        return f"6 * {n[0]} ** 2" if says(r, "cube") else f"4 * {pi} * {radius} ** 2"
    if says(r, "circle|circular") or says(r, "circumference"):
        if says(r, "circumference|perimeter"):
            return f"2 * {pi} * {radius}" if not says(r, "diameter") else f"{pi} * {n[0]}"
        return f"{pi} * {radius} ** 2" if says(r, "area") else None
    if says(r, "volume"):
        if says(r, "cube") and len(n) == 1:
            return f"{n[0]} ** 3"
        if says(r, "sphere|ball"):
            return f"4 / 3 * {pi} * {radius} ** 3"
        if says(r, "cylinder|cylindrical|cone") and len(n) == 2:
            base = find(
                r,
                r"(?:radius|diameter|r|d) (?:<w>|= ){0,2}<n>",
                r"<n> (?:<w>){0,2}(?:radius|diameter)",
            )
            a = r.expr(base[0]) if base else n[0]
            b = next((x for x in n if x != a), a)
            a = f"({a} / 2)" if says(r, "diameter") else a
            third = "1 / 3 * " if says(r, "cone") else ""
            return f"{third}{pi} * {a} ** 2 * {b}"
        if len(n) == 3:
            return f"{n[0]} * {n[1]} * {n[2]}"
    if says(r, "square") and len(n) == 1 and says(r, "area|perimeter"):
        return f"{n[0]} ** 2" if says(r, "area") else f"4 * {n[0]}"
    if says(r, "triangle|triangular") and len(n) == 2 and says(r, "area"):
        return f"{n[0]} * {n[1]} / 2"
    if says(r, "perimeter"):
        if says(r, "triangle") and len(n) == 3:
            return add(n)
        return f"2 * ({n[0]} + {n[1]})" if len(n) == 2 else None
    if says(r, "area") and len(n) == 2:
        return f"{n[0]} * {n[1]}"
    return None


def remainders(r: Reading) -> str | None:
    """Remainder, quotient, and how often one number goes into another."""
    if says(r, "remainder|remainders|modulo|mod|left over|leftover|remain"):
        hit = find(
            r,
            r"<n> (?:is |was |are |gets )?(?:divided|divide|div) by <n>",
            r"(?:divide|dividing|division of) <n> by <n>",
            r"<n> / <n>",
            r"<n> (?:mod|modulo) <n>",
            r"remainder (?:<w>){0,3}<n> (?:<w>){0,3}by <n>",
        )
        if hit:
            return f"{r.expr(hit[0])} % {r.expr(hit[1])}"
        hit = find(r, r"<n> (?:divides|goes into) <n>", r"<n> (?:into|in) <n>")
        if hit:
            return f"{r.expr(hit[1])} % {r.expr(hit[0])}"
    hit = find(
        r,
        r"(?:how many times|how often) (?:<w>){0,2}<n> (?:<w>){0,3}(?:go|goes|fit|"
        r"fits) (?:in|into) <n>",
        r"how many <n> s? ?(?:<w>){0,2}in <n>",
    )
    if hit:
        return (
            f"{r.expr(hit[1])} // {r.expr(hit[0])}"
            if says(r, "times|often|whole|full")
            else f"{r.expr(hit[1])} / {r.expr(hit[0])}"
        )
    return None


def choices(r: Reading) -> str | None:
    """Combinations and permutations of small numbers."""
    hit = find(
        r,
        r"<n> ?c ?<n>",
        r"<n> choose <n>",
        r"(?:choose|select|pick|selecting|"
        r"choosing) (?:<w>){0,4}<n> "
        r"(?:<w>){0,4}(?:from|out of|of|"
        r"among) (?:<w>){0,4}<n>",
    )
    if not hit or not says(r, "ways|combinations|choose|many|c|committee|teams"):
        return None
    a, b = (r.number(m).expr for m in hit)
    if not a.isdigit() or not b.isdigit():
        return None
    big, small = max(int(a), int(b)), min(int(a), int(b))
    if not 0 < small <= 10 or big > 1000:
        return None
    top = " * ".join(str(big - i) for i in range(small))
    bottom = " * ".join(str(i) for i in range(1, small + 1))
    return f"({top}) / ({bottom})"


def codes(r: Reading) -> str | None:
    """`4-letter passwords from 26 letters`: n ** k, or n * (n - 1) * ... without repeats."""
    thing = r"(?:letter|digit|character|symbol|figure)s?"
    hit = find(
        r,
        rf"<n> (?:- )?{thing} (?:<w>){{0,6}}(?:from|using|out of|with|of) (?:<w>){{0,4}}<n>",
        rf"<n> {thing} (?:<w>){{0,8}}<n> (?:- )?{thing}",
    )
    if not hit or not says(r, "how many|number of|ways") or len(r.of_kind("NPF")) != 2:
        return None
    (small, big) = sorted(hit, key=lambda m: r.number(m).value)
    if says(r, "without|no|not|distinct|different|once") and not says(r, "may|can|allowed"):
        count, n = int(r.number(small).value), r.number(big).value
        return " * ".join(f"{n - i:g}" for i in range(count)) if 1 < count < 12 else None
    return f"{r.expr(big)} ** {r.expr(small)}"


def percent_error(r: Reading) -> str | None:
    """|measured - true| / true * 100."""
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if len(plain) != 2 or not says(r, "percent(?:age)? error|error percent(?:age)?|% error"):
        return None
    word = "(?:accepted|actual|true|real|correct|exact|theoretical|standard|expected)"
    hit = find(r, rf"{word} (?:<w>|= |: ){{0,4}}<n>", rf"<n> (?:<w>|\( ){{0,3}}{word}")
    if not hit:
        return None
    other = next(m for m in plain if m != hit[0])
    true, got = r.expr(hit[0]), r.expr(other)
    high, low = (got, true) if r.number(other).value > r.number(hit[0]).value else (true, got)
    return f"({high} - {low}) / {true} * 100"


def instruction(r: Reading) -> str | None:
    """`percent is 81.7, to get the gpa divide by 9.5`: the sign is said, the other number is near."""
    hit = find(r, r"(divide|divided|dividing|multiply|multiplied|multiplying) (?:<w>){0,3}?(?:by|with) <n>")
    rest = [m for m in r.marks_of("NPF") if not hit or m != hit[1]]
    if not hit or len(rest) != 1:
        return None
    return f"{r.number(rest[0]).expr} {'/' if hit[0][0] == 'd' else '*'} {r.expr(hit[1])}"


def containers(r: Reading) -> str | None:
    """How many boxes, buses or packs: whole ones that fill, or enough for everything."""
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if len(plain) != 2 or r.of_kind("P"):
        return None
    thing = (
        r"(?:boxes|buses|bags|packs?|packets?|cartons|trays|rows|tables|rooms|shelves|crates|vans|"
        r"cars|bottles|teams|groups|trips|cans|tins|benches|autos|coaches|jars|cups|glasses|pages|"
        r"sheets)"
    )
    if not says(r, rf"how many (?:<w>){{0,2}}{thing}") or not says(
        r,
        "holds?|hold|fits?|seats?|capacity|carry|carries|contains?|each|per|takes?|of|pack|"
        "in one|a",
    ):
        return None
    low, high = sorted(plain, key=lambda m: r.number(m).value)
    a, b = r.expr(high), r.expr(low)
    if says(r, "full|fully|completely|filled|whole|fill"):
        return f"{a} // {b}"
    if says(r, "need|needed|required|necessary|must|hire|enough|minimum|least|book|buy"):
        return f"-(-{a} // {b})"
    return f"{a} / {b}"


def time_each(r: Reading) -> str | None:
    """`180 questions in 3 hours: how many minutes per question?`"""
    hit = find(r, r"<n> (?:<w>){1,3}in <n> (hours?|minutes?)")
    asked = find(
        r,
        r"how (?:many|much) (minutes|seconds|hours|time) (?:<w>){0,3}(?:per|each|"
        r"for each|for one|a|every)",
        r"(minutes|seconds|hours|time) (?:per|for each|each)",
    )
    if not hit or not asked or len(r.of_kind("N")) != 2:
        return None
    count, span, unit = hit
    scale = {("h", "m"): " * 60", ("h", "s"): " * 3600", ("m", "s"): " * 60"}.get(
        (unit[0], asked[0][0]), ""
    )
    return f"{r.expr(span)}{scale} / {r.expr(count)}"


def movement(r: Reading) -> str | None:
    """`it was -3 and rose by 8`: a number that goes up or down by another."""
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if len(plain) != 2 or r.of_kind("P"):
        return None
    a, b = numbers(r, plain)
    if says(
        r,
        r"(?:rises?|rose|risen|increased?|increases|went up|goes up|gains?|gained|climbs?|"
        r"climbed|warms|warmed|grew|grows|up) (?:by )?(?:<w>)?N\d+|"
        r"N\d+ (?:<w>){0,2}(?:higher|warmer|hotter|later|up)",
    ):
        return f"{a} + {b}"
    if says(
        r,
        r"(?:falls?|fell|fallen|drops?|dropped|decreased?|decreases|went down|goes down|"
        r"loses?|lost|sinks?|cooled?|reduced|down|down by) (?:by )?(?:<w>)?N\d+|"
        r"N\d+ (?:<w>){0,2}(?:lower|cooler|colder|down)",
    ):
        return f"{a} - {b}"
    return None


def chain(r: Reading) -> str | None:
    """Rates one behind the other: `14.25 an hour, 18 hours a week, 4 weeks`."""
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if len(plain) != 3 or r.of_kind("PF"):
        return None
    rates_ = find_all(r, rf"<n> (?:([a-z]+) )?{_EVERY} (?:<w>)?([a-z]+)")
    links = {mark: (top, _one(bottom)) for mark, top, bottom in rates_}
    firsts = [m for m in plain if m in links]
    if len(firsts) != 2:
        return None
    last = next(m for m in plain if m not in links)
    unit = _one((find(r, rf"{last} (?:<w>)?([a-z]+)") or ("",))[0])
    if (
        {links[m][1] for m in firsts}
        and (unit in {links[m][1] for m in firsts} or says(r, f"{unit}s"))
        and says(r, "how much|how many|what|total|earn")
    ):
        return " * ".join(numbers(r, plain))
    return None


def _one(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


_PERIOD = {
    "day": 1,
    "daily": 1,
    "night": 1,
    "morning": 1,
    "evening": 1,
    "week": 7,
    "weekly": 7,
    "fortnight": 14,
    "month": 30,
    "monthly": 30,
    "year": 365,
    "yearly": 365,
    "annually": 365,
    "hour": 1 / 24,
    "minute": 1 / 1440,
    "lesson": 0,
}
_EVERY = r"(?:/|per|a|an|each|every|in a|in one|in an)"


def rates(r: Reading) -> str | None:
    """So many a day for so many days; so many in all at so many a day."""
    if r.of_kind("P"):
        return None
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if not 1 <= len(plain) <= 3:
        return None
    rate = find(
        r,
        rf"<n> (?:<w>){{0,4}}?{_EVERY} (day|night|morning|evening|week|month|year|hour|"
        rf"minute|fortnight)",
        r"<n> (?:<w>){0,4}?(daily|weekly|monthly|yearly|annually)",
        rf"{_EVERY} (day|week|month|year|hour|minute|night) (?:[^.?NP] ?){{0,30}}?<n>",
    )
    if rate:
        mark, period = (rate[0], rate[1]) if rate[0][0] == "N" else (rate[1], rate[0])
        v = r.expr(mark)
        span = find(
            r,
            r"<n> (days?|weeks?|months?|years?|hours?|minutes?|fortnights?|nights?)",
        )
        spans = [
            s
            for s in find_all(
                r,
                r"<n> (days|day|weeks|week|months|month|years|year|hours|"
                r"hour|minutes|minute|nights|fortnights)",
            )
            if s[0] != mark
        ]
        named = next(
            (
                n
                for n in find_all(r, r"(yearly|annual|annually|weekly|monthly)(?! N)")
                if n[0] != period and n[0] != period + "ly"
            ),
            None,
        )
        yearly = {
            "yearly": "year",
            "annual": "year",
            "annually": "year",
            "weekly": "week",
            "monthly": "month",
        }
        whole = find(
            r,
            r"(?:in|over|for|during|this|per|an?|the whole|each) (?:whole |full |"
            r"entire |single )?(week|month|year|fortnight|day|hour|leap year|decade|"
            r"february|june|april|november|september)(?! N)",
        )
        if named:
            whole = (yearly[named[0]],)
        per = _PERIOD.get(period, 1)
        if spans:
            length = _PERIOD[spans[0][1].rstrip("s")] / per if per else 1
            asked = find(r, r"(?:in|into|to|how many|how much) (hours|minutes|seconds|kg|litres)")
            chain = f"{v} * {r.expr(spans[0][0])}"
            if period == "month" and spans[0][1].startswith("year"):
                return f"{chain} * 12"
            if period == "week" and spans[0][1].startswith("year"):
                return f"{chain} * 52"
            if length != 1 and length > 1:
                chain += f" * {length:g}"
            elif length < 1:
                chain += f" / {1 / length:g}"
            third = [m for m in plain if m not in (mark, spans[0][0])]
            if len(third) == 1:
                return f"{chain} * {r.expr(third[0])}" if says(r, "each|every|cost|at|rs") else None
            if asked and asked[0] == "hours" and find(r, rf"{mark} (minutes)"):
                chain += " / 60"
            return chain
        total = [m for m in plain if m != mark]
        if len(total) == 1 and says(
            r,
            "how many (?:days|weeks|months|years|hours|minutes|nights)|"
            "how long|when|last|lasts|finish|take|days",
        ):
            return f"{r.expr(total[0])} / {v}"
        if whole and not total and says(r, "how many|how much|total|what|how far|how long"):
            other = whole[0]
            for (w,) in find_all(
                r,
                r"(?:in|over|for|during|this|per|an?|the whole|"
                r"each) (?:whole |full |entire |single |leap )?(week|month|"
                r"year|fortnight|day|hour|decade)",
            ):
                if w != period:
                    other = w
            if other == period:
                return None
            if period in ("month", "monthly") and other == "year":
                return f"{v} * 12"
            if period in ("week", "weekly") and other == "year":
                return f"{v} * 52"
            if period in ("week", "weekly") and other == "month":
                return f"{v} * 4"
            length = _PERIOD.get(other, 0) / per if per else 0
            return (
                f"{v} * {length:g}" if length >= 1 else f"{v} / {1 / length:g}" if length else None
            )
    paid = find(r, r"<n> (?:<w>){0,2}for <n> (?:months|weeks|days|years|nights)")
    if paid and len(plain) == 2 and says(r, "total|altogether|in all|emi|instalments|installments"):
        return f"{r.expr(paid[0])} * {r.expr(paid[1])}"
    if len(plain) == 2 and says(
        r,
        r"(?:per|each|every|a|one|/) (?:day|week|month|year|hour|"
        r"minute|person|head|night|chapter|student|group|box|row|"
        r"session|friend|child)|daily|weekly|apiece|each",
    ):
        span = find(
            r,
            r"(?:in|over|for|within|during|left|have|across|next) (?:<w>)?<n> (days?|"
            r"weeks?|months?|years?|hours?|minutes?|nights?|evenings?)",
            r"<n> (days|weeks|months|hours|nights)",
        )
        if span:
            amount = next(m for m in plain if m != span[0])
            if _UNITS.get(after_of(r, amount), ("",))[0] == "time":
                return None
            unit = find(r, rf"{span[0]} (?:<w>)?([a-z]+)") or ("",)
            daily = says(r, "(?:per|each|every|a|/) day(?! N)|daily")
            sizes = {"week": 7, "fortnight": 14, "month": 30, "year": 365}
            days = sizes.get(unit[0].rstrip("s")) if daily else None
            if days:
                return f"{r.expr(amount)} / ({r.expr(span[0])} * {days})"
            return f"{r.expr(amount)} / {r.expr(span[0])}"
    return None


def comparisons(r: Reading) -> str | None:
    """`12 more than 30`, `15 less than 40`, `how much more is 45 than 30`, `twice as many`."""
    if r.of_kind("P"):
        return None
    hit = find(r, r"<n> (?:<w>)?more than (?:<w>){0,3}<n>")
    if hit:
        return f"{r.expr(hit[1])} + {r.expr(hit[0])}"
    hit = find(r, r"<n> (?:<w>)?(?:less|fewer) than (?:<w>){0,3}<n>")
    if hit:
        return f"{r.expr(hit[1])} - {r.expr(hit[0])}"
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if len(plain) == 2 and says(
        r,
        "how (?:much|many) (?:<w>)?(?:more|bigger|larger|less|fewer|"
        "older|taller|longer|cheaper|further)|"
        "difference|gap|how (?:<w>)?far apart|how old",
    ):
        low, high = sorted(plain, key=lambda m: r.number(m).value)
        return f"{r.expr(high)} - {r.expr(low)}"
    if len(r.of_kind("F")) == 1 and len(plain) == 1 and says(r, "what|how|find|calculate"):
        fraction = r.of_kind("F")[0].expr
        return f"{group(fraction) if '/' in fraction else fraction} * {r.expr(plain[0])}"
    return None


def last_resort(r: Reading) -> str | None:
    """Two or three numbers and one clear word for what to do with them."""
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    percents = [m for m in r.marks if re.fullmatch(r"P\d+", m)]
    asked = says(r, r"how much|how many|what|find|calculate|total|\?|work out")
    if not asked:
        return None
    if len(percents) == 1 and len(plain) == 1:
        return f"{r.number(percents[0]).expr} / 100 * {r.expr(plain[0])}"
    if percents or not 2 <= len(plain) <= 8:
        return None
    if len(plain) == 2:
        a, b = numbers(r, plain)
        if (
            find(r, r"<n> (?:<w>)?each")
            and says(r, "total|altogether|in all|how much|how many")
            and not says(r, "left")
        ):
            return f"{a} * {b}"
        if says(r, "each|every|per|apiece|rows? of|boxes of|packs? of|groups of") and says(
            r, "total|altogether|in all|how many|how much|cost"
        ):
            if says(r, "can (?:i|we|you)|needed|do (?:i|we) need|required|to fit|fill|get|gets"):
                low, high = sorted(plain, key=lambda m: r.number(m).value)
                return f"{r.expr(high)} / {r.expr(low)}"
            return f"{a} * {b}"
        if says(r, "share|shared|split|divide|divided|equally|among|per"):
            return f"{a} / {b}"
    if says(r, "total|altogether|in all|sum|combined|together|all"):
        return add(numbers(r, plain))
    runs = lists(r)
    if runs and len(runs[0]) == len(plain) and says(r, "add|sum|total|plus"):
        return add(numbers(r, plain))
    return None


RULES = [
    temperature,
    remainders,
    conversion,
    speed,
    shapes,
    choices,
    codes,
    percent_error,
    instruction,
    containers,
    time_each,
    chain,
    rates,
    movement,
    comparisons,
    last_resort,
]
