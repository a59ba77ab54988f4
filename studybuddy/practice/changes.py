"""An amount that changes step by step, and the sign of a percentage: up or down.

`It was -7, went up by 19, then dropped 4`, `250 rises 10% and then falls 5%`, `had 40, gave away
12, found 7`: the first number is the start, and the word next to each other number says which way
it goes.
"""

from __future__ import annotations

import re

from studybuddy.practice.measures import DIMENSION
from studybuddy.practice.numbers import Reading, group
from studybuddy.practice.stories import says

UP = frozenset(
    """
up rise rises rose risen raise raised increase increases increased grow grows grew gain gains
gained add adds added joins join joined arrive arrived arrives boards board boarded enter entered
enters find finds found won win wins receive receives received deposit deposits deposited
deposits earn earned earns climb climbed climbs warm warmed warms collected collects
adding plus hike increment bonus gst vat tax tip service surcharge markup cess interest
tds_ commission delivery shipping packing cgst sgst refund refunded recharge recharged borrow
borrowed bought buys buy appreciates appreciated credited came comes got gets higher warmer hotter
""".split()
)
DOWN = frozenset(
    """
down fall falls fell fallen drop drops dropped decrease decreases decreased lose loses lost gave
give gives giving donate donated spend spends spent eat ate eats sold sell sells use uses used
withdraw withdrew withdrawn withdraws pay pays paid broke breaks broken sink sinks sank cool cooled
cools reduce reduced reduces reduction minus removed remove removes off discount rebate cheaper
concession waiver scholarship deducted deduct deducts deduction depreciate depreciates depreciated
shrinks shrank borrowed_ lent lend fails died die leave leaves left alight alighted dives dived
descends descended slipped goes_ coupon cashback lower colder cooler fewer torn damaged expired
missed wasted leaked
""".split()
)


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
        r"average|mean|percent|percentage|each|per|cgpa|gpa|ratio|"
        r"at N\d+|@|speed|area|how long",
    ):
        return None
    expr = r.expr(marks[0])
    for mark in marks[1:]:
        sign = sign_of(r, mark)
        if not sign:
            return None
        if mark[0] == "P":
            expr = f"{group(expr)} * (1 {sign} {r.number(mark).expr} / 100)"
        else:
            expr = f"{expr} {sign} {r.expr(mark)}"
    return expr


RULES = [steps]
