"""Amounts with their units, and the question solved by its units.

`3 hours, 50 questions: how many minutes per question?` has two amounts and asks for minutes per
question. Whatever the wording, one way of multiplying and dividing gives that unit: so it is
searched for. All numbers must be used; where the units do not fit, there is no answer.

    read_amounts    number + unit (+ per what)
    read_asked      the unit that is asked for (+ per what)
    by_units        add what has the same unit, multiply and divide the rest
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass

from studybuddy.practice.measures import DIMENSION, STANDARD, turn
from studybuddy.practice.numbers import Reading, group
from studybuddy.practice.stories import add, says
from studybuddy.practice.words import STOP

MAX_AMOUNTS = 6

_SKIP = frozenset(
    """
more extra full whole entire straight big small large same different new free working additional
further other total such equal identical long good
""".split()
)
_NO_UNIT = STOP | frozenset(
    """
cost costs costing worth priced left done finished completed already long old ago late early plus
minus times is are was were has have had holds hold seats takes take weighs gives give gets get
makes make needs need uses use reads read eats eat covers cover contains contain at for of each per
every apiece daily weekly monthly yearly annually hourly pay paid pays total altogether average
today now then so remaining gone used spent sold lost away if what how which find calculate please
go went goes run runs drives drove travels travelled cycles walks does did will would can equals
equal into using with without taking only just exactly around say says rs one single split
shared divided among between x fast slow slower faster
""".split()
)
_PER = ("/", "per", "each", "every", "a", "an", "@")
_PER_TWO = frozenset(
    f"{a} {b}"
    for a in ("in", "to", "for", "of", "on")
    for b in ("a", "an", "one", "the", "each", "every")
) - {"of the", "in the", "for the", "on the", "of a", "of an", "on a", "for one", "of one"}
_ADVERBS = {
    "daily": "day",
    "hourly": "hour",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
}
_LINK = frozenset(
    """
is costs cost = has holds hold seats takes take weighs contains needs uses eats gets reads covers
gives carries pays at for : priced worth with makes was drinks burns fits of equals requires sells
prints types fills produces earns
""".split()
)
_PEOPLE = frozenset(
    """
