"""The audit log of a run and of its file: what, who decided, when, what came of it."""

import html
import json
import re

import pytest

from studybuddy import Agent, Run, RunFileError, ScriptedModel, ToolRegistry, audit, trace
from studybuddy.audit import COLUMNS
from studybuddy.messages import assistant, call

KEY = "sk-proj-abcdefgh12345678"
MAY = "may already have happened"


def pay(who: str) -> dict:
    """Pay."""
    if who == "nobody":
        raise ValueError
    return {"paid": who}


def add(a: int) -> int:
    """Add."""
    return a


def agent(*names, approve=None, effect=None):
    registry = ToolRegistry([add])
    pay.effect = effect
    registry.add(pay, needs_approval=True)
    calls = [call("pay", {"who": name}, f"c{number}") for number, name in enumerate(names, 1)]
    script = [assistant("", [call("add", {"a": 1}, "c0"), *calls]), "done"]
    return Agent(registry, model=ScriptedModel(script), approve=approve)


def told(run, *keys):
    return [tuple(row[key] for key in keys) for row in trace.audit(run)]


def test_a_row_for_each_decision():
    run = agent("Asha", "nobody", "Ravi").ask("?")
    run.approve("c1"), run.advance()
    run.approve("c2"), run.advance()
    run.reject("c3", "too much"), run.advance()
    assert told(run, "what", "shown", "decision", "who", "again", "result") == [
        ('pay {"who": "Asha"}', 'pay\n  who: "Asha"', "approved", "person", "no",
         'done: {"paid": "Asha"}'),
        ('pay {"who": "nobody"}', 'pay\n  who: "nobody"', "approved", "person", "no",
         "error: pay failed with ValueError. Try other arguments, or answer without it."),
        ('pay {"who": "Ravi"}', "not recorded", "rejected: too much", "person", "no",
         "did not run")]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["when"])
               for row in run.audit())


@pytest.mark.parametrize(("approve", "who", "decision"), [
    (lambda waiting: True, "function", "approved"),
    (lambda waiting: "no", "function", "rejected: no"),
    ("approve", "policy approve", "approved"),
    ("reject", "policy reject", "rejected: Actions are switched off here "
                                "(the approval policy is reject).")])
def test_who_decided(approve, who, decision):
    assert told(agent("Asha", approve=approve).ask("?"), "who", "decision") == [(who, decision)]


def test_the_rest_of_a_run_and_what_waits():
    run = agent("Asha", "Ravi", "Mina").ask("?")
    run.approve("c1")
    run.approve("c2", rest_of_run=True)
    assert told(run, "decision", "result") == [
        ("approved", "not yet"), ("approved, and further calls of this tool", "not yet")]
    run.advance()
    assert told(run, "who", "decision", "shown") == [
        ("person", "approved", 'pay\n  who: "Asha"'),
        ("person", "approved, and further calls of this tool", 'pay\n  who: "Ravi"'),
        ("rest of run", "approved", "nothing")]
    waits = agent("Asha").ask("?")
    assert told(waits, "who", "decision", "result") == [("", "waits", "not yet")]


def test_what_was_asked_again_and_why(tmp_path):
    page = ["old"]
    one = agent("Asha", effect=lambda who: f"{page[0]} -> {who}")
    run = one.start("?", path=tmp_path / "run.jsonl").advance()
    run.approve("c1")
    page[0] = "other"
    run.advance()
    assert run.pending[0].effect == "other -> Asha"
    run.approve("c1")
    run._record({"type": "started", "id": "c1", "name": "pay"})  # and then the process died
    again = Run.load(tmp_path / "run.jsonl", one)
    assert told(again, "shown", "decision", "again", "result") == [
        ("old -> Asha", "approved", "no", "did not run: it changed since you saw it"),
        ("other -> Asha", "approved", "yes: it changed since you saw it",
         f"started and not ended: {MAY}"),
        ("", "waits", f"yes: {MAY}", "not yet")]
    again.reject("c1", "It is there.")
    again.advance()
    assert told(again, "decision", "again", "result")[-1] == (
        "rejected: It is there.", f"yes: {MAY}", "did not run")
    assert told(again, "result")[1] == (f"started and not ended: {MAY}",)


def test_text_and_html_without_secrets(tmp_path, monkeypatch):
    monkeypatch.setenv("SMTP_PASSWORD", "a-secret-word")
    run = agent("<b>a-secret-word</b>", approve=lambda waiting: f"never {KEY}\nno").ask("?")
    log = run.audit()
    for shown in (str(log), repr(log), log.html(), log._repr_html_(), str(list(log))):
        assert "[key]" in shown and KEY not in shown and "a-secret-word" not in shown
    assert "<b>" not in log.html() and "&lt;b&gt;" in log.html()
    assert log.html().count('<th scope="col">') == len(COLUMNS) - 1
    assert log.html().count('<th scope="row">Shown</th>') == 1
    assert "Audit log: 1 decision<" in log.html()
    assert len(str(log).splitlines()) == len(COLUMNS) + 1 and str(log).startswith("1.  What ")


