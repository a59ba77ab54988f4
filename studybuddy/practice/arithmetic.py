"""A question in words -> arithmetic expressions fit for a strict calculator.

Digits, `+ - * / // % **` and brackets only: thousands commas are gone and `15%` is `15 / 100`.
The order: arithmetic that is said straight out and nothing else (`phrases`); then word problems:
those that name their kind (`grades`, `running`, `formulas`), then `units`, which reads any amounts
with units, then the rest (`money`, `quantities`); then arithmetic somewhere in the question.
`explains` turns away an answer that leaves numbers of the question out, `_below_nothing` a count
below zero; `asks_for_number` knows a sum even where no rule fits, so that the model asks back.
"""

from __future__ import annotations

import re
from collections import Counter

from studybuddy.practice import (
    changes,
    formulas,
    grades,
    money,
    phrases,
    quantities,
    running,
    stories,
    units,
)
from studybuddy.practice.measures import STANDARD
from studybuddy.practice.numbers import Reading, group, read

MAX_PARTS = 4
"""Questions asked in one message that are answered one after the other."""

_EARLY = [
    grades.credit_target,
    *running.RULES,
    grades.weight_target,
    grades.count_target,
    grades.negative_marking,
    grades.best_of,
    *formulas.RULES,
    quantities.temperature,
    quantities.instruction,
    quantities.missing,
    *changes.RULES,
    quantities.part_of_counts,
    units.by_units,
    quantities.remainders,
    quantities.conversion,
    quantities.shapes,
]
_LATE = [rule for rule in [*grades.RULES, *money.RULES, *quantities.RULES] if rule not in _EARLY]
RULES = [*_EARLY, *_LATE]
"""The word problems, in the order in which they are tried."""
_CHOOSES = {
    grades.best_of,
    grades.marks_lost,
    grades.marks_needed,
    grades.middle,
    grades.negative_marking,
    running.points_needed,
    quantities.missing,
    *formulas.RULES,
}
"""Rules that rightly leave numbers of the question out of the expression."""


def expression(text: str) -> str | None:
    """The expression that answers one question, or None when no rule fits."""
    return expression_of(read(text))


def expression_of(reading: Reading) -> str | None:
    """The expression that answers a question that is read already, or None."""
    if not reading.numbers and not _asks_unit(reading):
        return None
    direct = phrases.longest(reading)
    if direct and direct[1]:
        return direct[0]
    inner, whole = _without_share(reading)
    if whole:
        found = expression_of(inner)
        if found:
            return f"{group(found)} / {whole} * 100"
    if len(reading.numbers) <= stories.MAX_NUMBERS:
        for rule in RULES:
            found = rule(reading)
            if not found or not (rule in _CHOOSES or explains(reading, found)):
                continue
            if not _below_nothing(reading, found):
                return found
            if rule is changes.steps and stories.says(reading, r"ha[ds]|have|with"):
                return None  # more was taken than there is
    if direct and direct[2] == len(reading.of_kind("NPF")) and _asks(reading):
        return None if stories.says(reading, _OVER_TIME) else direct[0]
    return None


_SHARE_OF = re.compile(
    r"(?:[.,;?] )(?:percent|percentage) (?:out )?of (N\d+)(?= \?|$)|"
    r"out of (N\d+) (?:as|in) (?:an? |the )?(?:percent|percentage|%)|"
    r"(?:(?:and )?(?:give|show|write|find) (?:it|this|that) )?(?:as|in) (?:an? |the )?"
    r"(?:percent|percentage|%) (?:out )?of (?:the |a )?(?:total |full |maximum )?(?:of )?(N\d+)"
    r"|(?:and )?(?:what|which) (?:percent|percentage|%) (?:is (?:that|this|it) )?of (N\d+)"
    r"(?: is (?:that|this|it))?"
)


