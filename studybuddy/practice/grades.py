"""Word problems about marks: weighted averages, targets, percentages, best-of, attendance."""

from __future__ import annotations

import re

from studybuddy.practice.measures import turn
from studybuddy.practice.numbers import Reading, group
from studybuddy.practice.stories import (
    add,
    after_of,
    asks_other_part,
    asks_percent,
    before_of,
    find,
    find_all,
    lists,
    marks_in,
    numbers,
    says,
    share,
)

_NEED = (
    r"what (?:<w>){0,3}gives?|takes? it|brings? it|pushes it|makes it|gives? me|gets? me|"
    r"takes? me|would give|need|needs|needed|must|require|required|"
    r"should i (?:get|score|"
    r"have)|have to|has to|"
    r"do i get to|to reach|what (?:<w>)?(?:score|marks|grade|sgpa|gpa) (?:<w>)?(?:will|would|"
    r"in|on)"
)
_TARGET = (
    r"(?:reach|reaching|gets? me|takes? me|takes? it|brings? it|pushes it|makes it|hit|target|"
    r"goal|aim|aiming|achieve|attain|touch|"
    r"cross|secure|maintain|"
    r"pull|bring|raise|lift|push|take|finish|end|become|becomes|average|overall|least|keep|want|make|"
    r"final cgpa|total) (?:(?:it|my|the|this|that|up|back|to|for|is|of|at|with|on|an?|cgpa|gpa|"
    r"sgpa|average|overall|out|be|get|have|score|percentage|grade|mean|above|final|exactly|"
    r"around|about|me|as|aggregate|course|total|in|by) ){0,7}<a>"
)
_TARGET_LOOSE = (
    r"(?:to|for) (?:(?:get|be|have|average|mean|score|make|an?|the|my|overall|cgpa|gpa|of|pass|"
    r"with|at|least|is|to|clear|average|grade|final|in|course) ){1,8}<a>"
)
_COUNTED = (
    r"(?:semesters?|tests?|exams?|papers?|quizzes|subjects?|terms?|courses?|games?|matches|"
    r"innings|assignments?|rounds?|labs?|units?|attempts?|mocks?)"
)
_AVERAGE = r"(?:cgpa|gpa|sgpa|cpi|average|mean|percentage|aggregate|grade)"


def target_of(r: Reading) -> str | None:
    if not says(r, _NEED):
        return None
    counted = re.compile(rf"{_COUNTED}$")
    places = (
        [p for p in find_all(r, _TARGET) if not counted.match(after_of(r, p[0]))]
        or find_all(r, _TARGET_LOOSE)
        or find_all(r, r"<a> (?:overall|aggregate|in total|on average|as average|average)")
    )
    return places[-1][0] if places else None


def _credit_marks(r: Reading, used: set[str]) -> list[str]:
    """The numbers that are credits, in order."""
    found: list[str] = []
    words = [i for i, t in enumerate(r.marks) if t in ("credit", "credits", "credited", "units")]
    for i in words:
        back = i - 1
        if back >= 0 and r.marks[back] == "-":
            back -= 1
        if back >= 0 and re.fullmatch(r"N\d+", r.marks[back]):
            run = [r.marks[back]]
            while len(words) == 1 and back >= 2:  # `worth 4, 3 and 2 credits`
                step = back - 1
                while step >= 0 and r.marks[step] in (",", "and", "&"):
                    step -= 1
                if step == back - 1 or step < 0 or not re.fullmatch(r"N\d+", r.marks[step]):
                    break
                run.insert(0, r.marks[step])
                back = step
            found += run
        else:  # `credits are 4, 3 and 2`
            ahead = i + 1
            while ahead < len(r.marks) and r.marks[ahead] in (
                "are",
                "is",
                "of",
                ":",
                "as",
                "=",
                "being",
                "were",
                "respectively",
                "(",
                ",",
            ):
                ahead += 1
            while ahead < len(r.marks) and re.fullmatch(r"N\d+|,|and|&", r.marks[ahead]):
                if r.marks[ahead][0] == "N":
                    found.append(r.marks[ahead])
                ahead += 1
    return [m for m in dict.fromkeys(found) if m not in used]


def grade_pairs(r: Reading, used: set[str]) -> list[tuple[str, str]]:
    """(grade, credits) pairs of a question about grade points, else an empty list."""
    if not says(r, "credits?|credited|units"):
        return []
    marks = [m for m in r.marks if re.fullmatch(r"N\d+", m) and m not in used]
    credit = _credit_marks(r, used)
    grades = [m for m in marks if m not in credit]
    if len(credit) != len(grades) and credit and len(marks) % 2 == 0:
        first = marks.index(credit[0]) % 2  # `8.2 with 20 credits and 9.1 with 22`
        credit, grades = marks[first::2], marks[1 - first :: 2]
    return list(zip(grades, credit, strict=True)) if len(credit) == len(grades) else []


