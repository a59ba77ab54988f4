"""Amounts: each number of a question with its unit and what it is counted by.

`3 hours`, `60 each`, `45 students a bus`, `a mile is 1.6 km`: a number, a unit, and for a rate the
unit it is `per`. What is no amount stays in `Reader.rest`, where `units` looks for the question.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass

from studybuddy.practice.measures import DIMENSION, STANDARD, turn
from studybuddy.practice.numbers import Reading, group
from studybuddy.practice.stories import says
from studybuddy.practice.words import STOP

# Words between a number and its unit that are passed over.
SKIP = frozenset(
    """
more extra full whole entire straight big small large same different new free working additional
further other total such equal identical long good
""".split()
)
# Words that are never a unit.
NO_UNIT = STOP | frozenset(
    """
cost costs costing worth priced left done finished completed already long old ago late early plus
minus times is are was were has have had holds hold seats takes take weighs gives give gets get
makes make needs need uses use reads read eats eat covers cover contains contain at for of each per
every apiece daily weekly monthly yearly annually hourly pay paid pays total altogether average
today now then so remaining gone used spent sold lost away if what how which find calculate please
many much far lasts last leaks leak drops drop rises rise grows worn weigh
built build builds
paint paints finish finishes repair repairs dig digs drink drinks eaten walked ran
study studies sleep sleeps earned saved ate bought went broke fell watched did do not pass passed
go went goes run runs drives drove travels travelled cycles walks does did will would can equals
equal into using with without taking only just exactly around say says rs one single split
shared divided among between x fast slow slower faster
""".split()
)
_SPEEDS = {
    "kmph": ("km", "hour"),
    "kmh": ("km", "hour"),
    "kph": ("km", "hour"),
    "mph": ("mile", "hour"),
    "mps": ("metre", "second"),
    "mbps": ("megabit", "second"),
    "rpm": ("turn", "minute"),
    "wpm": ("word", "minute"),
}
# `15 chapters, 6 done`: the unit is the one before.
_DONE = [[w] for w in "done finished completed covered read over gone used solved on".split()]
_PER = ("/", "per", "each", "every", "a", "an", "@")
_PER_TWO = frozenset(
    f"{a} {b}"
    for a in ("in", "to", "for", "of", "on")
    for b in ("a", "an", "one", "the", "each", "every")
) - {"of the", "in the", "for the", "on the", "of a", "of an", "on a", "for one", "of one"}
ADVERBS = {
    "daily": "day",
    "hourly": "hour",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
}
# Between a thing and its number: `a bus seats 45`.
_LINK = frozenset(
    """
is costs cost = has holds hold seats takes take weighs contains needs uses eats gets reads covers
gives carries pays at for : priced worth with makes was drinks burns fits equals requires sells
prints types fills produces earns
""".split()
)
_EQUAL = frozenset("= is equals are about costs has for".split())
# All of these count as one unit, the person.
_PEOPLE = frozenset(
    """