people person persons head heads friend friends roommate roommates flatmate flatmates guy guys
members member kids kid children child students student us siblings sibling cousins cousin
""".split()
)
_MONEY = (
    r"cost|costs|price|pay|pays|paid|bill|salary|earn|earns|earned|spend|spends|rent|fee|fees|fare|"
    r"money|amount|rupees|dollars|expense|expenses|wage|wages|income|stipend|owe|save|saves|budget|"
    r"package|ctc|charge|charges|rate|₹|rs"
)
_TAKEN = (
    r"left|remaining|remain|remains|done|finished|completed|already|so far|watched|covered|read|"
    r"more|still|spend|spent|gone|used|sold|away|gave|lost|solved|typed|to go|balance|change|short|"
    r"need|savings?"
)


@dataclass(slots=True)
class Amount:
    """A number with its unit. `per` is the unit it is counted by (`60 each`), or empty."""

    expr: str
    unit: str
    per: str = ""
    at: int = 0
    end: int = 0


@dataclass(slots=True)
class Asked:
    """The unit that is asked for; `any time` where only the kind is known."""

    unit: str
    per: str = ""


def atom(word: str) -> str:
    """One name for a unit or a noun in all its forms: km, kms -> km; pages -> page."""
    if word in STANDARD:
        return STANDARD[word]
    if word in _PEOPLE:
        return "person"
    for ending, put in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 1 and not word.endswith("ss"):
            return word[: len(word) - len(ending)] + put
    return word


class _Reader:
    """The amounts of a question and the tokens that stay when they are taken out."""

    def __init__(self, r: Reading):
        self.r = r
        self.marks = r.marks
        self.rest = list(r.marks)
        words = [atom(m) for m in r.marks if m.isalpha()]
        self.often = {w for w, n in Counter(words).items() if n > 1}
        self.currencies = {t.unit for t in r.numbers if t.unit}
        self.amounts: list[Amount] = []

    def read(self) -> list[Amount] | None:
        for i, mark in enumerate(self.marks):
            if re.fullmatch(r"[PFL]\d+", mark) or mark[0] == "O" and mark[1:].isdigit():
                continue
            if re.fullmatch(r"N\d+", mark):
                self.amounts.append(self._amount(i, mark))
        self._ones()
        self._prices()
        return self.amounts

    def _amount(self, i: int, mark: str) -> Amount:
        token = self.r.number(mark)
        run, j = self._run(i + 1)
        unit = self._choose(run)
        if token.unit:
            unit = "money" if len(self.currencies) < 2 and not self._foreign() else _of(token.unit)
            if run and atom(run[0]) not in STANDARD:
                pass
        found = Amount(group(token.expr), unit, "", i, j)
        per, end = self._per(j)
        if per:
            found.per, found.end = per, end
        else:
            found.per = self._per_before(i, unit)
        for k in range(i, found.end):
            self.rest[k] = "·"
        return found

    def _foreign(self) -> bool:
        return says(self.r, "dollars?|usd|euros?|pounds?|yen") and says(
            self.r, "rupees?|inr|rs|exchange|convert"
        )

    def _run(self, j: int) -> tuple[list[str], int]:
        marks, run = self.marks, []
        if j + 1 < len(marks) and marks[j] == "-" and marks[j + 1].isalpha():
            j += 1
        if j < len(marks) and marks[j] == "of" and j + 2 < len(marks) and marks[j + 1] == "us":
            return ["us"], j + 2
        while j < len(marks) and len(run) < 3:
            word = marks[j]
            if word in _SKIP:
                j += 1
                continue
            if word == "us":
                return ["us"], j + 1
            if not re.fullmatch(r"[a-z][a-z']+|[smhglkm]", word) or word in _NO_UNIT:
                break
            if run and word in STANDARD and run[-1] not in STANDARD:
                break  # `48 pages month`: the unit is the first noun
            run.append(word)
            j += 1
            if word in STANDARD:
                break
        return run, j

    def _choose(self, run: list[str]) -> str:
        """The word of a run that is the unit: a measure, else one that comes again, else any."""
        for word in run:
            if word in STANDARD:
                return atom(word)
        for word in run:
            if atom(word) in self.often:
                return atom(word)
        return atom(run[0]) if run else ""

    def _per(self, j: int) -> tuple[str, int]:
        marks = self.marks
        word = marks[j] if j < len(marks) else ""
        if word in _ADVERBS:
            return _ADVERBS[word], j + 1
        step = 0
        if word in _PER:
            step = 1
        elif j + 1 < len(marks) and f"{word} {marks[j + 1]}" in _PER_TWO:
            step = 2
        if not step:
            return ("each", j + 1) if word == "apiece" else ("", j)
        run, end = self._run(j + step)
        if run and run[0] not in ("head",):
            return self._choose(run[:2]), end
        if run:
            return "person", end
        if j + step < len(marks) and marks[j + step] == "one":
            return "each", j + step + 1
        return ("each", j + 1) if word in ("each", "every") else ("", j)

    def _per_before(self, i: int, unit: str) -> str:
        """`each bus seats 45`, `a mile is 1.6 km`, `per head it is 200`: what stands before."""
        marks = self.marks
        link = False
        for k in range(i - 1, max(-1, i - 7), -1):
            word = marks[k]
            if re.fullmatch(r"[NPF]\d+|[.?!;,]", word):
                return ""
            if word in _LINK:
                link = True
            if word in ("each", "every", "per", "one", "a", "an") and k + 1 < i:
                noun = marks[k + 1]
                if not noun.isalpha() or noun in _NO_UNIT:
                    return ""
                if word in ("one", "a", "an") and not link or atom(noun) == unit:
                    return ""
                for t in range(k, i):
                    self.rest[t] = "·"
                return atom(noun)
        return ""

    def _ones(self) -> None:
        """`1 inch = 2.54`: the one is no amount, but the other is counted by it."""
        for one, other in itertools.pairwise(list(self.amounts)):
            between = self.marks[one.end : other.at]
            if one.expr == "1" and one.unit and not other.per and len(between) <= 2:
                if set(between) <= {"=", "is", "equals", "are", "about", "costs", "has", "for"}:
                    other.per = one.unit
                    self.amounts = [a for a in self.amounts if a is not one]

    def _prices(self) -> None:
        """`3 pens at 12`, and `a pen is 12 ... 5 pens`: a price is counted by the thing."""
        nouns = {a.unit for a in self.amounts if a.unit and not a.per}
        for before, price in zip([None, *self.amounts], self.amounts, strict=False):
            if price.per == "each":
                near = [a for a in self.amounts if a.unit and not a.per and a.at < price.at]
                price.per = near[-1].unit if near else "each"
            if price.per or price.unit and price.unit != "money":
                continue
            between = self.marks[before.end : price.at] if before else self.marks[: price.at]
            if (
                before
                and before.unit not in ("", "money")
                and not before.per
                and between
                and between[-1] in ("at", "@", "*", "x", "costing", "priced", "@")
                and len(between) <= 4
            ):
                price.per = before.unit
                continue
            for word in reversed(between[-4:]):
                if word in ".?!;" or re.fullmatch(r"[NPF]\d+", word):
                    break
                if atom(word) in nouns and word.isalpha():
                    price.per = atom(word)
                    break


def _of(currency: str) -> str:
    return {"inr": "rupee", "usd": "dollar", "eur": "euro", "gbp": "pound"}[currency]


def _asked(reader: _Reader, amounts: list[Amount]) -> Asked | None:
    """The unit that the words outside the amounts ask for."""
    rest = " ".join(reader.rest)
    unit = per = ""
    m = re.search(r"how (?:many|much) ((?:[a-z]+ ){0,4}[a-z]+)", rest)
    if m and m[0].startswith("how many"):
        words = [w for w in m[1].split() if w not in _SKIP]
        unit = reader._choose(list(itertools.takewhile(lambda w: w not in _NO_UNIT, words)))
    elif m:
        words = m[1].split()
        if words[0] in STANDARD or words[0] in ("time", "distance"):
            unit = {"time": "any time", "distance": "any length"}.get(words[0]) or atom(words[0])
    m = re.search(
        r"(?:([a-z]+) )?(?:per|/|for each|for every|in each|in one|in a|each|every|an?) ([a-z]+)"
        r"(?! [a-z]* ?(?:is|was|costs?) )",
        re.sub(r"\b(?:is|in|with|what|has|have|of|to|on|at|got|as|make|get) an? (?=[a-z])", "", rest),
    )
    if m and m[2] not in _NO_UNIT:
        per = "person" if m[2] in ("head", "one") else atom(m[2])
        if m[1] and m[1] not in _NO_UNIT and m[1] not in _SKIP and not unit:
            unit = atom(m[1])
    elif re.search(r"\b(?:each|apiece|everyone|per head)\b", rest):
        per = "each"
    adverb = re.search(r"\b(daily|hourly|weekly|monthly|yearly|annually)\b", rest)
    if adverb and not per:
        per = _ADVERBS[adverb[1]]
    m = re.search(
        r"(?:\bin|\binto|\bto|\bas) (?:total )?(?:indian )?([a-z]+)(?= \?| \.| ,| please| is| ·|$)", rest
    )
    if m and (m[1] in STANDARD or atom(m[1]) in reader.often) and not unit:
        unit = atom(m[1])
    if not unit:
        if re.search(r"how long|how much time|what time|\btime\b", rest):
            unit = "any time"
        elif re.search(r"how far|distance", rest):
            unit = "any length"
        elif re.search(rf"\b(?:{_MONEY})\b", reader.r.line) or reader.currencies:
            unit = "money"
    if per == "each":
        counts = [a for a in amounts if a.unit not in ("", "money") and not a.per]
        per = counts[0].unit if len({a.unit for a in counts}) == 1 else ""
        if not per:
            return None
    if not unit and not per:
        return None
    if unit == per:
        return None
    if not unit:  # `per day?` of the only thing that is counted
        left = {a.unit for a in amounts if a.unit and a.unit != per and not a.per}
        if len(left) != 1:
            return None
        unit = left.pop()
    return Asked(unit, per)


def by_units(r: Reading) -> str | None:
    """The expression whose unit is the one asked for and that uses every number; else None."""
    plain = r.of_kind("N")
    if not 1 <= len(plain) <= MAX_AMOUNTS or len(plain) != len(r.of_kind("NPF")):
        return None
    reader = _Reader(r)
    amounts = reader.read()
    asked = _asked(reader, amounts)
    if not amounts or asked is None or len(amounts) == 1 and not _turns(amounts[0], asked):
        return None
    if asked.unit == "money":
        for a in amounts:
            a.unit = a.unit or "money"
            if a.unit in ("rupee", "dollar"):
                a.unit = "money"
    elif asked.unit and not asked.unit.startswith("any"):
        for a in amounts:
            a.unit = a.unit or (asked.unit if a.per else "")
    if any(not a.unit for a in amounts):
        return None
    amounts = _merged(r, _compounds(_totals(r, amounts)))
    if amounts is None:
        return None
    return _product(amounts, asked)


def _turns(a: Amount, asked: Asked) -> bool:
    return bool(a.per and asked.per or a.unit != asked.unit)


def _totals(r: Reading, amounts: list[Amount]) -> list[Amount]:
    """Counts times their prices, added up where there are several."""
    pairs = []
    for price in amounts:
        counts = [a for a in amounts if price.per and not a.per and a.unit == price.per]
        near = sorted(counts, key=lambda a: abs(a.at - price.at))
        if near and all(near[0] is not c for c, _ in pairs):
            pairs.append((near[0], price))
    unit = pairs[0][1].unit if pairs else ""
    loose = [a for a in amounts if a.unit == unit and not a.per]
    if not pairs or len({p.unit for _, p in pairs}) > 1 or len(pairs) + len(loose) < 2:
        return amounts
    used = [id(a) for pair in pairs for a in pair] + [id(a) for a in loose]
    terms = [f"{c.expr} * {p.expr}" for c, p in pairs]
    if len(loose) == 1 and says(r, rf"{_TAKEN}|back|balance"):
        expr = f"{loose[0].expr} - " + (terms[0] if len(terms) == 1 else f"({add(terms)})")
    else:
        first = sorted([*pairs, *[(a, a) for a in loose]], key=lambda p: p[0].at)
        expr = add([f"{c.expr} * {p.expr}" if c is not p else c.expr for c, p in first])
    kept = [a for a in amounts if id(a) not in used]
    return [Amount(f"({expr})", unit, "", pairs[0][0].at), *kept]


def _compounds(amounts: list[Amount]) -> list[Amount]:
    """`2 hours 45 minutes`, `5 feet 7 inches`: one amount in the smaller unit."""
    done: list[Amount] = []
    for a in amounts:
        last = done[-1] if done else None
        factor = turn(last.unit, a.unit) if last and not last.per else None
        if last and factor and factor.startswith(" *") and a.at - last.end <= 1:
            done[-1] = Amount(f"({last.expr}{factor} + {a.expr})", a.unit, a.per, last.at, a.end)
        else:
            done.append(a)
    return done


def _merged(r: Reading, amounts: list[Amount]) -> list[Amount] | None:
    """Amounts of one unit added, or one taken from the other where the words say so."""
    by_unit: dict[str, list[Amount]] = {}
    for a in amounts:
        by_unit.setdefault(a.unit + ("/" + a.per if a.per else ""), []).append(a)
    done = []
    for same in by_unit.values():
        if len(same) == 1:
            done.append(same[0])
        elif same[0].per or len(same) > 4:
            return None
        elif says(r, _TAKEN):
            whole = max(same, key=lambda a: _size(a.expr))
            rest = [a.expr for a in same if a is not whole]
            done.append(Amount(f"({' - '.join([whole.expr, *rest])})", same[0].unit, "", whole.at))
        elif says(r, "total|altogether|in all|and|both|combined|then|plus|another|bill"):
            done.append(Amount(f"({add([a.expr for a in same])})", same[0].unit, "", same[0].at))
        else:
            return None
    return sorted(done, key=lambda a: a.at)


def _size(expr: str) -> float:
    try:
        return float(expr.strip("()"))
    except ValueError:
        return float("inf")


def _product(amounts: list[Amount], asked: Asked) -> str | None:
    """The one product of the amounts or their inverses that has the unit asked for."""
    options = sorted(itertools.product((1, -1), repeat=len(amounts)), key=lambda s: s.count(-1))
    for signs in options:
        units: Counter[str] = Counter()
        for a, sign in zip(amounts, signs, strict=True):
            units[a.unit] += sign
            if a.per:
                units[a.per] -= sign
        change = _reduced(units, asked)
        if change is not None:
            top = [a.expr for a, sign in zip(amounts, signs, strict=True) if sign > 0]
            bottom = [a.expr for a, sign in zip(amounts, signs, strict=True) if sign < 0]
            expr = " * ".join(top or ["1"]) + change
            if bottom:
                expr += f" / {bottom[0]}" if len(bottom) == 1 else f" / ({' * '.join(bottom)})"
            plain = expr.strip("()")
            return plain if re.fullmatch(r"\([^()]*\)", expr) else expr
    return None


def _reduced(units: Counter, asked: Asked) -> str | None:
    """What must be multiplied so that the units become the one asked for; None if they cannot."""
    ups = [u for u, n in units.items() for _ in range(n)]
    downs = [u for u, n in units.items() for _ in range(-n)]
    change = ""
    for up in list(ups):  # hours over minutes: one unit, turned
        for down in downs:
            factor = turn(up, down)
            if factor:
                change += factor
                ups.remove(up)
                downs.remove(down)
                break
    if len(ups) != 1 or len(downs) != bool(asked.per):
        return None
    if asked.unit.startswith("any "):
        if DIMENSION.get(ups[0]) != asked.unit[4:]:
            return None
    else:
        factor = turn(ups[0], asked.unit)
        if factor is None:
            return None
        change += factor
    if asked.per:
        factor = turn(asked.per, downs[0])
        if factor is None:
            return None
        change += factor
    return change
