"""A question solved by its units.

`3 hours, 50 questions: how many minutes per question?` has two amounts and asks for minutes per
question. Whatever the wording, one way of multiplying and dividing gives that unit: so it is
searched for. All numbers must be used; where the units do not fit, there is no answer.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, replace

from studybuddy.practice.amounts import ADVERBS, NO_UNIT, SKIP, Amount, Reader, atom, unit_of
from studybuddy.practice.changes import sign_of
from studybuddy.practice.measures import DIMENSION, SIZE, STANDARD, turn
from studybuddy.practice.numbers import CURRENCY_OF, Reading, Token
from studybuddy.practice.stories import add, says

MAX_AMOUNTS = 6
# Words of marks: numbers without a unit are no money then.
_MARKS = (
    r"marks?|scored?|right|wrong|correct|incorrect|tests?|quiz|quizzes|average|percent|percentage|"
    r"points?|grades?|joined|cgpa|gpa"
)
# Things that only say how often: `2 copies`.
_TIMES_OVER = ("copy", "time", "set", "round", "trip")
# Words that ask for more than multiplying and adding; other rules know them.
_NOT_HERE = (
    r"left over|leftover|right|wrong|correct|incorrect|loss percent|profit percent|percent|"
    r"percentage|remainder|quotient|area|perimeter|volume|ratio|average (?:of|marks?|score)|"
    r"mean|credits?|"
    r"cgpa|gpa|sgpa|for the price of|except|excluding|weekdays?|weekends?|both ways|each way|"
    r"weights?|weightage|fence|fencing|fenced|boundary|border"
)
# What is paid every month without saying so.
_MONTHLY = r"emi|instalments?|installments?|rent|subscription|salary|pocket|stipend|wage|membership"
# Percentages that do not simply add to a price or come off it.
_NO_PERCENT = (
    r"P\d+ (?:[a-z]+ )?(?:a|an|per|each|every|annually|yearly|monthly)|percent|percentage|%|"
    r"interest|profit|loss|attendance|marks|cgpa|gpa|save|saved"
)
# Sharing: the count of those who share divides.
_SHARE = (
    r"share|shared|shares|split|splits|divided?|distributed?|equally|equal|instalments|among|"
    r"amongst|between|evenly"
)
# `how many pieces`: one amount goes into the other.
_PIECES = "pieces|strips|parts|bottles|glasses|cups|jars|bags|packets|fit|lengths|cut|fill"
# A number before one of these is no price: `2 broke`.
_LOST = frozenset(
    "broke broken left died torn damaged expired leave leaves failed do did not".split()
)
_PAID = frozenset("paid paying pay earning earn getting get contributing contribute".split())
_BETWEEN = ("by", "among", "between", "amongst")
_AMONG = frozenset("among between by into amongst to in over".split())
# More of these need less time.
_INVERSE = r"workers?|men|women|labourers?|painters?|machines?|pumps?|pipes?|taps?|masons?|people"
# Before the third number of a proportion.
_ASKING = frozenset("how what for will would does price cost ? if".split())
# Words between the two amounts of a proportion: `12 pens cost 180`.
_LINKED = frozenset(
    """
