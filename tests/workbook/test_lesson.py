"""What a notebook sees of `lesson`: cards, never exceptions, nothing lost."""

from __future__ import annotations

import json
import os
from html.parser import HTMLParser

import pytest

from studybuddy.workbook import cards, define, faults, progress, values
from studybuddy.workbook.runtime import CheckNotPassed, Lesson
from tests.workbook.cells import Notebook


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    for name in ("NBGRADER_EXECUTION", "GEMINI_API_KEY", "LLM_API_KEY", "STUDYBUDDY_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    monkeypatch.setattr("studybuddy.environment.find_env_file", lambda *a, **k: None)


@pytest.fixture
def notebook():
    notebook = Notebook()
    notebook.run('lesson.start("01")')
    return notebook


# -- start, predict ----------------------------------------------------------------------------


def test_start_says_what_is_ready_and_nothing_of_the_machine(notebook):
    card = notebook.cards[0]
    assert repr(card) == (
        "READY | Lesson 01: a calculator that only calculates\n"
        "  Python     3.11 or newer: yes\n"
        "  mode       offline: no key and no network needed\n"
        "  time       about 40 minutes\n"
        "  checks     4 to pass: 01.1, 01.2, 01.3, 01.4\n"
        "  NameError  a cell above did not run: choose Run > Run All Above Selected Cell")


@pytest.mark.parametrize("number", ["99", "1", 1, None, "x", ...])
def test_a_lesson_that_does_not_exist_is_named(number):
    notebook = Notebook()
    notebook.namespace["number"] = number
    card = notebook.run("lesson.start(number)")
    assert card.status == cards.NOT_YET and "There is no lesson" in card.title


def test_the_first_guess_is_kept(notebook):
    assert notebook.run('lesson.predict("01.p1", " B ")').title == (
        "Prediction 01.p1: b. Now run the next cell.")
    assert notebook.run('lesson.predict("01.p1", "c")').title == (
        "Prediction 01.p1: c. Your first guess, b, is kept. Now run the next cell.")
    card = notebook.run('marks = []\nlesson.claim("01.p1", marks)')
    assert card.rows[0][1].startswith("b. ") and card.rows[1][1].startswith("c. ")


@pytest.mark.parametrize(("guess", "title"), [
    ("?", "no guess yet"), ("", "no guess yet"), (" ", "no guess yet"),
    ("d", "none of the letters"), ("abc", "none of the letters"), (1, "none of the letters"),
    (None, "none of the letters"), (["a"], "none of the letters")])
def test_a_guess_that_is_none_shows_the_letters(notebook, guess, title):
    notebook.namespace["guess"] = guess
    card = notebook.run('lesson.predict("01.p1", guess)')
    assert card.status == cards.NOT_YET and title in card.title
    assert card.row("next") == "Type a, b or c between the quotes, then run this cell."


# -- claim -------------------------------------------------------------------------------------


def test_without_a_guess_the_reason_stays_hidden(notebook):
    card = notebook.run('marks = []\nlesson.claim("01.p1", marks)')
    assert card.status == cards.NO_GUESS
    reasons = define.load("01").predictions["01.p1"].options.values()
    assert not any(reason in repr(card) for reason in reasons) and " c" not in card.title


def test_a_right_guess_gets_its_reason(notebook):
    notebook.run('lesson.predict("01.p2", "a")')
    card = notebook.run('top = "Add"\nlesson.claim("01.p2", top)')
    assert card.rows == [("you said", "a, as the run shows"),
                         ("because", "The operator that runs last stands on top.")]


@pytest.mark.parametrize("observed", ["Mult", "Nix", None, [1], 17])
def test_a_run_that_shows_another_value_does_not_hold(notebook, observed):
    notebook.namespace["top"] = observed
    card = notebook.run('lesson.claim("01.p2", top)')
    assert card.status == cards.DOES_NOT_HOLD
    assert card.row("came back") == f"`{observed!r}`"


@pytest.mark.parametrize(("cell", "status"), [
    ("x = 2 + 3\nlesson.claim('five', x == 5)", "CONFIRMED"),
    ("x = 2 + 3\nlesson.claim('five', x, 5)", "CONFIRMED"),
    ("x = 2 + 3\nlesson.claim('five', x == 6)", "DOES NOT HOLD"),
    ("x = 2 + 3\nlesson.claim('five', x, 6)", "DOES NOT HOLD"),
    ("x = 2 + 3\nlesson.claim('five', expected=5, value=x)", "CONFIRMED"),
    ("x = [1]\nlesson.claim(\n    'a list of one',\n    len(x),\n    1)", "CONFIRMED"),
    ("a = b = [1]; lesson.claim('one', len(a), 1); lesson.claim('two', len(b) == 2)",
     "DOES NOT HOLD"),
    ("lesson.claim('five', True)", "DOES NOT HOLD"),
    ("lesson.claim('five', not False)", "DOES NOT HOLD"),
    ("lesson.claim('five', 2 + 3 == 5)", "DOES NOT HOLD"),
    ("lesson.claim('five', bool(1))", "DOES NOT HOLD"),
    ("lesson.claim('five', 5, 5)", "DOES NOT HOLD"),
    ("lesson.claim('five', value=True)", "DOES NOT HOLD"),
    ("x = True\nlesson.claim('five', x)", "DOES NOT HOLD"),
    ("x = 5\nlesson.claim('five', x, 5)", "DOES NOT HOLD"),
    ("x = False\nfor x in [1 == 1]: pass\nlesson.claim('five', x)", "CONFIRMED"),
    ("x = 2 + 3\nlesson.claim('five', x)", "DOES NOT HOLD"),
    ("x = [1]\nlesson.claim('one', x)", "DOES NOT HOLD"),
    ("x = True if [] else 1 > 0\nlesson.claim('one is a number', x, 1)", "DOES NOT HOLD"),
    ("x = None\nlesson.claim('links', x, cannot='no links here')", "CANNOT BE SHOWN HERE"),
    ("x = 1 + 1\nlesson.claim('links', x == 2, cannot='no links here')", "CONFIRMED"),
])
def test_a_claim_compares_computed_values(notebook, cell, status):
    assert notebook.run(cell).status == status


def test_two_claims_on_one_line_are_told_apart(notebook):
    notebook.run("a = [1]; lesson.claim('one', len(a), 1); lesson.claim('two', True)")
    assert [card.status for card in notebook.cards] == ["CONFIRMED", "DOES NOT HOLD"]


# -- check -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "words"), [
    ('lesson.check("01.9", 1)', "There is no check '01.9'"),
    ('lesson.check("nix", 1)', "There is no check 'nix'"),
    ("lesson.check(1, 1)", "There is no check 1"),
    ("lesson.check(None, None)", "There is no check None"),
    ('lesson.check("00.1", 1)', "00.1 belongs to lesson 00"),
    ('lesson.check("01.1")', "no answer was given"),
    ('lesson.predict("01.p9", "a")', "There is no prediction '01.p9'"),
    ('lesson.predict("00.p1", "a")', "00.p1 belongs to lesson 00"),
    ('lesson.claim("00.p1", 3)', "00.p1 belongs to lesson 00"),
    ('lesson.finish("77")', "There is no lesson '77'"),
    ("lesson.draw(8 + 9)", "Give a text between quotes"),
    ('lesson.trace(8, "8")', "Give the function itself"),
    ("lesson.compare(1, 2, [])", "Give two functions"),
])
def test_wrong_calls_get_a_short_card(notebook, cell, words):
    card = notebook.run(cell)
    assert card.status == cards.NOT_YET and words in card.title
    assert len((card.row("next") or "").split()) <= 20