def next_credits(r: Reading) -> str | None:
    hit = find(
        r,
        r"(?:next|remaining|last|coming|upcoming|final|another|other|"
        r"more) (?:<w>){0,3}<n> "
        r"(?:<w>)?(?:credits?|units)",
        r"<n> (?:more|remaining|further|additional|pending) credits?",
        r"<n> credits? (?:<w>){0,2}(?:left|remaining|to go|next semester)",
        r"next (?:<w>){1,6}\(? ?<n> credits?",
    )
    return hit[0] if hit else None


def credit_target(r: Reading) -> str | None:
    """`What must I get in the next 20 credits to reach 9.0?`"""
    target, ahead = target_of(r), next_credits(r)
    if not target or not ahead or target == ahead:
        return None
    points = find(r, r"<n> (?:<w>)?(?:credits?|grade|quality|total) points?")
    done = [m for m in r.marks_of("NP") if m not in (target, ahead, *(points or ()))]
    if points and len(done) == 1:  # the points are added up already
        all_ = f"({r.expr(done[0])} + {r.expr(ahead)})"
        return f"({r.expr(target)} * {all_} - {r.expr(points[0])}) / {r.expr(ahead)}"
    pairs = grade_pairs(r, {target, ahead})
    if not pairs:
        return None
    grades, credit = ([r.expr(p[k]) for p in pairs] for k in (0, 1))
    so_far = add([f"{g} * {c}" for g, c in zip(grades, credit, strict=True)])
    return (
        f"({r.expr(target)} * ({add([*credit, r.expr(ahead)])}) - {group(so_far)}) "
        f"/ {r.expr(ahead)}"
    )


def count_target(r: Reading) -> str | None:
    """`CGPA is 8.1 after 5 semesters; what do I need in the sixth to reach 8.3?`"""
    target = target_of(r)
    if not target or says(r, "weight|weightage|worth|counts for|carries"):
        return None
    ahead = find(
        r,
        rf"(?:next|remaining|last|other|coming|more) <n> (?:<w>)?{_COUNTED}",
        r"(?:next|remaining) <n>",
        rf"<n> (?:more|remaining) (?:<w>)?{_COUNTED}",
        rf"<n> {_COUNTED} (?:left|remaining|to go)",
    )
    more = ahead[0] if ahead and ahead[0] != target else None
    rest = [m for m in r.marks if re.fullmatch(r"[NP]\d+", m) and m not in (target, more)]
    counts = [
        m
        for m in rest
        if m[0] == "N"
        and re.match(_COUNTED + "$", after_of(r, m))
        or before_of(r, m, 2)[-2:] == ["of", "the"]
    ]
    if not counts:
        counts = [
            m
            for m in rest
            if m[0] == "N" and re.search(rf" {m} (?:[a-z]+ ){{1,2}}{_COUNTED} ", r.line + " ")
        ]
    steps = r.expr(more) if more else "1"
    values = [m for m in rest if m not in counts and m[0] == target[0]]
    if counts and len(values) == 2:  # `target 8 after 5`: the count afterwards says nothing new
        values = [m for m in values if r.number(m).value != r.number(counts[0]).value + 1]
    if counts and values and (says(r, _AVERAGE) or len(values) == 1):
        total = [m for m in counts if re.search(rf"(?:total of|out of|all|of) {m} ", r.line + " ")]
        if len(values) == 1:
            count, value = counts[0], values[0]
            if not more and len(counts) > 1 and counts[1] in total:  # 5 of 8 semesters done
                n, all_ = r.expr(count), r.expr(counts[1])
                return f"({r.expr(target)} * {all_} - {r.expr(value)} * {n}) / ({all_} - {n})"
            n = r.expr(count)
            return f"({r.expr(target)} * ({n} + {steps}) - {r.expr(value)} * {n})" + (
                f" / {steps}" if steps != "1" else ""
            )
    runs = [run for run in lists(r) if target not in run or len(run) > 2]
    if runs and (says(r, "average|mean|cgpa|gpa|percentage|overall|aggregate")):
        values = [m for m in runs[0] if m != target and m != more]
        size = f"{len(values)} + {steps}" if more else str(len(values) + 1)
        size = f"({size})" if more else size
        return (
            (
                f"({r.expr(target)} * {size} - ({add(numbers(r, values))}))"
                if not more
                else f"({r.expr(target)} * {size} - ({add(numbers(r, values))})) / {steps}"
            ).removeprefix("")
            if values
            else None
        )
    return None


