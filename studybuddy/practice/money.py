"""Word problems about money and parts: changes, discounts, tax, interest, shares, what is left."""

from __future__ import annotations

import re

from studybuddy.practice.changes import DOWN, UP, sign_of
from studybuddy.practice.measures import DIMENSION, STANDARD
from studybuddy.practice.numbers import Reading, group
from studybuddy.practice.stories import (
    OPPOSITES,
    add,
    after_of,
    asks_other_part,
    asks_percent,
    find,
    find_all,
    numbers,
    says,
)
from studybuddy.practice.words import STOP

_TAX = (
    r"(?:gst|vat|tax|taxes|tip|service|charge|charges|hike|raise|increase|increment|bonus|"
    r"surcharge|"
    r"commission|sales|interest|fee|cess|markup|extra|more|cgst|delivery)"
)
_OFF = (
    r"(?:off|discount|discounted|cheaper|less|reduction|concession|rebate|cut|sale|scholarship|"
    r"waiver)"
)


_SPANS = ("hours", "days", "weeks", "months", "years", "minutes")


def _only(r: Reading, kind: str) -> list[str]:
    return [m for m in r.marks if re.fullmatch(rf"{kind}\d+", m)]


def change(r: Reading) -> str | None:
    """Percent change: `was 1,299, now 999`, `rose from 40 to 52`, `bought for 80, sold for 100`."""
    plain = _only(r, "N")
    if (
        len(_only(r, "P")) == 2
        and not plain
        and says(
            r,
            "percent change|percentage change|percentage increase|percent increase|"
            "percentage decrease|percent decrease|"
            "relative|improve|improvement",
        )
    ):
        a, b = (r.number(m).expr for m in _only(r, "P"))
        return f"({b} - {a}) / {a} * 100"
    if _only(r, "P") or len(plain) < 2 or not asks_percent(r):
        return None
    cost = find(
        r,
        r"(?:costs?|cost price|bought (?:<w>){0,3}(?:for|at)|bought|cp|paid|"
        r"buying price|purchased (?:<w>){0,3}(?:for|at)) (?:(?:is|=|me|of|was|price|:|"
        r"it|for|at|a) ){0,3}<n>",
    )
    sale = find(
        r,
        r"(?:sold|sell|sells|selling|sp|selling price|sale price) (?:(?:it|them|is|=|"
        r"of|was|price|:|for|at|the|a|an|my|that|[a-z]+) ){0,5}<n>",
    )
    if cost and sale and cost != sale and says(r, "profit|loss|gain|percent|percentage"):
        a, b = r.expr(cost[0]), r.expr(sale[0])
        return (
            f"({b} - {a}) / {a} * 100"
            if r.number(sale[0]).value >= r.number(cost[0]).value
            else f"({a} - {b}) / {a} * 100"
        )
    was = find(
        r,
        r"from (?:<w>){0,2}<n> (?:<w>){0,4}to (?:<w>){0,2}<n>",
        r"(?:was|were|originally|cost|price|bought|buy|used to|used to be|paid|old|earlier|"
        r"before|mrp|cp|"
        r"marked|had|last|got|scored|worth|costing|"
        r"costs) (?:[^.?NP] ?){0,30}?<n> (?:[^?NP] ?){0,50}?(?:now|sold|sell|sells|selling|"
        r"new|today|then|"
        r"this|after|to|sp|for|it is|became|later|second|next|"
        r"currently) (?:[^.?NP] ?){0,30}?<n>",
        r"<n> (?:<w>){0,3}(?:last|before|earlier|then|previously) (?:[^?NP] ?){0,40}?<n>",
        r"(?:now|sold|got|reduced) (?:[^.?NP] ?){0,25}<n> (?:[^?NP] ?){0,40}(?:was|"
        r"originally|before|earlier|from|for|instead of) (?:<w>){0,3}<n>",
    )
    if was is None and says(
        r,
        "increase|decrease|change|drop|rise|fall|profit|loss|growth|off|"
        "discount|"
        "dropped|grew|jump|improvement|hike|gain|improve|improved|cheaper|"
        "reduction|went up|went down",
    ):
        was = (plain[0], plain[1])
    if was is None:
        return None
    old, new = was
    if find(
        r,
        r"(?:now|sold|got|reduced) (?:[^.?NP] ?){0,25}<n> (?:[^?NP] ?){0,40}(?:was|"
        r"originally|before|earlier|from|for|instead of) (?:<w>){0,3}<n>",
    ) == was and not says(r, "from (?:<w>){0,2}<n> (?:<w>){0,4}to"):
        old, new = new, old
    a, b = r.expr(old), r.expr(new)
    if r.number(new).value < r.number(old).value and not says(
        r, "percent change|percentage change"
    ):
        return f"({a} - {b}) / {a} * 100"
    return f"({b} - {a}) / {a} * 100"