def test_both_views_keep_the_lines_of_what_was_shown_and_hides_nothing_in_them():
    diff = "overwrites\n@@ -1,2 +1,2 @@\n-DBMS\n+OS\n same  line\u202e" + "\n" + "x" * 2_000
    log = agent("Asha", approve="approve", effect=lambda who: diff).ask("?").audit()
    page = log.html()
    assert "\n-DBMS\n+OS\n same  line&lt;U+202E&gt;\nxxx" in page
    assert re.search(r"xxx\n\.\.\. \(\d+ lines, [\d,]+ characters\)</pre></td>", page)
    assert "x" * 1_000 not in page
    width = len(COLUMNS) - 2  # all other columns, but for the one with its name
    assert re.search(rf'<td colspan="{width}"><pre style="[^"]*pre-wrap[^"]*">overwrites', page)
    # As text the same lines, below each other in the column of what was shown.
    lines = str(log).splitlines()
    assert lines[1] == "    Shown        overwrites"
    shown = html.unescape(re.search(r"<pre[^>]*>(.*)</pre>", page, re.DOTALL)[1]).split("\n")
    assert lines[1:1 + len(shown)] == [
        f"{'' if number else '    Shown':<17}{line}".rstrip() for number, line in enumerate(shown)]
    assert lines[1 + len(shown)].startswith("    Decision ")


@pytest.mark.parametrize("effect", [f"x{3_000 * chr(10)}y", "a\n" * 3_000, "b" * 3_000,
                                    "c\n" * 24 + "d"])
def test_what_was_shown_has_few_lines_in_both_views(effect):
    log = agent("Asha", approve="approve", effect=lambda who: effect).ask("?").audit()
    shown = log[0]["shown"]
    s = "" if shown.count("\n") == 0 else "s"
    end = f"... ({shown.count(chr(10)) + 1:,} line{s}, {len(shown):,} characters)"
    assert len(str(log).splitlines()) <= len(COLUMNS) + audit.LINES
    assert log.html().count("\n") <= audit.LINES
    assert f"{end}</pre>" in log.html() and end in str(log)


def test_without_times_the_log_is_equal_each_time():
    logs = [agent("Asha", approve="approve").ask("?").audit(times=False) for _ in range(2)]
    assert logs[0] == logs[1] and "when" not in logs[0][0]
    assert "When" not in str(logs[0]) + logs[0].html()


def test_nothing_to_tell():
    log = agent().ask("?").audit()
    assert log == [] and str(log) == "No action yet." and "Audit log: 0 decisions" in log.html()


def test_the_file_alone_is_enough_and_stays_as_it_is(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent("Asha", approve="approve").start("?", path=path).drive()
    assert trace.audit(path) == trace.audit(str(path)) == run.audit()
    torn = path.read_bytes()[:-5]
    path.write_bytes(torn)
    assert trace.audit(path) == run.audit() and path.read_bytes() == torn
    assert sorted(file.name for file in tmp_path.iterdir()) in (
        ["run.jsonl"], ["run.jsonl", "run.jsonl.lock"])


def test_a_file_without_times_and_names_is_told_as_it_is(tmp_path):
    path = tmp_path / "run.jsonl"
    one = agent("Asha", approve="approve")
    one.start("?", path=path).drive()
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows:
        for key in ("at", "by", "shown", "effect"):
            row.pop(key, None)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert Run.load(path, one).answer == "done"
    assert told(path, "who", "when", "shown", "result") == [
        ("not recorded", "not recorded", "not recorded", 'done: {"paid": "Asha"}')]


@pytest.mark.parametrize("line", [{"type": "message", "message": 5}, {"type": "decision"},
                                  {"type": "done", "message": {}}, {"type": "started"}])
def test_a_file_that_somebody_edited_is_told(tmp_path, line):
    path = tmp_path / "run.jsonl"
    path.write_text('{"type": "run", "version": 1}\n' + json.dumps(line) + "\n")
    with pytest.raises(RunFileError, match="no event of a run"):
        trace.audit(path)
    with pytest.raises(RunFileError, match="There is no file nothing.jsonl"):
        trace.audit(tmp_path / "nothing.jsonl")


def test_times_stand_in_events_of_actions_only():
    run = agent("Asha", approve="approve").ask("?")
    assert {event["type"]: "at" in event for event in run.events} == {
        "message": False, "done": True, "decision": True, "started": True}


def test_an_action_that_ended_without_a_yes_is_no_secret():
    run = agent("Asha", "Ravi").ask("?")
    run.approve("c1")
    run.cancel()
    assert told(run, "what", "decision", "who", "result") == [
        ('pay {"who": "Asha"}', "approved", "person", "did not run: The student stopped the run."),
        ('pay {"who": "Ravi"}', "none", "nobody", "did not run: The student stopped the run.")]
    run = agent("Asha").ask("?")
    run.ask("something else")
    assert told(run, "decision", "result") == [
        ("none", "did not run: The student asked something else.")]


@pytest.mark.parametrize("secret", ["correct horse battery staple", 'a "quoted" secret\\word'])
def test_a_secret_at_the_place_of_the_cut_is_masked_whole(monkeypatch, secret):
    monkeypatch.setenv("SMTP_PASSWORD", secret)
    for before in range(960, 1_010):
        run = agent("Asha", approve="approve",
                    effect=lambda who, before=before: "a" * before + secret + "b" * 3_000).ask("?")
        shown = run.audit()[0]["shown"]
        assert "left out" in shown
        assert set(shown.partition("\n")[0]) <= set("ab[key]"), shown[950:1_020]