def weight_target(r: Reading) -> str | None:
    """`I have 82% and the final is worth 30%: what do I need for 85% overall?`"""
    if not says(r, _NEED) or not says(
        r, "worth|weight|weightage|weighs|weighted|counts|count|carries|final"
    ):
        return None
    weight = find(
        r,
        r"(?:worth|counts for|counts|carries|weight|weightage|weighs|weighted)"
        r" (?:(?:of|is|as|at|a|about|the|other|remaining|for) ){0,3}<p>",
        r"<p> (?:weight|weightage|weighting)",
        r"<p> of (?:the|my|your|our) (?:<w>){0,2}"
        r"(?:grade|marks|total|course|score|mark)",
    )
    target = target_of(r)
    if not weight or not target or target == weight[0]:
        return None
    both = [m for m in r.marks if re.fullmatch(r"P\d+", m) and m != target]
    values = [m for m in r.marks if re.fullmatch(r"N\d+", m) and m != target]
    if (
        len(both) == 2
        and len(values) == 1
        and abs(sum(r.number(m).value for m in both) - 100) < 1e-6
    ):
        place = r.marks.index(values[0])
        gap = {m: _apart(r, place, r.marks.index(m)) for m in both}
        own, other = sorted(both, key=gap.__getitem__)
        return (
            f"({r.number(target).expr} - {r.expr(values[0])} * {share(r, own)}) / {share(r, other)}"
        )
    rest = [m for m in r.marks if re.fullmatch(r"[NP]\d+", m) and m not in (target, weight[0])]
    if not rest:
        return None
    w = share(r, weight[0])
    now, goal = r.number(rest[0]), r.number(target)
    if len(rest) == 2 and rest[1][0] == "P":  # current work has its own weight
        return f"({goal.expr} - {now.expr} * {share(r, rest[1])}) / {w}"
    return f"({goal.expr} - {now.expr} * (1 - {w})) / {w}"


def marks_needed(r: Reading) -> str | None:
    """`got 174 so far, paper total is 350 and pass mark is 60 percent of that`."""
    if not says(r, _NEED) and not says(
        r, "short|more marks|how many more|how far|miss|missed|by how (?:many|much)"
    ):
        return None
    percents = [m for m in r.marks if re.fullmatch(r"P\d+", m)]
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    target = find(
        r,
        r"(?:need|needs|needed|require|required|pass mark|passing marks?|"
        r"passing mark|pass marks|cutoff|cut off|target|"
        r"minimum) (?:(?:is|of|are|was|at|least|marks|to|get|score|a|total|"
        r"have) ){0,4}<n>",
        r"<n> (?:(?:marks|points|is|are) ){0,2}(?:needed|required|to pass|is the cutoff|"
        r"is pass)",
    )
    if (
        not percents
        and target
        and 2 <= len(plain) <= 3
        and not says(r, "average|cgpa|gpa|class|classes")
        and says(r, "marks?|points?|score|scored|pass|passing|cutoff|cut off|qualify|exam|paper")
    ):
        whole = find(r, rf"{target[0]} (?:<w>)?(?:out of|of|/) <n>")
        rest = [m for m in plain if m != target[0] and (not whole or m != whole[0])]
        if len(rest) == 1 and r.number(rest[0]).value < r.number(target[0]).value:
            return f"{r.expr(target[0])} - {r.expr(rest[0])}"
    wanted, got_of = find(r, "<p> of <n>"), find(r, r"<n> (?:out of|/) <n>")
    if wanted and got_of and wanted[1] not in got_of and not says(r, "class|classes|average"):
        return f"{share(r, wanted[0])[1:-1]} * {r.expr(wanted[1])} - {r.expr(got_of[0])}"
    if len(percents) != 1 or not says(
        r, "marks?|points?|pass|passing|score|scored|total|exam|paper|got|have"
    ):
        return None
    p = share(r, percents[0])
    if says(r, "class|classes|lectures|attendance|attended|sessions"):
        return None
    if len(plain) == 1:  # how many marks of 350 are 60 percent
        return f"{p[1:-1]} * {r.expr(plain[0])}"
    if len(plain) == 2 and not says(r, "each"):
        total = find(
            r,
            r"(?:out of|total|paper|maximum|max|exam|full marks|of) (?:(?:is|of|for|"
            r"are|marks|has|"
            r"paper|the|a|was|carries|mark|exam) ){0,4}<n>",
            "<n> (?:mark|marks) (?:exam|paper|test|total)",
            r"<n> (?:total|in total|maximum|max)",
        )
        values = sorted(plain, key=lambda m: r.number(m).value)
        full = total[0] if total and total[0] != values[0] else values[-1]
        got = next(m for m in plain if m != full)
        return f"{p[1:-1]} * {r.expr(full)} - {r.expr(got)}"
    if len(plain) == 3:  # 34 of 40 so far, final of 60
        fractions = find(r, r"<n> (?:out of|/|of) <n>")
        if fractions:
            last = next(m for m in plain if m not in fractions)
            return f"{p[1:-1]} * ({r.expr(fractions[1])} + {r.expr(last)}) - {r.expr(fractions[0])}"
    return None