def ratio(r: Reading) -> str | None:
    """`split 1,200 in the ratio 2:3`: the first share, or the one that is asked for."""
    if not says(r, "ratio") and not (
        says(r, "N\\d+ : N\\d+")
        and says(r, "mix|mixed|total|share|shared|divide|divided|split|proportion|parts?")
    ):
        return None
    hit = find(
        r,
        r"ratio (?:<w>){0,8}((?:N\d+ (?::|to|and|is to) )+N\d+)",
        r"((?:N\d+ (?::|to|is to) )+N\d+) ratio",
        r"((?:N\d+ : )+N\d+)",
    )
    if not hit:
        return None
    parts = re.findall(r"N\d+", hit[0])
    rest = [m for m in _only(r, "N") if m not in parts]
    if len(rest) == 2:  # the number of people says nothing new
        rest = [m for m in rest if r.number(m).value != len(parts)]
    if len(rest) != 1:
        return None
    sizes = [r.number(m).value for m in parts]
    pick = 0
    if says(r, "larger|bigger|largest|biggest|more|greater|most|greatest|big"):
        pick = sizes.index(max(sizes))
    elif says(r, "smaller|smallest|least|lesser|less|fewer"):
        pick = sizes.index(min(sizes))
    elif says(r, r"the last|the second|O\d+ (?:one|part|share|person|partner|friend|gets)"):
        nth = r.of_kind("O")
        pick = len(parts) - 1 if says(r, "the last") else int(nth[0].value) - 1 if nth else 1
        pick = min(pick, len(parts) - 1)
    else:
        names = (
            find(r, r"(?:among|between|to) ([a-z]+) , ([a-z]+) (?:, )?(?:and )?([a-z]+)")
            or find(r, r"([a-z]+) , ([a-z]+) (?:, )?and ([a-z]+)")
            or find(r, r"(?:between|among|to) ([a-z]+) (?:and|,) ([a-z]+)")
            or ()
        )
        asked = find(
            r,
            r"(?:does|will|did|would|is|of) ([a-z]+) (?:get|gets|receive|share|'s)",
            r"([a-z]+)'s share",
            r"what (?:is|will be) ([a-z]+) (?:part|share)",
            r"share of ([a-z]+)",
            r"([a-z]+)'s (?:part|share|portion)",
            r"number of ([a-z]+)(?! to)",
            r"how many (?:are )?([a-z]+)",
        )
        order = find(r, r"([a-z]+) (?:and|to|:) ([a-z]+) (?:<w>){0,4}(?:in|are|is|N\d+)") or ()
        asked = asked or find(r, r"how much (?:for |does |will )?([a-z]+)")
        if asked and names and asked[0] not in (*names, *order):
            return None
        order = find(r, r"ratio of ([a-z]+) (?:and|to|:) ([a-z]+)") or order
        for group_of in (names, order):
            if asked and asked[0] in group_of:
                pick = min(group_of.index(asked[0]), len(parts) - 1)
                break
    if says(r, "one|first") and says(r, "if the first|part is"):
        return None
    return f"{r.expr(rest[0])} * {r.expr(parts[pick])} / ({add(numbers(r, parts))})"


