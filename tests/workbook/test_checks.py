"""The one most useful thing about an answer, on small checks made for it."""

from __future__ import annotations

import pytest

from studybuddy.workbook import cards, define, faults, runner, runtime
from studybuddy.workbook.define import Case, Check, Mistake
from tests.workbook.cells import Notebook


@pytest.fixture
def trial(monkeypatch):
    """Put a check into lesson 01 and run a cell that ends in it."""
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)

    def run(check: Check, cell: str, answer: str = "") -> cards.Card:
        monkeypatch.setitem(define.load("01").checks, "01.9", check)
        return Notebook().run(f'{cell}\nlesson.check("01.9", {answer or check.name})')
    return run


def double(*mistakes, **more):
    cases = (Case("two numbers", ([1, 2],), [2, 4]), Case("an empty list", ([],), []))
    return Check("double", cases, "Follow the list by hand.", parameters=("numbers",),
                 mistakes=mistakes, **more)


GOOD = "def double(numbers):\n    return [2 * n for n in numbers]"


def test_the_right_answer_lists_every_case(trial):
    card = trial(double(), GOOD)
    assert card.status == cards.PASSED
    assert card.rows == [("two numbers", "`double([1, 2])` gives `[2, 4]`"),
                         ("an empty list", "`double([])` gives `[]`")]