def attendance(r: Reading) -> str | None:
    """Classes that may be missed or must be attended for a required percentage."""
    if not says(r, "class|classes|lectures?|attendance|attended|sessions?|labs|days|bunk|periods"):
        return None
    percents = [m for m in r.marks if re.fullmatch(r"P\d+", m)]
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if len(percents) != 1:
        return None
    p = share(r, percents[0])
    if len(plain) == 1 and says(r, "miss|skip|bunk|absent|leave"):
        return f"{r.expr(plain[0])} - {p[1:-1]} * {r.expr(plain[0])}"
    if len(plain) == 1 and says(r, "attend|present|must|need|minimum|least|attended|required"):
        return f"{p[1:-1]} * {r.expr(plain[0])}"
    if len(plain) != 2:
        return None
    low, high = sorted(plain, key=lambda m: r.number(m).value)
    a, h = r.expr(low), r.expr(high)
    gone = find(
        r,
        r"(?:missed|skipped|bunked|absent for|absent on|absent|took|leave on|"
        r"leaves) (?:<w>){0,2}<n>",
        r"<n> (?:<w>){0,2}(?:missed|skipped|bunked|absences|absents|leaves)",
    )
    if gone and gone[0] == low:
        spare = f"({h} - {p[1:-1]} * {h}) - {a}"
        if says(r, "more|can|may|still|left|another"):
            return spare
    if says(r, "miss|skip|bunk|absent") and says(
        r, "(?:can|may|could|allowed|afford) (?:<w>){0,3}(?:miss|skip|bunk|absent)"
    ):
        return f"{a} / {p} - {h}"
    whole = find(r, r"<p> (?:<w>){0,3}(?:of|out of|in|from) (?:<w>){0,2}<n>")
    if whole and whole[1] == high and not says(r, "row|consecutive|so far"):
        return f"{p[1:-1]} * {h} - {a}"
    if (
        says(r, "total|semester|term")
        and says(r, "will be|there are|in all|total of|total")
        and not says(r, "row|consecutive|held so far")
    ):
        return f"{p[1:-1]} * {h} - {a}"
    if says(r, "more|need|must|attend|consecutive|row"):
        return f"({p[1:-1]} * {h} - {a}) / (1 - {p[1:-1]})"
    return None


def weighted_grades(r: Reading) -> str | None:
    """Grade points with credits: the sum of point times credit over the sum of credits."""
    pairs = grade_pairs(r, set())
    if len(pairs) < 2:
        return None
    grades, credit = ([r.expr(p[k]) for p in pairs] for k in (0, 1))
    top = add([f"{g} * {c}" for g, c in zip(grades, credit, strict=True)])
    return f"({top}) / ({add(credit)})"