def in_proportion(r: Reading) -> str | None:
    """`sugar to flour is 2:5; how much sugar for 350 g of flour?`"""
    hit = find(
        r,
        r"([a-z]+) (?:to|:|and|,|/|is to) ([a-z]+) (?:<w>|: |= ){0,5}<n> (?::|to|is to) <n>",
        r"<n> (?::|to|is to) <n> (?:<w>){0,4}([a-z]+) (?:to|:|and) ([a-z]+)",
        r"<n> (?:parts? )?(?:of )?([a-z]+) (?:to|:|and|for|with) <n> (?:parts? )?(?:of )?([a-z]+)",
    )
    plain = _only(r, "N")
    if not hit or len(plain) != 3 or _only(r, "P"):
        return None
    marks = [m for m in hit if re.fullmatch(r"N\d+", m)]
    names = [m for m in hit if m not in marks]
    known = next(m for m in plain if m not in marks)
    near = find(r, rf"{known} (?:<w>){{0,3}}?({names[0]}|{names[1]})") or find(
        r, rf"({names[0]}|{names[1]}) (?:<w>|= |: ){{0,3}}{known}"
    )
    if not near or names[0] == names[1]:
        return None
    if DIMENSION.get(after_of(r, known)) == "time" and after_of(r, known) not in names:
        return None  # an amount of something else
    own = names.index(near[0])
    top = r.expr(known)
    if says(r, "total|altogether|in all|mixture"):
        both = add(numbers(r, marks))
        return f"{top} * ({both}) / {r.expr(marks[own])}"
    return f"{top} * {r.expr(marks[1 - own])} / {r.expr(marks[own])}"


def before_change(r: Reading) -> str | None:
    """The price before tax or discount: `1,180 including 18% GST`, `after 20% off I paid 800`."""
    percents, plain = _only(r, "P"), _only(r, "N")
    if len(percents) != 1 or len(plain) != 1:
        return None
    p, n = r.number(percents[0]).expr, r.expr(plain[0])
    if _is_before(r):
        return None
    if find(
        r,
        r"<n> is <p> of (?:what|which|my|the|a|an|his|her|our)",
        r"<p> of (?:what|which) (?:<w>){0,2}is <n>",
        r"<p> of (?:an?|some|my|the|all|our|his|her) (?:<w>){1,3}(?:is|"
        r"are|=|equals|was|comes to) (?:<w>)?<n>",
    ):
        return f"{n} * 100 / {p}"
    verb = find(r, r"<n> (?:<w>)?(failed|passed|absent|present|girls|boys|women|men|spent|read)")
    if verb and find(r, rf"<p> (?:<w>){{0,5}}{verb[1]}") and says(r, "total|in all|altogether"):
        return f"{n} * 100 / {p}"
    if (
        says(r, "includes|including|inclusive|included|incl")
        and says(r, r"(?:what is|how much|find|of|is) (?:<w>){0,2}(?:gst|tax|vat)(?! P)")
        and not says(r, "without|before|base|original|excluding")
    ):
        return f"{n} - {n} / (1 + {p} / 100)"
    cost = r"cost price|cp|buying price|cost (?:me|him|her|them|us)|price paid"
    sold = says(r, r"(?:sold|selling|sells|sp) (?:[a-z]+ ){0,4}N\d+")
    asked = rf"(?:{cost}) ?\?|(?:what|find|calculate) (?:<w>){{0,3}}(?:{cost})(?! .*N\d)"
    if sold and says(r, "profit|gain|loss") and says(r, asked):
        return f"{n} / (1 {'-' if says(r, 'loss') else '+'} {p} / 100)"
    if not says(
        r,
        "old|previous|earlier|original|originally|before|base|without|excluding|actual|initial|list|marked|"
        "mrp|exclusive|pre",
    ):
        return None
    if says(r, "includes|including|inclusive|included|incl|with") and says(r, _TAX):
        return f"{n} / (1 + {p} / 100)"
    if find(
        r,
        rf"before (?:[a-z]+ ){{0,3}}<p> (?:<w>)?{_OFF}",
        rf"before (?:<w>){{0,2}}{_OFF} (?:<w>){{0,2}}<p>",
    ):
        return f"{n} / (1 - {p} / 100)"
    if find(r, rf"before (?:[a-z]+ ){{0,3}}<p> (?:<w>)?{_TAX}"):
        return f"{n} / (1 + {p} / 100)"
    if (
        says(r, "after|now")
        and says(r, _OFF)
        and says(r, "old|original|originally|before|marked|mrp|list|actual|initial")
    ):
        return f"{n} / (1 - {p} / 100)"
    if says(r, "after|now") and says(r, _TAX):
        return f"{n} / (1 + {p} / 100)"
    way = sign_of(r, percents[0])
    then = r"P\d+ (?:<w>){0,4}(?:to|reach|now|becoming) (?:<w>){0,3}N\d+"
    if way and says(r, rf"N\d+ (?:<w>){{0,3}}after (?:[a-z]+ ){{0,3}}P\d+|{then}"):
        return f"{n} / (1 {way} {p} / 100)"
    return None


