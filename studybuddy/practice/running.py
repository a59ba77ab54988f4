"""Marks that go on: a new average, a new percentage, what is still needed of the points.

All rules here work on totals: average * count, or points got and points possible.
"""

from __future__ import annotations

import re

from studybuddy.practice.measures import STANDARD
from studybuddy.practice.numbers import Reading
from studybuddy.practice.stories import add, asks_percent, find, find_all, numbers, says, share

_MEAN = r"(?:average|averages|averaged|mean|cgpa|gpa|cpi|sgpa|percentage)"
_THING = (
    r"(?:semesters?|tests?|exams?|papers?|quizzes|quiz|subjects?|terms?|courses?|games?|matches|"
    r"innings|assignments?|rounds?|labs?|units?|attempts?|mocks?|students?|people|persons|boys|"
    r"girls|numbers|values|players|workers|employees|men|women|children|kids|items|days|months|"
    r"weeks|members|observations|readings)"
)
_NEED = r"need|needs|needed|must|should|required?|have to|reach|target|want|aim"
_WORDS_APART = (
    ("present|attended|came|attend", "absent|missed|bunked|skipped|leave"),
    ("right|correct|correctly", "wrong|incorrect|incorrectly|blank"),
    ("boys|men|male|males", "girls|women|female|females"),
    ("won|wins|win", "lost|losses|loss|lose"),
    ("passed|pass", "failed|fail"),
    ("yes", "no"),
    ("made|scored|in", "missed|out"),
)


def _groups(r: Reading) -> list[tuple[str, str]]:
    """(average, count) of every group of which both are said."""
    between = r"(?:(?!N|P)[^.?;,] ?){0,45}?"
    pairs = [
        (a, n)
        for a, n in find_all(
            r,
            rf"{_MEAN} (?:(?:is|was|of|score|marks?|stands|at|=|:|my|the|class|percentage|for) )"
            rf"{{0,4}}<a> (?:<w>|\()?{between}(?:for|after|over|of|in|from|across|with|through|\() "
            rf"(?:<w>){{0,2}}<n> (?:<w>)?{_THING}",
        )
    ]
    if pairs:
        return pairs
    pairs = [
        (a, n)
        for n, a in find_all(
            r,
            rf"<n> (?:<w>)?{_THING} (?:(?!N|P)[^?] ?){{0,40}}?"
            rf"(?:{_MEAN}|is|was|scored|at|have|had|has|with|got|of) (?:<w>|: |= ){{0,4}}<a>",
        )
    ]
    return pairs or [
        (a, n)
        for a, n in find_all(r, rf"<a> {_MEAN}? ?(?:<w>){{0,2}}(?:after|over|for|in|across) <n>")
    ]


def new_average(r: Reading) -> str | None:
    """An average over so many, and then one more (or one less): the total, divided anew."""
    if not says(r, _MEAN) or says(
        r, rf"N\d+ credits?|credits? N\d+|km|speed|hours|gets? me|over the next|{_NEED}"
    ):
        return None
    groups = _groups(r)
    marks = r.marks_of("NP")
    if len(groups) >= 2 and len({m for g in groups for m in g}) == len(marks) == 2 * len(groups):
        top = add([f"{r.expr(a)} * {r.expr(n)}" for a, n in groups])
        return f"({top}) / ({add([r.expr(n) for _, n in groups])})"
    if len(groups) != 1:
        return None
    average, count = groups[0]
    rest = [m for m in marks if m not in (average, count)]
    rest = [m for m in rest if r.number(m).value != 1] or rest
    if not rest or r.number(count).value < 1 or any(m[0] != average[0] for m in rest):
        return None
    a, n = r.expr(average), r.expr(count)
    if says(r, r"leaves?|left|removed?|drop(?:ped|s)?|excluded?|withdrawn|taken out|without"):
        return f"({a} * {n} - {r.expr(rest[0])}) / ({n} - 1)" if len(rest) == 1 else None
    if says(r, "then|new|now|next|another|more|joins|joined|added|in the|latest|updated|becomes?"):
        return f"({a} * {n} + {add(numbers(r, rest))}) / ({n} + {len(rest)})"
    return None


