"""Word problems that name a formula: physics, sums of series, LCM and HCF, equations with x.

A formula is one line in `FORMULAS`: the quantity asked for, and the expression in the names of
the quantities that must be given.
"""

from __future__ import annotations

import math
import re

from studybuddy.practice.numbers import Reading, group
from studybuddy.practice.stories import find, lists, says

# quantity -> (its names in a question, its units)
QUANTITIES = {
    "voltage": (r"voltage|potential difference|v|emf", r"v|volts?"),
    "current": (r"current|i", r"a|amps?|amperes?"),
    "resistance": (r"resistance|resistor|r", r"ohms?|ω"),
    "force": (r"force|f", r"n|newtons?"),
    "mass": (r"(?<!molar )(?:mass|m)", r"kg|kilograms?|g|grams?"),
    "acceleration": (r"acceleration|a|accelerates|accelerating", r"mss|m / s / s"),
    "volume": (r"volume", r"cm3|m3|cm \^ 3|m \^ 3|ml|cc|litres?"),
    "density": (r"density", r"g / cm3|kg / m3|g / cc|g / ml|kg per m3"),
    "work": (r"work|energy|work done", r"j|joules?"),
    "power": (r"power|rated", r"w|watts?"),
    "area": (r"area", r"m2|cm2|m \^ 2|square metres?"),
    "pressure": (r"pressure", r"pa|pascals?"),
    "velocity": (r"velocity|speed|v", r"m / s|mps"),
    "start": (r"initial velocity|u|initial speed|starts at|starting speed", r"m / s"),
    "final": (r"final velocity|final speed|v", r"m / s"),
    "time": (r"time|t", r"s|sec|seconds?|hours?"),
    "displacement": (r"distance|displacement|moves?|through|moved|by", r"m|metres?|meters?"),
    "height": (r"height|h", r"m|metres?"),
    "frequency": (r"frequency|f", r"hz|hertz"),
    "wavelength": (r"wavelength|lambda|λ", r"m|metres?"),
    "moles": (r"moles", r"mol|moles"),
    "molar mass": (r"molar mass|molecular mass|molecular weight|formula mass", r"g / mol"),
    "charge": (r"charge|q", r"c|coulombs?"),
}

FORMULAS = [
    ("resistance", "{voltage} / {current}"),
    ("current", "{voltage} / {resistance}"),
    ("voltage", "{current} * {resistance}"),
    ("power", "{voltage} * {current}"),
    ("current", "{power} / {voltage}"),
    ("current", "{charge} / {time}"),
    ("power", "{work} / {time}"),
    ("force", "{mass} * {acceleration}"),
    ("acceleration", "{force} / {mass}"),
    ("mass", "{force} / {acceleration}"),
    ("density", "{mass} / {volume}"),
    ("mass", "{density} * {volume}"),
    ("volume", "{mass} / {density}"),
    ("pressure", "{force} / {area}"),
    ("kinetic energy|ke", "0.5 * {mass} * {velocity} ** 2"),
    ("potential energy|pe", "{mass} * 9.8 * {height}"),
    ("momentum", "{mass} * {velocity}"),
    ("work done|work", "{force} * {displacement}"),
    ("acceleration", "({final} - {start}) / {time}"),
    ("final velocity|final speed", "{start} + {acceleration} * {time}"),
    ("wavelength", "{velocity} / {frequency}"),
    (
        "wave speed|speed of the wave|velocity of the wave|wave velocity",
        "{frequency} * {wavelength}",
    ),
    ("weight", "{mass} * 9.8"),
    ("bmi|body mass index", "{mass} / {height} ** 2"),
    ("energy", "{power} * {time}"),
    ("(?<!molar )mass|grams", "{moles} * {molar mass}"),
    ("moles", "{mass} / {molar mass}"),
]


def physics(r: Reading) -> str | None:
    """A quantity from a formula, when every other quantity of it is given and no more."""
    count = sum(r.marks[i - 1 : i] != ["^"] for i, m in enumerate(r.marks) if m[0] == "N" and m[1:])
    if r.of_kind("PF") or not 1 <= count <= 3:
        return None
    for result, form in FORMULAS:
        if not says(r, rf"(?:{result})(?! (?:is |= |: )?N)"):
            continue
        needed = re.findall(r"{([\w ]+)}", form)
        if len(needed) != count or len(needed) == 1 and result != "weight":
            continue
        given: dict[str, str] = {}
        for quantity in needed:
            names, units = QUANTITIES[quantity]
            hit = find(
                r,
                rf"(?:{names}) (?:(?:is|=|of|as|at|:|equals|was|the|"
                rf"an?) ){{0,2}}<n>(?! [a-z]+ (?:{names}))",
                rf"<n> (?:{units})",
                rf"<n> (?:<w>)?(?:{names})",
            )
            marks = [*(hit or ()), *_marks(r, units)]
            free = [mark for mark in marks if mark not in given.values()]
            if free:
                given[quantity] = free[0]
        if len(given) == len(needed) == len(set(given.values())):
            return form.format(**{quantity: r.expr(mark) for quantity, mark in given.items()})
    return None


