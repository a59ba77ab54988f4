"""A run on disk: saved, loaded, continued, and never an action twice."""

import json
import os
import subprocess
import sys
import textwrap

import pytest

from studybuddy import Agent, Run, RunFileError, ScriptedModel, ToolRegistry
from studybuddy.messages import Reply, Usage, assistant, call

DONE: list[str] = []


@pytest.fixture(autouse=True)
def nothing_done():
    DONE.clear()


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def act(what: str) -> dict:
    """Do something that changes the world."""
    DONE.append(what)
    return {"done": what}


SCRIPT = [
    assistant(
        "",
        [
            call("add", {"a": 1, "b": 1}, "c1"),
            call("act", {"what": "x"}, "c2"),
            call("add", '{"a": ', "c3"),
        ],
    ),
    "all done",
]


def agent(script=SCRIPT, **options):
    registry = ToolRegistry([add])
    registry.add(act, needs_approval=True)
    return Agent(registry, model=ScriptedModel(script), **options)


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_step_is_on_disk_before_the_next(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent().start("?", path=path)
    assert [line["type"] for line in lines(path)] == ["run", "message"]
    run.advance()
    assert [line["type"] for line in lines(path)] == ["run", "message", "message", "done"]
    run.approve("c2")
    assert lines(path)[-1]["type"] == "decision"
    run.advance()
    assert [line["type"] for line in lines(path)][5:] == ["started", "done", "done", "message"]


def test_load_goes_on_where_it_was(tmp_path):
    path = tmp_path / "run.jsonl"
    first = agent().start("?", path=path)
    first.advance()
    again = Run.load(path, agent())
    assert again.messages == first.messages and again.status == "needs_approval"
    assert [c.id for c in again.pending] == ["c2"] and again.notes == []
    again.approve("c2")
    assert again.advance().answer == "all done" and DONE == ["x"]
    third = Run.load(path, agent())
    assert third.status == "answered" and third.messages == again.messages
    assert third.agent.last_run is third
    errors = [result.error for result in third.steps[0].results]
    assert errors[:2] == [None, None] and "JSON" in errors[2]
    assert [c.error for c in third.steps[0].calls] == [None, None, errors[2]]


def test_an_approval_that_was_given_counts_after_a_restart(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent().start("?", path=path)
    run.advance()
    run.approve("c2")
    again = Run.load(path, agent())
    assert again.status == "ready" and again.advance().answer == "all done" and DONE == ["x"]


def test_save_binds_the_path_and_replaces(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text("something older")
    run = agent(["one", "two"]).ask("?")
    run.save(path)
    run.ask("more")
    again = Run.load(path, agent())
    assert again.messages == run.messages and again.answer == "two"
    assert sorted(os.listdir(tmp_path)) in (["run.jsonl"], ["run.jsonl", "run.jsonl.lock"])


def test_how_it_ended_is_kept(tmp_path):
    model = ScriptedModel(
        [lambda h, n=n: assistant("", [call("add", {"a": n, "b": 1})]) for n in range(9)]
    )
    registry = ToolRegistry([add])
    for limit, status in ((2, "step_limit"), (9, "failed")):
        path = tmp_path / f"{status}.jsonl"
        run = Agent(registry, model=model, max_steps=limit + (status == "failed")).start(
            "?", path=path
        )
        run.advance()
        again = Run.load(path, Agent(registry, model=model, max_steps=limit))
        assert again.status == run.status == status and again.answer == run.answer
    assert again.error.kind == "bad_response"


def test_usage_and_finish_are_kept(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent([lambda h: Reply(assistant("cut"), "length", Usage(3, 4, 9))]).start("?", path=path)
    run.advance()
    again = Run.load(path, agent())
    assert again.usage == Usage(3, 4, 9) and again.answer == run.answer and "cut off" in run.answer


def test_the_stuck_count_is_kept(tmp_path):
    path = tmp_path / "run.jsonl"
    same = [assistant("", [call("add", {"a": 1, "b": 1})])] * 5
    run = agent(same).start("?", path=path)
    run.step(), run.step()
    again = Run.load(path, agent(same))
    assert again.status == "ready" and again.step().status == "stuck"


def test_a_torn_last_line_is_dropped_with_a_note(tmp_path):
    path = tmp_path / "run.jsonl"
    agent().start("?", path=path).advance()
    whole = path.read_bytes()
    for torn in (whole[:-1], whole[:-30], whole + b'{"type": "dec', whole + b"\xff\xfe"):
        path.write_bytes(torn)
        run = Run.load(path, agent())
        assert len(run.notes) == 1 and "torn" in run.notes[0]
        run.advance()
        assert Run.load(path, agent()).status == "needs_approval"
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read"),
        (b"", "no file of a run"),
        (b"hello\n", "damaged"),
        (b'{"type": "message"}\n', "no file of a run"),
        (b"[]\n", "damaged"),
        (b'{"type": "run", "version": 99}\n', "newer version"),
        (b'{"type": "run", "version": 1}\n{"type": "mess\n{"type": "message"}\n', "Line 2"),
        (b'{"type": "run", "version": 1}\n{"type": "odd"}\n', "Line 2"),
        (b'{"type": "run", "version": 1}\n{"type": "message", "message": 5}\n', "Line 2"),
        (b'{"type": "run", "version": 1}\n{"type": "decision"}\n', "Line 2"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path, content, says):
    path = tmp_path / "run.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RunFileError, match=says):
        Run.load(path, agent())


def test_a_path_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RunFileError, match="cannot be written"):
        agent().start("?", path=tmp_path / "file" / "run.jsonl")
    agent(["hi"]).start("?", path=tmp_path / "new folder" / "run.jsonl").advance()
    assert Run.load(tmp_path / "new folder" / "run.jsonl", agent()).answer == "hi"


def test_two_holders_never_run_an_action_twice(tmp_path):
    path = tmp_path / "run.jsonl"
    agent().start("?", path=path).advance()
    one, two = Run.load(path, agent()), Run.load(path, agent())
    one.approve("c2")
    with pytest.raises(RunFileError, match="continued elsewhere"):
        two.approve("c2")
    assert one.advance().answer == "all done" and DONE == ["x"]
    two.agent.approve = lambda c: True
    assert two.drive().status == "failed" and "continued elsewhere" in two.answer
    two.step(), two.advance(), two.ask("again"), two.cancel()
    assert DONE == ["x"] and two.status == "failed" and isinstance(two.error, RunFileError)
    with pytest.raises(RunFileError):
        two.save(tmp_path / "copy.jsonl")


def test_a_step_of_the_second_holder_says_so(tmp_path):
    path = tmp_path / "run.jsonl"
    agent(["one", "two"]).start("?", path=path)
    one, two = Run.load(path, agent(["one"])), Run.load(path, agent(["one"]))
    assert one.advance().answer == "one"
    assert two.advance().status == "failed" and "continued elsewhere" in two.answer
    assert len(lines(path)) == 3


def test_odd_text_survives(tmp_path):
    path = tmp_path / "run.jsonl"
    text = "नमस्ते \ud800 \u2028 \x00 \U0001f600\n{"
    run = agent([lambda h: assistant(text)]).start(text, path=path)
    run.advance()
    again = Run.load(path, agent())
    assert again.messages == run.messages and again.messages[0]["content"] == text


KILLED = """
    import os, sys
    sys.path.insert(0, {here!r})
    from studybuddy import Agent, ScriptedModel, ToolRegistry
    from studybuddy.messages import assistant, call

    def act(what: str):
        "Do."
        with open({marks!r}, "a") as file:
            file.write(what)
        os._exit(9)  # the process ends in the middle of the action

    registry = ToolRegistry()
    registry.add(act, needs_approval=True)
    script = [assistant("", [call("act", {{"what": "x"}}, "c1")])]
    agent = Agent(registry, model=ScriptedModel(script),
                  approve=lambda c: True)
    agent.start("?", path={path!r}).drive()
"""


def test_an_action_that_had_started_is_asked_about_and_not_repeated(tmp_path):
    path, marks = tmp_path / "run.jsonl", tmp_path / "marks"
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    code = textwrap.dedent(KILLED).format(here=here, marks=str(marks), path=str(path))
    assert subprocess.run([sys.executable, "-c", code]).returncode == 9
    assert marks.read_text() == "x" and lines(path)[-1]["type"] == "started"

    again = agent([SCRIPT[0], "noted"])
    run = Run.load(path, again)
    assert run.advance().status == "needs_approval" and DONE == []
    assert run.pending[0].note == "may already have happened"
    run.reject("c1", "It is there already.")
    assert run.advance().answer == "noted" and DONE == []

    path.write_bytes(b"".join(path.read_bytes().splitlines(True)[:5]))
    run = Run.load(path, again)
    run.approve("c1")  # the person looked, and says: again
    assert run.advance().answer == "noted" and DONE == ["x"]


def test_an_action_that_both_holders_may_run_runs_once(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent().start("?", path=path)
    run.advance()
    run.approve("c2")
    one, two = Run.load(path, agent()), Run.load(path, agent())
    one.step()
    for _ in range(3):
        two.step()
    assert DONE == ["x"] and two.status == "failed"


def test_a_stale_save_does_not_wipe_what_another_holder_did(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent().start("?", path=path)
    run.advance()
    run.approve("c2")
    one, two = Run.load(path, agent()), Run.load(path, agent())
    one.advance()
    before = path.read_bytes()
    with pytest.raises(RunFileError, match="continued elsewhere"):
        two.save(path)
    assert path.read_bytes() == before and two.advance().status == "failed" and DONE == ["x"]


def test_a_second_file_takes_no_unused_approval_along(tmp_path):
    run = agent().start("?", path=tmp_path / "a.jsonl")
    run.advance()
    run.approve("c2", rest_of_run=True)
    run.save(tmp_path / "b.jsonl")
    assert run.status == "needs_approval"
    assert Run.load(tmp_path / "b.jsonl", agent()).status == "needs_approval"
    assert Run.load(tmp_path / "a.jsonl", agent()).advance().answer == "all done"
    assert DONE == ["x"]


def test_two_new_runs_of_equal_length_on_one_path(tmp_path):
    path = tmp_path / "run.jsonl"
    one = agent(["one"]).start("2+2", path=path)
    two = agent(["two"]).start("3+3", path=path)
    assert one.advance().status == "failed" and two.advance().answer == "two"
    assert "2+2" not in path.read_text()


@pytest.mark.parametrize("line", [
    {"approved": "no"}, {"approved": 1}, {"approved": False, "rest_of_run": True}])
def test_a_file_approves_with_true_only(tmp_path, line):
    path = tmp_path / "run.jsonl"
    run = agent([SCRIPT[0], SCRIPT[0], "done"]).start("?", path=path)
    run.advance()
    run.approve("c2")
    rows = lines(path)
    rows[-1].update(line)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    again = Run.load(path, agent([SCRIPT[0], SCRIPT[0], "done"]))
    again.advance()
    assert DONE == []


@pytest.mark.parametrize("change", [
    lambda rows: rows + [rows[-1]],  # a result twice
    lambda rows: [rows[0], rows[2], rows[1], *rows[3:]],  # an answer before its question
    lambda rows: rows + [{"type": "end", "status": "banana"}],
    lambda rows: rows + [{"type": "done", "message": {}}],
    lambda rows: rows + [{"type": "started", "id": "nobody", "name": "act"}],
    lambda rows: rows + [{"type": "message", "message": {"role": "boss", "content": "x"}}],
    lambda rows: rows[:2] + [{**rows[2], "requests": "a"}] + rows[3:],
    lambda rows: rows[:2] + [{**rows[2], "message": {**rows[2]["message"], "tool_calls": [
        {"id": "c1", "function": {"name": 5}}]}}],
])
def test_an_edited_file_is_refused_with_its_line(tmp_path, change):
    path = tmp_path / "run.jsonl"
    agent().start("?", path=path).advance()
    path.write_text("".join(json.dumps(row) + "\n" for row in change(lines(path))))
    with pytest.raises(RunFileError, match="Line [0-9]+ of run.jsonl is damaged"):
        Run.load(path, agent())


def test_an_interrupt_while_a_line_is_written_keeps_the_run(tmp_path, monkeypatch):
    from studybuddy import runfile

    path = tmp_path / "run.jsonl"
    run = agent().start("?", path=path)
    real = os.fsync

    def interrupted(number):
        real(number)
        monkeypatch.setattr(runfile.os, "fsync", real)
        raise KeyboardInterrupt

    monkeypatch.setattr(runfile.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.advance()
    assert run.status == "cancelled"
    again = Run.load(path, agent())
    assert again.messages == run.messages and again.status == "cancelled"
    assert run.ask("go on").answer == "all done"


@pytest.mark.parametrize("path", ["", "a\0b", b""])
def test_a_name_that_is_none_is_told(path):
    with pytest.raises(RunFileError):
        agent().start("?", path=path)


def test_the_current_folder_may_change(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = agent(["hi"]).start("?", path="run.jsonl")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert run.advance().answer == "hi" and Run.load(tmp_path / "run.jsonl", agent()).answer == "hi"


def test_cancel_and_drive_of_a_lost_run_end_it(tmp_path):
    path = tmp_path / "run.jsonl"
    agent().start("?", path=path).advance()
    one, two, three = (Run.load(path, agent()) for _ in range(3))
    one.reject("c2", "no")
    two.cancel()
    assert two.status == "failed"
    three.agent.approve = lambda c: True
    assert three.drive().status == "failed" and DONE == []