def _is_before(r: Reading) -> bool:
    """True for `45,000 before tax`: the number is what was before; what comes after is asked."""
    what = f"(?:{_TAX}|{_OFF})"
    return says(r, rf"N\d+ (?:[a-z]+ )?(?:before|excluding|without|exclusive of) (?:<w>)?{what}")


def interest(r: Reading) -> str | None:
    """Simple interest P * r / 100 * t, compound interest P * (1 + r / 100) ** t."""
    percents, plain = _only(r, "P"), _only(r, "N")
    if not percents:  # `R = 5` without a sign
        named = find(r, r"(?:r|rate|are =) (?:(?:=|is|of|:) )?<n>")
        percents, plain = list(named or ()), [m for m in plain if m not in (named or ())]
    if (
        len(percents) != 1
        or not plain
        or not says(
            r,
            "interest|compound|compounded|compounding|"
            "p\\.a|loan|deposit|invested|invest|fd|si|"
            "ci|principal|annum",
        )
    ):
        return None
    rate = r.number(percents[0]).expr
    years = find(
        r, r"<n> (years?|months?|days?)", r"over <n> (years?)", r"(?:time|t|n) (?:=|is|of) <n>"
    )
    if years:
        t, money = years[0], [m for m in plain if m != years[0]]
    elif find(r, "(?:for|in|after) (?:a|one) year"):
        t, money = None, plain
    else:
        t, money = (plain[1] if len(plain) > 1 else None), plain[:1]
    if not money:
        return None
    p = r.expr(money[0])
    span = r.expr(t) if t else "1"
    unit = years[1] if years and len(years) > 1 else "years"
    if unit.startswith("month") and not says(r, "per month|a month|monthly|every month"):
        span = f"{span} / 12"
    elif unit.startswith("day"):
        span = f"{span} / 365"
    if says(r, "compound|compounded|compounding|ci"):
        times = 1
        for words, count in (
            (
                "half yearly|half - yearly|semi annually|semiannually|"
                "semi - annually|every six months|twice",
                2,
            ),
            ("quarterly|every quarter", 4),
            ("monthly|every month", 12),
        ):
            if says(r, words) or (count == 2 and re.search(r"F\d+ (?:- )?yearly", r.line)):
                times = count
        inner = f"(1 + {rate} / 100)" if times == 1 else f"(1 + {rate} / 100 / {times})"
        power = group(span) if times == 1 else f"({span} * {times})"
        whole = f"{p} * {inner} ** {power}"
        asks_interest = says(
            r,
            "(?:compound )?interest (?:on|for|earned|is|do|will|if|paid)|"
            "how much interest|"
            "what interest|(?:only|just) the interest|interest (?:part|only|"
            "alone|earned|amount)|find (?:the )?(?:compound )?interest|"
            "calculate (?:the )?(?:compound )?interest|ci on",
        )
        asks_amount = not says(r, "only|just|part") and says(
            r,
            "amount|total|become|becomes|grow|grows|worth|balance|maturity|have|get back|final|"
            "value",
        )
        return f"{whole} - {p}" if asks_interest and not asks_amount else whole
    simple = f"{p} * {rate} / 100 * {group(span) if '/' in span else span}"
    if says(
        r, "amount|total|altogether|pay back|repay|get back|maturity|become|balance"
    ) and not says(r, "interest amount|total interest|amount of interest"):
        return f"{p} + {simple}"
    return simple