def weighted_scores(r: Reading) -> str | None:
    """`assignments count 30% and the exam 70%; I got 80 and 65`: scores times weights."""
    if not says(
        r,
        "weight|weights|weightage|weighted|worth|counts?|count|carry|carries|overall|"
        "total"
        "|got|scored|marks|final|weighs|grade|makes up|make up|weighting",
    ):
        return None
    if says(r, r"what (?:<w>){0,3}gives?|need|needed|required"):
        return None
    percents = [m for m in r.marks if re.fullmatch(r"P\d+", m)]
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    parts = find_all(r, r"<n> (?:/|out of|of) <n>")
    if len(parts) >= 2 and len(parts) == len(percents) and len(plain) == 2 * len(parts):
        return add(
            [
                f"{r.expr(a)} / {r.expr(b)} * {r.number(p).expr}"
                for (a, b), p in zip(parts, percents, strict=True)
            ]
        )
    if (
        len(percents) >= 2
        and len(percents) == len(plain)
        and abs(sum(r.number(m).value for m in percents) - 100) < 1e-6
    ):
        return add(
            [
                f"{r.expr(n)} * {r.number(p).expr} / 100"
                for n, p in zip(plain, percents, strict=True)
            ]
        )
    marks = [m for m in r.marks if re.fullmatch(r"[NP]\d+", m)]
    if (
        len(marks) >= 4
        and len(marks) % 2 == 0
        and (says(r, "weights?|weightage|weighted") or r.of_kind("P"))
    ):
        half = len(marks) // 2
        for scores, weights in (
            (marks[::2], marks[1::2]),
            (marks[1::2], marks[::2]),
            (marks[:half], marks[half:]),
            (marks[half:], marks[:half]),
        ):
            total = sum(r.number(m).value for m in weights)
            if abs(total - 100) < 1e-6 or abs(total - 1) < 1e-6:
                unit = " / 100" if total > 2 else ""
                return add(
                    [
                        f"{r.number(s).expr} * {r.number(w).expr}{unit}"
                        for s, w in zip(scores, weights, strict=True)
                    ]
                )
        if says(r, "weights?|weighted"):
            scores, weights = (
                (marks[:half], marks[half:])
                if lists(r) and len(lists(r)[0]) == half
                else (marks[::2], marks[1::2])
            )
            if says(r, rf"weights? (?:<w>|: |= ){{0,2}}{scores[0]}"):
                scores, weights = weights, scores
            top = add([f"{r.expr(s)} * {r.expr(w)}" for s, w in zip(scores, weights, strict=True)])
            return f"({top}) / ({add(numbers(r, weights))})"
    return None


def best_of(r: Reading) -> str | None:
    """`Only the best 3 quizzes count`, `drop the lowest`: the best are picked here, then added."""
    keep = find(
        r,
        r"(?:best|top|highest) (?:of )?<n>",
        r"best (?:of )?(?:<w>){0,2}<n>",
        r"<n> best",
        r"(?:best|top) <n> (?:out )?of <n>",
    )
    drop = says(
        r,
        "(?:drop|drops|dropping|dropped|without|ignore|ignoring|leave out|leaving out|"
        "remove|exclude|excluding|except|minus|removing) (?:<w>){0,4}(?:lowest|worst|"
        "least|smallest)|(?:lowest|worst|least|smallest) (?:(?:[a-z]+|N\\d+) ){0,6}"
        "(?:dropped|ignored|removed|left out|not counted|excluded|discarded|cancelled)",
    )
    if not keep and not drop:
        return None
    runs = lists(r)
    if not runs or len(runs[0]) < 2:
        return None
    scores = sorted(runs[0], key=lambda m: r.number(m).value, reverse=True)
    two = find(
        r,
        r"(?:drop|dropping|ignore|remove|without) (?:<w>){0,3}<n> (?:lowest|worst)",
        r"(?:lowest|worst) <n>",
    )
    count = (
        int(float(r.number(keep[0]).value))
        if keep
        else len(scores) - (int(r.number(two[0]).value) if two else 1)
    )
    if not 0 < count <= len(scores):
        return None
    chosen = [m for m in runs[0] if m in scores[:count]]
    total = add(numbers(r, chosen))
    each = find(
        r,
        r"(?:out of|of|from) <n> (?:marks |points )?(?:each|every|per)",
        r"(?:each|all|every)"
        r" (?:<w>){0,4}(?:out of|of) <n>",
        r"out of <n>",
    )
    if says(r, "average|mean|averaged"):
        return f"({total}) / {count}"
    if each and asks_percent(r) and each[0] not in chosen:
        return f"({total}) / ({count} * {r.expr(each[0])}) * 100"
    return total


_RIGHT = ("right", "correct", "correctly", "hits")
_WRONG = ("wrong", "incorrect", "incorrectly", "wrongly", "negative", "penalty", "mistakes")


