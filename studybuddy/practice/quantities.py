"""Word problems about measures: conversions without amounts, shapes, counting, comparisons."""

from __future__ import annotations

import re

from studybuddy.practice.measures import DIMENSION, STANDARD, turn
from studybuddy.practice.numbers import LARGE, Reading, group
from studybuddy.practice.stories import add, asks_other_part, find, find_all, numbers, says

_UNIT = "(" + "|".join(sorted(STANDARD, key=len, reverse=True)) + ")"


def _converted(expr: str, from_: str, to: str) -> str | None:
    """`expr` turned from one unit into another; None for one and the same, or where it cannot."""
    factor = turn(from_, to)
    return f"{expr}{factor}" if factor else None


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
    if says(r, "difference|more than|less than|longer|shorter|left|remaining"):
        return None
    if r.of_kind("P") or find(r, rf"<n> {_UNIT} (?:/|per|a|an|each|every|daily|weekly)"):
        return None
    amounts = find_all(r, rf"<n> {_UNIT}")
    amounts = [(m, u) for m, u in amounts if u in STANDARD]
    one = find(
        r,
        rf"how many {_UNIT} (?:<w>){{0,4}}(?:in|make|makes|are in) (?:an?|one|"
        rf"the) (?:<w>)?{_UNIT}",
    )
    if one and one[0] in STANDARD and one[1] in STANDARD and not amounts:
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
        if DIMENSION[unit_a] == DIMENSION[unit_b]:
            whole = _converted(r.expr(big), unit_b, unit_a) or r.expr(big)
            return f"{whole} / {r.expr(small)}"
    part = find(r, rf"<n> {_UNIT} (?:<w>)?(?:as a|what|is what) fraction of <n> {_UNIT}")
    if part and DIMENSION[part[1]] == DIMENSION[part[3]]:
        return f"{r.expr(part[0])} / ({_converted(r.expr(part[2]), part[3], part[1]) or part[2]})"
    part = find(r, rf"fraction of an? {_UNIT} is <n> {_UNIT}")
    if part and DIMENSION[part[0]] == DIMENSION[part[2]]:
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
        if DIMENSION[unit] != DIMENSION[unit_to]:
            return None
        parts.append(_converted(r.expr(mark), unit, unit_to) or r.expr(mark))
    if all(re.fullmatch(r"\S+", p) for p in parts):
        return None
    return add(parts)


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
    if says(r, "side") and says(r, "square") and len(n) == 1 and says(r, "area|perimeter"):
        if find(r, r"(?:area|perimeter) (?:(?:is|of|=|:) )?<n>"):
            return f"{n[0]} ** 0.5" if says(r, "area") else f"{n[0]} / 4"
    if says(r, "angles?") and says(r, "triangle") and len(n) == 2 and says(r, r"third|other|O\d+"):
        return f"180 - {n[0]} - {n[1]}"
    radius = n[0] if not says(r, "diameter") else f"({n[0]} / 2)"
    if says(r, "hypotenuse") and len(n) == 2 and not says(
        r, r"hypotenuse (?:(?:is|of|=|measures|was|length|about) ){0,2}N\d+"
    ):
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
    sides = find(r, r"<n> (?:<w>)?(?:by|x|\*) <n>")
    if sides and len(n) == 3 and says(r, "cost|price|how much"):
        rate = r.expr(next(m for m in plain if m not in sides))
        a, b = (r.expr(m) for m in sides)
        if says(r, "fence|fencing|fenced|boundary|border|perimeter|around"):
            return f"2 * ({a} + {b}) * {rate}"
        if says(r, "(?:square|sq) [a-z]+|m2|ft2|tiles?|tiling|carpet|paint|painting|floor|area"):
            return f"{a} * {b} * {rate}"
    if says(r, "perimeter"):
        if says(r, "triangle") and len(n) == 3:
            return add(n)
        return f"2 * ({n[0]} + {n[1]})" if len(n) == 2 else None
    if says(r, "area") and len(n) == 2:
        return f"{n[0]} * {n[1]}"
    return None


def remainders(r: Reading) -> str | None:
    """Remainder, quotient, and how often one number goes into another."""
    into = find(r, rf"<n> {_UNIT} (?:<w>){{0,4}}(?:in|into|to) (?:<w>)?{_UNIT}")
    if into and len(r.of_kind("NPF")) == 1 and says(r, "left over|leftover|remainder|extra"):
        factor = _converted("", into[2], into[1])
        if factor and factor.startswith(" * "):
            return f"{r.expr(into[0])} % {group(factor[3:])}"
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
    if says(r, "left over|leftover|remain|remains|remaining|left") and says(
        r, "shared?|divided?|distributed?|split|packed|equally|among|between"
    ):
        plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
        if len(plain) == 2 and not r.of_kind("PF"):
            low, high = sorted(plain, key=lambda m: r.number(m).value)
            return f"{r.expr(high)} % {r.expr(low)}"
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
    arrange = find(r, r"(?:arrange|order|line up|seat) (?:<w>){0,2}<n>")
    if arrange and len(r.of_kind("NPF")) == 1 and says(r, "ways|how many"):
        count = r.number(arrange[0]).expr
        if count.isdigit() and 1 < int(count) <= 20:
            return " * ".join(map(str, range(int(count), 0, -1)))
    if not hit or not says(r, "how many|number of|ways") or len(r.of_kind("NPF")) != 2:
        return None
    (small, big) = sorted(hit, key=lambda m: r.number(m).value)
    if says(r, "without|no|not|distinct|different|once") and not says(r, "may|can|allowed"):
        places, n = int(r.number(small).value), r.number(big).value
        return " * ".join(f"{n - i:g}" for i in range(places)) if 1 < places < 12 else None
    return f"{r.expr(big)} ** {r.expr(small)}"