def with_percent(r: Reading) -> str | None:
    """Discounts and additions in percent; only the part where only the part is asked for."""
    percents, plain = _only(r, "P"), _only(r, "N")
    if (
        not percents
        or len(plain) != 1
        or after_of(r, plain[0]) in _SPANS
        or (asks_percent(r) and len(percents) == 1 and not says(r, "what is|how much|price"))
    ):
        return None
    if find(r, r"<n> (?:<w>)?(?:a|per|each|every) (day|week|month|year)"):
        return None
    if says(r, "total (?:students|people|number|marks|votes|strength)"):
        return None
    old = "before|old|original|originally|previous|previously|earlier|initially|used to be"
    if says(r, old) and not _is_before(r):
        return None  # asks for what was before: `before_change` knows when
    n = r.expr(plain[0])
    named = find(r, r"P\d+ ([a-z]{3,})", r"([a-z]{3,}) (?:is|of|at) P\d+")
    if len(percents) == 1 and named and named[0] not in (*STOP, "increase", "decrease"):
        if says(r, rf"(?:how much|what) (?:is|are|was|will be) (?:the |my )?{named[0]}"):
            return f"{r.number(percents[0]).expr} / 100 * {n}"  # that part is asked for
    way = sign_of(r, percents[0]) if len(percents) == 1 else ""
    off = way == "-" or says(r, _OFF + r"|saves?|absent|failed|(?:goes|went) (?:on|to|for|in)")
    grow = way == "+" or says(r, _TAX + "|profit|with")
    if len(percents) > 1:
        words = set(r.marks)
        off, grow = off or bool(words & DOWN), grow or bool(words & UP)
    if not off and not grow and not any(says(r, one) for one, _ in OPPOSITES):
        return None
    part = says(
        r,
        "how much (?:<w>){0,2}(?:tip|gst|tax|discount|vat|tds|commission|saved|save|"
        "savings|bonus|scholarship|profit|interest)|(?:do|will|did|would|can) i save|"
        "(?:what is|find|calculate) the (?:<w>){0,2}(?:tip|gst|tax|discount|commission|"
        "vat|increase|decrease|savings|saving)|"
        "amount of (?:tip|gst|tax|discount)|(?:tip|gst|tax|discount) amount|"
        "how much is the (?:<w>)?(?:tip|gst|tax|discount|off)|"
        "how much (?:should|do) i tip|tip (?:<w>){0,2}on|how much (?:<w>)?discount|"
        "you save|are we saving|(?:just|only) the (?:<w>)?(?:tax|gst|tip|discount|interest|"
        "commission|vat)|(?:tax|gst|tip|discount|commission|vat) (?:alone|only|part)|"
        "how much (?:<w>){0,3}(?:in|as|for|of|is) (?:the )?(?:tax|gst|tip|vat|commission)",
    )
    if len(percents) == 1 and asks_other_part(r):
        return f"{n} * (1 - {r.number(percents[0]).expr} / 100)"
    if (
        len(percents) == 1
        and find(
            r,
            r"(?:gst|tax|tip|vat|commission|discount|tds|profit|loss) (?:(?:of|at|@|"
            r"is) )?<p> (?:on|of|for)",
            r"<p> (?:gst|tax|tip|vat|commission|tds|bonus) (?:on|of|for)",
        )
        and not says(r, "selling price|sp|sold for|final|total|after|pay")
    ):
        part = True
    whole = says(
        r,
        "final|total|pay|price after|in all|new|left|remaining|remain|altogether|"
        "to pay|now|cost me",
    )
    if (
        len(percents) == 1
        and part
        and not says(r, "price after|final price|total|to pay|i pay|new price|after|final")
    ):
        return f"{r.number(percents[0]).expr} / 100 * {n}"
    if (
        len(percents) == 1
        and says(r, "how many|how much")
        and not whole
        and off
        and not says(r, _OFF)
        and not says(r, "reduced?|decreased?|dropped|fell|down|depreciates?|depreciated|lost")
    ):
        return f"{r.number(percents[0]).expr} / 100 * {n}"
    signs = [sign_of(r, p) or ("+" if grow and not off else "-") for p in percents]
    steps = [
        f"(1 {sign} {r.number(p).expr} / 100)" for p, sign in zip(percents, signs, strict=True)
    ]
    if len(percents) > 1 and says(r, "and|cgst") and says(r, "cgst"):
        return f"{n} * (1 + ({add([r.number(p).expr for p in percents])}) / 100)"
    if len(percents) > 1 and says(r, "spends?|spent|goes|saves?|budget|rent"):
        return f"{n} * (1 - ({add([r.number(p).expr for p in percents])}) / 100)"
    return f"{n} * {' * '.join(steps)}"


