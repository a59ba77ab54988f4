"""A learner's code is run where it can be stopped, and the kernel is unharmed."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import psutil
import pytest

from studybuddy import machine
from studybuddy.workbook import bench, cards, checks, define, faults, runner
from studybuddy.workbook.runtime import OWN_FAULT
from tests.workbook.cells import Notebook

forks = pytest.mark.skipif(not machine.can_fork(), reason="this system has no fork")
CHILDREN = [pytest.param(runner.ForkRunner, marks=forks), runner.FreshRunner]
EVERYWHERE = [*CHILDREN, runner.InlineRunner]

WALK = """\
import ast
import operator
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.Mod: operator.mod}
SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos}

def walk(node):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](walk(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](walk(node.left), walk(node.right))
    raise ValueError("not allowed")
"""


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)


def checked(body: str, kind=None) -> cards.Card:
    """The card of a `walk` with this body."""
    notebook = Notebook(kind and kind())
    notebook.run("import ast, ctypes, os, sys, threading, time\n"
                 "def walk(node):\n" + textwrap.indent(body, "    "))
    return notebook.run('lesson.check("01.2", walk)')


@pytest.mark.parametrize("kind", EVERYWHERE)
def test_all_runners_give_the_same_cards(kind):
    notebook = Notebook(kind())
    notebook.run(WALK)
    passed = notebook.run('lesson.check("01.2", walk)')
    assert passed.status == cards.PASSED
    assert passed.row("Meera's average") == (
        "`(8.2*20 + 9.1*22) / 42` gives `8.67142857142857`")
    notebook.run("del OPERATORS[ast.Sub]")
    wrong = notebook.run('lesson.check("01.2", walk)')
    assert wrong.status == cards.NOT_YET
    assert wrong.rows == [
        ("tried", "`7 - 2` (order of the sides)"), ("expected", "`5`"),
        ("came back", "`ValueError: not allowed`"),
        ("where", 'line 14: `raise ValueError("not allowed")`'),
        ("next", "This is allowed, but your code refused it. Is a `raise` in the wrong place?"),
        ("kept", "01.2 passed earlier, and that stays. The code that is here now has not passed.")]


@pytest.mark.parametrize("body", ["... # a gap", "return n.size", "while n: pass"])
@pytest.mark.parametrize("kind", CHILDREN)
def test_a_line_of_another_function_names_it(monkeypatch, kind, body):
    monkeypatch.setattr(bench, "CALL_SECONDS", 0.3)

    def where(cell: str) -> str | None:
        notebook = Notebook(kind())
        notebook.run(cell)
        return notebook.run('lesson.check("01.2", walk)').row("where")

    other = f"def %s(n):\n    {body}\ndef walk(node):\n    return %s(node)"
    assert where(other % ("helper", "helper")) == f"line 2 of `helper`: `{body}`"
    # Of another exercise of the lesson, its check too.
    assert where(other % ("safe_power", "safe_power")) == (
        f"line 2 of `safe_power` (check 01.3): `{body}`")
    inner = f"def walk(node):\n    def helper(n):\n        {body}\n    return helper(node)"
    assert where(inner) == f"line 3: `{body}`"


@pytest.mark.parametrize(("kind", "body"), [
    pytest.param(runner.ForkRunner, "while True: pass", marks=forks),
    pytest.param(runner.ForkRunner, "return sum(range(10**11))", marks=forks),
    pytest.param(runner.ForkRunner, "return 9**9**9", marks=forks),
    (runner.FreshRunner, "return sum(range(10**11))"),
    (runner.InlineRunner, "while True: pass"),
])
def test_code_that_does_not_stop_is_ended_and_tried_once(kind, body, monkeypatch):
    seconds = 2 if body == "return 9**9**9" else 0.5
    assert bench.CALL_SECONDS == 2
    monkeypatch.setattr(bench, "CALL_SECONDS", seconds)
    begin = time.monotonic()
    card = checked(body, kind)
    assert seconds <= time.monotonic() - begin < seconds + 2
    assert card.row("came back") == f"nothing: it was stopped after {seconds:g} seconds"
    assert card.row("next") == faults.NO_STOP
    if kind is not runner.InlineRunner:
        assert card.row("where") == f"line 3: `{body}`"


@pytest.mark.parametrize("kind", CHILDREN)
@pytest.mark.parametrize("body", ["os._exit(0)", "os.kill(os.getpid(), 9)", "os.abort()"])
def test_code_that_ends_its_process_is_said_to(kind, body):
    card = checked(body, kind)
    assert card.row("came back") == "nothing: the process died"
    assert card.row("next") == faults.PROCESS_ENDED


@forks
def test_a_crash_names_the_line():
    card = checked("ctypes.string_at(0)")
    assert card.row("next") == faults.PROCESS_ENDED
    assert card.row("where") == "line 3: `ctypes.string_at(0)`"


@pytest.mark.parametrize("kind", CHILDREN)
@pytest.mark.parametrize(("body", "came_back", "next_"), [
    ("return input('?')", "`EOFError: a check cannot type an answer to input()`",
     faults.ERRORS["EOFError"]),
    ("sys.exit(3)", "`SystemExit: 3`", faults.ERRORS["SystemExit"]),
    ("raise KeyboardInterrupt", "`KeyboardInterrupt`", faults.ERRORS["KeyboardInterrupt"]),
    ("return walk(node)", "`RecursionError`",
     "The function calls itself with the same node. Give it a child."),
    ("for i in range(50_000): print('x' * 100)", None, faults.PRINTED),
    ("os.write(1, b'x' * 200_000); os.write(2, b'x'); return 7 if node.value == 7 else None",
     "`AttributeError: 'BinOp' object has no attribute 'value'`",
     "A child can be a whole tree. Use `walk(node.left)`."),
    ("threading.Thread(target=time.sleep, args=(60,)).start()", "`None`", faults.NOTHING_RETURNED),
    ("return None if os.fork() else os._exit(0)", "`None`", faults.NOTHING_RETURNED),
])
def test_what_code_does_to_its_process_stays_there(kind, body, came_back, next_, capfd):
    if "fork" in body and not machine.can_fork():
        pytest.skip("this system has no fork")
    card = checked(body, kind)
    if came_back:
        assert card.row("came back") == came_back
    assert card.row("next") == next_
    out, err = capfd.readouterr()
    assert out.strip() == repr(card)
    assert err == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is bounded on Linux")
@pytest.mark.parametrize("kind", CHILDREN)
def test_memory_is_bounded(kind):
    card = checked("return bytearray(10**10)", kind)
    assert card.row("came back") == "`MemoryError`"
    assert card.row("next") == faults.ERRORS["MemoryError"]


@forks
def test_the_learners_objects_are_not_changed():
    notebook = Notebook()
    notebook.run("calls = []\ndef walk(node):\n    calls.append(1)\n    return node.value")
    notebook.run('lesson.check("01.2", walk)')
    assert notebook.namespace["calls"] == []


def children():
    """The children of this process, ended ones that nobody waited for too; other tests may have
    some, such as a browser."""
    return {child.pid for child in psutil.Process().children()}


@forks
def test_children_leave_nothing_behind():
    notebook = Notebook()
    notebook.run("def walk(node): return 7")
    before = os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []
    others = children()
    for _ in range(20):
        notebook.run('lesson.check("01.2", walk)')
    if before:
        assert len(os.listdir("/proc/self/fd")) <= len(before) + 1
    assert children() <= others


@forks
def test_an_interrupt_ends_the_child_and_says_so():
    notebook = Notebook()
    notebook.run("import os, time\ndef walk(node): time.sleep(30)")
    others = children()
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        notebook.run('lesson.check("01.2", walk)')
    assert "you stopped it" in notebook.lesson.cards[-1].title
    assert children() <= others


def test_time_counts_from_the_call_not_from_imports(monkeypatch):
    check = define.load("01").checks["01.2"]
    slow = define.Check(**{**vars(check), "prepare": lambda: time.sleep(0.6)})
    monkeypatch.setattr(bench, "CALL_SECONDS", 0.4)
    monkeypatch.setitem(define.load("01").checks, "01.2", slow)
    notebook = Notebook()
    notebook.run(WALK)
    assert notebook.run('lesson.check("01.2", walk)').status == cards.PASSED


@pytest.mark.parametrize("kind", EVERYWHERE)
def test_a_fault_of_the_checker_is_not_blamed_on_the_learner(kind, monkeypatch, capfd):
    case = define.Case("one number", lambda: 1 / 0, 7, shown="7")
    check = define.Check("walk", (case,), "Try again.")
    if kind is runner.FreshRunner:  # a new process loads the lesson anew: plant it in the task
        monkeypatch.setattr("studybuddy.workbook.runtime._EXAMINE",
                            "studybuddy.workbook.checks:no_such_task")
    monkeypatch.setitem(define.load("01").checks, "01.2", check)
    card = Notebook(kind()).run('def walk(node): return 7\nlesson.check("01.2", walk)')
    if kind is runner.FreshRunner:
        assert card.row("came back") == "`KeyError` in the workbook"
    else:
        assert card.row("came back") == "`ZeroDivisionError` in the workbook"
    assert card.row("next") == OWN_FAULT
    assert "Traceback" not in "".join(capfd.readouterr())


@forks
def test_a_child_that_never_begins_is_not_blamed_on_the_learner(monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.child.prepare", lambda memory: os._exit(1))
    card = Notebook().run("lesson.check('01.2', (lambda node: 7))")
    # The answer was made again in a new process instead.
    assert card.row("tried") == "`2 + 3` (a plus)"


def test_a_new_process_takes_only_what_the_answer_needs(tmp_path):
    marker = tmp_path / "ran"
    notebook = Notebook(runner.FreshRunner())
    card = notebook.run(
        f"open({str(marker)!r}, 'a').write('x')\n"
        + WALK + "print('not again')\nlesson.check(\"01.2\", walk)")
    assert card.status == cards.PASSED
    assert marker.read_text() == "x"


def test_an_answer_that_cells_do_not_show_is_tried_in_this_process():
    notebook = Notebook(runner.FreshRunner())
    exec(WALK, notebook.namespace)  # as a magic command does it
    assert notebook.run('lesson.check("01.2", walk)').status == cards.PASSED


def test_the_runner_is_chosen_by_what_the_machine_can_do(monkeypatch):
    monkeypatch.setattr(machine, "can_fork", lambda: False)
    assert isinstance(runner.choose(), runner.FreshRunner)
    monkeypatch.setattr(machine, "can_start_processes", lambda: False)
    assert isinstance(runner.choose(), runner.InlineRunner)


def test_inline_runs_leave_this_process_as_it_was(monkeypatch):
    monkeypatch.setattr(bench, "CALL_SECONDS", 0.2)
    before = sys.stdout, sys.stderr, sys.gettrace(), input
    checked("while True: pass", runner.InlineRunner)
    assert (sys.stdout, sys.stderr, sys.gettrace(), input) == before


def test_a_case_that_is_tried_is_known_when_it_never_ends():
    check = define.load("01").checks["01.4"]
    found = checks.unfinished(check, "a power", 1, None, "timeout", "line 3")
    assert found["rows"] == [
        ("tried", '`calculator("2 ** 10")` (a power)'),
        ("expected", "a dictionary with `expression`, and `result` 1024"),
        ("came back", "nothing: it was stopped after 2 seconds"), ("where", "line 3"),
        ("next", faults.NO_STOP)]


def test_the_workbook_is_light_to_import():
    code = ("import sys; from studybuddy.workbook import lesson; "
            "print([m for m in ('IPython', 'matplotlib', 'pydantic', 'filelock', 'asyncio', "
            "'openai') if m in sys.modules])")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_program_slices_by_what_changes_a_name():
    from studybuddy.workbook.program import Program

    program = Program((
        "import math, os\nx = 1\nx = 2\nunused = os.listdir('nowhere')",
        "table = {}\ntable['a'] = x\ntable.update(b=3)\nprint(table)",
        "def f(n):\n    return g(n) + table['a']\n",
        "for i in range(3):\n    table[i] = i\n",
        "def g(n): return math.sqrt(n)",
        "def broken(:"), "f")
    taken = [ast.unparse(statement) for _, statement in program.statements()]
    assert "x = 1" not in taken and "print(table)" not in taken
    assert not any("listdir" in one for one in taken)
    namespace, f = program.build()
    assert f(9) == 5.0
    assert namespace["table"] == {"a": 2, "b": 3, 0: 0, 1: 1, 2: 2}


LEAVES = ("import tempfile, os\ndef walk(node):\n"
          "    place = tempfile.mkdtemp(prefix='studybuddy-left-')\n"
          "    open(os.path.join(place, 'file'), 'w').close()\n    while True: pass")


@pytest.mark.parametrize("kind", [runner.ForkRunner, runner.FreshRunner])
def test_a_child_that_is_killed_leaves_no_temporary_files(tmp_path, monkeypatch, kind):
    if kind is runner.ForkRunner and not machine.can_fork():
        pytest.skip("no fork here")
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(bench, "CALL_SECONDS", 1)
    card = Notebook(kind()).run(LEAVES + '\nlesson.check("01.2", walk)')
    assert "did not stop" in card.row("next"), card
    assert list(tmp_path.iterdir()) == []