cost costs costing for in take takes took is = use uses used make makes weigh weighs need needs
give gives come to came require requires serves serve cover covers travel travels print prints
read reads type types fill fills run runs go goes produce produces equal equals have has hold holds
on with contain are was were contains every sell sells sold at buys buy earn earns get
""".split()
)
_TIMES = ("second", "minute", "hour", "day")
# Words that make numbers without a unit money.
_MONEY = (
    r"cost|costs|price|pay|pays|paid|bill|salary|earn|earns|earned|spend|spends|rent|fee|fees|fare|"
    r"money|amount|rupees|dollars|expense|expenses|wage|wages|income|stipend|owe|save|saves|budget|"
    r"package|ctc|charge|charges|rate|₹|rs"
)
# Words that take one amount from another of the same unit.
_TAKEN = (
    r"left|remaining|remain|remains|done|finished|completed|already|so far|watched|covered|read|"
    r"more|extra|still|spend|spent|gone|used|sold|away|gave|lost|solved|typed|to go|balance|"
    r"change|short|"
    r"need|savings?|difference|rest"
)


@dataclass(slots=True)
class Asked:
    """The unit that is asked for; `any time` where only the kind is known."""

    unit: str
    per: str = ""


def _asked(reader: Reader, amounts: list[Amount]) -> Asked | None:
    """The unit that the words outside the amounts ask for."""
    rest = " ".join(reader.rest)
    unit = per = ""
    named = re.search(
        r"(?:^|[.?!;,:] )([a-z]+) "
        r"(?:to|needed|required|taken|left|in all|in total|altogether|for)\b",
        rest,
    )
    named = named or re.search(
        r"(?<!per )(?<!\ba )(?<!each )(?<!every )\b([a-z]+) (?:in|for|over) ·", rest
    )
    if not named or named[1] not in STANDARD:
        named = re.search(r"\btotal (?:number of |of )?([a-z]+)(?= \?| \.| in| for|$)", rest)
    if named and named[1] in STANDARD:
        unit = atom(named[1])
    m = re.search(r"how (?:many|much) ((?:[a-z]+ ){0,4}[a-z]+)", rest)
    if m and m[0].startswith("how many"):
        words = [w for w in m[1].split() if w not in SKIP]
        unit = reader._choose(list(itertools.takewhile(lambda w: w not in NO_UNIT, words)))
        if unit not in STANDARD and not any(unit in (a.unit, a.per) for a in amounts):
            unit = ""
    elif m:
        words = m[1].split()
        if words[0] in STANDARD or words[0] in ("time", "distance"):
            unit = {"time": "any time", "distance": "any length"}.get(words[0]) or atom(words[0])
    known = {a.unit for a in amounts} | {a.per for a in amounts}
    for m in re.finditer(
        r"(?:([a-z]+) )?(?:per|/|for each|for every|in each|in one|in a|each|every|an?) ([a-z]+)"
        r"(?! [a-z]* ?(?:is|was|costs?) )",
        re.sub(r"\b(?:is|with|what|has|have|of|to|on|at|got|as|make|get) an? (?=[a-z])", "", rest),
    ):
        one = "person" if m[2] in ("head", "one") else atom(m[2])
        if m[2] in NO_UNIT or one not in known and one not in STANDARD and one != "person":
            continue
        per = one
        if m[1] == "mileage":
            unit = "any length"
        elif m[1] and m[1] not in NO_UNIT and m[1] not in SKIP and not unit:
            unit = "money" if re.fullmatch(_MONEY, m[1]) else atom(m[1])
        elif m[1] and re.fullmatch(_MONEY, m[1]):
            unit = unit or "money"
        break
    if not per and re.search(r"\b(?:each(?! of)|apiece|everyone|per head)\b", rest):
        per = "each"
    each = re.search(r"([a-z]+) (?:each|apiece)\b", rest)
    if each and each[1] in STANDARD:
        unit = unit or atom(each[1])
    adverb = re.search(r"\b(daily|hourly|weekly|monthly|yearly|annually)\b", rest)
    if adverb and not per:
        per = ADVERBS[adverb[1]]
    m = re.search(
        r"(?:\bin|\binto|\bto|\bas) (?:total )?(?:indian )?([a-z]+)(?= \?| \.| ,| please| is| ·|$)",
        rest,
    )
    if m and m[1] in CURRENCY_OF and len(reader.currencies) > 1:
        unit = unit_of(CURRENCY_OF[m[1]])
    if m and (m[1] in STANDARD or atom(m[1]) in reader.often) and not unit:
        unit = atom(m[1])
    loose = {a.unit for a in amounts if a.unit and not a.per}
    if not unit and re.search(r"how many", rest):
        pers = {a.per for a in amounts if a.per}
        counted = {u for u in loose - pers - {per} if not (per and turn(u, per) is not None)}
        if len(counted) == 1:
            unit = counted.pop()
    if not unit:
        if not per and re.search(r"\b(?:speed|fast|velocity|pace)\b", rest):
            if not any(a.per in _TIMES for a in amounts):
                return Asked("any length", "any time")
        if re.search(r"how long|how much time|what time|\btime\b", rest):
            unit = "any time"
        elif re.search(r"how far|distance", rest):
            unit = "any length"
        elif re.search(rf"\b(?:{_MONEY})\b", reader.r.line) or reader.currencies:
            unit = "money"
        elif (
            any(not a.unit for a in amounts)
            and (per == "person" or any(a.per and not a.unit for a in amounts))
            and not says(reader.r, _MARKS)
        ):
            unit = "money"  # `pizza 749, 3 cokes at 60: per head?`
    if [a.unit for a in amounts] == ["time"] and "how many" in rest:
        unit = "time"  # `it beats 72 times a minute; how many beats in a day?`
    if per == "each":
        rated = {a.per for a in amounts}
        counts = [
            a
            for a in amounts
            if a.unit not in ("", "money", *STANDARD, *rated) and not a.per
        ]
        per = counts[0].unit if len({a.unit for a in counts}) == 1 else ""
        if not per:
            return None
    if not unit and not per:
        return None
    if unit == per:
        return None
    if not unit:  # `per day?` of the only thing that is counted
        taken = {per, *(a.per for a in amounts)}
        left = {a.unit for a in amounts if a.unit and a.unit not in taken and not a.per}
        left = left or {a.unit for a in amounts if a.unit and a.unit not in taken}
        if not left and any(not a.unit for a in amounts):
            left = {"money"}
        if len(left) != 1:
            return None
        unit = left.pop()
    return Asked(unit, per)


def by_units(r: Reading) -> str | None:
    """The expression whose unit is the one asked for and that uses every number; else None."""
    if _percents_of(r) is not r and says(r, "rest|remaining|remains?|left|balance"):
        return None
    r = _often(_percents_of(r))
    numbers, percents = r.marks_of("N"), r.marks_of("P")
    if not 1 <= len(numbers) <= MAX_AMOUNTS or r.of_kind("F") or len(percents) > 1:
        return None
    if percents and says(r, "left|remaining|remains?|balance"):
        return None  # a part of the whole, or of the rest? other rules know
    if says(r, rf"{_NOT_HERE}|N\d+ : N\d+"):
        return None
    if percents and (len(numbers) < 2 or not sign_of(r, percents[0]) or says(r, _NO_PERCENT)):
        return None
    reader = Reader(r)
    amounts = reader.read()
    fits = re.search(r"how many N\d+ ", r.line)
    if (
        fits
        and len(amounts) == 2
        and DIMENSION.get(amounts[0].unit)
        and not amounts[1].per
        and not percents
    ):
        part, whole = amounts  # `how many 200 ml cups in 5 litres`
        factor = turn(whole.unit, part.unit)
        return f"{whole.expr}{factor} / {part.expr}" if factor is not None else None
    if len(amounts) == 2 and not percents and says(r, rf"how many|(?:{_PIECES}) of"):
        low, high = sorted(amounts, key=lambda a: a.value * SIZE.get(a.unit, 1))
        factor = turn(high.unit, low.unit) if DIMENSION.get(low.unit) else None
        if factor is not None and not low.per and not high.per and says(r, _PIECES):
            return f"{high.expr}{factor} / {low.expr}"
    for asked in _readings(reader, amounts):
        copies = [replace(a) for a in amounts]
        found = _fitted(r, copies, asked, percents)
        if found and not re.search(r" [-+*/]+ ", found):
            return None
        if found and says(r, "how many (?:full|whole|complete)"):
            return found.replace(" / ", " // ") if found.count(" / ") == 1 else None
        if found:
            return found
    return None


def _percents_of(r: Reading) -> Reading:
    """`15% of 22,000` as one number."""
    tokens, i = [], 0
    while i < len(r.tokens):
        t = r.tokens[i]
        after = r.tokens[i + 1 : i + 3]
        if t.kind == "P" and len(after) == 2 and after[0].text == "of" and after[1].kind == "N":
            n = after[1]
            tokens.append(Token("N", n.text, f"{t.expr} / 100 * {n.expr}", n.unit))
            i += 3
        else:
            tokens.append(t)
            i += 1
    return Reading(tokens) if len(tokens) < len(r.tokens) else r


def _often(r: Reading) -> Reading:
    """`twice a day` as `2 times a day`."""
    tokens: list[Token] = []
    for i, t in enumerate(r.tokens):
        after = [x.text for x in r.tokens[i + 1 : i + 3]]
        if t.text in ("once", "twice", "thrice") and set(after[:1]) & {"a", "every", "per", "each"}:
            tokens += [Token("N", t.text, t.expr or "1"), Token("W", "times")]
        else:
            tokens.append(t)
    return Reading(tokens) if len(tokens) > len(r.tokens) else r


def _readings(reader: Reader, amounts: list[Amount]) -> list[Asked]:
    """What may be asked for, the likeliest first."""
    r = reader.r
    first = _asked(reader, amounts)
    units = {a.unit for a in amounts if a.unit}
    if (
        not first
        and len(units) == 1
        and (DIMENSION.get(next(iter(units))) or all(a.unit for a in amounts))
        and says(r, "total|altogether|in all")
    ):
        first = Asked(next(iter(units)))
    tries = [first] if first else []
    if says(r, _SHARE) and not (first and first.per in units):
        counts = [a for a in amounts if a.unit == "person"] or [
            a
            for a in amounts
            if a.unit not in ("", "money", *STANDARD) and _AMONG & set(r.marks[a.at - 2 : a.at])
        ]
        bare = [a for a in amounts if not a.unit and _is_among(r, a)]
        if not counts and len(bare) == 1:
            bare[0].unit, counts = "person", bare
        others = {a.unit for a in amounts if a not in counts and not a.per}
        rated = {a.per for a in amounts if a.per and a.per in others}
        if len(counts) == 1 and rated:  # `4 boxes of 24 pencils shared by 12`
            others = others - rated | {a.unit for a in amounts if a.per in rated}
        if len(counts) == 1 and others:
            unit = (others - {""}).pop() if others - {""} else "money"
            tries.insert(0, Asked(unit, counts[0].unit))
    starts = {a.at for a in amounts}
    ones = [a for a in amounts if a.expr == "1" and a.unit and not a.per and a.end not in starts]
    if (
        first
        and len(ones) == 1
        and any(a.unit == ones[0].unit for a in amounts if a is not ones[0])
    ):
        amounts.remove(ones[0])
        tries.insert(0, Asked(first.unit, ones[0].unit))
    if first and first.per:
        tries.append(Asked(first.unit))
    if len(amounts) > 1 and (not first or not first.per):
        tries.append(Asked("any"))
    return tries


def _is_among(r: Reading, a: Amount) -> bool:
    """True for the number of those who share: `split between 4`, not `between 4 and 9`."""
    after = " ".join(r.marks[a.at + 1 : a.at + 3])
    return r.marks[a.at - 1] in _BETWEEN and not re.match(r"and N\d", after)


def _fitted(r: Reading, amounts: list[Amount], asked: Asked, percents: list[str]) -> str | None:
    """The expression for one reading of what is asked; None when the units do not fit."""
    if not amounts or len(amounts) == 1 and not _turns(amounts[0], asked):
        return None
    bare = [a for a in amounts if not a.unit]
    if (
        any(a.per for a in bare)
        and says(r, _MONEY)
        and not asked.unit.startswith("any ")
        and not says(r, _MARKS)
    ):
        for a in bare:
            if not set(r.marks[a.at + 1 : a.at + 2]) & _LOST:
                a.unit = "money"
    for first, second in itertools.pairwise(list(amounts)):
        between = r.marks[first.end : second.at]
        if second.per in STANDARD and not first.per and len(between) == 1 and _PAID & set(between):
            second.expr = f"{first.expr} * {second.expr}"  # `5 workers paid 450 a day`
            amounts = [a for a in amounts if a is not first]
    for a in amounts:  # `for 30 days` beside `a month` says how long the month is
        if a.unit == "day" and 28 <= a.value <= 31 and (
            asked.per == "month" or any(x.per == "month" for x in amounts)
        ):
            a.per = a.per or "month"
    for a in amounts:
        if not a.unit and _is_among(r, a):
            a.unit = "person"
        elif not a.unit and r.marks[a.at - 1] in ("quantity", "qty", "copies"):
            a.unit = "copy"
    if says(r, "change"):
        for a in amounts:
            a.unit = "money" if a.unit in ("note", "bill") else a.unit
    three = len(amounts) == 3 and not any(a.per for a in amounts) and amounts[0].unit != "money"
    three = three and bool(amounts[0].unit)
    if asked.unit == "money":
        for place, a in enumerate(amounts):
            if not (three and place == 2) and not (set(r.marks[a.at + 1 : a.at + 2]) & _LOST):
                a.unit = a.unit or "money"
            if a.unit in ("rupee", "dollar"):
                a.unit = "money"
    elif asked.unit and not asked.unit.startswith("any"):
        for a in amounts:
            a.unit = a.unit or (asked.unit if a.per else "")
        bare = [a for a in amounts if not a.unit]
        if len(bare) == 1 and asked.per and all(a.unit != asked.unit for a in amounts):
            bare[0].unit = asked.unit  # `how many pages a day if I read 240 in 8 days`
    elif asked.unit == "any" and says(r, _MONEY) and not says(r, _MARKS):
        for a in amounts:
            a.unit = a.unit or ("money" if a.per else "")
    spans = [a for a in amounts if a.unit in ("month", "year")]
    for a in amounts:
        if a.unit == "money" and not a.per and len(spans) == 1 and len(amounts) < 4:
            if says(r, _MONTHLY) and a.at < spans[0].at and not spans[0].per:
                a.per = "month"
    speeds = [a for a in amounts if a.unit == "x"]
    if speeds and asked.unit not in ("any time", *_TIMES):
        return None
    amounts = [a for a in amounts if a.unit != "x"]
    named = {a.unit for a in amounts if a.unit}
    if (
        len(named) == 1
        and not any(a.per for a in amounts)
        and says(r, f"total|in all|{_TAKEN}" if DIMENSION.get(next(iter(named))) else _TAKEN)
    ):
        for a in amounts:  # `read 128 of my 350 pages`
            a.unit = a.unit or next(iter(named))
    if not percents and not speeds:
        found = _proportion(r, amounts, asked)
        if found:
            return found
    if any(not a.unit for a in amounts):
        return None
    plain = [a.unit for a in amounts if not a.per and DIMENSION.get(a.unit)]
    if len(amounts) > 2 and any(turn(x, y) for x in plain for y in plain) and not says(r, _TAKEN):
        amounts = _compounds(amounts, asked)
        plain = [a.unit for a in amounts if not a.per and DIMENSION.get(a.unit)]
        if any(turn(x, y) for x in plain for y in plain):
            return None
    if asked.unit == "any" and not any(a.per for a in amounts) and len(amounts) != 3:
        return None
    if asked.unit == "any" and not any(a.per for a in amounts):
        return None
    merged = _merged(r, _compounds(_totals(r, amounts), asked))
    if merged is None:
        return None
    found = _product(merged, asked)
    if found and percents:
        if asked.unit not in ("money", "any"):
            return None
        return f"{found} * (1 {sign_of(r, percents[0])} {r.number(percents[0]).expr} / 100)"
    if found and speeds:
        return f"{found} / {speeds[0].expr}"
    return found[1:-1] if found and re.fullmatch(r"\([^()]*\)", found) else found


def _proportion(r: Reading, amounts: list[Amount], asked: Asked) -> str | None:
    """`12 pens cost 180, how much for 7 pens`; the other way round for workers and days."""
    if (
        len(amounts) != 3
        or any(a.per for a in amounts)
        or says(r, f"{_SHARE}|left|remaining|total")
    ):
        return None
    first, second, third = amounts
    between = r.marks[first.end : second.at]
    if third.at == second.end or says(r, "profit|loss|sold"):
        return None
    linked = _LINKED & set(between) or not between and says(r, "takes?|took|needs?|needed")
    if not linked or {".", ";"} & set(between) or says(r, "extra|less|difference"):
        return None
    gap = r.marks[second.end : third.at]
    if not third.unit and not _ASKING & set(gap):
        return None
    if not third.unit and not first.unit and second.unit:  # `for 4 uses 320 g, for 7?`
        first.unit = third.unit = "thing"
    if not third.unit:  # `5 shirts for 2,495, how much for 8`
        third.unit = first.unit or second.unit
    first.unit = first.unit or (third.unit if second.unit and second.unit != third.unit else "")
    factors = [turn(third.unit, a.unit) if third.unit else None for a in (first, second)]
    if (factors[0] is None) == (factors[1] is None) or first.unit == second.unit:
        return None
    known, other = (first, second) if factors[0] is not None else (second, first)
    change = factors[0] if factors[0] is not None else factors[1]
    if says(r, _INVERSE) and DIMENSION.get(other.unit) == "time" and known.unit not in STANDARD:
        return f"{known.expr} * {other.expr} / {third.expr}"
    wanted = turn(other.unit, asked.unit) if asked.unit in STANDARD else None
    return f"{other.expr} / {known.expr} * {third.expr}{change}{wanted or ''}"


def _turns(a: Amount, asked: Asked) -> bool:
    return bool(a.per and asked.per or a.unit != asked.unit) and asked.unit != "any"


def _totals(r: Reading, amounts: list[Amount]) -> list[Amount]:
    """Counts times their prices, added up where there are several."""
    pairs: list[tuple[Amount, Amount]] = []
    for price in amounts:
        counts = [a for a in amounts if price.per and not a.per and a.unit == price.per]
        near = sorted(counts, key=lambda a: (a.at > price.at, abs(a.at - price.at)))
        if near and all(near[0] is not c for c, _ in pairs):
            pairs.append((near[0], price))
    unit = pairs[0][1].unit if pairs else ""
    loose = [a for a in amounts if a.unit == unit and not a.per]
    if not pairs or len({p.unit for _, p in pairs}) > 1 or len(pairs) + len(loose) < 2:
        return amounts
    used = [id(a) for pair in pairs for a in pair] + [id(a) for a in loose]
    terms = [f"{c.expr} * {p.expr}" for c, p in pairs]
    grows = says(r, "adds?|adding|deposits?|puts?") and not says(r, "need|short|more|goal|target")
    if len(loose) == 1 and not grows and says(r, rf"{_TAKEN}|back|balance|full"):
        spent = terms[0] if len(terms) == 1 else f"({add(terms)})"
        more = loose[0].value > sum(c.value * p.value for c, p in pairs)
        expr = f"{loose[0].expr} - {spent}" if more else f"{spent} - {loose[0].expr}"
    else:
        first = sorted([*pairs, *[(a, a) for a in loose]], key=lambda p: p[0].at)
        expr = add([f"{c.expr} * {p.expr}" if c is not p else c.expr for c, p in first])
    kept = [a for a in amounts if id(a) not in used]
    return [Amount(f"({expr})", unit, "", pairs[0][0].at), *kept]


def _compounds(amounts: list[Amount], asked: Asked) -> list[Amount]:
    """`2 hours 45 minutes`, `5 feet 7 inches`: one amount, in the larger unit for a speed."""
    done: list[Amount] = []
    for a in amounts:
        last = done[-1] if done else None
        factor = turn(last.unit, a.unit) if last and not last.per else None
        near = last and (a.at == last.end or a.at == last.end + 1 and last.joined)
        part = last and DIMENSION.get(a.unit) and a.value * SIZE[a.unit] < SIZE.get(last.unit, 0)
        if last and factor and factor.startswith(" *") and near and part and not a.per:
            if asked.per.startswith("any ") or asked.per == last.unit:
                expr, unit = f"({last.expr} + {a.expr}{turn(a.unit, last.unit)})", last.unit
            else:
                expr, unit = f"({last.expr}{factor} + {a.expr})", a.unit
            done[-1] = Amount(expr, unit, a.per, last.at, a.end)
        else:
            done.append(a)
    return done


def _merged(r: Reading, amounts: list[Amount]) -> list[Amount] | None:
    """Amounts of one unit added, or one taken from the other where the words say so."""
    by_unit: dict[str, list[Amount]] = {}
    for a in amounts:
        key = a.unit + ("/" + a.per if a.per else "")
        like = next((k for k in by_unit if not a.per and turn(a.unit, k)), None)
        if like:  # 45 minutes of 2 hours: both in the smaller unit
            small, big = sorted((a.unit, like), key=lambda u: SIZE.get(u, 0))
            for x in [a, *by_unit.pop(like)]:
                if x.unit == big:
                    x.expr, x.unit = f"{x.expr}{turn(big, small)}", small
                    x.value *= SIZE[big] / SIZE[small]
                by_unit.setdefault(small, []).append(x)
        else:
            by_unit.setdefault(key, []).append(a)
    done = []
    for same in by_unit.values():
        if len(same) == 1:
            done.append(same[0])
        elif same[0].per and says(r, "and|plus|both|total"):  # fee and mess, each a year
            expr = f"({add([a.expr for a in same])})"
            done.append(replace(same[0], expr=expr))
        elif same[0].per or len(same) > 4:
            return None
        elif says(r, _TAKEN) and not (
            says(r, "total|altogether|in all")
            and not says(r, "left|remain|remains|remaining|more|balance|rest|still|to go|unread")
        ):
            whole = max(same, key=lambda a: a.value)
            rest = [a.expr for a in same if a is not whole]
            done.append(Amount(f"({' - '.join([whole.expr, *rest])})", same[0].unit, "", whole.at))
        elif says(r, "weekdays?|weekends?"):
            return None
        elif says(r, "total|altogether|in all|and|both|combined|then|plus|another|bill"):
            done.append(Amount(f"({add([a.expr for a in same])})", same[0].unit, "", same[0].at))
        else:
            return None
    return sorted(done, key=lambda a: a.at)


def _product(amounts: list[Amount], asked: Asked) -> str | None:
    """The one product of the amounts or their inverses that has the unit asked for."""
    pers = {a.per for a in amounts} | {asked.per}
    own = {
        pair for a in amounts for pair in ((a.unit, a.per), (a.per, a.unit))
    }  # `6 hours a day` is no plain number
    options = sorted(itertools.product((1, -1), repeat=len(amounts)), key=lambda s: s.count(-1))
    if asked.unit == "any":  # nothing names the unit: only what multiplies out is sure
        options = options[:1]
    for signs in options:
        units: Counter[str] = Counter()
        for a, sign in zip(amounts, signs, strict=True):
            if not (a.unit in _TIMES_OVER and sign > 0 and a.unit not in pers | {asked.unit}):
                units[a.unit] += sign  # `2 copies` of it all have no unit
            if a.per:
                units[a.per] -= sign
        change = _reduced(units, asked, own)
        if change is not None:
            top = [a.expr for a, sign in zip(amounts, signs, strict=True) if sign > 0]
            bottom = [a.expr for a, sign in zip(amounts, signs, strict=True) if sign < 0]
            expr = " * ".join(top or ["1"]) + change
            if bottom:
                expr += f" / {bottom[0]}" if len(bottom) == 1 else f" / ({' * '.join(bottom)})"
            return expr
    return None


def _reduced(units: Counter, asked: Asked, own: set[tuple[str, str]]) -> str | None:
    """What must be multiplied so that the units become the one asked for; None if they cannot."""
    ups = [u for u, n in units.items() for _ in range(n)]
    downs = [u for u, n in units.items() for _ in range(-n)]
    if len(ups) > 4 or len(ups) - len(downs) not in (0, 1):
        return None
    for order in itertools.permutations(ups):
        change = _cancelled(list(order), list(downs), asked, own)
        if change is not None:
            return change
    return None


def _cancelled(
    ups: list[str], downs: list[str], asked: Asked, own: set[tuple[str, str]]
) -> str | None:
    """The same for one order of the units above the line: the last one is what stays."""
    change = ""
    for up in ups[:-1]:  # weeks over days: one unit, turned
        factor, down = next(
            ((f, d) for d in downs if (f := turn(up, d)) and (up, d) not in own), (None, "")
        )
        if factor is None:
            return None
        change += factor
        downs.remove(down)
    if not ups or len(downs) != bool(asked.per):
        return None
    up = ups[-1]
    if asked.unit == "any":
        return change
    if asked.unit.startswith("any "):
        if DIMENSION.get(up) != asked.unit[4:]:
            return None
    else:
        factor = turn(up, asked.unit)
        if factor is None:
            return None
        change += factor
    if asked.per.startswith("any "):
        return change if DIMENSION.get(downs[0]) == asked.per[4:] else None
    if asked.per:
        factor = turn(asked.per, downs[0])
        if factor is None:
            return None
        change += factor
    return change
