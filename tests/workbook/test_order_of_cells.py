"""Cells out of order, a package that changed below the kernel: said in a real kernel."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from studybuddy.workbook import define, unknown
from tests.workbook.cells import Notebook

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

PACKAGE = Path(__file__).resolve().parents[2] / "studybuddy"
START = 'from studybuddy.workbook import lesson\nlesson.start("04")'


def run(*cells: str, **settings: str) -> list[list]:
    """The outputs of each cell, run in one new kernel."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    client = nbclient.NotebookClient(notebook, kernel_name="python3", timeout=60,
                                     allow_errors=True)
    client.execute(env={**os.environ, "STUDYBUDDY_PROGRESS": "none", **settings})
    return [cell.outputs for cell in notebook.cells]


def said(outputs: list) -> str:
    return "\n".join(out["data"]["text/plain"] for out in outputs
                     if out.output_type == "display_data")


def kinds(outputs: list) -> list[str]:
    return [out.get("ename", out.output_type) for out in outputs]


def test_a_name_that_no_cell_made_is_explained_below_the_error():
    start, cell, inside, local, own, again = run(
        START, 'lesson.check("04.4", small_loop)',
        "def f():\n    return walk(1)\nf()",
        "def g():\n    print(x)\n    x = 1\ng()",
        "raise NameError('my own')", 'lesson.check("04.4", small_loop)')
    assert said(start).startswith("READY") and unknown.ALL_ABOVE in said(start)
    for outputs, name in ((cell, "small_loop"), (inside, "walk"), (again, "small_loop")):
        assert kinds(outputs) == ["NameError", "display_data"]  # an error still: Run All stops
        assert said(outputs).startswith(f"NOT YET | Python does not know the name {name}.")
        assert unknown.ALL_ABOVE in said(outputs)
    # No cell that was left out is to blame for these.
    assert kinds(local) == ["UnboundLocalError"] and kinds(own) == ["NameError"]


def test_a_guess_without_quotes_is_told_to_take_some():
    _, bare, large, called, real = run(
        START, 'my_guess = b\nlesson.predict("04.p1", my_guess)', "my_guess = C",
        'lesson.predict("04.p1", a)', "total = b + 1")
    for outputs, letter in ((bare, "b"), (large, "c"), (called, "a")):
        assert kinds(outputs) == ["NameError", "display_data"]
        assert f'between quotes: my_guess = "{letter}"' in said(outputs)
    assert unknown.ALL_ABOVE in said(real) and "quotes" not in said(real)


FORGOTTEN = {  # a cell, and how its text looks between quotes
    "my_guess = yes": 'my_guess = "yes"',
    "my_question = hello  # type your question": 'my_question = "hello"',
    "x = 1; my_question: str = hello": 'my_question = "hello"',
    "unsafe_row = a\nlesson.check('09.1', unsafe_row)": 'unsafe_row = "a"',
    "my_order = bdca": 'my_order = "bdca"',
    "my_order = b, d, c, a": 'my_order = "b d c a"',
    "my_order = [b, d,\n            c, a]": 'my_order = "b d c a"',
    "my_file = notes": 'my_file = "notes"',
    "my_match = {'path': rule, 'tool': ''}": '"rule"',
    "my_match = {\n  path: 'a rule'}": '"path"'}


def test_a_text_without_quotes_is_told_to_take_some():
    _, before, *cells = run(START, "my_file = 'dbms.pdf'\nmy_match = {'path': '', 'tool': ''}",
                            *FORGOTTEN)
    for outputs, text in zip(cells, FORGOTTEN.values(), strict=True):
        assert kinds(outputs) == ["NameError", "display_data"]
        assert f"A text stands between quotes: {text}." in said(outputs)
        assert ("or" in said(outputs).split()) == ("my_file" in text or text[0] == '"')


