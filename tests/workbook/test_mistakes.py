"""Every wrong answer in tests/mistakes gets exactly its message, through the real runner.

A file there holds the learner's code as it would stand in the cell. `EXPECT` is part of the row
"next" of its card, None for an answer that passes. `given.py` of a lesson holds what the lesson
has defined before.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from studybuddy.workbook import cards, checks, define, faults
from studybuddy.workbook.runtime import OWN_FAULT
from tests.workbook.answers import FOLDER, card_of, tried

FILES = sorted(path for path in FOLDER.glob("*/*.py") if path.name != "given.py")
CHECKS = [(number, name) for number in define.numbers() for name in define.load(number).checks]
MAX_WORDS = 20
EVERY_CASE = ("00", "01", "07")  # lessons where each case has an answer that needs it
# What stands there for an answer that nobody has thought of, where none could be made up.
NEVER_SAID = {("00.3", define.load("00").checks["00.3"].otherwise)}


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_each_answer_gets_its_message(path):
    card, expected, written = tried(path)
    assert written == ""
    if expected is None:
        assert card.status == cards.PASSED, card
        return
    assert card.status == cards.NOT_YET, card
    assert expected in (card.row("next") or ""), card
    labels = [label for label, _ in card.rows]
    order = ["tried", "your lines", "expected", "came back", "where", "next"]
    assert labels == sorted(labels, key=order.index)
    assert not re.search(r"0x[0-9a-f]{4}|/tmp|/home|\\Users", repr(card))


@pytest.mark.parametrize(("number", "name"), CHECKS)
def test_each_exercise_has_a_solution_a_stub_and_five_wrong_answers(number, name):
    stems = [path.stem for path in FILES if path.stem.startswith(f"{name}_")]
    assert f"{name}_solution" in stems
    assert f"{name}_stub" in stems
    wrong = [stem for stem in stems if "_solution" not in stem and not stem.endswith("_stub")]
    assert len(wrong) >= 5, wrong


@pytest.mark.parametrize(("number", "name"), CHECKS)
def test_each_mistake_of_a_lesson_is_made_by_some_answer(number, name):
    check = define.load(number).checks[name]
    own = ([rule.says for rule in check.rules] if isinstance(check, define.Order)
           else [mistake.says for mistake in check.mistakes] + [check.otherwise])
    said = {card_of(path).row("next") for path in FILES if path.stem.startswith(f"{name}_")}
    assert [one for one in own if one not in said and (name, one) not in NEVER_SAID] == []


@pytest.mark.parametrize(("number", "name"), [one for one in CHECKS if one[0] in EVERY_CASE])
def test_each_case_is_the_first_to_fail_for_some_answer(number, name):
    """A case that no wrong answer needs proves nothing, and could be lost without notice."""
    check = define.load(number).checks[name]
    if isinstance(check, define.Order):
        return
    tried = [card_of(path).row("tried") or "" for path in FILES
             if path.stem.startswith(f"{name}_")]
    assert [case.name for case in check.cases
            if not any(one.endswith(f"({case.name})") for one in tried)] == []


def messages(only: str = "") -> list[str]:
    """Everything that can stand in a row "next", of all checks or only of one."""
    found = [value for name, value in vars(faults).items()
             if name.isupper() and isinstance(value, str)]
    found += [*faults.ERRORS.values(), OWN_FAULT]
    for number, name in CHECKS:
        if only not in ("", name):
            continue
        check = define.load(number).checks[name]
        if isinstance(check, define.Order):
            found += [rule.says for rule in check.rules] + [check.otherwise]
        else:
            found += [mistake.says for mistake in check.mistakes]
            found += [check.otherwise, check.wrong_kind]
    return found


def test_next_is_at_most_twenty_words():
    said = messages() + [card_of(path).row("next") or "" for path in FILES]
    assert [one for one in said if len(one.split()) > MAX_WORDS] == []


def test_no_code_that_ends_in_dots_is_followed_by_a_dot():
    """A card as text has no backticks: `..` and a full stop would read as three dots."""
    assert [one for one in messages() if re.search(r"\.`\.", one)] == []


def test_no_message_shows_the_solution():
    """No line of a solution, beyond what the exercise gives, stands in any card."""
    for number, name in CHECKS:
        stub = FOLDER / number / f"{name}_stub.py"
        if not stub.exists():
            continue  # another test tells
        given = {line.strip() for line in stub.read_text(encoding="utf-8").splitlines()}
        check = define.load(number).checks[name]
        shown_anyway = set(check.lines.values()) if isinstance(check, define.Order) else set()
        solutions = [path for path in FILES if path.stem.startswith(f"{name}_solution")]
        wrong = [path for path in FILES if path.stem.startswith(f"{name}_")
                 and path not in solutions]
        said = [card_of(path).row("next") or "" for path in wrong] + messages(name)
        for path in solutions:
            for line in path.read_text(encoding="utf-8").splitlines():
                line = line.strip()
                if len(line) < 12 or line in given | shown_anyway or line.startswith(
                        ("EXPECT", "CHECK", "ANSWER")):
                    continue
                assert not [one for one in said if line in one], (path.name, line)


@pytest.mark.parametrize(("number", "name"), CHECKS)
def test_every_order_is_right_or_gets_a_message(number, name):
    from itertools import permutations, product

    order = define.load(number).checks[name]
    if not isinstance(order, define.Order):
        return
    letters = sorted(order.lines)
    tries = {"".join(one) for size in (3, 4, 5) for one in product(letters, repeat=size)}
    tries |= {"".join(one) for one in permutations(letters)}
    for one in tries:
        found = checks.compare_order(order, one)
        assert found["passed"] == (one in order.accepted)
        if not found["passed"]:
            assert dict(found["rows"])["next"] != order.otherwise, one


def test_case_names_are_short_and_different():
    for number, name in CHECKS:
        check = define.load(number).checks[name]
        if isinstance(check, define.Check):
            names = [case.name for case in check.cases]
            assert len(set(names)) == len(names)
            assert [one for one in names if not 2 <= len(one.split()) <= 4] == []
            for mistake in check.mistakes:
                assert set(mistake.cases) <= set(names), mistake


def test_predictions_have_a_reason_for_each_letter():
    for number in define.numbers():
        for name, prediction in define.load(number).predictions.items():
            assert name.startswith(f"{number}.p")
            assert list(prediction.options) == ["a", "b", "c"]
            assert prediction.right in prediction.options
            assert len(set(prediction.options.values())) == 3
