"""The person at the terminal: what is shown, what is read, and that it fails closed."""

import os
import sys

import pytest

from studybuddy import terminal
from studybuddy.messages import ToolCall
from studybuddy.showing import middle_cut

DIFF = "Write a.txt\n\n--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+new\n same"


class Stream:
    """A terminal with these lines typed."""

    def __init__(self, lines=(), is_terminal=True):
        self.lines, self.is_terminal = list(lines), is_terminal

    def isatty(self):
        return self.is_terminal

    def readline(self):
        return f"{self.lines.pop(0)}\n" if self.lines else ""


@pytest.fixture
def at_terminal(monkeypatch):
    """at_terminal(lines): a Person at a terminal, and what is written to it."""
    def make(*lines, stdin=True, stderr=True):
        monkeypatch.setattr(sys, "stdin", Stream(lines, stdin))
        monkeypatch.setattr(sys, "stderr", Stream((), stderr))
        written = []
        return terminal.Person(written.append, written.append), written
    monkeypatch.setenv("NO_COLOR", "1")
    return make


def asked(effect="pay\n  who: 1", note=None, name="pay"):
    return ToolCall("c1", name, {"who": 1}, effect=effect, note=note)


@pytest.mark.parametrize("lines", [["yes"], ["Y"], [" yes "], ["rest"]])
def test_yes(at_terminal, lines):
    person, written = at_terminal(*lines)
    assert person(asked()) is True and person.who == "person" and not person.absent
    assert "  pay\n    who: 1" in written and "stop" in written[-1]


@pytest.mark.parametrize(("lines", "reason"), [
    (["no", "too much"], "too much"), (["", ""], ""), (["yes please", "why"], "why"),
    (["true"], ""), ([], "")])
def test_anything_else_is_a_no_with_a_reason(at_terminal, lines, reason):
    assert at_terminal(*lines)[0](asked()) == reason


def test_stop_stops_as_ctrl_c_does(at_terminal):
    with pytest.raises(KeyboardInterrupt):
        at_terminal("stop")[0](asked())


def test_the_rest_of_the_run_is_for_one_tool_and_never_for_what_may_have_happened(at_terminal):
    person, written = at_terminal("rest", "no", "", "no", "")
    assert person(asked()) is True
    seen = len(written)
    assert person(asked("pay\n  who: 2")) is True and person.who == "rest of run"
    assert len(written) == seen  # nothing was asked
    assert person(asked(note="may already have happened")) == "" and person.who == "person"
    assert person(asked(name="other")) == ""


@pytest.mark.parametrize(("stdin", "stderr"), [(False, True), (True, False)])
def test_without_a_terminal_it_refuses_and_says_why(at_terminal, stdin, stderr):
    person, written = at_terminal("yes", stdin=stdin, stderr=stderr)
    assert "no terminal" in person(asked())
    assert person.absent and person.who == "nobody" and written == []


def test_a_closed_stream_is_no_terminal(at_terminal, monkeypatch):
    person, _ = at_terminal("yes")
    monkeypatch.setattr(sys, "stdin", None)
    assert "no terminal" in person(asked())


def test_the_note_and_an_effect_of_its_own():
    text = terminal.describe(asked(DIFF, "may already have happened", "write_file"))
    assert text.startswith("  write_file\n  Write a.txt\n")
    assert text.endswith("  Note: may already have happened")
    assert terminal.describe(ToolCall("c1", "pay", {"who": "A"})) == '  pay\n    who: "A"'


def test_nothing_that_could_deceive_reaches_the_terminal():
    text = terminal.describe(asked("a\x1b[2Kb\x9bc\rd\u202ee", "x\x1b", "p\x07"))
    assert "a<U+001B>[2Kb<U+009B>c<U+000D>d<U+202E>e" in text
    assert text.replace("\n", "").isprintable()


def test_a_long_effect_is_cut_in_the_middle_and_shown_whole_on_demand(at_terminal):
    effect = "\n".join(f"line {number}" for number in range(500))
    person, written = at_terminal("all", "yes")
    assert person(asked(effect)) is True
    assert "all (show all of it)" in written[2]
    shown, whole = written[1], written[3]
    assert "line 0\n" in shown and "line 499" in shown and "line 250" not in shown
    assert "characters left out" in shown and len(shown.split("\n")) == 56
    assert "line 250" in whole
    assert len(terminal.cut("x" * 50_000)) < 6_100


def test_all_is_not_promised_of_an_effect_that_was_too_long(at_terminal):
    person, written = at_terminal("all", "yes")
    assert person(asked(middle_cut("line\n" * 20_000, 50_000))) is True
    assert "as much as can be shown" in written[2] and "all of it" not in written[2]


def test_a_diff_has_colours_where_they_are_wanted(at_terminal, monkeypatch):
    text = terminal.describe(asked(DIFF))
    at_terminal()
    assert terminal.coloured(text) == text  # NO_COLOR
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "xterm")
    colours = terminal.coloured(text)
    assert f"{terminal.GREEN}  +new{terminal.PLAIN}" in colours
    assert f"{terminal.RED}  -old{terminal.PLAIN}" in colours
    assert terminal.coloured("  + no diff") == "  + no diff"
    monkeypatch.setenv("TERM", "dumb")
    assert terminal.coloured(text) == text
    at_terminal(stderr=False)
    monkeypatch.setenv("TERM", "xterm")
    assert terminal.coloured(text) == text


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals in Python")
def test_a_yes_that_was_typed_before_the_question_is_no_answer(tmp_path):
    pexpect = pytest.importorskip("pexpect", reason="terminals are tested on Linux and macOS")
    child = pexpect.spawn(sys.executable, ["-c", """
import sys, time
from studybuddy.messages import ToolCall
from studybuddy.terminal import Person
print("thinking", flush=True)
time.sleep(0.5)
def write(text): print(text, file=sys.stderr, flush=True)
print("it was", Person(write, write)(ToolCall("c1", "pay", {})))
"""], cwd=os.path.dirname(os.path.dirname(os.path.abspath(__file__))), timeout=30, encoding="utf-8")
    child.expect_exact("thinking")
    child.sendline("yes")
    child.expect_exact("Allow it?")
    child.sendline("no")
    child.expect_exact("Why not?")
    child.sendline("late")
    child.expect_exact("it was late")
    child.close(force=True)