def then_more(r: Reading) -> str | None:
    """`attended 45 of 60; if I attend the next 10 too`: both parts grow, or only the whole."""
    if not asks_percent(r) and not says(r, "attendance"):
        return None
    hit = find(r, r"<n> (?:<w>){0,2}(?:out of|of|/|from) (?:<w>){0,2}<n>") or find(
        r, r"<n> (?:<w>){0,3}(?:held|conducted|so far|total) (?:[^NP] ?){0,40}<n>"
    )
    more = find(
        r,
        r"(?:next|all|coming|another|further|remaining|following|more) (?:the )?(?:next )?<n>",
        r"<n> (?:more|extra|further|additional)",
    )
    if not hit or not more or more[0] in hit or len(r.of_kind("NP")) != 3:
        return None
    part, whole = sorted(hit, key=lambda m: r.number(m).value)
    a, b, c = (r.expr(m) for m in (part, whole, more[0]))
    if says(r, "miss|skip|bunk|absent|lose|wrong|fail"):
        return f"{a} / ({b} + {c}) * 100"
    return f"({a} + {c}) / ({b} + {c}) * 100"


def parts_apart(r: Reading) -> str | None:
    """`present 52 days, absent 9`: the whole is the sum of two parts that exclude each other."""
    if not asks_percent(r) and not says(r, "attendance"):
        return None
    plain = r.marks_of("N")
    if len(plain) != 2 or len(r.of_kind("NPF")) != 2 or says(r, "out of|total|of N\\d+|held"):
        return None
    for pair in _WORDS_APART:
        first = find(r, rf"({pair[0]}|{pair[1]})")
        before = first and r.marks.index(first[0]) < r.marks.index(plain[0])
        form = "(?:{}) (?:<w>|: |= |- ){{0,2}}<n>" if before else "<n> (?:<w>){{0,3}}(?:{})"
        places = [place for words in pair if (place := find(r, form.format(words)))]
        if len(places) == 2 and places[0][0] != places[1][0]:
            of_second = re.search(rf"(?:{pair[1]})(?= |$)[^N]*$", r.line[-60:]) and not says(
                r, "attendance|accuracy|win|pass"
            )
            top = places[1 if of_second else 0][0]
            return f"{r.expr(top)} / ({add([r.expr(p[0]) for p in places])}) * 100"
    return None


def points_needed(r: Reading) -> str | None:
    """Points still needed for a share of all points: `28 of 50; 70% over two tests of 50`."""
    if not says(r, _NEED) or says(r, "class|classes|lectures|attendance|credits?"):
        return None
    goal = find(
        r,
        r"(?:need|want|target|reach|aim|get|for|score) (?:<w>){0,3}<n> (?:<w>)?(?:out of|/|of) <n>",
        r"<n> (?:out of|/|of) <n> (?:overall|in total|total|altogether) (?:<w>){0,2}(?:need|"
        r"to pass)",
    )
    other = [p for p in find_all(r, r"<n> (?:out of|/|of) <n>") if p != goal]
    if goal and len(other) == 1 and not set(other[0]) & set(goal) and not r.of_kind("PF"):
        ahead = r.number(goal[1]).value - r.number(other[0][1]).value
        rest = [m for m in r.marks_of("N") if m not in (*goal, *other[0])]
        if ahead > 0 and all(r.number(m).value == ahead for m in rest):
            return f"{r.expr(goal[0])} - {r.expr(other[0][0])}"
    each = find(r, r"<n> (?:tests|papers|exams|quizzes|subjects|assignments) (?:of|out of) <n>")
    goals = r.marks_of("P")
    if each and len(goals) == 1:
        had = [m for m in r.marks_of("N") if m not in each]
        if not had or len(had) == r.number(each[0]).value - 1:
            whole = f"{share(r, goals[0])[1:-1]} * {r.expr(each[0])} * {r.expr(each[1])}"
            return " - ".join([whole, *numbers(r, had)])
    parts = find_all(r, r"<n> (?:<w>|O\d+ ){0,5}(?:/|out of|of) <n>")
    target = find(
        r,
        r"(?:get|want|need|reach|for|target|aim|have|secure|score|average|total|overall|least|be|"
        r"is|of|at) (?:<w>){0,3}<a> (?:overall|total|in total|aggregate|over|on the whole|"
        r"altogether|across|for both|in all)",
        r"(?:overall|total|aggregate) (?:of|is|to be|at|=) <a>",
        r"(?:want|need|reach|get|for|target|aim) (?:<w>){0,3}<p>",
    )
    if not parts or not target:
        return None
    used = {m for part in parts for m in part} | {target[0]}
    if target[0] in {m for part in parts for m in part}:
        return None
    rest = [m for m in r.marks_of("NP") if m not in used]
    percents = [m for m in rest if m[0] == "P"]
    wholes = [m for m in rest if m[0] == "N"]
    if len(parts) == 1 and len(percents) == 2 and len(wholes) <= 1:  # each part has its weight
        reached, best = parts[0]
        aim = r.number(target[0]).expr
        mine, theirs = percents
        out = r.expr(wholes[0]) if wholes else "100"
        done = f"{r.expr(reached)} / {r.expr(best)} * {r.number(mine).expr}"
        return f"({aim} - {done}) / {r.number(theirs).expr} * {out}"
    if percents or target[0][0] != "P":
        return None
    two = each
    if two and two[1] in wholes + [m for p in parts for m in p]:
        all_points = f"{r.expr(two[0])} * {r.expr(two[1])}"
        parts = [p for p in parts if p[1] != two[1] or p[0] != two[0]]
        wholes = [m for m in wholes if m not in two]
    elif len(wholes) == 1:
        all_points = f"({add([*(r.expr(w) for _, w in parts), r.expr(wholes[0])])})"
        wholes = []
    else:
        return None
    if wholes or not parts:
        return None
    got = " - ".join(r.expr(g) for g, _ in parts)
    return f"{share(r, target[0])[1:-1]} * {all_points} - {got}"