def negative_marking(r: Reading) -> str | None:
    """`45 right at +4 each, 12 wrong at -1 each`: each number goes to its nearest word.

    Of the two numbers of a word the marks are the smaller and the count is the larger one.
    """
    if asks_percent(r) or r.of_kind("P") or not says(r, "|".join(_RIGHT)):
        return None
    if not says(r, "|".join(_WRONG)):
        each = find(
            r,
            r"<n> (?:marks?|points?) (?:<w>)?(?:each|per|for each|every)",
            r"(?:each|every|per question) (?:<w>){0,4}<n> (?:marks?|points?)",
        )
        got = find(r, r"<n> (?:<w>){0,3}(?:right|correct|correctly)", r"correct (?:<w>){0,2}<n>")
        if each and got and each != got:
            return f"{r.expr(got[0])} * {r.expr(each[0])}"
        return None
    groups: dict[str, list[str]] = {"right": [], "wrong": []}
    for mark in r.marks_of("NF"):
        place = r.marks.index(mark)
        if find(
            r, rf"({mark}) (?:<w>){{0,2}}(?:blank|unattempted|skipped|unanswered|left)"
        ) or find(r, rf"({mark}) (?:<w>){{0,4}}no (?:penalty|negative|marks|deduction)"):
            continue  # these give no marks
        gaps = {}
        for name, words in (("right", _RIGHT), ("wrong", _WRONG)):
            gaps[name] = min(
                (_apart(r, place, i) for i, w in enumerate(r.marks) if w in words), default=99
            )
        if min(gaps.values()) < 9:
            groups[min(gaps, key=gaps.__getitem__)].append(mark)

    def size(mark: str) -> float:
        return abs(r.number(mark).value)

    right, wrong = (sorted(groups[name], key=size) for name in ("right", "wrong"))
    asked = find(r, r"<n> (?:questions?|attempted|mcqs?|problems|in all|total)", r"out of <n>")
    if len(right) == 3 and asked:
        right = [m for m in right if m != asked[0]]
    if len(wrong) == 3 and asked:
        wrong = [m for m in wrong if m != asked[0]]
    if len(right) != 2 or len(wrong) != 2:
        return None
    loss = r.number(wrong[0]).expr.lstrip("-")
    return f"{r.expr(right[1])} * {r.expr(right[0])} - {r.expr(wrong[1])} * {group(loss)}"


def _apart(r: Reading, a: int, b: int) -> float:
    """How far two tokens stand apart; another number or a comma between them counts more."""
    gap = float(abs(a - b)) + (0.5 if b < a else 0)
    for word in r.marks[min(a, b) + 1 : max(a, b)]:
        if re.fullmatch(r"[NP]\d+", word):
            gap += 0.5
        elif word in (",", ".", ";", "and"):
            gap += 3
    return gap


def _percent(r: Reading, part: str, whole: str) -> str:
    """One number as a percentage of another; `45 minutes of 2 hours` in one unit."""
    factor = turn(after_of(r, whole), after_of(r, part)) or ""
    bottom = f"({r.expr(whole)}{factor})" if factor else r.expr(whole)
    return f"{r.expr(part)} / {bottom} * 100"


def out_of(r: Reading) -> str | None:
    """`432 out of 500`, `36 is what percent of 48`: a percentage."""
    if not asks_percent(r) and not says(r, "percent|percentage|attendance"):
        return None
    if says(r, "difference"):
        return None
    if [m for m in r.marks if re.fullmatch(r"P\d+", m)] and not asks_percent(r):
        return None
    hit = find(
        r,
        r"<n> is what (?:percent|percentage|%) of (?:<w>)?<n>",
        r"(?:percent|percentage|%) (?:is|are|was|does|"
        r"did) (?:<w>)?<n> (?:<w>){0,3}(?:out of|of|from|in) (?:<w>)?<n>",
        r"<n> as an? (?:percent|percentage|%) of (?:<w>)?<n>",
        r"(?:percent|percentage|%) of <n> (?:in|out of|from) (?:<w>)?<n>",
        r"(?:percent|percentage|%) of <n> (?:<w>){0,3}(?:is|are|was|were|makes?|"
        r"does) (?:<w>)?<n>",
    )
    if hit:
        a, b = hit
        if find(
            r,
            r"(?:percent|percentage|%) of <n> (?:<w>){0,3}(?:is|are|was|were|makes?|"
            r"does) (?:<w>)?<n>",
        ):
            a, b = b, a
        return _percent(r, a, b)
    parts = find_all(r, r"<n> (?:<w>){0,3}?(?:out of|/|outof|of|from) (?:<w>){0,3}?<n>")
    each = find(r, rf"<n> {_COUNTED} (?:of|out of|for|worth) (?:<n>) (?:marks|points)")
    each = (
        each
        and each[1:]
        or find(
            r, r"(?:out of|of) <n> (?:marks |points )?each", r"each (?:<w>){0,4}(?:out of|of) <n>"
        )
    )
    runs = lists(r)
    if runs and len(runs[0]) >= 3 and (each or parts):
        scores = runs[0]
        whole = each[0] if each else parts[-1][1]
        scores = [m for m in scores if m != whole]
        if each or says(r, "each|every|all out of"):
            return f"({add(numbers(r, scores))}) / ({len(scores)} * {r.expr(whole)}) * 100"
        return f"({add(numbers(r, scores))}) / {r.expr(whole)} * 100"
    if len(parts) == 1:
        a, b = parts[0]
        gone = "(?:wrong|incorrect|absent|missed|lost|mistakes|skipped|bunked|failed)"
        if find(r, rf"({a}) (?:<w>){{0,3}}{gone}") or (
            find(r, rf"{gone} (?:<w>){{0,2}}({a})") and says(r, "attendance|present|passed|correct")
        ) or asks_other_part(r):
            return f"({r.expr(b)} - {r.expr(a)}) / {r.expr(b)} * 100"
        return _percent(r, a, b)
    if len(parts) > 1:
        return (
            f"({add([r.expr(a) for a, _ in parts])}) / ({add([r.expr(b) for _, b in parts])}) * 100"
        )
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    if len(plain) == 1 and len(r.numbers) == 1 and says(r, "convert|write|express|change|turn|as"):
        return f"{r.expr(plain[0])} * 100"
    if (
        len(plain) == 2
        and asks_percent(r)
        and says(
            r,
            "goal|target|done|held|attended|present|total|out|passed|students|questions|correct|right|won|girls|"
            "boys|absent|missed|came",
        )
    ):
        low, high = sorted(plain, key=lambda m: r.number(m).value)
        other = says(r, "missed|absent|failed") and says(r, "attendance|present|passed")
        if other or asks_other_part(r):
            return f"({r.expr(high)} - {r.expr(low)}) / {r.expr(high)} * 100"
        return f"{r.expr(low)} / {r.expr(high)} * 100"
    return None


