"""Runs that are killed, in children of one warm process: the program behind tests/test_kill.py.

    python tests/killing.py FOLDER WHAT [NUMBER]

WHAT is `steps` (killed once at every traced point of a run), `moments` (killed NUMBER times at
random moments, each time resumed by a new process), `cuts` (the file cut off at every byte) or
`races` (NUMBER times two processes on one file). Prints one line of JSON with what was counted;
ends with an AssertionError at the first run that is not as it must be.

A run has two actions; each appends a line to a file of marks and waits until it is on disk, so
that the marks tell what really happened.
"""

import json
import os
import random
import select
import signal
import sys
import time
from pathlib import Path

from studybuddy import Agent, Run, RunFileError, ScriptedModel, ToolRegistry, runfile, runlock
from studybuddy.approval import MAY_HAVE_HAPPENED
from studybuddy.messages import assistant, call

ACTIONS = {"c1": "one", "c3": "two"}
SCRIPT = [
    assistant("First.", [call("act", {"what": "one"}, "c1"), call("look", {}, "c2")]),
    assistant("Then.", [call("act", {"what": "two"}, "c3")]),
    "all done",
]
ROLES = ["user", "assistant", "tool", "tool", "assistant", "tool", "assistant"]
# All that reaches the disk; between its lines nothing does.
TRACED = (runfile.__file__, runlock.__file__, __file__)


class Place:
    """The files of one run, and the agent that works on them."""

    def __init__(self, folder, pause=0.0):
        folder.mkdir(parents=True)
        self.pause = pause  # seconds at the end of an action, so that a random moment meets it
        self.path, self.marks_path = folder / "run.jsonl", folder / "marks"
        self.told = []  # ids of the calls whose result a listener has seen
        self.asked = []  # (id, note) of the calls that were put to the person

    def marks(self):
        return self.marks_path.read_text().split() if self.marks_path.exists() else []

    def agent(self, approve=None):
        def act(what: str) -> dict:
            """Change the world."""
            with open(self.marks_path, "a") as file:
                file.write(what + "\n")
                file.flush()
                os.fsync(file.fileno())
            time.sleep(self.pause)
            return {"done": what}

        def look() -> int:
            """How much was done."""
            return len(self.marks())

        registry = ToolRegistry([look])
        registry.add(act, needs_approval=True)
        return Agent(registry, model=ScriptedModel(SCRIPT), approve=approve or self.person,
                     on_event=self.listen)

    def listen(self, event):
        if event["type"] == "result":
            self.told.append(event["id"])

    def person(self, waiting):
        """Says yes; where it may have happened, only after a look."""
        self.asked.append((waiting.id, waiting.note))
        if waiting.note == MAY_HAVE_HAPPENED and ACTIONS[waiting.id] in self.marks():
            return "It is there already."
        return True

    def begin_or_go_on(self):
        if self.path.exists():
            return Run.load(self.path, self.agent()).drive()
        return self.agent().start("Do both.", path=self.path).drive()

    def lines(self):
        """The whole lines of the run file."""
        data = self.path.read_bytes() if self.path.exists() else b""
        return [json.loads(line) for line in data.split(b"\n")[:-1]]


def in_child(work):
    """Start `work` in a child; gives its process id."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return pid


def end_of(pid):
    """The exit code of a child; negative: the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def look_at(place, told=()):
    """What must hold at any moment after a process died, before anybody goes on.

    Gives the ids that are asked about because they may have happened.
    """
    marks, lines = place.marks(), place.lines()
    assert len(marks) == len(set(marks)), f"done twice: {marks}"
    if not lines:
        assert not marks
        return []
    # Of each action the newest event; one that was decided again needs no further question.
    newest = {line["id"]: line["type"] for line in lines if line["type"] in ("decision", "started")}
    started = {line["id"] for line in lines if line["type"] == "started"}
    open_ones = {call_id for call_id, kind in newest.items() if kind == "started"}
    done = {line["message"]["tool_call_id"] for line in lines if line["type"] == "done"}
    assert set(told) <= done, "a result was told and is not on disk"
    messages = [line["message"] for line in lines if line["type"] in ("message", "done")]
    assert [message["role"] for message in messages] == ROLES[:len(messages)]
    run = Run.load(place.path, place.agent())
    assert run.messages == messages, "a message was lost"
    asked_about = [waiting.id for waiting in run.pending if waiting.note == MAY_HAVE_HAPPENED]
    assert set(asked_about) == open_ones - done
    for call_id, mark in ACTIONS.items():
        assert mark not in marks or call_id in started, "it happened before it was on record"
    return asked_about


def finish(place, asked_about):
    """Go on to the end with a person who looks: everything is there, once."""
    place.asked.clear()
    run = place.begin_or_go_on()
    assert (run.status, run.answer) == ("answered", "all done"), (run.status, run.answer)
    assert [message["role"] for message in run.messages] == ROLES
    assert place.marks() == ["one", "two"], place.marks()
    assert [call_id for call_id, note in place.asked if note == MAY_HAVE_HAPPENED] == asked_about


def nobody_repeats(place):
    """With the policy that approves all, an action that may have happened still waits."""
    before = place.marks()
    run = Run.load(place.path, place.agent("approve")).drive()
    assert run.status == "needs_approval" and place.marks() == before


# -- killed at every point -----------------------------------------------------------------------