people person persons head heads friend friends roommate roommates flatmate flatmates guy guys
members member kids kid children child students student us siblings sibling cousins cousin
""".split()
)


@dataclass(slots=True)
class Amount:
    """A number with its unit. `per` is the unit it is counted by (`60 each`), or empty."""

    expr: str
    unit: str
    per: str = ""
    at: int = 0
    end: int = 0
    value: float = 0.0
    joined: bool = False  # `and` stands behind it


def atom(word: str) -> str:
    """One name for a unit or a noun in all its forms: km, kms -> km; pages -> page."""
    if word in STANDARD:
        return STANDARD[word]
    if word in _PEOPLE:
        return "person"
    if word in ("bus", "buses", "gas", "lens"):
        return word[:3] if word[0] == "b" else word
    for ending, put in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 1 and not word.endswith("ss"):
            return word[: len(word) - len(ending)] + put
    return word


class Reader:
    """The amounts of a question and the tokens that stay when they are taken out."""

    def __init__(self, r: Reading):
        self.r = r
        self.marks = r.marks
        self.rest = list(r.marks)
        words = [atom(m) for m in r.marks if m.isalpha()]
        self.often = {w for w, n in Counter(words).items() if n > 1}
        self.nouns = {m for m in r.marks if m.isalpha() and atom(m) in self.often} - NO_UNIT
        self.currencies = {t.unit for t in r.numbers if t.unit}
        self.amounts: list[Amount] = []

    def read(self) -> list[Amount]:
        for i, mark in enumerate(self.marks):
            if re.fullmatch(r"[PFL]\d+", mark) or mark[0] == "O" and mark[1:].isdigit():
                continue
            if re.fullmatch(r"N\d+", mark):
                if self.amounts and i and self.rest[i - 1] == "·" and self._a_dozen(mark):
                    self.amounts[-1].expr += " / 12"  # `at 60 a dozen`
                    self.amounts[-1].expr = f"({self.amounts[-1].expr})"
                    self.amounts[-1].per, self.rest[i] = "each", "·"
                    continue
                self.amounts.append(self._amount(i, mark))
        self._ones()
        self._shared_per()
        self._rows()
        self._prices()
        self._counts()
        return self.amounts

    def _counts(self) -> None:
        """`a lecture is 50 minutes, 3 a week`, `450 pages, 30 a day`: what a bare rate counts."""
        rated = [a for a in self.amounts if DIMENSION.get(a.per) == "time"]
        bare = [a for a in rated if not a.unit or a.unit == "time"]
        if len(bare) != 1 or bare[0].per in ("month", "year") and self.currencies:
            return
        rates = [a for a in self.amounts if a is not bare[0] and a.per]
        things = {a.per for a in rates} - {"each", "person", *STANDARD}
        if not things and not rates and not bare[0].unit:
            things = {a.unit for a in self.amounts if a.unit and a.unit not in STANDARD}
            things -= {"money", "person", "time"}
        if not things:
            things = self._lone_things(bare[0])
        if len(things) == 1:
            bare[0].unit = things.pop()

    def _lone_things(self, bare: Amount) -> set[str]:
        """The noun of `a lecture is 50 minutes`: its amount is counted by the noun from now on."""
        for a in self.amounts:
            before = self.marks[max(0, a.at - 4) : a.at]
            after = self.marks[a.end : a.end + 1]
            if a is not bare and not a.per and a.unit in STANDARD and after and a.at < bare.at:
                if re.fullmatch(r"[a-z]{3,}s", after[0]) and after[0] not in {*NO_UNIT, *STANDARD}:
                    a.per, self.rest[a.end] = atom(after[0]), "·"  # `12 hour shifts, 4 a week`
                    return {a.per}
            if a is bare or a.per or not a.unit or a.at > bare.at:
                continue
            if len(before) < 3 or before[-1] not in _LINK:
                continue
            if {"a", "an", "one", "each", "every"} & set(before[:-2]) and before[-2] not in NO_UNIT:
                a.per = atom(before[-2])
                for k in range(a.at - 3, a.at):
                    self.rest[k] = "·"
                return {a.per}
        return set()

    def _amount(self, i: int, mark: str) -> Amount:
        token = self.r.number(mark)
        run, j = self._run(i + 1)
        unit = self._choose(run)
        if token.unit:
            several = len(self.currencies) > 1 or self._foreign()
            unit = unit_of(token.unit) if several else "money"
        found = Amount(group(token.expr), unit, "", i, j, token.value)
        self.loose = len(run) > 1 and run[-1] not in STANDARD
        if unit in _SPEEDS:
            found.unit, found.per = _SPEEDS[unit]
            per, end = "", j
        else:
            per, end = self._per(j)
        if per:
            found.per, found.end = per, end
            more, end = self._per(end) if per == "each" and self.amounts else ("", end)
            if DIMENSION.get(more) == "time" and not self.amounts[-1].per:
                self.amounts[-1].per, found.end = more, end  # `6 subjects, 45 minutes each per day`
        elif not found.per:
            found.per = self._per_before(i, unit)
        if not found.unit and self.marks[max(0, i - 2) : i] in (["we", "are"], ["we", "were"]):
            found.unit = "person"
        found.joined = self.marks[found.end : found.end + 1] == ["and"]
        for k in range(i, found.end):
            self.rest[k] = "·"
        return found

    def _a_dozen(self, mark: str) -> bool:
        return self.r.number(mark).text == "dozen" and self.r.number(mark).expr == "12"

    def _foreign(self) -> bool:
        return says(self.r, "dollars?|usd|euros?|pounds?|yen") and says(
            self.r, "rupees?|inr|rs|exchange|convert"
        )

    def _run(self, j: int) -> tuple[list[str], int]:
        marks = self.marks
        run: list[str] = []
        if j + 1 < len(marks) and marks[j] == "-" and marks[j + 1].isalpha():
            j += 1
        if j < len(marks) and marks[j] == "of" and j + 2 < len(marks) and marks[j + 1] == "us":
            return ["us"], j + 2
        while j < len(marks) and len(run) < 3:
            word = marks[j]
            if word in SKIP:
                j += 1
                continue
            if word == "times" and not run and set(marks[j + 1 : j + 2]) & {*_PER, *ADVERBS}:
                return ["time"], j + 1
            if word == "us" or word == "x" and not run:
                return [word], j + 1
            if not re.fullmatch(r"[a-z][a-z']+|[smhglkm]", word) or word in NO_UNIT:
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
        if word == "of" and j + 2 < len(marks) and marks[j + 2] in (*ADVERBS, *_PER):
            j += 2  # `3 litres of water daily`
            word = marks[j]
        if word in ADVERBS:
            return ADVERBS[word], j + 1
        step = 0
        if word in _PER:
            step = 1
        elif j + 1 < len(marks) and f"{word} {marks[j + 1]}" in _PER_TWO:
            step = 2
        if not step:
            return ("each", j + 1) if word == "apiece" else ("", j)
        if re.fullmatch(r"N\d+", marks[j + step] if j + step < len(marks) else ""):
            return "", j  # `3 litres every 20 seconds` is a proportion
        run, end = self._run(j + step)
        if word in ("a", "an") and self.loose and run and run[0] not in STANDARD:
            return "", j
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
            if re.fullmatch(r"[NPF]\d+|[.?!;,]", word) or self.rest[k] == "·":
                return ""
            if word in ("if", "when", "how", "what", "i", "we", "then"):
                return ""  # `pages per day if I read 240`: the question, not this number
            if word in _LINK:
                link = True
            if word in ("each", "every", "per", "one", "a", "an") and k + 1 < i:
                noun = marks[k + 1]
                if marks[k + 2] in self.nouns and marks[k + 3 : k + 4] and marks[k + 3] in _LINK:
                    noun = marks[k + 2]  # `a lab slot is 2 hours`
                if word == "each" and noun in _LINK and k + 2 == i:
                    self.rest[k] = self.rest[k + 1] = "·"
                    return "each"  # `24 questions, each takes 2 minutes`
                if not noun.isalpha() or noun in NO_UNIT:
                    return ""
                known = atom(noun) in self.often or noun in STANDARD
                if word in ("one", "a", "an") and not (link and known) or atom(noun) == unit:
                    return ""
                for t in range(k, i):
                    self.rest[t] = "·"
                return atom(noun)
        return ""

    def _shared_per(self) -> None:
        """`fee 85,000 and mess 42,500 a year`: both are by the year."""
        for first, second in itertools.pairwise(self.amounts):
            between = self.marks[first.end : second.at]
            if (
                not first.per
                and second.per in STANDARD
                and first.unit == second.unit
                and first.unit in ("", "money")
                and "and" in between
                and len(between) <= 3
            ):
                first.per = second.per

    def _rows(self) -> None:
        """`24 rows of 18 seats` is 18 seats a row; `15 chapters, 6 done` is 6 chapters."""
        for first, second in itertools.pairwise(self.amounts):
            if self.marks[first.end : second.at] == ["of"] and first.unit not in ("", *STANDARD):
                if DIMENSION.get(second.per) == "time" and not first.per:
                    first.per, second.per = second.per, ""  # `3 lectures of 55 minutes every day`
                second.per = second.per or (first.unit if second.unit else "")
            elif not (second.unit or first.per) and self.marks[second.at + 1 :][:1] in _DONE:
                second.unit = first.unit

    def _ones(self) -> None:
        """`1 inch = 2.54`: the one is no amount, but the other is counted by it."""
        for one, other in itertools.pairwise(list(self.amounts)):
            between = self.marks[one.end : other.at]
            if one.expr == "1" and one.unit and not other.per and 1 <= len(between) <= 3:
                of = between[-1] in _LINK and (len(between) == 1 or between[0] == "of")
                if of or set(between) <= _EQUAL:
                    other.per = one.unit
                    self.amounts = [a for a in self.amounts if a is not one]

    def _prices(self) -> None:
        """`3 pens at 12`, and `a pen is 12 ... 5 pens`: a price is counted by the thing."""
        nouns = {a.unit for a in self.amounts if a.unit and not a.per} - set(STANDARD)
        for before, price in zip([None, *self.amounts], self.amounts, strict=False):
            if price.per == "each":
                near = [a for a in self.amounts if a.unit and not a.per and a.at < price.at]
                near = [a for a in near if turn(a.unit, price.unit) is None]
                noun, link = ["", "", *self.marks[: price.at]][-2:]
                if not near and link in (*_LINK, "are") and noun in self.nouns:
                    price.per = atom(noun)  # `songs are 5 MB each`
                    continue
                if not near and before and before.unit and before.unit != "money":
                    near = [before]  # `6 trips a day with 42 passengers each`
                price.per = near[-1].unit if near else "each"
            if price.per or price.unit and price.unit != "money":
                continue
            between = self.marks[before.end : price.at] if before else self.marks[: price.at]
            if before and not (before.unit or before.per) and between in (["at"], ["@"]):
                before.unit = price.per = "item"  # `buy 4 at 35`
                continue
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


def unit_of(currency: str) -> str:
    return {"inr": "rupee", "usd": "dollar", "eur": "euro", "gbp": "pound"}[currency]