@pytest.mark.parametrize(("cell", "next_"), [
    ("def double(numbers):\n    for i, n in enumerate(numbers): numbers[i] = 2 * n\n"
     "    return numbers", faults.INPUT_CHANGED),
    ("def double(numbers):\n    print([2 * n for n in numbers])", faults.PRINTED),
    ("def double(numbers):\n    [2 * n for n in numbers]", faults.NOTHING_RETURNED),
    ("def double(numbers):\n    return numbers * 2", "Follow the list by hand."),
    ("def double(numbers):\n    return tuple(2 * n for n in numbers)", "Follow the list by hand."),
    ("def double(numbers):\n    return [2 * n for n in number]", faults.ERRORS["NameError"]),
    ("def double(numbers):\n    if not numbers: x = 1\n    return x",
     faults.ERRORS["UnboundLocalError"]),
    ("def double(numbers):\n    return numbers['a']", faults.ERRORS["TypeError"]),
    ("class Box:\n    def __init__(self, one): pass\ndef double(numbers):\n    Box(1, two=2)",
     "`Box` does not take `two`. Look at which names it has in its brackets."),
    ("def helper(n): pass\ndef double(numbers):\n    helper(1, m=2)",
     "`helper` does not take `m`. Look at which names it has in its brackets."),
    ("class Box:\n    def __init__(self, one=1): pass\ndef double(numbers):\n    Box(1, 2, 3)",
     "`Box` was called with 3 values; it takes at most 1."),
    ("def helper(n, m=1): pass\ndef double(numbers):\n    helper(1, 2, 3)",
     "`helper` was called with 3 values; it takes 1 to 2."),
    ("def helper(n, *, m): pass\ndef double(numbers):\n    helper(1, 2, m=3)",
     "`helper` was called with 2 values; it takes 1."),
    ("class Box:\n    def __init__(self, *, one): pass\ndef double(numbers):\n    Box(1)",
     "`Box` was called with 1 value; it takes none without a name."),
    # Python counts `self` here, and does not count it there: no numbers.
    ("class Box:\n    def add(n): pass\ndef double(numbers):\n    Box().add(1)",
     "`add` was called with too many values. Is `self` its first parameter? How many follow?"),
    ("class Box:\n    def add(self, n): pass\ndef double(numbers):\n    Box.add()",
     "`Box` is a class. Make an object of it first: `Box()`."),
    ("def double(numbers):\n    def inner(n): pass\n    inner()",
     "`inner` was called without `n`. Give it this value."),
    ("def helper(n, m, k): pass\ndef double(numbers):\n    helper()",
     "`helper` was called without `n`, `m` and `k`. Give it these values."),
    ("def helper(n): pass\ndef double(numbers):\n    helper(1, n=2)",
     "`helper` gets a value for `n` twice. Give it once."),
    ("def double(numbers):\n    numbers.copy().append(1, 2)",
     "`append` was called with 2 values; it takes 1."),
    ("def double(numbers):\n    numbers.copy(1)", "`copy` was called with 1 value; it takes none."),
    ("def double(numbers):\n    isinstance(numbers)",
     "`isinstance` was called with 1 value; it needs 2."),
    ("def double(numbers):\n    sorted()", "`sorted` was called with no values; it needs 1."),
    ("def double(numbers):\n    int('1', 2, 3)",
     "`int` was called with 3 values; it takes at most 2."),
    ("class Box:\n    one: int\ndef double(numbers):\n    Box(one=1)",
     "The class `Box` takes no values. Is there an `__init__` that takes them?"),
    ("from pydantic import BaseModel\nclass Box:\n    one: int\n"
     "def double(numbers):\n    Box(one=1)",
     "The class `Box` takes no values. Is `(BaseModel)` behind its name?"),
    ("from pydantic import Field\nclass Box:\n    one: int = Field(ge=1)\n"
     "def double(numbers):\n    Box(one=1)",
     "The class `Box` takes no values. Is `(BaseModel)` behind its name?"),
    ("from dataclasses import dataclass\nclass Box:\n    one: int\n"
     "def double(numbers):\n    Box(one=1)",
     "The class `Box` takes no values. Does `@dataclass` stand above it?"),
    ("class Box:\n    def add(self, n):\n        self.held.append(n)\n"
     "def double(numbers):\n    Box().add(1)",
     "Nothing has set `held` yet. Is there an `__init__` that sets it?"),
    # A method that is missing, another value and a dataclass have other causes.
    ("class Box:\n    def add(self, n):\n        self.hold(n)\n"
     "def double(numbers):\n    Box().add(1)", faults.ERRORS["AttributeError"]),
    ("class Box:\n    pass\ndef double(numbers):\n    return Box().held",
     faults.ERRORS["AttributeError"]),
    ("from dataclasses import dataclass\n@dataclass\nclass Box:\n    one: int\n"
     "    def add(self):\n        return self.two\ndef double(numbers):\n    Box(1).add()",
     faults.ERRORS["AttributeError"]),
    ("def double(numbers):\n    raise RuntimeError('no')", faults.OTHER_ERROR),
    ("def double(numbers):\n    ...", faults.STILL_OPEN),
    ("def double(numbers):\n    result = ...\n    return result", faults.STILL_OPEN),
    ("def double(numbers):\n    return [..., ...]", faults.STILL_OPEN),
    ("def double(numbers):\n    raise NotImplementedError", faults.STILL_OPEN),
    ("def helper(n):\n    ...  # YOUR CODE HERE\ndef double(numbers):\n"
     "    return [helper(n) for n in numbers]", faults.STILL_OPEN),
    ("def double(numbers, more):\n    return 1",
     "The contract names the parameters `numbers`. Use the same names."),
    ("def double():\n    return 1",
     "The contract names the parameters `numbers`. Use the same names."),
    ("def double(*, numbers):\n    return 1",
     "The contract names the parameters `numbers`. Use the same names."),
])
def test_general_faults(trial, cell, next_):
    card = trial(double(), cell)
    assert card.status == cards.NOT_YET and card.row("next") == next_
    assert len(next_.split()) <= 20


@pytest.mark.parametrize("cell", [
    "def double(numbers, *more, deep=0, **rest):\n    return [2 * n for n in numbers]",
    "def double(numbers, factor=2):\n    return [factor * n for n in numbers]",
    "double = lambda numbers: [2 * n for n in numbers]",
    "def double(numbers):\n    '''\n    ... a gap in words only\n    '''\n"
    "    return [2 * n for n in numbers]",
    "import functools\n@functools.lru_cache\ndef double_one(n): return 2 * n\n"
    "def double(numbers):\n    return [double_one(n) for n in numbers]",
    "class Double:\n    def __call__(self, numbers): return [2 * n for n in numbers]\n"
    "double = Double()",
])
def test_right_answers_of_other_forms_pass(trial, cell):
    assert trial(double(), cell).status == cards.PASSED


GIVES = "\n\ndef double(numbers):\n    return Odd({value})"