def _without_share(reading: Reading) -> tuple[Reading, str]:
    """`my score as a percentage of 300`: the question without these words, and the 300.

    The second is empty where they are missing, or where too little is left to compute.
    """
    found = _SHARE_OF.search(reading.line[: stories.MAX_LINE])
    if not found or len(reading.of_kind("NPF")) < 3:
        return reading, ""
    start = len(reading.line[: found.start()].split())
    end = start + len(found.group().split())
    whole = reading.expr(next(mark for mark in found.groups() if mark))
    rest = [*reading.tokens[:start], *reading.tokens[end:]]
    return Reading(rest), whole


_OVER_TIME = r"(?:every|each|per|a|in a) (?:day|week|month|year)|daily|weekly|monthly|yearly"
"""Words of time that arithmetic said straight out would leave unexplained."""


def _asks(reading: Reading) -> bool:
    """True when something is asked for: `turned 20!` is a cry, no factorial."""
    return stories.says(
        reading,
        r"\?|=|what|how|find|calculate|compute|work|solve|evaluate|give|tell|total|value|is|add|"
        r"subtract|multiply|divide|please|answer|number|check|simplify|sum|product",
    )


def explains(reading: Reading, expr: str) -> bool:
    """True when every number of the question is in the expression, or is known to say nothing new.

    An answer from part of the numbers would be wrong and look right. What may stay out: a one, a
    number that counts the others (`3 tests: 60, 70, 80`), a limit (`is that above 65 percent?`).
    """
    used = Counter(float(x) for x in _NUMBER.findall(expr))
    unused = []
    for mark in reading.marks_of("NP"):
        parts = [float(x) for x in _NUMBER.findall(reading.number(mark).expr)]
        if all(used[x] > 0 for x in parts):
            used.subtract(parts)
        elif not all(x in used for x in parts) or not _repeated(reading, mark):
            unused.append(mark)
    for mark in reading.marks_of("F"):
        parts = [float(x) for x in _NUMBER.findall(reading.number(mark).expr)]
        if not all(x in used for x in parts) and not {0.5, 2.0, 4.0} & set(used):
            return False
    if len(unused) > 1 and sum(reading.number(m).value for m in unused) in used:
        return True  # 30 and 70 where 100 is used
    sums: list[float] = [len(group.split(" + ")) for group in re.split(r"[()]", expr)]
    sums += [len(run) for run in stories.lists(reading)]
    sums += [
        sum(float(x) for x in group.split(" + "))
        for group in re.split(r"[()]", expr)
        if re.fullmatch(r"[\d.]+(?: \+ [\d.]+)+", group)
    ]
    sums += [float(a) * float(b) for a, b in re.findall(r"\(([\d.]+) \* ([\d.]+)\)", expr)]
    for mark in unused:
        value = reading.number(mark).value
        if not (
            value in (1, *sums)
            or value <= 12
            and "+ 1)" in expr
            and (value - 1 in used or value + 1 in used)
            or stories.says(reading, rf"(?:above|below|over|under|least|have|cross|than) {mark}")
            and stories.says(reading, "is|did|do|does")
            or stories.says(reading, rf"out of {mark}")
            and stories.says(reading, "average|mean")
            and value >= max(used)
        ):
            return False
    return True


def _below_nothing(reading: Reading, expr: str) -> bool:
    """True for a result below zero where the question speaks of nothing that can be so."""
    from studybuddy.tools.calculator import calculator

    if "-" not in expr or any(t.expr.startswith("-") for t in reading.of_kind("NP")):
        return False
    result = calculator(expr).get("result")
    if isinstance(result, bool) or not isinstance(result, (int, float)) or result >= 0:
        return False
    return not stories.says(
        reading,
        r"temperature|degrees?|celsius|fahrenheit|kelvin|below|minus|negative|change|net|loss|"
        r"profit|acceleration|score|scored|wrong|incorrect|balance|x|y|floor|level|depth|growth",
    )