def _marks(r: Reading, units: str) -> list[str]:
    return re.findall(rf"(N\d+) (?:{units})(?= |$)", r.line)


def series(r: Reading) -> str | None:
    """Sums of the first n numbers, and of the numbers from a to b."""
    if not says(r, "sum|total|add|adding"):
        return None
    runs = lists(r)
    if runs and len(runs[0]) == len(r.numbers) and says(r, "squares|cubes"):
        power = 2 if says(r, "squares") else 3
        return " + ".join(f"{r.expr(m)} ** {power}" for m in runs[0])
    hit = find(
        r,
        r"O\d+ <n> (?:<w>)?(?:natural|whole|positive|counting|consecutive)? ?(?:numbers|"
        r"integers|naturals)",
        r"O\d+ <n> (?:odd|even) (?:<w>)?(?:numbers|integers)",
        r"O\d+ <n> (?:natural|odd|even)",
    )
    if hit:
        n = r.expr(hit[0])
        if says(r, "squares|squared"):
            return f"{n} * ({n} + 1) * (2 * {n} + 1) / 6"
        if says(r, "odd"):
            return f"{n} ** 2"
        return f"{n} * ({n} + 1)" if says(r, "even") else f"{n} * ({n} + 1) / 2"
    hit = find(
        r,
        r"(?:numbers|integers) (?:<w>)?(?:from|between) <n> (?:to|and|till|upto|"
        r"through) <n>",
        r"(?:from )?<n> (?:to|till|upto|through) <n>",
    )
    if hit:
        a, b = (r.expr(m) for m in hit)
        low, high = (r.number(m).value for m in hit)
        step = 2 if says(r, "odd|even") else 1
        if step == 2:  # the first and the last that count
            odd = says(r, "odd")
            low, high = (low + (low % 2 != odd)), (high - (high % 2 != odd))
            a, b = f"{low:g}", f"{high:g}"
            return f"({a} + {b}) * (({b} - {a}) / 2 + 1) / 2"
        return f"({a} + {b}) * ({b} - {a} + 1) / 2"
    return None


def factors(r: Reading) -> str | None:
    """LCM and HCF (GCD) of whole numbers: the factor is found here, the product is asked for."""
    low = says(r, "lcm|l.c.m|least common multiple|lowest common multiple")
    high = says(r, "hcf|gcd|gcf|highest common factor|greatest common (?:divisor|factor)")
    runs = lists(r)
    if low == high or not runs or not all(r.number(m).expr.isdigit() for m in runs[0]):
        return None
    values = [int(r.number(m).expr) for m in runs[0]]
    if not all(0 < v < 10**9 for v in values):
        return None
    if high:
        common = math.gcd(*values)
        return f"{values[0]} / {values[0] // common}"
    whole = math.lcm(*values)
    return f"{values[0]} * {whole // values[0]}"


_SPOKEN = {"plus": "+", "minus": "-", "times": "*"}
_TERM = re.compile(
    r"(?:N\d+|P\d+|squared|cubed|plus|minus|times|[-+*/^()]|(?<![a-z])[a-z](?![a-z])| )+"
)


_GIVEN = re.compile(r"(?<![a-z'])([a-z]) (?:=|is|equals) (- )?(N\d+)(?! ?[-+*/^(])")


def unknown(r: Reading) -> str | None:
    """`3x + 2 for x = 5`, `a + b if a = 12 and b = 30`, and `2x + 5 = 17` solved for x."""
    if len(r.numbers) > 8:
        return None
    given = {m[1]: ("-" if m[2] else "") + r.number(m[3]).expr for m in _GIVEN.finditer(r.line)}
    if given:
        line = re.sub(
            rf"(?<=[-+*/=(] )([{''.join(given)}]{{2,3}})(?= |$)",
            lambda m: " ".join(m[1]),
            _GIVEN.sub(".", r.line),
        )
        known = "".join(given)
        terms = [
            m.group().strip()
            for m in _TERM.finditer(line)
            if re.search(rf"(?<![a-z'])[{known}](?![a-z'])", m.group())
        ]
        values = {name: group(value) for name, value in given.items()}
        found = _numeric(max(terms, key=len), values, r) if terms else None
        if found:
            return found
    m = re.search(r"(?<![a-z'])[b-hj-z] / (N\d+) = (N\d+)", r.line)
    if m:
        return f"{r.expr(m[2])} * {r.expr(m[1])}"
    names = set(re.findall(r"(?<![a-z'])([b-hj-z])(?![a-z'])", r.line)) - {"s", "t"}
    m = re.search(
        r"(?:(N\d+) (?:\* )?)?(?<![a-z])([b-hj-z]) (?:([-+]) (N\d+) )?= (- )?(N\d+)", r.line
    )
    if m and len(names) == 1:
        right = ("-" if m[5] else "") + r.expr(m[6])
        if m[4]:
            right = f"({right} {'-' if m[3] == '+' else '+'} {r.expr(m[4])})"
        return f"{right} / {r.expr(m[1])}" if m[1] else right.strip("()") if m[4] else None
    return None


