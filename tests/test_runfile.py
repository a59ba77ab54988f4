"""A run on disk: saved, loaded, continued, and never an action twice."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from studybuddy import (
    Agent,
    Run,
    RunFileError,
    ScriptedModel,
    ToolRegistry,
    runfile,
    runlock,
    runstate,
)
from studybuddy import agent as agent_module
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


@pytest.mark.parametrize("broken", ["{", "[]", "null", "{a: 1}", "{} 1", "\ufeff{}",
                                    '{"a":' * 9_000])
def test_arguments_that_are_no_object_are_refused(tmp_path, broken):
    path = tmp_path / "run.jsonl"
    agent().start("?", path=path).advance()
    lines = path.read_text().splitlines(keepends=True)
    event = json.loads(lines[2])
    event["message"]["tool_calls"][0]["function"]["arguments"] = broken
    path.write_text("".join([*lines[:2], json.dumps(event) + "\n", *lines[3:]]))
    with pytest.raises(RunFileError, match="Line 3 of run.jsonl is damaged"):
        Run.load(path, agent())


def test_a_file_that_is_refused_keeps_its_torn_line_too(tmp_path):
    path = tmp_path / "run.jsonl"
    agent().start("?", path=path).advance()
    head, question, *rest = path.read_bytes().splitlines(keepends=True)
    damaged = head + question.replace(b'"role"', b'"rule"') + b"".join(rest) + b'{"type": "e'
    path.write_bytes(damaged)
    with pytest.raises(RunFileError, match="Line 2 of run.jsonl is damaged"):
        Run.load(path, agent())
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "There is no file run.jsonl"),
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


def histories_agree(run, path):
    again = Run.load(path, agent())
    assert again.messages == run.messages and again.events == run.events
    asked = {entry["id"] for message in run.messages for entry in message.get("tool_calls", ())}
    told = [message["tool_call_id"] for message in run.messages if message["role"] == "tool"]
    assert sorted(told) == sorted(set(told)) and set(told) <= asked


@pytest.mark.parametrize("on_disk", [True, False])
def test_an_interrupt_at_any_line_of_a_record_leaves_a_run_that_goes_on(
        tmp_path, on_disk, monkeypatch):
    """Raised at each line of the code between an event and its state, one after the other."""
    monkeypatch.setattr(runfile.os, "fsync", lambda number: None)  # thousands of them
    files = {agent_module.__file__, runfile.__file__, runlock.__file__, runstate.__file__}
    count = number = 0

    def trace(frame, event, argument):
        nonlocal count
        if frame.f_code.co_filename not in files:
            return None
        if event == "line" and begun:
            count += 1
            if count == number:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    def watched(record):
        def recording(event):
            begun.append(1)
            try:
                record(event)
            finally:
                begun.pop()
        return recording

    while True:
        number += 1
        count, begun = 0, []
        DONE.clear()
        path = tmp_path / f"{number}.jsonl"
        run = agent([*SCRIPT, "more"], approve=lambda c: True if not c.note else "no").start(
            "?", path=path if on_disk else None)
        run._record = watched(run._record)
        sys.settrace(trace)
        try:
            run.drive()
            break
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        begun.clear()
        assert run.error is None, run.error
        assert run.status in ("cancelled", "answered")
        if on_disk:
            histories_agree(run, path)
        run.ask("go on")
        assert run.status == "answered" and DONE in ([], ["x"])
        if on_disk:
            histories_agree(run, path)
    assert number > 100 and DONE == ["x"]


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_two_names_of_one_file_are_one_file(tmp_path, link, monkeypatch):
    path, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    run = agent().start("?", path=path).advance()
    run.approve("c2")
    try:
        link(path, other)
    except OSError:
        pytest.skip("links cannot be made here")
    holders = [Run.load(path, agent()), Run.load(other, agent())]
    real = runfile.RunFile._require_mine

    def slow(self, file):
        real(self, file)
        with contextlib.suppress(OSError):
            os.remove(f"{self.path}.lock")  # whoever does that takes no lock away
        time.sleep(0.2)
    monkeypatch.setattr(runfile.RunFile, "_require_mine", slow)
    threads = [threading.Thread(target=holder.step) for holder in holders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert DONE == ["x"] and sorted(holder.status == "failed" for holder in holders) == [
        False, True]


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "run.jsonl", tmp_path / "link.jsonl"
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("links cannot be made here")
    run = agent(["hi"]).start("?", path=link)
    assert link.is_symlink() and run.advance().answer == "hi"
    assert Run.load(path, agent()).answer == "hi"
    run.save(path)  # the same file under its own name
    assert link.is_symlink() and Run.load(link, agent()).answer == "hi"


def test_a_copy_takes_no_unused_approval_along_and_a_moved_file_does(tmp_path):
    path, copy, moved = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl"))
    run = agent().start("?", path=path).advance()
    run.approve("c2", rest_of_run=True)
    shutil.copy(path, copy)
    os.rename(path, moved)
    second = Run.load(copy, agent())
    assert second.advance().status == "needs_approval" and DONE == []
    second.approve("c2")
    assert Run.load(copy, agent()).status == "needs_approval"  # a copy asks each time
    assert Run.load(moved, agent()).advance().answer == "all done" and DONE == ["x"]


def test_files_beside_the_run_file_are_left_alone(tmp_path):
    path, precious = tmp_path / "run.jsonl", tmp_path / "precious"
    precious.write_text("precious")
    for ending in (".new", ".lock"):
        (tmp_path / f"run.jsonl{ending}").write_text("mine")
    agent(["hi"]).start("?", path=path).advance()
    assert (tmp_path / "run.jsonl.new").read_text() == "mine"
    assert len(os.listdir(tmp_path)) == 4


def test_a_save_that_fails_changes_nothing(tmp_path):
    run = agent().start("?", path=tmp_path / "run.jsonl").advance()
    run.approve("c2")
    (tmp_path / "file").write_text("")
    with pytest.raises(RunFileError, match="cannot be written"):
        run.save(tmp_path / "file" / "run.jsonl")
    assert run.advance().answer == "all done" and DONE == ["x"]


def test_a_full_disk_is_told_in_words(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent().start("?", path=path).advance()
    before = path.read_bytes()
    acquire = run._file._lock.acquire

    class Full:
        def __init__(self, file):
            self.file = file

        def write(self, line):
            return self.file.write(line[:5])

        def __getattr__(self, name):
            return getattr(self.file, name)
    run._file._lock.acquire = lambda: Full(acquire())
    with pytest.raises(RunFileError, match="cannot be written: .*[Ss]pace"):
        run.approve("c2")
    assert path.read_bytes() == before


@pytest.mark.parametrize(("kind", "key"), [
    ("decision", "name"), ("decision", "by"), ("decision", "shown"), ("decision", "at"),
    ("decision", "reason"), ("started", "at"), ("started", "name")])
@pytest.mark.parametrize("value", [5, None, ["x"], {}])
def test_a_file_with_odd_values_is_refused_and_its_audit_too(tmp_path, kind, key, value):
    path = tmp_path / "run.jsonl"
    run = agent().start("?", path=path).advance()
    run.approve("c2"), run.advance()
    rows = lines(path)
    for row in rows:
        if row["type"] == kind:
            row[key] = value
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(RunFileError, match="damaged"):
        Run.load(path, agent())


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device here")
def test_a_device_without_an_end_is_no_run():
    with pytest.raises(RunFileError, match="no file of a run"):
        Run.load("/dev/zero", agent())


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


# -- a file that cannot be written for a while ---------------------------------------------------

ADDED: list[int] = []
REPLIES = [
    assistant("", [call("count", {"a": 1}, "c1"), call("act", {"what": "x"}, "c2"),
                   call("count", {"a": 2}, "c3")]),
    "all done", "more", "even more"]


def count(a: int) -> int:
    """Count."""
    ADDED.append(a)
    return a


def counting_agent(**options):
    ADDED.clear(), DONE.clear()
    registry = ToolRegistry([count])
    registry.add(act, needs_approval=True)
    return Agent(registry, model=ScriptedModel(REPLIES), **options)


class HeldBy:
    """Another holder of the file, from the line with this number on until `let_go`."""

    def __init__(self, path, run, number):
        self.lock, self.left, self.held = runlock.FileLock(str(path), 1), number, False
        self.real, run._file.append = run._file.append, self.append

    def append(self, event):
        self.left -= 1
        if self.left == 0:
            self.lock.acquire()
            self.held = True
        self.real(event)

    def let_go(self):
        self.lock.release()
        self.held = False


@pytest.mark.parametrize("goes_on", ["advance", "load", "save"])
def test_a_run_goes_on_after_its_file_was_in_use_and_nothing_is_lost(
        tmp_path, monkeypatch, goes_on):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.02)
    plain = counting_agent(approve="approve").ask("?")
    assert plain.status == "answered" and ADDED == [1, 2] and DONE == ["x"]
    number = 0
    while True:
        number += 1
        path = tmp_path / f"{number}.jsonl"
        notes = []
        own = counting_agent(approve=lambda call, notes=notes: notes.append(call.note) or True)
        run = own.start("?", path=path)
        holder = HeldBy(path, run, number)
        run.drive()
        if not holder.held:
            break
        assert run.status == "failed" and run.answer == (
            f"{number}.jsonl is in use by another program. Try again when that has ended. "
            "Nothing is lost: run.advance() goes on from here.")
        assert run.drive().status == "failed"  # still held
        holder.let_go()
        if goes_on == "save":
            run.save(tmp_path / f"{number}-elsewhere.jsonl")
        if goes_on == "load" and not run.unwritten:
            run = Run.load(path, own)
        assert run.drive().answer == "all done", number
        assert run.messages == plain.messages and run.usage == plain.usage
        assert DONE == ["x"] and ADDED == [1, 2] and own.model.requests == 2
        assert set(notes) == {None}  # nothing began that was not certain
        assert Run.load(run._file.path, own).messages == plain.messages
    assert number == 8


def test_a_question_and_a_stop_wait_for_the_file_too(tmp_path, monkeypatch):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.02)
    path = tmp_path / "run.jsonl"
    run = counting_agent().start("?", path=path)
    holder = HeldBy(path, run, 2)  # the answer of the first call
    run.advance()
    assert run.ask("next").status == "failed" and run.ask("and then").status == "failed"
    waits = [event["message"] for event in run.unwritten]
    assert [message["role"] for message in waits] == ["tool", "user", "user"]
    assert [message["content"] for message in waits[1:]] == ["next", "and then"]
    assert len(run.messages) == 2  # none of them is in the history yet
    holder.let_go()
    assert run.advance().answer == "all done" and DONE == [] and run.unwritten == []
    assert [m["content"] for m in run.messages if m["role"] == "user"] == ["?", "next", "and then"]
    assert "rejected" in run.messages[3]["content"] and Run.load(path, run.agent).answer

    run = counting_agent().start("?", path=path)
    holder = HeldBy(path, run, 2)
    run.advance()
    run.cancel()
    assert run.status == "failed"
    holder.let_go()
    assert run.advance().status == "cancelled" and ADDED == [1]
    assert [m["role"] for m in run.messages] == ["user", "assistant", "tool", "tool", "tool"]
    assert Run.load(path, run.agent).status == "cancelled"


def test_a_decision_that_could_not_be_written_can_be_given_again(tmp_path, monkeypatch):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.02)
    path = tmp_path / "run.jsonl"
    run = counting_agent().start("?", path=path).advance()
    holder = HeldBy(path, run, 1)
    with pytest.raises(RunFileError, match="in use by another program"):
        run.approve("c2")
    assert run.status == "needs_approval" and [call.id for call in run.pending] == ["c2"]
    holder.let_go()
    run.approve("c2")
    assert run.advance().answer == "all done" and DONE == ["x"]


def test_a_run_whose_file_was_continued_meanwhile_is_lost_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.02)
    path = tmp_path / "run.jsonl"
    run = counting_agent().start("?", path=path)
    holder = HeldBy(path, run, 1)
    run.advance()
    holder.let_go()
    other = Run.load(path, counting_agent()).advance()
    assert other.status == "needs_approval"
    assert run.advance().status == "failed" and "continued elsewhere" in run.answer
    assert len(run.messages) == 1 and run.advance().status == "failed"


def test_a_program_that_holds_the_file_for_a_while(tmp_path, monkeypatch):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.3)
    path = tmp_path / "run.jsonl"
    run = counting_agent(approve=lambda call: True).start("?", path=path)
    code = ("import sys; from studybuddy.runlock import FileLock; lock = FileLock(sys.argv[1], 1)\n"
            "lock.acquire(); print('held', flush=True); sys.stdin.read()")
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "held\n"
        assert run.drive().status == "failed" and "in use by another program" in run.answer
        child.stdin.close()
    assert run.drive().answer == "all done" and DONE == ["x"] and run.agent.model.requests == 2


def test_a_full_disk_ends_no_run(tmp_path):
    path = tmp_path / "run.jsonl"
    run = counting_agent(approve=lambda call: True).start("?", path=path)
    acquire = run._file._lock.acquire

    def full():
        os.truncate(path, len(path.read_bytes()))
        raise OSError(28, "No space left on device")
    run._file._lock.acquire = full
    assert run.drive().status == "failed" and "No space" in run.answer
    run._file._lock.acquire = acquire
    assert run.drive().answer == "all done" and run.agent.model.requests == 2