def _repeated(reading: Reading, mark: str) -> bool:
    """True when the same number was said before, so that the expression may hold it once."""
    value = reading.number(mark).value
    return any(reading.number(m).value == value for m in reading.marks_of("NP") if m != mark)


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def is_direct(text: str) -> bool:
    """True for arithmetic said straight out, with no story round it."""
    direct = phrases.longest(read(text))
    return bool(direct and direct[1])


def _asks_unit(reading: Reading) -> bool:
    return bool(re.search(r"how many \w+ (?:\w+ ){0,4}(?:in|make) (?:an?|one|the) ", reading.line))


_COUNTED = re.compile(
    r"\b(?:how (?:much|many|far|long|old|fast|tall|heavy|big)|total|percent(?:age)?|average|"
    r"costs?|price|left|altogether|in all|remain(?:s|ing)?|sum|speed|distance|"
    r"probab\w*|chances?|ratio|fraction|share|profit|loss|marks|score)\b|[%=₹$]"
)


def asks_for_number(text: str) -> bool:
    """True when a message gives two numbers or more and asks for a quantity, so for a sum.

    Two amounts with units of measure (`9 watts for 5 hours`) count as asking, too.
    """
    reading = read(text)
    marks = reading.marks_of("NPF")
    measures = sum(stories.after_of(reading, m) in STANDARD for m in marks)
    asked = bool(_COUNTED.search(text.lower())) or measures > 1 and "?" in text
    return len(marks) > 1 and asked or len(marks) > 2 and "?" in text


def solve(text: str) -> list[str]:
    """The expressions that answer a message, in order; empty when no rule fits.

    A later one may hold `{previous}`: the result of the one before it.
    """
    reading = read(text)
    chained = _average_then_target(reading)
    if chained:
        return chained
    direct = phrases.longest(reading)
    parts = [] if direct and direct[1] else _parts(text)
    if len(parts) > 1:
        answers = [expression(part) for part in parts]
        found = [answer for answer in answers if answer]
        if len(found) == len(parts):
            if re.search(
                r"\b(?:total|altogether|added together|add them|sum of both|combined)\b",
                text.lower(),
            ):
                return [" + ".join(found)]
            return found
    whole = expression_of(reading)
    return [whole] if whole else []


def _average_then_target(reading: Reading) -> list[str]:
    """`What is my average, and what must I get in the next 20 credits to reach 9.0?`"""
    if not stories.says(
        reading,
        r"(?:what is|find|calculate|tell me) (?:<w>){0,3}(?:average|cgpa|"
        r"gpa)(?:<w>| ){0,3} ?(?:,|and|\?|now)",
    ):
        return []
    target, ahead = grades.target_of(reading), grades.next_credits(reading)
    if not target or not ahead:
        return []
    pairs = grades.grade_pairs(reading, {target, ahead})
    if len(pairs) < 2:
        return []
    points, credit = ([reading.expr(p[k]) for p in pairs] for k in (0, 1))
    done, more = stories.add(credit), reading.expr(ahead)
    top = stories.add([f"{g} * {c}" for g, c in zip(points, credit, strict=True)])
    return [
        f"({top}) / ({done})",
        f"({reading.expr(target)} * ({done} + {more}) - {{previous}} * ({done})) / {more}",
    ]


def _parts(text: str) -> list[str]:
    """The questions of a message, where it can be cut so that each holds numbers of its own."""
    pieces = re.split(
        r"\?\s+|;\s*|\n+|,?\s+(?:and|also|then)\s+(?=(?:also\s+|then\s+)?(?:what|whats|what's|how|"
        r"calculate|find|work out)\b)",
        text[:1000].strip(),
        flags=re.IGNORECASE,
    )
    if len(pieces) == 1:
        pieces = re.split(r",?\s+and\s+", pieces[0], flags=re.IGNORECASE)
        if not all(is_direct(piece) for piece in pieces):
            return [text]
    pieces = [p for p in pieces if re.search(r"\w", p)]
    if not 1 < len(pieces) <= MAX_PARTS:
        return [text]
    return pieces if all(re.search(r"\d", p) or is_direct(p) for p in pieces) else [text]