def test_check_works_before_start_and_twice():
    notebook = Notebook()
    first = notebook.run('my_order = "e c b a"\nlesson.check("01.1", my_order)')
    again = notebook.run('lesson.check("01.1", my_order)')
    assert first.status == again.status == cards.PASSED and repr(first) == repr(again)


def test_check_returns_none_so_that_no_cell_ends_in_a_value(notebook):
    assert notebook.lesson.check("01.1", "e c b a") is None
    assert notebook.lesson.live("Ask") is None


def test_nbgrader_hears_of_a_check_that_does_not_pass(notebook, monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    notebook.run('lesson.check("01.1", "e c b a")')
    assert capsys.readouterr().err == ""
    with pytest.raises(CheckNotPassed) as info:
        notebook.run('lesson.check("01.1", "a b c d")')
    assert str(info.value) == "Check 01.1, lines in order: the order is not right yet."
    assert notebook.lesson.cards[-1].status == cards.NOT_YET  # the card came first


def test_answers_of_every_kind(notebook, monkeypatch):
    class_case = define.Case("two options", run=lambda cls: cls(2).options, expected=2,
                             shown="Question(2).options")
    test_right = define.Case("the right version", run=lambda tests: tests(lambda n: n + 1),
                             expected=None, shown="my_tests(right)")
    test_wrong = define.Case("a wrong version", run=lambda tests: tests(lambda n: n),
                             refuse=AssertionError, shown="my_tests(wrong)")
    both = define.Case("tool and question", run=lambda pair: pair[0](pair[1]), expected="HI",
                       shown="my_tool(my_question)")
    new = {"01.5": define.Check("Question", (class_case,), "No.", asks=define.CLASS),
           "01.6": define.Check("my_tests", (test_right, test_wrong), "Use `assert`."),
           "01.7": define.Check("my_tool, my_question", (both,), "No.",
                                asks=(define.FUNCTION, define.TEXT)),
           "01.8": define.Check("my_schema", (define.Case(
               "the type", run=lambda schema: schema["type"], expected="string",
               shown='my_schema["type"]'),), "No.", asks=define.DICT),
           "01.9": define.Check("my_rows", (define.Case(
               "all of it", expected=["a", "b"], shown="my_rows"),), "No.", asks=define.LIST)}
    for name, check in new.items():
        monkeypatch.setitem(define.load("01").checks, name, check)
    passes = notebook.run("""
class Question:
    def __init__(self, options): self.options = options
lesson.check("01.5", Question)
def my_tests(f): assert f(1) == 2
lesson.check("01.6", my_tests)
def my_tool(text): return text.upper()
lesson.check("01.7", (my_tool, "hi"))
lesson.check("01.8", {"type": "string"})
lesson.check("01.9", ["a", "b"])
""")
    assert passes is not None and [card.status for card in notebook.cards] == ["PASSED"] * 5
    notebook.run("""
lesson.check("01.5", Question(2))
def my_tests(f): f(1) == 2
lesson.check("01.6", my_tests)
lesson.check("01.7", my_tool)
lesson.check("01.7", (my_tool, 5))
lesson.check("01.8", {"type": ...})
lesson.check("01.8", {})
lesson.check("01.9", ("a", "b"))
""")
    assert [card.row("next") for card in notebook.cards] == [
        "Give the class itself: `Question`, without brackets after it.", "Use `assert`.",
        "Give all of them in brackets: `(my_tool, my_question)`.",
        "Write a text between quotes.", faults.STILL_OPEN, faults.ERRORS["KeyError"],
        "Write a list, in square brackets."]


def test_hostile_answers_are_shown_bounded_and_escaped(notebook):
    card = notebook.run("""
class Evil(int):
    def __repr__(self): return "<script>alert(1)</script>" + "`x` \\u202e\\x1b[31m" + "y" * 10_000
def walk(node): return Evil(3)
lesson.check("01.2", walk)
""")
    html = card.html()
    assert "<script>" not in html and "&lt;script&gt;" in html
    assert "\x1b" not in repr(card) and "\u202e" not in repr(card)
    assert len(card.row("came back")) < 100
    card = notebook.run("""
class Worse:
    def __repr__(self): raise ValueError
    def __eq__(self, other): raise ValueError
def walk(node): return Worse()
lesson.check("01.2", walk)
""")
    assert card.row("came back") == "`a Worse that cannot be shown (ValueError)`"


def test_huge_numbers_and_texts_of_python_versions_are_put_in_own_words(notebook):
    card = notebook.run("def walk(node): return 9 ** 5000\nlesson.check('01.2', walk)")
    assert card.row("came back") == "`a whole number of 15,850 bits`"
    card = notebook.run("def walk(node): return eval('2 +')\nlesson.check('01.2', walk)")
    assert card.row("came back") == "`SyntaxError`"
    assert values.shown_error(KeyError(__import__("ast").Add())) == "KeyError: the node Add"


# -- draw, trace, compare, finish, map, live, workdir ------------------------------------------


def test_trace_of_unfinished_code_says_what_stopped(notebook):
    card = notebook.run("""
def walk(node):
    return node.value
lesson.trace(walk, "8 + 9")
""")
    assert card.rows == [("came back", "`AttributeError: 'BinOp' object has no attribute 'value'`"),
                         ("where", "line 3: `return node.value`"),
                         ("next", "Pass the check above first, then run this cell again.")]
    assert notebook.run("""
def walk(node):
    ...
lesson.trace(walk, "8 + 9")
""").row("came back") == "`None`"


def test_compare_stands_side_by_side(notebook):
    card = notebook.run("""
def mine(text):
    return int(text)
lesson.compare(mine, float, ["1", "x"])
""")
    assert card.status == cards.COMPARED
    assert card.rows[0] == ("1", "`'1'`\nyours: `1`\nbuiltins: `1.0`")
    assert "both: `ValueError" not in card.rows[1][1]
    assert "yours: `ValueError: invalid literal" in card.rows[1][1]


def test_finish_sums_up(notebook):
    notebook.run('lesson.predict("01.p1", "b")')
    notebook.run('marks = []\nlesson.claim("01.p1", marks)')
    notebook.run('lesson.predict("01.p2", "a")')
    notebook.run('lesson.check("01.1", "e c b a")')
    card = notebook.run('lesson.finish("01")')
    assert card.status == cards.NOT_YET
    assert card.title == "Lesson 01: 1 of 4 checks pass."
    assert card.rows == [
        ("passed", "01.1"), ("not yet", "01.2, 01.3, 01.4"),
        ("01.p1", "you said b, the run showed c"),
        ("01.p2", "you said a; its run is still to come"), ("01.p3", "no guess yet"),
        ("next", "Go back to check 01.2. Its card says what to try.")]
    assert repr(notebook.run("lesson.finish()")) == repr(card)


def test_finish_of_a_passed_lesson_names_the_next(monkeypatch):
    lesson = Lesson()
    for name in define.load("00").checks:
        lesson._kept.passed("00", name)
    lesson.finish("00")
    assert lesson.cards[-1].status == cards.FINISHED
    assert lesson.cards[-1].row("next") == "Open lesson 01: A calculator that only calculates."


def test_live_is_skipped_without_a_key_and_true_with_one(monkeypatch):
    lesson = Lesson()
    lesson.live("The same question")
    assert repr(lesson.cards[-1]).startswith(
        "SKIPPED | The same question: no key was found, so nothing was sent.")
    monkeypatch.setenv("LLM_API_KEY", "secret")
    assert lesson.live("The same question")
    assert "secret" not in repr(lesson.cards[-1])
    monkeypatch.setenv("STUDYBUDDY_MODEL", "practice")
    assert lesson.live("The same question") is None


def test_workdir_is_a_fresh_private_copy(tmp_path, monkeypatch, capsys):
    (tmp_path / "calculator" / "pkg").mkdir(parents=True)
    (tmp_path / "calculator" / "main.py").write_text("print(1)")
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    first, second = Lesson().workdir("08"), Lesson().workdir("08")
    assert first != second and (first / "main.py").read_text() == "print(1)"
    if os.name == "posix":
        assert first.stat().st_mode & 0o077 == 0
    monkeypatch.chdir(tmp_path / "calculator" / "pkg")
    assert capsys.readouterr().out == ""


# -- cards -------------------------------------------------------------------------------------


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_card_html_is_well_formed_and_says_what_the_text_says():
    card = cards.Card(cards.NOT_YET, "Check <b>", [("tried", "`a < b`"), ("next", "x\ny")])
    tags = _Tags()
    tags.feed(card.html())
    assert tags.open == []
    assert tags.seen == {"style", "div", "p", "strong", "dl", "dt", "dd", "code"}
    assert "<b>" not in card.html() and "<code>a &lt; b</code>" in card.html()
    assert repr(card) == "NOT YET | Check <b>\n  tried  a < b\n  next   x\n         y"


def _luminance(colour: str) -> float:
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(a: str, b: str) -> float:
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_text_on_every_fill_has_contrast():
    from studybuddy.workbook import course, pictures, trees

    fills = {*cards.FILLS.values(), *course._FILL.values(), *trees._FILL.values(), "#F4F4F4"}
    assert min(_contrast("#000000", fill) for fill in fills) >= 4.5
    assert _contrast(pictures.LINE, "#ffffff") >= 3 and _contrast(pictures.LINE, "#111111") >= 3
    assert set(cards.FILLS) == {value for name, value in vars(cards).items()
                                if name.isupper() and isinstance(value, str) and name != "STYLE"}


def test_a_terminal_with_a_small_alphabet_still_shows_a_picture(monkeypatch, tmp_path):
    import io
    import sys

    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp1252"))
    Lesson().draw("8 + 9")
    sys.stdout.flush()
    assert b"left: 8" in raw.getvalue()


# -- progress in the lesson --------------------------------------------------------------------


def test_progress_lives_across_kernels(monkeypatch, tmp_path):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", str(tmp_path / "progress.json"))
    first = Notebook()
    first.run('lesson.start("01")\nlesson.predict("01.p1", "a")')
    first.run('lesson.check("01.1", "e c b a")')
    second = Notebook()  # a restarted kernel, only the last cells are run
    assert second.run('marks = []\nlesson.claim("01.p1", marks)').rows[0][1].startswith("a. ")
    assert second.run('lesson.finish("01")').row("passed") == "01.1"
    second.run('lesson.check("01.1", "a b c d")')  # tried again, worse: it stays passed
    assert second.run('lesson.finish("01")').row("passed") == "01.1"
    assert json.loads((tmp_path / "progress.json").read_text())["version"] == progress.VERSION


def test_what_is_kept_is_said_in_a_fresh_notebook(monkeypatch, tmp_path):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", str(tmp_path / "progress.json"))
    start, predict = 'lesson.start("01")', 'lesson.predict("01.p1", guess)'
    right, wrong = ('lesson.check("01.1", "e c b a")', 'lesson.check("01.1", "?")')
    first = Notebook()
    first.run(start + '\nlesson.predict("01.p1", "a")\n' + right)
    assert first.run('lesson.finish()').title == "Lesson 01: 1 of 4 checks pass."
    assert first.cards[-1].row("kept") is None
    second = Notebook()  # the notebook was reset: nothing is answered in it
    second.namespace["guess"] = "?"
    second.run(start)
    card = second.run(predict)
    assert (card.status, card.title) == (
        cards.RECORDED, "Prediction 01.p1: your earlier guess, a, is kept. Now run the next cell.")
    second.namespace["guess"] = "x"
    card = second.run(predict)
    assert card.status == cards.NOT_YET and card.row("kept") == "your earlier guess, a"
    kept = "01.1 passed earlier, and that stays. The code that is here now has not passed."
    assert second.run(wrong).row("kept") == kept and second.cards[-1].status == cards.NOT_YET
    assert second.run('lesson.passed("01.1")').row("kept") == kept
    card = second.run('lesson.finish()')
    assert card.title == "Lesson 01: 1 of 4 checks are passed, 1 of them earlier."
    assert card.row("passed") == "01.1" and card.row("kept") == kept
    # What was never passed has nothing kept, and a pass here is a pass.
    assert second.run('lesson.check("01.2", 1)').row("kept") is None
    assert second.run('lesson.passed("01.2")').row("kept") is None
    second.run(right)
    assert second.run('lesson.finish()').title == "Lesson 01: 1 of 4 checks pass."
    assert second.cards[-1].row("kept") is None


def test_a_broken_progress_file_is_told_once(monkeypatch, tmp_path):
    file = tmp_path / "progress.json"
    file.write_text("{broken")
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", str(file))
    notebook = Notebook()
    notebook.run('lesson.start("01")')
    card = notebook.run('lesson.check("01.1", "e c b a")')
    assert card.status == cards.PASSED
    told = [card.row("progress") for card in notebook.lesson.cards if card.row("progress")]
    notebook.run('lesson.finish("01")')
    told += [card.row("progress") for card in notebook.cards if card.row("progress")]
    assert told == ["The old progress file could not be read. It is now `progress.json.broken-1`, "
                    "and a new one was begun."]
    assert (tmp_path / "progress.json.broken-1").read_text() == "{broken"