def _numeric(term: str, values: dict[str, str], r: Reading) -> str | None:
    """A term such as `N0 x ^ N1 + N2` with the values put in for its letters."""
    parts: list[str] = []
    for token in term.split():
        if token in values or token == "(" or re.fullmatch(r"[NP]\d+", token):
            if parts and re.fullmatch(r"[\d.]+|\)|\(.*\)", parts[-1]):
                parts.append("*")
        if token in values:
            parts.append(values[token])
        elif re.fullmatch(r"[NP]\d+", token):
            parts.append(r.expr(token))
        elif token in "+-*/()":
            parts.append(token)
        elif token in _SPOKEN:
            parts.append(_SPOKEN[token])
        elif token in ("squared", "cubed"):
            parts += ["**", "2" if token == "squared" else "3"]
        elif token == "^":
            parts.append("**")
        else:
            return None
    while parts and parts[-1] in ("+", "-", "*", "/", "**"):
        parts.pop()
    text = " ".join(parts)
    return text if len(parts) > 2 and text.count("(") == text.count(")") else None


_NAME = r"(?!x\b|times|plus|minus|is|are|of|by|and|the|what|in|per)[a-z]+"
_SIGN = r"(?:\*|/|\+|-|\^|x|times|plus|minus|divided by|over|multiplied by)"
_GIVEN_FORMULA = re.compile(
    rf"(?:is|=|formula|:|as|equals) ((?:\( )?(?:[NF]\d+|{_NAME})(?: \^ N\d+)?"
    rf"(?: (?:\) )?{_SIGN} (?:\( )?(?:[NF]\d+|{_NAME})(?: \^ N\d+)?(?: \))?)+)"
)


def told(r: Reading) -> str | None:
    """A formula that stands in the question: `area is 1/2 * base * height. base 14, height 9`."""
    m = _GIVEN_FORMULA.search(r.line)
    if not m or len(r.numbers) > 10:
        return None
    rest = f"{r.line[: m.start(1)]} . {r.line[m.end(1) :]}"
    parts: list[str] = []
    spoken = {"x": "*", "times": "*", "plus": "+", "minus": "-", "over": "/", "^": "**"}
    text = m[1].replace("divided by", "/").replace("multiplied by", "*")
    named = 0
    for token in text.split():
        if re.fullmatch(r"[NF]\d+", token):
            parts.append(r.expr(token))
        elif token in "+-*/()":
            parts.append(token)
        elif token in spoken:
            parts.append(spoken[token])
        else:
            value = re.search(rf"(?<![a-z]){token} (?:is |= |of |: |was |are )?(N\d+)", rest)
            if not value:
                return None
            named += 1
            parts.append(r.expr(value[1]))
    expr = " ".join(parts)
    return expr if named and expr.count("(") == expr.count(")") else None


_CLOCK = re.compile(r"(N\d+)(?: (?::|\.) (N\d+))? ?(am|pm|a \. m \.?|p \. m \.?)?(?= |$)")


def clock(r: Reading) -> str | None:
    """Minutes (or hours) between two times of a day: `from 9:15 to 11:45`, `11 pm to 6:30 am`."""
    times = [m for m in _CLOCK.finditer(r.line) if m[2] or m[3]]
    if (
        len(times) != 2
        or r.of_kind("PF")
        or not says(
            r, "how long|how many (?:minutes|hours)|how much time|time|duration|minutes|hours|long"
        )
    ):
        return None
    if len(r.of_kind("N")) != sum(1 + bool(m[2]) for m in times):
        return None
    ends = []
    for m in times:
        hour = r.expr(m[1])
        value = r.number(m[1]).value
        half = (m[3] or "")[:1]
        if half == "p" and value < 12:
            hour, value = f"({hour} + 12)", value + 12
        elif half == "a" and value == 12:
            hour, value = "0", 0
        minutes = r.expr(m[2]) if m[2] else "0"
        text = f"{hour} * 60 + {minutes}" if m[2] else f"{hour} * 60"
        ends.append((text, value * 60 + (r.number(m[2]).value if m[2] else 0)))
    (first, start), (last, end) = ends
    night = " + 24 * 60" if end < start else ""
    span = f"({last}){night} - ({first})"
    return f"({span}) / 60" if says(r, "how many hours|in hours") else span


RULES = [told, series, factors, clock, unknown, physics]