def test_a_name_of_an_earlier_cell_is_not_told_to_take_quotes():
    _, _, *cells = run(START, "table = {'a': 1}\nempty = {}", "total = marks",
                       "my_question = hello.strip()", "my_question = make(hello)",
                       "def f():\n    my_question = hello\nf()", "my_tool = calculator",
                       "my_order = [walk(1), b]", "table = {1: 2, b: 3}",
                       "first = my_question = hello", "lesson.check('00.3', my_question)")
    for outputs in cells:
        assert unknown.ALL_ABOVE in said(outputs) and "quotes" not in said(outputs)


def test_a_name_among_texts_may_be_meant_as_a_text():
    _, *cells = run(START, "table = {'a': runs}", "kinds = ['number', runs]", "def f():\n"
                    "    return dict(kind=str.join('c2', runs))\nf()", "wanted = {runs: 'error'}")
    for outputs in cells:
        assert unknown.ALL_ABOVE in said(outputs)  # it may be a name as well
        assert 'Is it a text? Then it stands between quotes: "runs".' in said(outputs)


def test_a_name_in_other_letters_is_told_to_be_there():
    _, _, *cells = run(START, "My_guess = 'b'", "lesson.predict('04.p1', my_guess)",
                       "def Walk(node):\n    return walk(node)\nWalk(1)", "Print(1)",
                       "def f(Marks):\n    return marks\nf(1)")
    for outputs, name in zip(cells, ("My_guess", "Walk", "print", "Marks"), strict=True):
        assert kinds(outputs) == ["NameError", "display_data"]
        assert f"There is a name {name}. Capital and small letters" in said(outputs)
    _, of_ipython, *cells = run(START, "out", "my_guess == 'b'", "x = my_guess == 'b'")
    assert "Capital" not in said(of_ipython)
    compares = ["One = gives a name its value: my_guess = " in said(outputs) for outputs in cells]
    assert compares == [True, False]


def test_a_name_alone_in_a_class_is_told_to_take_a_type():
    _, field, later, in_method, loose = run(
        START, "class Question:\n    question: str\n    options",
        "class Outer:\n    class Question:\n        a: int; options",
        "class Question:\n    def f(self):\n        options\nQuestion().f()", "options")
    for outputs in (field, later):
        assert kinds(outputs) == ["NameError", "display_data"]
        assert "a class needs a colon and a type: options: str or options: list[str]." in (
            said(outputs))
    for outputs in (in_method, loose):
        assert unknown.ALL_ABOVE in said(outputs) and "type" not in said(outputs)


def test_a_check_after_a_cell_that_failed_says_that_the_answer_is_older():
    check = 'lesson.check("00.1", average)'
    start = START.replace("04", "00")
    outputs = run(
        start, RIGHT, check,
        RIGHT + ")", check,  # a SyntaxError: the name is still the older function
        RIGHT, check,
        "1 / 0\n" + RIGHT, check,  # it never came to the definition
        RIGHT + "\n1 / 0", check,  # it did: the answer is the new one
        RIGHT + ")", "average(", check, RIGHT.replace("return", "pass;"), check)
    told = ["an older version was tried" in said(one) for one in outputs]
    assert told == [False, False, False, False, True, False, False, False, True, False, False,
                    False, False, True, False, False]
    assert said(outputs[2]).startswith("PASSED") and "average" in said(outputs[4])


def test_what_is_compared_traced_or_used_is_told_to_be_older_too():
    walk = "def walk(node):\n    return node.value"
    trace = 'lesson.trace(walk, "7")'
    check = 'lesson.check("01.2", outer)'
    outer = "def outer(node):\n    return [walk(node) for _ in 'x'][0]"
    compare = 'lesson.compare(outer, len, ["a"])'
    outputs = run(START.replace("04", "01"), walk, outer, trace, check, compare,
                  walk + ")", trace, check, compare, 'lesson.compare(len, outer, ["a"])',
                  'lesson.trace(walk, "7 + 8")', walk, trace, check, compare)
    told = ["The last cell for walk ended in an error" in said(one) for one in outputs]
    assert told == 7 * [False] + 3 * [True] + [False, True] + 4 * [False]
    assert said(outputs[7]).startswith("NOT YET | The picture below is of an older version.")
    assert len(outputs[7]) == 2  # the picture comes all the same


