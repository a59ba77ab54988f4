"""An amount that changes step by step, and the sign of a percentage: up or down.

`It was -7, went up by 19, then dropped 4`, `250 rises 10% and then falls 5%`, `had 40, gave away
12, found 7`: the first number is the start, and the word next to each other number says which way
it goes. `UP` and `DOWN` are the words of direction for the whole package: add a word there.
"""

from __future__ import annotations

import re

from studybuddy.practice.measures import DIMENSION, STANDARD
from studybuddy.practice.numbers import Reading, group
from studybuddy.practice.stories import after_of, before_of, find, says

# Verbs by their first form; the other forms are made by `_forms`.
_UP_VERBS = """
rise raise increase grow gain add join arrive board enter win receive deposit climb warm collect
hike jump surge soar inflate boost lift appreciate refund recharge
"""
_DOWN_VERBS = """
fall drop decrease lose donate spend eat sell use withdraw pay break sink cool reduce remove deduct
depreciate shrink fail die leave alight dive descend slip slash cut slide plunge dip discount lower
trim dock decline tumble crash waive miss waste leak expire shave crumble
"""
_IRREGULAR = {
    "rise": "rose risen",
    "grow": "grew grown",
    "win": "won",
    "fall": "fell fallen",
    "lose": "lost",
    "spend": "spent",
    "eat": "ate eaten",
    "sell": "sold",
    "withdraw": "withdrew withdrawn",
    "pay": "paid",
    "break": "broke broken",
    "sink": "sank sunk",
    "shrink": "shrank shrunk",
    "leave": "left",
    "slide": "slid",
}


def _forms(verbs: str) -> set[str]:
    """Each verb with -s, -ed and -ing (`drop`: drops, dropped) and its irregular forms."""
    found: set[str] = set()
    for verb in verbs.split():
        base = verb[:-1] if verb.endswith("e") else verb
        endings = {"ed", "ing"}
        found |= {verb, f"{verb}s", f"{verb}es", *(base + e for e in endings)}
        found |= {verb + verb[-1] + e for e in endings}
        found.update(_IRREGULAR.get(verb, "").split())
    return found


UP = frozenset(
    _forms(_UP_VERBS)
    | set(
        """
up credited find finds found earn earns earned plus increment bonus gst vat tax tip service
surcharge markup cess interest commission delivery shipping packing cgst sgst borrow borrowed bought
buys buy came comes got gets higher warmer hotter dearer costlier pricier expensive profit heavier
taller premium growth
""".split()
    )
)
DOWN = frozenset(
    _forms(_DOWN_VERBS)
    | set(
        """
down gave give gives giving minus reduction off rebate cheaper concession waiver scholarship
deduction markdown debited taken took lent lend coupon cashback colder cooler fewer torn damaged
less lighter loss
""".split()
    )
)
"""The words that say which way an amount goes; for `tax` on earnings see `sign_of`."""


def sign_of(r: Reading, mark: str) -> str:
    """`+` or `-` by the nearest word that says so; a word after the number wins; else empty."""
    at = r.marks.index(mark)
    best = (99.0, "")
    for step, place in ((1, at + 1), (-1, at - 1)):
        gap = 0.0 if step == 1 else 0.5
        k = place
        while 0 <= k < len(r.marks) and gap < 7:
            word = r.marks[k]
            if re.fullmatch(r"[NPF]\d+|[.?!;]", word) or word in (",", "then", "and") and step == 1:
                break
            if word == "," and step == -1 and gap > 1.5:
                break
            if word == "tax" and says(r, "earn|earns|earned|salary|income|wages?|stipend"):
                return "-"
            sign = "+" if word in UP else "-" if word in DOWN else ""
            if sign and gap < best[0]:
                best = (gap, sign)
                break
            gap += 1
            k += step
    return best[1]


def steps(r: Reading) -> str | None:
    """A start and two or more changes, each with its direction; every number must have one."""
    marks = r.marks_of("NP")
    if says(r, "interest|compound|loan|invest|invested") or any(
        DIMENSION.get(w) == "time" for m in marks for w in r.marks[r.marks.index(m) + 1 :][:1]
    ):
        return None
    if len(marks) == 2 and (r.of_kind("P") or says(r, "need|needed|miss|missed|short")):
        return None
    if not 2 <= len(marks) <= 8 or marks[0][0] != "N" or r.of_kind("F"):
        return None
    if not says(
        r, "now|left|remain|remaining|final|finally|end|how (?:many|much)|what|balance|\\?"
    ):
        return None
    if says(
        r,
        r"can|costs?|price|a (?:day|week|month|year)|share|split|divided?|parts|"
        r"average|mean|percent|percentage|each|per|cgpa|gpa|ratio|pieces|"
        r"cut (?:in|into)|(?:taken|removed) from|"
        r"at N\d+|@|speed|area|how long",
    ):
        return None
    units = {STANDARD[w] for m in marks if (w := after_of(r, m)) in STANDARD}
    if len(units) > 1:
        return None
    expr, sign = r.expr(marks[0]), ""
    for mark in marks[1:]:
        carried = sign if before_of(r, mark)[-1:] in (["and"], [","]) else ""
        sign = sign_of(r, mark) or carried
        if not sign or says(r, rf"(?:bought|buys?) (?:<w>){{0,4}}(?:for|at) {mark}"):
            return None
        if mark[0] == "P":
            expr = f"{group(expr)} * (1 {sign} {r.number(mark).expr} / 100)"
        else:
            expr = f"{expr} {sign} {r.expr(mark)}"
    return expr


def by_amount(r: Reading) -> str | None:
    """`went up by 4 from 56`, `was 56 and is dearer by 4`: the amount after the change."""
    hit = find(r, r"by (?:<w>){0,2}<n>")
    plain = r.marks_of("N")
    if not hit or len(plain) != 2 or len(r.of_kind("NPF")) != 2:
        return None
    sign = sign_of(r, hit[0])
    if not sign or not says(r, "new|now|becomes?|after|today|current") or says(r, "times|per|each"):
        return None
    base = next(m for m in plain if m != hit[0])
    return f"{r.expr(base)} {sign} {r.expr(hit[0])}"


_TIMES = {"double": "* 2", "triple": "* 3", "treble": "* 3", "quadruple": "* 4", "halve": "/ 2"}


def by_fraction(r: Reading) -> str | None:
    """`2,400 is reduced by a third`, `doubled from 30`: the amount after the change."""
    asked = says(r, "new|now|price|left|what|much|pay")
    if len(r.of_kind("N")) != 1 or r.of_kind("P") or not asked:
        return None
    base = r.expr(r.marks_of("N")[0])
    hit = find(r, r"by (?:an? )?<f>")
    if hit and len(r.of_kind("F")) == 1 and r.number(hit[0]).value < 1:
        sign = sign_of(r, hit[0])
        return f"{base} * (1 {sign} {r.number(hit[0]).expr})" if sign else None
    times = [t for verb, t in _TIMES.items() if (_forms(verb) - {verb}) & set(r.marks)]
    return f"{base} {times[0]}" if len(times) == 1 and not r.of_kind("F") else None


RULES = [steps, by_amount, by_fraction]