def items_of(r: Reading) -> list[tuple[str, ...]]:
    """(count, price) pairs: `3 notebooks at 45 each and 2 pens at 12`."""
    pairs = find_all(
        r,
        r"<n> (?:<w>){0,4}?(?:(?:at|@|for|costing|cost|costs|of|worth|priced|"
        r"priced at|weighing|x|\*|each costing|"
        r"that cost|which cost) )(?:<w>){0,2}<n>(?: (?:each|per|apiece|a piece|"
        r"every|/))",
    )
    if pairs:
        more = find_all(
            r,
            r"<n> (?:<w>){0,4}?(?:(?:at|@|for|costing|cost|costs|of|worth|priced|x|"
            r"\*) )(?:<w>)?<n>",
        )
        return more if len(more) > len(pairs) else pairs
    return find_all(r, r"<n> (?:<w>){0,4}?(?:at|@|x|\*|costing) (?:<w>)?<n>")


def _by_name(r: Reading) -> str | None:
    """`a pen is 12, a notebook 45; cost of 5 pens and 3 notebooks`; `ticket 180, 24 students`."""
    plain = _only(r, "N")
    if _only(r, "P") or not says(r, "cost|price|total|how much|pay|bill|altogether"):
        return None
    prices = {
        _noun(word): mark
        for word, mark in find_all(
            r, r"([a-z]{3,}) (?:(?:costs?|is|at|=|:|of|price|each) ){0,2}<n>"
        )
        if word not in ("cost", "costs", "price", "buy", *STOP)
    }
    counts = [(mark, word) for mark, word in find_all(r, r"<n> ([a-z]{3,})")]
    pairs = [
        (mark, prices[_noun(word)])
        for mark, word in counts
        if prices.get(_noun(word), mark) != mark
    ]
    if pairs and len({m for p in pairs for m in p}) == len(plain) == 2 * len(pairs):
        return add([f"{r.expr(a)} * {r.expr(b)}" for a, b in pairs])
    if len(plain) == 2 and says(r, "total|altogether|in all"):
        one = find(
            r,
            r"(?:price|fare|fee|fees|ticket|entry|cost|costs|rate) (?:(?:is|of|:|=|per|"
            r"head|price|cost|for|one|a|person) ){0,3}<n>",
        )
        many = find(
            r,
            r"<n> (?:students|people|persons|friends|kids|children|members|of us|"
            r"tickets|passengers|boys|girls|guests|books|copies)",
        )
        if one and many and one != many:
            return f"{r.expr(one[0])} * {r.expr(many[0])}"
    return None


def _noun(word: str) -> str:
    return word.rstrip("s").rstrip("e")[:6]