def test_a_name_is_older_only_until_a_cell_binds_it_anew():
    check = 'lesson.check("00.1", average)'
    start = START.replace("04", "00")
    used = RIGHT.replace("/ sum", "* ONE / sum")
    limit = "ONE = 1"
    outputs = run(
        start, RIGHT,
        RIGHT.replace("\n    return", " return"), RIGHT + "\n" + check,  # mended, and checked there
        check,
        limit, used, limit + "\n1 / 0", check,  # made anew, though it is the same object
        limit + "\nreturn", check,  # Python compiles this cell in parts
        "ONE = = 1", limit + "\n" + check, check,
        "ONE = = 1", check + "\n" + limit,  # too late for this check
        "1 / 0\n" + limit, check, "from math import log as other\n" + limit, check)
    told = {place for place, one in enumerate(outputs) if "an older version was tried" in said(one)}
    assert told == {15, 17}
    assert all(said(outputs[place]).startswith("PASSED") for place in (3, 4, 8, 10, 12, 13, 19))


BROKEN = [
    ("text = '''\naverage = 3\n'''\n1 / 0", False),
    ("text = '''\naverage = 3\n'''\ntext = = 1", False),
    ("class Box:\n    def average(self) return", False),
    ("def other():\n    average = 3 4", False),
    ("print([average for average in (1, 2)], 1 / 0)", False),
    ("print(\n    average=3,\n    4 4)", False),
    ("%%writefile /\naverage = 3", False),
    ("if True:\n    def average(points, credits) return", True),
    ("try:\n\taverage: int = 3 4", True),
    ("other, average = 3 4", True),
    ("if 1 / 0:\n    def average(points, credits):\n        return 1", True),
    ("other, average = 1 / 0", True),
    ("%%time\naverage = 1 / 0", True),
    ("define average(points, credits):\n    return 1", True),
    ("Def average(points, credits):\n    return 1", True)]


def test_a_cell_that_failed_makes_older_what_it_was_to_make():
    check = 'lesson.check("00.1", average)'
    outputs = run(START.replace("04", "00"),
                  *(cell for broken, _ in BROKEN for cell in (RIGHT, broken, check)))[1:]
    for (broken, older), made, failed, checked in zip(
            BROKEN, outputs[::3], outputs[1::3], outputs[2::3], strict=True):
        if kinds(failed)[-1] == "display_data":  # the card that explains the error
            assert said(failed[-1:]).startswith("NOT YET | Python "), broken
            del failed[-1]
        assert made == [] and failed[-1].output_type == "error", broken
        assert ("an older version was tried" in said(checked)) == older, broken


QUESTION = "from pydantic import BaseModel, Field\nclass Question(BaseModel):\n    "


FIELDS = [
    ("options = Field(min_length=4)", "The field options has no type."),
    ("options = ['a', 'b']", "The field options has no type."),
    ("options: Field(min_length=4)", "Behind a colon stands something that is no type."),
    ("options: [str]", "Behind a colon stands something that is no type."),
    ("options: len", "Behind a colon stands something that is no type."),
    ("options: [Plain]", "Behind a colon stands something that is no type."),
    ("options: Plain", "The class Plain is not known to pydantic.\n"
                       "  next  Make it a BaseModel: class Plain(BaseModel):."),
    ("options: list[Plain]", "The class Plain is not known to pydantic."),
    ("options: threading.Event", "The class Event is not known to pydantic.\n"
                                 "  next  Take a "),
    ("options: 'int int'", "Behind a colon stands a text that is no type."),
    ("options: dict[int]", "pydantic cannot make this class."),
    ("options: int = Field(gt='x')", "A limit of the field options does not fit.\n"
                                     "  came back  ValueError: 'gt' must be"),
    ("options: str = Field(max_length='x')", "A limit of the field options does not fit.\n"
                                             "  came back  TypeError: "),
    ("options: list = Field(max_length=-1)", "A limit of the field options does not fit."),
    ("options: 'Listt'\nQuestion(options=1)", "The type Listt is not known."),
    ("_options: list = Field(max_length=4)", "pydantic cannot make this class."),
    ("options: str = Field(regex='a')", "pydantic cannot make this class.")]