def middle(r: Reading) -> str | None:
    """Median and range of a list."""
    runs = lists(r)
    if says(r, "range|spread") and says(r, "highest|maximum|max") and len(r.of_kind("N")) == 2:
        low, high = sorted(r.marks_of("N"), key=lambda m: r.number(m).value)
        return f"{r.expr(high)} - {r.expr(low)}"
    if not runs:
        return None
    values = sorted(runs[0], key=lambda m: r.number(m).value)
    if says(r, "median"):
        half = len(values) // 2
        if len(values) % 2:
            return f"{r.expr(values[half])} + 0"
        return f"({r.expr(values[half - 1])} + {r.expr(values[half])}) / 2"
    if says(r, "range") and not says(r, "average|mean"):
        return f"{r.expr(values[-1])} - {r.expr(values[0])}"
    return None


_COUNT_WORDS = ("subjects", "students", "tests", "papers", "numbers", "days", "matches", "exams")


def average(r: Reading) -> str | None:
    """The mean of a list, or a total from a mean and a count."""
    if says(r, "takes? (?:it|me)|brings? (?:it|me)|needed|must|required"):
        return None
    if asks_percent(r) and says(r, r"from N\d+ (?:<w>){0,2}to N\d+"):
        return None  # a change of an average, in percent
    first = find(r, r"(?:average|mean) of (?:the )?O\d+ <n> (?:<w>)?(?:natural|numbers)")
    if first:
        return f"({r.expr(first[0])} + 1) / 2"
    if not says(r, "average|mean|averaged|averages") and not (
        (lists(r) or says(r, "same|equal|equally|semester|semesters"))
        and says(r, "cgpa|gpa|cpi|overall percentage|aggregate")
    ):
        return None
    total = find(
        r,
        r"average (?:<w>){0,4}of <n> (?:<w>){1,3}(?:is|was|are) <n>",
        r"<n> (?:<w>){1,3}"
        r"(?:with an|have an|has an|at an) average (?:<w>){0,4}<n>",
    )
    if total and says(r, "total|sum"):
        return f"{r.expr(total[0])} * {r.expr(total[1])}"
    mean = find(r, r"(?:average|mean) (?:(?:is|of|was|score|marks?|=|:) ){0,2}<n>")
    if mean and len(r.of_kind("NPF")) == 2 and says(r, "total|sum") and not lists(r):
        other = next(m for m in r.marks_of("N") if m != mean[0])
        if after_of(r, mean[0]) not in _COUNT_WORDS:
            return f"{r.expr(other)} * {r.expr(mean[0])}"
    if len(r.numbers) == len(r.of_kind("N")) == 2 and says(r, "total|sum") and not lists(r):
        low, high = sorted(r.marks_of("N"), key=lambda m: r.number(m).value)
        return f"{r.expr(high)} / {r.expr(low)}"
    per = find(
        r,
        r"total (?:<w>){0,4}(?:of|is|was)? ?<n> (?:<w>){0,3}(?:in|over|for|across|from|"
        r"by) (?:<w>)?<n>",
        r"<n> (?:<w>){0,3}(?:in|over|across|for|shared by|from) (?:<w>)?<n> "
        r"(?:days|weeks|tests|matches|innings|games|subjects|students|papers|months|hours|"
        r"people|friends|exams)",
    )
    runs = lists(r)
    if runs and (len(runs[0]) > 2 or not per):
        values = numbers(r, runs[0])
        return f"({add(values)}) / {len(values)}"
    if per and not says(r, "km|speed|kmph|miles"):
        return f"{r.expr(per[0])} / {r.expr(per[1])}"
    plain = marks_in(" ".join(r.marks))
    skip = {m for m in plain if re.match(_COUNTED + "$", after_of(r, m))}
    values = [m for m in plain if m not in skip]
    sizes = [abs(r.number(m).value) for m in values]
    if sizes and max(sizes) > 20 * min(sizes):  # a count beside a total is no list
        return None
    if (
        len(values) >= 2
        and not per
        and len({m[0] for m in values}) == 1
        and not says(r, "km|hours?|speed")
        and (says(r, "same|equal|equally") or not says(r, "credits?"))
    ):
        return f"({add(numbers(r, values))}) / {len(values)}"
    return None