def items(r: Reading) -> str | None:
    """The cost of several things; the change from a note; with one discount or tax on top."""
    if says(r, "right|correct|incorrect|negative|wrong|for the price of"):
        return None
    if find(
        r,
        r"<n> (?:<w>){0,2}(?:per|a|an|/|each|every) (?:minute|hour|second|day|week|month|"
        r"year|km|hours)",
    ):
        return None
    one = find(
        r,
        r"<n> ([a-z]+) (?:<w>)?(?:costs?|for|are) <n> (?:[;:,.] (?:<w>){0,3}|(?:<w>){1,3})"
        r"(?:per|each|one|a|every) ([a-z]+)(?! N)",
    )
    if one and one[1].rstrip("s") == one[3].rstrip("s"):
        return f"{r.expr(one[2])} / {r.expr(one[0])}"
    named = _by_name(r)
    if named:
        return named
    pairs = items_of(r)
    if not pairs or any(after_of(r, m) in _SPANS for m in _only(r, "N")):
        return None
    total = add([f"{r.expr(a)} * {r.expr(b)}" for a, b in pairs])
    used = {m for pair in pairs for m in pair}
    rest = [m for m in _only(r, "N") if m not in used]
    percents = _only(r, "P")
    if percents and not (len(percents) == 1 and says(r, f"{_OFF}|{_TAX}|profit")):
        return None
    if percents:
        sign = "-" if says(r, _OFF) else "+"
        total = f"({total}) * (1 {sign} {r.number(percents[0]).expr} / 100)"
    if len(rest) == 1:
        if says(r, "change|left|balance|back|remain|remaining|return"):
            return f"{r.expr(rest[0])} - {group(total)}"
        if find(
            r,
            r"(?:plus|delivery|shipping|added|add|and|with|charges?|fee|packing) "
            rf"(?:<w>|of ){{0,4}}({rest[0]})",
        ):
            return f"{total} + {r.expr(rest[0])}"
    return total if not rest else None


def left(r: Reading) -> str | None:
    """What remains of an amount after spending, giving or using parts of it."""
    plain, percents = _only(r, "N"), _only(r, "P")
    if not says(
        r,
        "left|remain|remains|remaining|balance|leftover|left over|"
        "still (?:<w>){0,3}(?:have|need|owe)|"
        "change (?:do|will|should|back)|how much change|get back|more do i need|short|"
        "wrong|"
        "to go|unread|pending|free|unused|available|how many more|how much more|"
        "how short|to fill|fill it|finish it|(?:the )?rest \\?",
    ) and not (
        says(r, "save|saved|saves|savings")
        and says(r, "earn|earns|salary|income|spends?|spent|stipend|wage")
    ):
        return None
    if says(r, _OFF) and says(r, "save|saved") or says(r, "right|correct|incorrect|negative"):
        return None
    if says(r, "percent|percentage") and not percents:
        return None
    if says(r, "each|every|per") and not items_of(r):
        return None
    if says(r, "fraction|equal|equally|each part|instalments?"):
        return None
    measures = {after_of(r, m) for m in plain} & set(STANDARD)
    if len({STANDARD[w] for w in measures}) > 1:
        return None
    periods = find_all(r, r"<n> (?:<w>)?(?:a|per|each|every) (day|week|month|year)")
    if len({period for _, period in periods}) > 1:
        return None
    if not plain or says(r, "remainder"):
        return None
    if len(plain) == 1 and percents and after_of(r, plain[0]) in _SPANS:
        return None
    if len(plain) == 1 and percents:
        n, parts = r.expr(plain[0]), [r.number(p).expr for p in percents]
        if len(parts) > 1 and says(
            r, "of (?:the |what )(?:<w>)?(?:rest|remaining|remainder|left|balance)"
        ):
            return f"{n} * " + " * ".join(f"(1 - {p} / 100)" for p in parts)
        if len(parts) == 1 or not says(r, _OFF):
            total = parts[0] if len(parts) == 1 else f"({add(parts)})"
            return f"{n} * (1 - {total} / 100)"
    fractions = [m for m in r.marks if re.fullmatch(r"F\d+", m)]
    if len(plain) == 1 and not percents and len(fractions) == 1:
        return f"{r.expr(plain[0])} * (1 - {r.number(fractions[0]).expr})"
    if len(plain) == 1 and len(fractions) == 2:
        a, b = (r.number(f).expr for f in fractions)
        if says(r, "of (?:the|what) (?:rest|remaining|remainder|was left|is left)"):
            return f"{r.expr(plain[0])} * (1 - {a}) * (1 - {b})"
        return f"{r.expr(plain[0])} * (1 - {a} - {b})"
    if len(plain) < 2:
        return None
    first = find(
        r,
        r"(?:have|had|has|got|budget|with|from|earn|earns|salary|stipend|allowance|"
        r"given|gave me|of|total|goal|need|"
        r"there (?:are|were)|out of|pocket money|started with|start with|target|"
        r"costs?) (?:[^.?NP] ?){0,25}?<n>",
    )
    whole = max(plain, key=lambda m: r.number(m).value)
    if first and r.number(first[0]).value >= r.number(whole).value:
        whole = first[0]
    parts = [m for m in plain if m != whole]
    rate = find(
        r,
        r"<n> (?:<w>){0,2}(?:a|per|each|every) (day|week|month|year)",
        r"<n> (daily|weekly|monthly)",
    )
    span = find(
        r,
        r"(?:for|in|after|over) (?:<w>)?<n> (days?|weeks?|months?|years?)",
        r"<n> (days|weeks|months|years)",
    )
    if rate and span and rate[0] != span[0] and len(plain) == 3:
        other = next(m for m in plain if m not in (rate[0], span[0]))
        made = r.number(rate[0]).value * r.number(span[0]).value
        product = f"{r.expr(rate[0])} * {r.expr(span[0])}"
        return (
            f"{product} - {r.expr(other)}"
            if made > r.number(other).value
            else (f"{r.expr(other)} - {product}")
        )
    pairs = [p for p in items_of(r) if whole not in p]
    taken = [f"{r.expr(a)} * {r.expr(b)}" for a, b in pairs]
    paired = {m for pair in pairs for m in pair}
    taken += [r.expr(m) for m in parts if m not in paired]
    expr = " - ".join([r.expr(whole), *taken])
    if percents:
        expr += "".join(f" - {r.number(p).expr} / 100 * {r.expr(whole)}" for p in percents)
    return expr