def killed_at(place, number):
    """Run with a kill before the traced line of this number; gives what was told before."""
    count = 0
    reading, writing = os.pipe()

    def trace(frame, event, argument):
        nonlocal count
        if frame.f_code.co_filename not in TRACED:
            return None
        count += 1
        if count == number:
            os.write(writing, json.dumps(place.told).encode())
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    def work():
        sys.settrace(trace)
        place.begin_or_go_on()
        sys.settrace(None)
        os.write(writing, json.dumps(place.told).encode())

    code = end_of(in_child(work))
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        return code, json.loads(file.read())


def steps(folder):
    """Killed before the first traced line, before the second, and so on to the end."""
    kills = asked = 0
    while True:
        place = Place(folder / str(kills))
        code, told = killed_at(place, 1 + kills)
        if code == 0:
            break
        assert code == -signal.SIGKILL
        kills += 1
        asked_about = look_at(place, told)
        asked += len(asked_about)
        if asked_about:
            nobody_repeats(place)
        finish(place, asked_about)
    return {"kills": kills, "asked": asked}


# -- killed at random moments --------------------------------------------------------------------

def moments(folder, number):
    """Killed `number` times; a run that came to its end is followed by a new one."""
    chance = random.Random(9)
    whole = min(_seconds(Place(folder / f"whole{count}", 0.001)) for count in range(5))
    kills = asked = runs = 0
    while kills < number:
        runs += 1
        place = Place(folder / str(runs), 0.001)
        while kills < number:
            pid = in_child(place.begin_or_go_on)
            time.sleep(chance.uniform(0, whole))
            os.kill(pid, signal.SIGKILL)
            code = end_of(pid)
            if code == 0:
                break
            assert code == -signal.SIGKILL, code
            kills += 1
            asked += len(look_at(place))
        finish(place, look_at(place))
    return {"kills": kills, "runs": runs, "asked": asked}


def _seconds(place):
    """What one run takes that nobody kills."""
    begin = time.perf_counter()
    assert end_of(in_child(place.begin_or_go_on)) == 0
    return time.perf_counter() - begin


# -- cut off at every byte -----------------------------------------------------------------------

def cuts(folder):
    """A write that was torn at any byte leaves the same as one that never began."""
    whole = Place(folder / "whole")
    whole.begin_or_go_on()
    data = whole.path.read_bytes()
    head = data.index(b"\n", data.index(b"\n") + 1) + 1  # written in one move, with the question
    for size in range(head):  # no crash leaves this; it must not be taken for a run that went on
        place = Place(folder / str(size))
        place.path.write_bytes(data[:size])
        try:
            assert Run.load(place.path, place.agent()).messages == []
        except RunFileError:
            pass
        assert not place.marks()
    whole_lines = None
    for size in range(head, len(data) + 1):
        torn = not data[:size].endswith(b"\n")
        if not torn:
            place = Place(folder / str(size))
            whole_lines = data[:size]
        place.path.write_bytes(data[:size])
        run = Run.load(place.path, place.agent())
        assert bool(run.notes) == torn
        assert place.path.read_bytes() == whole_lines
        if not torn:
            standing = run.messages, run.pending, run.status
        assert (run.messages, run.pending, run.status) == standing
        if size == len(data) or data[size:size + 1] == b"\n":  # the last torn byte of this line
            started = [line["id"] for line in place.lines() if line["type"] == "started"]
            # `started` is on disk before the action begins, so a torn one had no effect.
            place.marks_path.write_text("".join(f"{ACTIONS[call_id]}\n" for call_id in started))
            finish(place, look_at(place))
    return {"cuts": len(data) + 1}


# -- two processes on one file -------------------------------------------------------------------

def races(folder, number):
    """Two processes hold one run and go on at the same time: in every third round nothing is
    decided yet, in the others the approval is in the file already. One of them may be killed."""
    chance = random.Random(7)
    whole = min(_seconds(Place(folder / f"whole{count}")) for count in range(5))
    lost = killed = 0
    for count in range(number):
        place = Place(folder / str(count))
        run = place.agent("ask").start("Do both.", path=place.path).drive()
        if count % 3:
            run.approve("c1")
        reading, writing = os.pipe()
        answers, words = os.pipe()

        def work(place=place, reading=reading, words=words):
            run = Run.load(place.path, place.agent())
            os.write(words, b"+")
            os.read(reading, 1)  # until both hold the file
            try:
                run.drive()
            except RunFileError:
                pass
            told = run.answer if run.status == "failed" else ""
            assert not told or "continued elsewhere" in told, told
            os.write(words, b"L" if told else b"W")

        pids = [in_child(work), in_child(work)]
        ready = b""
        while len(ready) < 2:
            ready += os.read(answers, 2)
        os.write(writing, b"go")
        if count % 4 == 0:
            time.sleep(chance.uniform(0, whole / 4))
            os.kill(pids[0], signal.SIGKILL)
        codes = [end_of(pid) for pid in pids]
        assert set(codes) <= {0, -signal.SIGKILL}, codes
        said = os.read(answers, 10) if select.select([answers], [], [], 0)[0] else b""
        for number_of_pipe in (reading, writing, answers, words):
            os.close(number_of_pipe)
        killed += codes.count(-signal.SIGKILL)
        lost += said.count(b"L")
        if codes == [0, 0]:
            assert sorted(said) == sorted(b"LW"), said
        finish(place, look_at(place))
    return {"races": number, "lost": lost, "killed": killed}


def main(folder, what, number="0"):
    work = {"steps": steps, "moments": moments, "cuts": cuts, "races": races}[what]
    arguments = (int(number),) if int(number) else ()
    print(json.dumps(work(Path(folder), *arguments)))


if __name__ == "__main__":
    main(*sys.argv[1:])