@pytest.mark.parametrize("cell", [
    "class Odd(dict):\n    def get(self, key, default): return 1" + GIVES.format(value=""),
    "class Odd(str):\n    def startswith(self): return 1" + GIVES.format(value=""),
    "class Odd:\n    def __repr__(self): raise SystemExit" + GIVES.format(value=""),
    "class Odd:\n    def __repr__(self): raise KeyboardInterrupt" + GIVES.format(value=""),
    "class Odd:\n    def __eq__(self, other): raise SystemExit" + GIVES.format(value=""),
    "class Odd:\n    __class__ = property(lambda self: 1 / 0)" + GIVES.format(value=""),
    "class Odd(list):\n    def __iter__(self): raise SystemExit" + GIVES.format(value=""),
    "class Odd(list):\n    def __len__(self): raise SystemExit" + GIVES.format(value="[1]"),
    "class Odd(dict):\n    def keys(self): raise SystemExit" + GIVES.format(value=""),
    "class Meta(type):\n    def __getattribute__(cls, name): raise SystemExit\n"
    "class Odd(metaclass=Meta): pass" + GIVES.format(value="").replace("Odd()", "Odd"),
    "class Meta(type):\n    __name__ = property(lambda cls: 1 / 0)\n"
    "class Odd(Exception, metaclass=Meta): pass\ndef double(numbers):\n    raise Odd('x')",
    "class Odd(Exception):\n    def __str__(self): raise SystemExit\n"
    "def double(numbers):\n    raise Odd('x')",
    "class Odd(Exception):\n    def __str__(self): return 5\n"
    "def double(numbers):\n    raise Odd('x')",
    "class Odd:\n    def __getattr__(self, name): raise SystemExit\n"
    "    def __call__(self, numbers): return numbers\ndouble = Odd()",
    "class Odd:\n    def __getattribute__(self, name): raise SystemExit\n"
    "    def __call__(self, numbers): return numbers\ndouble = Odd()",
    "class Odd:\n    x = 1\n    def read(self): return self.x, getattr(self, 'x(')\n"
    "def double(numbers):\n    return Odd().read()",
    "class Odd:\n    def __getattr__(self, name):\n        if name == '__dataclass_fields__':\n"
    "            raise SystemExit\n        raise AttributeError(name, name=name, obj=self)\n"
    "    def read(self): return self.x\ndef double(numbers):\n    return Odd().read()",
    "class Meta(type):\n    def __getattribute__(cls, name): raise SystemExit\n"
    "class double(metaclass=Meta): pass"])
@pytest.mark.parametrize("place", ["ForkRunner", "InlineRunner"])
def test_what_an_object_does_when_it_is_looked_at_is_the_learners(trial, monkeypatch, cell, place):
    if place == "InlineRunner" and "KeyboardInterrupt" in cell:
        return  # there a person may interrupt
    monkeypatch.setattr("studybuddy.workbook.runner.choose", getattr(runner, place))
    check = double(Mistake("Never.", lambda e: e.value == 5))
    card = trial(check, cell + "\nlesson._older.names['nothing'] = 1")
    assert card.status == cards.NOT_YET and runtime.OWN_FAULT not in repr(card)
    assert "in the workbook" not in repr(card) and card.row("next")


def test_a_fault_of_the_workbook_is_not_the_learners(trial):
    check = double(Mistake("Never.", lambda e: True), prepare=lambda: 1 / 0)
    assert trial(check, GOOD).row("next") == runtime.OWN_FAULT
    case = Case("one", ([1],), [2], gives=lambda value: 1 / 0)
    assert trial(Check("double", (case,), "No."), GOOD).row("next") == runtime.OWN_FAULT


def test_a_line_of_a_method_names_its_class(trial):
    box = "class Box:\n    def size(self, n):\n        return n.size\n"
    check = Check("Box", (Case("a size", run=lambda box: box().size(1)),), "No.", asks=define.CLASS)
    assert trial(check, box).row("where") == "line 3: `return n.size`"
    assert trial(double(), box + "def double(numbers):\n    return Box().size(1)").row("where") == (
        "line 3 of `Box.size`: `return n.size`")