def growth(r: Reading) -> str | None:
    """So many percent each year (week, month) for some years: N * (1 + p / 100) ** years."""
    percents, plain = _only(r, "P"), _only(r, "N")
    if len(percents) != 1 or len(plain) != 2 or says(r, "interest|loan|tax|gst|discount"):
        return None
    if not find(
        r,
        r"<p> (?:<w>){0,3}(?:per|a|every|each|/) (?:year|month|week|day|hour|annum)",
        r"(?:every|each|per) (?:year|month|week|day) (?:[^NP] ?){0,20}<p>",
        r"<p> (?:<w>){0,2}(?:annually|yearly|monthly|weekly|daily)",
        r"(?:annually|yearly|monthly) (?:<w>){0,2}<p>",
    ):
        return None
    span = find(r, r"<n> (?:years?|months?|weeks?|days?|hours?)")
    if not span:
        return None
    money = next((m for m in plain if m != span[0]), None)
    sign = sign_of(r, percents[0]) or "+"
    return (
        money
        and f"{r.expr(money)} * (1 {sign} {r.number(percents[0]).expr} / 100) ** {r.expr(span[0])}"
    )


def simple_profit(r: Reading) -> str | None:
    """Profit or loss as an amount: sold minus bought."""
    plain = _only(r, "N")
    whole = find(
        r,
        r"(?:bought|buys|buy|purchased|got) <n> (?:[^.?NP] ?){0,25}<n> (?:[^.?NP] ?){0,12}"
        r"(?:sold|sells|sell) (?:[^.?NP] ?){0,12}each (?:<w>)?(?:for|at) <n>",
        r"(?:bought|buys|buy|purchased|got) <n> (?:[^.?NP] ?){0,25}<n> (?:[^.?NP] ?){0,12}"
        r"(?:sold|sells|sell) (?:[^.?NP] ?){0,20}<n> (?:each|apiece|per)",
    )
    if whole and says(r, "profit|loss|gain|earn|make") and len(plain) == 3:
        count, cost, price = (r.expr(m) for m in whole)
        return f"{count} * {price} - {cost}"
    if not says(r, "profit|loss|gain") or len(plain) != 2 or _only(r, "P"):
        return None
    if asks_percent(r) or not says(r, "sold|sell|sells|selling|sp|cost|cp|bought"):
        return None
    low, high = sorted(plain, key=lambda m: r.number(m).value)
    return f"{r.expr(high)} - {r.expr(low)}"


RULES = [
    growth,
    interest,
    before_change,
    change,
    simple_profit,
    ratio,
    in_proportion,
    left,
    items,
    with_percent,
]