@pytest.fixture(scope="module")
def fields():
    """The outputs of a class with each of the fields, and of an error of one's own at the end."""
    start = START.replace("04", "07") + "\nimport threading\nclass Plain: pass"
    return run(start, *(QUESTION + field for field, _ in FIELDS), "raise RuntimeError('my own')")


@pytest.mark.parametrize("number", range(len(FIELDS)), ids=[field for field, _ in FIELDS])
def test_a_class_that_pydantic_cannot_make_is_explained_below_its_own_lines(fields, number):
    title = FIELDS[number][1]
    error, card = fields[1 + number]
    trace = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(error.traceback))
    assert error.output_type == "error" and "class Question" in trace
    assert not re.search("site-packages|pydantic/", trace)
    assert said([card]).startswith(f"NOT YET | {title}")
    assert re.search("size: int|spelling|BaseModel", said([card]))
    assert "errors.pydantic.dev" not in said([card])
    assert kinds(fields[-1]) == ["RuntimeError"]  # no class is to blame for it


def test_a_check_after_a_class_that_was_not_made_says_that_it_is_older():
    outputs = run(START.replace("04", "07"), QUESTION + "question: str",
                  QUESTION + "options = Field(min_length=4)", 'lesson.check("07.1", Question)')
    assert "The last cell for Question ended in an error" in said(outputs[3])


META = "class Meta(type):\n    {}\nclass Odd(RuntimeError, metaclass=Meta): pass\n"
ANY_NAME = META.format("def __getattribute__(cls, name): raise ValueError(name)")
NO_NAME = META.format("__name__ = __mro__ = __module__ = property(lambda cls: 1 / 0)")
WRONG = ("from pydantic import PydanticUserError\nclass Wrong(PydanticUserError):\n"
         "    def __str__(self): raise {}\nraise Wrong({}, code=None)")


HOSTILE = [
    WRONG.format("ValueError('no text')", "'x'"), WRONG.format("SystemExit", "''"),
    "error = NameError('x')\nerror.name = 5\nraise error",
    "class Other(NameError):\n    name = property(lambda self: 1 / 0)\nraise Other('x')",
    "class Odd(NameError):\n    def __str__(self): raise KeyboardInterrupt\nraise Odd('x')",
    ANY_NAME + "raise Odd('x')", NO_NAME + "raise Odd('x')"]


def test_an_error_that_cannot_be_looked_at_leaves_the_cards_of_the_next():
    outputs = run(START, *(one for cell in HOSTILE for one in (cell, "small_loop")))[1:]
    for cell, odd, after in zip(HOSTILE, outputs[::2], outputs[1::2], strict=True):
        assert "unregistering" not in "".join(out.get("text", "") for out in odd), cell
        assert "error" in [out.output_type for out in odd], cell
        assert kinds(after) == ["NameError", "display_data"], cell


@pytest.mark.parametrize("odd", [ANY_NAME, NO_NAME])
def test_a_class_that_cannot_be_looked_at_gets_a_card(odd):
    start = START.replace("04", "02")
    _, check, _, older = run(start, odd + "\nlesson.check('02.1', Odd)", "1 / 0\nOdd = 1",
                             "lesson.check('02.1', Odd)")
    for outputs in (check, older):
        assert kinds(outputs) == ["display_data"] and said(outputs).startswith("NOT YET | Check")
        assert "in the workbook" not in said(outputs)
    assert "an older version was tried" in said(older)