def part_of_counts(r: Reading) -> str | None:
    """`3 red and 5 blue: the probability of red`; `18 girls, 22 boys: what fraction are girls?`"""
    percent = says(r, "percent|percentage")
    if not percent and not says(r, "probability|chances?|likely|odds|fraction|proportion"):
        return None
    if len(r.of_kind("NPF")) != len(r.of_kind("N")):
        return None
    counts = [(m, w) for m, w in find_all(r, r"<n> ([a-z]+)(?: [a-z]+)?") if w not in STANDARD]
    if len(counts) != len(r.of_kind("N")) or len(counts) < 2:
        return None
    asking = re.sub(r"N\d+ [a-z]+", "·", r.line).split()
    asked = [m for m, w in counts if {w, _one(w)} & {_one(a) for a in asking}]
    if len(asked) != 1:
        return None
    top, others = r.expr(asked[0]), [m for m, _ in counts if m != asked[0]]
    most = max(others, key=lambda m: r.number(m).value)
    total = says(r, rf"(?:out of|of|from|total|has|have|are) {most}") and len(others) == 1
    if total and not re.search(rf"{asked[0]} [a-z]+ (?:, )?(?:and|&|,) {most} ", r.line):
        total = not re.search(rf"{most} [a-z]+ (?:[a-z]+ )?(?:, )?(?:and|&|,) {asked[0]} ", r.line)
        bottom = r.expr(most) if total else ""
    else:
        bottom = ""
    bottom = bottom or f"({add(numbers(r, [m for m, _ in counts]))})"
    return f"{top} / {bottom}" + (" * 100" if percent else "")


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
    """`percent is 81.7, to get the gpa divide by 9.5`: what to do is said outright."""
    hit = find(
        r, r"(divide|divided|dividing|multiply|multiplied|multiplying) (?:<w>){0,3}?(?:by|with) <n>"
    )
    rest = [m for m in r.marks_of("NPF") if not hit or m != hit[1]]
    if not hit or len(rest) != 1 or says(r, "remainder|quotient|left over|leftover|mod|whole"):
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


def _one(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def missing(r: Reading) -> str | None:
    """The number that is asked for stands inside: `what must be added to 348 to get 500?`."""
    if len(r.of_kind("NPF")) == 1 and r.of_kind("P") and says(r, "decimal|fraction"):
        return f"{r.of_kind('P')[0].expr} / 100"
    two = find(r, r"<n> numbers")
    if len(r.of_kind("NPF")) - bool(two and r.number(two[0]).value == 2) != 2:
        return None
    get = r"(?:<w>){0,3}(?:to )?(?:get|make|give|gives|reach|obtain|be|equal|leave|is) (?:<w>)?<n>"
    for words, form in (
        (r"added (?:to|with)|plus|add to", "{1} - {0}"),
        (r"subtracted from|taken (?:away )?from|removed from|subtract from", "{0} - {1}"),
        (r"multiplied (?:by|with)|times|multiply", "{1} / {0}"),
        (r"divided by", "{1} * {0}"),
    ):
        hit = find(r, rf"(?:what|which|number) (?:<w>){{0,6}}(?:{words}) (?:<w>)?<n> {get}")
        if hit:
            return form.format(*(r.expr(m) for m in hit))
    hit = find(r, r"(?:sum|total|add up to|adds? to|add up) (?:<w>){0,5}<n> (?:<w>|, |\. ){0,4}<n>")
    if hit and says(r, "one (?:is|of)|first is") and says(r, "other|second|another"):
        return f"{r.expr(hit[0])} - {r.expr(hit[1])}"
    hit = find(
        r, r"<f> of (?:an?|the|my) (?:<w>){1,2}(?:is|are|=|costs?|holds?|weighs?) (?:<w>)?<n>"
    )
    if hit and says(r, "full|whole|total|entire|number|all"):
        return f"{r.expr(hit[1])} / ({r.number(hit[0]).expr})"
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
    hit = find(r, r"from (?:<w>){0,2}<n> (?:<w>){0,3}to (?:<w>){0,2}<n>")
    if hit and len(plain) == 2 and says(r, "how (?:many|much)|by what|increase|rise|up|down|drop"):
        low, high = sorted(plain, key=lambda m: r.number(m).value)
        return f"{r.expr(high)} - {r.expr(low)}"
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
        if asks_other_part(r):
            return f"{r.expr(plain[0])} * (1 - {fraction})"
        return f"{group(fraction) if '/' in fraction else fraction} * {r.expr(plain[0])}"
    return None


RULES = [
    temperature,
    remainders,
    conversion,
    shapes,
    choices,
    codes,
    part_of_counts,
    percent_error,
    instruction,
    containers,
    missing,
    comparisons,
]