def test_a_gap_that_was_left_behind_does_not_matter(trial):
    cell = "def double(numbers):\n    return [2 * n for n in numbers]\n    ...  # YOUR CODE HERE"
    assert trial(double(), cell).status == cards.PASSED


def test_a_gap_that_the_call_did_not_pass_is_not_the_reason(trial):
    cell = ("def double(numbers):\n    if numbers:\n        return numbers\n"
            "    ...  # YOUR CODE HERE")
    card = trial(double(), cell)
    assert card.row("next") == "Follow the list by hand." and card.row("where") is None


def test_the_first_mistake_that_is_seen_speaks(trial):
    check = double(
        Mistake("Never.", lambda e: e.value > {}),  # a look that raises counts as not seen
        Mistake("Only for empty lists.", lambda e: True, ("an empty list",)),
        Mistake("Doubled the list.", lambda e: e.same([1, 2, 1, 2])
                and e.call([5]).value == [5, 5] and e.of("an empty list").value == []
                and e.passes("an empty list")),
        Mistake("Too late.", lambda e: True))
    assert trial(check, "def double(numbers):\n    return numbers * 2").row("next") == (
        "Doubled the list.")


def test_a_mistake_may_know_what_never_ends(trial, monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.bench.CALL_SECONDS", 0.3)
    check = double(Mistake("Nothing ends this loop.", lambda e: e.kind == "NoEnd",
                           ("two numbers",)))
    assert trial(check, "def double(numbers):\n    while 1: pass").row("next") == (
        "Nothing ends this loop.")


def test_a_further_look_that_never_ends_keeps_what_is_known(trial, monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.bench.CALL_SECONDS", 0.3)
    check = double(Mistake("Odd.", lambda e: e.call([0]).value == 1))
    card = trial(check, "def double(numbers):\n    while numbers == [0]: pass\n    return 5")
    assert card.row("came back") == "`5`" and card.row("next") == faults.NO_STOP


def test_own_calls_are_counted(trial):
    case = Case("three down", (3,), 99)
    check = Check("down", (case,), "No.", mistakes=(
        Mistake("Three calls.", lambda e: e.own_calls(3) == 3),))
    card = trial(check, "def down(n):\n    return 0 if n == 0 else down(n - 1)")
    assert card.row("next") == "Three calls."


def test_arguments_that_may_grow(trial):
    def case(**more):
        return Check("add", (Case("a list grows", ([1],), [1, 2], **more),), "No.")
    cell = "def add(values):\n    values.append(2)\n    return values"
    assert trial(case(may_change=True), cell).status == cards.PASSED
    assert trial(case(), cell).row("next") == faults.INPUT_CHANGED


@pytest.mark.parametrize(("value", "expected", "same"), [
    ("34.0", "34", True), ("34", "34.0", True), ("True", "1", False), ("1", "True", False),
    ("0.1 + 0.2", "0.3", True), ("0.30001", "0.3", False), ("None", "0", False),
    ("[1, [2.0]]", "[1, [2]]", True), ("(1,)", "[1]", False), ("{'a': 1}", "{'a': 1.0}", True),
    ("{'a': 1, 'b': 2}", "{'a': 1}", False), ("'a'", "'a'", True), ("b'a'", "'a'", False),
    ("float('nan')", "float('nan')", True), ("10**400", "10**400", True),
    ("10**400", "1.0", False), ("{1, 2}", "{2, 1}", True), ("0", "False", False)])
def test_values_are_compared_as_a_reader_would(trial, value, expected, same):
    check = Check("give", (Case("a value", (), eval(expected)),), "No.", parameters=())
    card = trial(check, f"def give():\n    return {value}")
    assert (card.status == cards.PASSED) == same


def test_a_case_may_show_a_part_of_what_came_back(trial):
    case = Case("two numbers", run=lambda double: [double([1]), double([2])],
                passes=lambda both: False, wanted="nothing", came=lambda both: both[1])
    check = Check("double", (case,), "Follow the list by hand.")
    assert trial(check, GOOD).row("came back") == "`[4]`"
    # What cannot be picked is shown whole.
    none = Case("two numbers", ([1],), 0, came=lambda value: value["no such"])
    assert trial(Check("double", (none,), "No."), GOOD).row("came back") == "`[2]`"