def test_errors_of_all_other_kinds_look_as_ipython_shows_them():
    cells = ["def f():\n    raise KeyError(1)\nf()", "raise SyntaxError('x')", "1 / 0",
             "raise ExceptionGroup('a', [ValueError(1)])"]
    with_lesson, without = run(START, *cells)[1:], run("1", *cells)[1:]
    for one, other in zip(with_lesson, without, strict=True):
        assert [(out.output_type, lines_of(out)) for out in one] == [
            (out.output_type, lines_of(out)) for out in other]


def lines_of(out) -> list[str]:
    text = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(out.get("traceback", [out.get("text", "")])))
    return re.sub(r"ipykernel_\d+", "", text).split("\n")


def test_somebody_elses_handler_of_errors_stays():
    _, _, cell = run("get_ipython().set_custom_exc((NameError,), lambda *a, **k: print('mine'))",
                     START, "small_loop")
    assert [out.get("text") for out in cell] == ["mine\n"]


def test_a_package_that_changed_since_the_kernel_started_asks_for_a_restart(tmp_path):
    copy = tmp_path / "studybuddy"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    edit = f"with open({str(copy / 'workbook' / 'cards.py')!r}, 'a') as file: file.write('# newer')"
    first = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport studybuddy\n"
    touch = f"import os; os.utime({str(copy / 'workbook' / 'cards.py')!r}, (1, 1))"
    begun, again, _, touched, _, changed = run(first + START, START, touch, START, edit, START)
    assert said(begun).startswith("READY") and said(again) == said(begun)
    assert said(touched) == said(begun)  # another time, the same content: a copy, a checkout
    assert said(changed).startswith("NOT YET | The package changed since this kernel started.")
    assert "Kernel > Restart Kernel" in said(changed)


@pytest.fixture
def notebook(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    notebook = Notebook()
    notebook.run('lesson.start("00")')
    return notebook


RIGHT = ("def average(points, credits):\n"
         "    return sum(p * c for p, c in zip(points, credits)) / sum(credits)")


def test_a_cell_asks_whether_its_check_passed_in_this_kernel(notebook):
    ask = 'seen = lesson.passed("00.1")'
    card = notebook.run(ask)
    assert notebook.namespace["seen"] is False
    assert repr(card).startswith("NOT YET | This cell needs check 00.1.\n  next")
    notebook.run(RIGHT)
    notebook.run('lesson.check("00.1", average)')
    assert notebook.run(ask) is None and notebook.namespace["seen"] is True
    notebook.run(RIGHT.replace("return", "pass;"))  # broken again after it passed
    notebook.run('lesson.check("00.1", average)')
    assert notebook.run(ask) is not None and notebook.namespace["seen"] is False


@pytest.mark.parametrize("name", ["00.9", "", None, 7, [], ...])
def test_asking_for_a_check_that_is_none_says_so(notebook, name):
    notebook.namespace["name"] = name
    card = notebook.run("seen = lesson.passed(name)")
    assert notebook.namespace["seen"] is False and "There is no check" in card.title


@pytest.mark.parametrize("number", define.numbers())
def test_answers_that_never_end_stop_no_other_cell(number):
    """Run All goes to the last cell: what calls a learner's function is bounded, or asks first."""
    path = next((PACKAGE.parent / "notebooks").glob(f"{number}_*.ipynb"))
    notebook = nbformat.read(path, as_version=4)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    first.source += "\nfrom studybuddy.workbook import bench\nbench.CALL_SECONDS = 0.3"
    for name, check in define.load(number).checks.items():
        if getattr(check, "asks", None) != define.FUNCTION:
            continue
        answer = next(cell for cell in notebook.cells
                      if cell.id == f"answer-{name.replace('.', '-')}")
        assert f"def {check.name}(" in answer.source
        answer.source += f"\n\ndef {check.name}(*values, **named):\n    while True: pass"
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=45,
                            resources={"metadata": {"path": str(path.parent)}}).execute(
        env={**os.environ, "STUDYBUDDY_PROGRESS": "none"})
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")