def cgpa_percent(r: Reading) -> str | None:
    """CGPA to percentage and back by the factor 9.5 (CBSE's rule), or by the factor given."""
    if not says(r, "cgpa|gpa|cpi|sgpa") or not says(r, "percent|percentage|%"):
        return None
    plain = [m for m in r.marks if re.fullmatch(r"N\d+", m)]
    percents = [m for m in r.marks if re.fullmatch(r"P\d+", m)]
    if percents and not plain:
        return f"{r.number(percents[0]).expr} / 9.5"
    factor = find(
        r,
        r"(?:multiply|multiplied|multiplying|times|by|factor|x|using|with|formula|"
        r"\*) (?:<w>){0,3}<n>",
        r"\* <n>",
    )
    values = [m for m in plain if not factor or m != factor[0]]
    if len(values) == 1:
        if find(r, r"- <n> \) \* <n>"):
            return None
        return f"{r.expr(values[0])} * {r.expr(factor[0]) if factor else '9.5'}"
    return None


def scaled(r: Reading) -> str | None:
    """Marks on another scale: `34 out of 50, convert it to out of 20`."""
    hit = find(r, r"out of <n> ,? ?(?:<w>){0,2}<n> [.,]? ?(?:<w>){0,4}out of <n>")
    if hit and len(r.of_kind("NPF")) == 3:
        return f"{r.expr(hit[1])} / {r.expr(hit[0])} * {r.expr(hit[2])}"
    hit = find(r, r"<p> (?:[a-z]+ ){0,5}(?:scale|out) of <n>")
    if hit and len(r.of_kind("NPF")) == 2:
        return f"{r.number(hit[0]).expr} / 100 * {r.expr(hit[1])}"
    hit = find(
        r,
        r"<n> (?:out of|/) <n> (?:[^NP]){0,60}?(?:out of|to|into|on|scale of|"
        r"for) (?:<w>){0,3}<n>",
    )
    if (
        hit
        and len(r.of_kind("N")) == 3
        and says(
            r,
            r"scale|scaled|convert|converted|reduced|"
            r"out of N\d+ (?:[^NP]){0,60}out of|"
            r"equivalent|conversion|brought down|weightage",
        )
    ):
        a, b, c = (r.expr(m) for m in hit)
        return f"{a} / {b} * {c}"
    return None


def marks_lost(r: Reading) -> str | None:
    """A total of marks: `scored 34, 45 and 50; total marks`."""
    parts = find_all(r, r"<n> (?:/|out of) <n>")
    if parts and 2 * len(parts) == len(r.of_kind("NPF")) and says(r, "total|altogether|in all"):
        return add([r.expr(a) for a, _ in parts]) if len(parts) > 1 else None
    runs = lists(r)
    extra = [t for t in r.of_kind("N") if t.value == len(runs[0])] if runs else []
    if (
        runs
        and len(runs[0]) >= 2
        and says(r, "total|sum|altogether|in all|add up|combined")
        and len(r.of_kind("NP")) - len(extra) <= len(runs[0])
        and all(m[0] == "N" for m in runs[0])
    ):
        return add(numbers(r, runs[0]))
    return None


RULES = [
    credit_target,
    weight_target,
    count_target,
    negative_marking,
    best_of,
    attendance,
    marks_needed,
    weighted_grades,
    weighted_scores,
    cgpa_percent,
    middle,
    scaled,
    out_of,
    average,
    marks_lost,
]