def pass_mark(r: Reading) -> str | None:
    """`passing is 40%, the paper is out of 75: how many marks to pass?`"""
    if len(r.of_kind("NPF")) != 2 or not r.of_kind("P") or not r.of_kind("N"):
        return None
    asked = "pass|passing|minimum|cutoff|cut off|qualify|qualifying|need|required|target"
    if not says(r, asked) or not says(r, "marks?|points?|score|questions?"):
        return None
    if says(r, "discount|gst|tax|got|scored|tip|off|attended|lectures|classes"):
        return None
    return f"{share(r, r.marks_of('P')[0])[1:-1]} * {r.expr(r.marks_of('N')[0])}"


def share_left(r: Reading) -> str | None:
    """`spent 320 of 500: what percent is left?`, `3 of 8 slices eaten: what fraction is left?`"""
    asked = "percent" if asks_percent(r) else "fraction" if says(r, "fraction|what part") else ""
    plain = r.marks_of("N")
    if not asked or len(plain) != 2 or len(r.of_kind("NPF")) != 2:
        return None
    after = [r.marks[r.marks.index(m) + 1 :][:1] for m in plain]
    if after[0] != after[1] and all(a and a[0] in STANDARD for a in after):
        return None
    if not says(r, "left|remain|remains|remaining|unread|pending|unspent|unused|more to go"):
        return None
    low, high = sorted(plain, key=lambda m: r.number(m).value)
    rest = f"({r.expr(high)} - {r.expr(low)}) / {r.expr(high)}"
    return f"{rest} * 100" if asked == "percent" else rest


def part_of_all(r: Reading) -> str | None:
    """`3 exams worth 100 each, 250 got: percentage`."""
    if not asks_percent(r) or r.of_kind("PF") or len(r.of_kind("N")) < 3:
        return None
    each = find(
        r,
        r"<n> (?:<w>){1,3}(?:worth|of|out of|for|carrying|with|having) (?:<w>)?<n> (?:<w>)?(?:each|"
        r"apiece|per)",
        r"<n> (?:questions|mcqs|exams|papers|tests|internals) (?:of|worth|for) <n>",
    )
    if not each:
        return None
    whole = r.number(each[0]).value * r.number(each[1]).value
    got = [m for m in r.marks_of("N") if m not in each and r.number(m).value != whole]
    if len(got) not in (1, r.number(each[0]).value):
        return None
    top = add(numbers(r, got))
    top = f"({top})" if len(got) > 1 else top
    return f"{top} / ({r.expr(each[0])} * {r.expr(each[1])}) * 100"


RULES = [share_left, part_of_all, new_average, then_more, parts_apart, points_needed, pass_mark]
