"""Runs: files that a broken disk or a curious person changed, and models that write odd replies."""

from __future__ import annotations

import json
import os

from hypothesis import strategies as st

from studybuddy import Agent, Run, RunFileError, ScriptedModel, ToolError, ToolRegistry, diff, trace
from studybuddy.messages import Reply, Usage, assistant, call, calls_of
from studybuddy.models.base import ModelError
from tests.fuzz.mutate import byte_changes, json_changes, place, spoil, spoil_json
from tests.fuzz.target import Target, require_sentence, strict
from tests.fuzz.targets.tools import anything

ENDS = ("ready", "needs_approval", "answered", "step_limit", "stuck", "failed", "cancelled")


class Place:
    """A folder for run files, and an agent whose action is counted."""

    def __init__(self, folder, model):
        self.folder = folder
        self.acted: list[str] = []
        registry = ToolRegistry([self.look, self.fail])
        registry.add(self.act, needs_approval=True)
        self.agent = Agent(registry, model=model, system="Help.", max_steps=4)

    def look(self, what: str = "") -> dict:
        """Look at a thing."""
        return {"seen": what}

    def fail(self, what: str = "") -> dict:
        """Say why not."""
        raise ToolError(what or "Not today.")

    def act(self, what: str) -> dict:
        """Change the world."""
        self.acted.append(what)
        return {"done": what}


def look_at_all(run: Run) -> None:
    """Every view of a run. None of them may raise."""
    assert run.status in ENDS
    assert run.answer is None or isinstance(run.answer, str)
    for view in (repr(run), trace.text(run), str(trace.table(run)), str(run.audit())):
        view.encode("utf-8")
    trace.timeline(run)
    for rich in (trace.table(run)._repr_html_(), run.audit()._repr_html_()):
        rich.encode("utf-8")
    for step in range(len(run.steps) + 1):
        str(run.at(step)).encode("utf-8")
        fork = run.fork(step)
        require_valid(fork)
        str(diff(run, fork)).encode("utf-8")
    for waiting in run.pending:
        assert isinstance(waiting.effect, str)
    assert isinstance(run.usage, Usage)


def require_valid(run: Run) -> None:
    """Each call has one answer, right behind its reply; what is open stands at the very end."""
    waiting: list[str] = []
    seen: set[str] = set()
    for message in run.messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in waiting, "an answer to nothing"
            waiting.remove(message["tool_call_id"])
            strict(message["content"])
            continue
        assert not waiting, "a message while a call was open"
        for entry in calls_of(message):
            assert entry["id"] not in seen, "an id that came twice"
            seen.add(entry["id"])
            waiting.append(entry["id"])
            assert isinstance(json.loads(entry["function"]["arguments"]), dict)
    assert len(waiting) == sum(one.id in waiting for one in run._state.open)
    json.dumps(run.messages, allow_nan=False)


class RunFiles(Target):
    """A changed run file: a run that goes on, or RunFileError; and nothing in the file is lost."""

    seconds = 8.0
    batch = 40
    SCRIPT = [
        assistant("First.", [call("act", {"what": "one"}, "c1"),
                             call("look", {"what": "x"}, "c2")]),
        assistant("Then.", [call("act", {"what": "two"}, "c3"), call("fail", {}, "c4")]),
        "All done."]

    def __init__(self, folder):
        super().__init__(folder)
        self.file = folder / "odd.jsonl"
        self.good = []
        at = Place(folder, ScriptedModel(self.SCRIPT))
        run = at.agent.start("Do two things.", self.file).advance()
        self.good.append(self.file.read_bytes())
        run.approve("c1")
        self.good.append(self.file.read_bytes())
        run.advance()
        run.reject("c3", "no")
        run.advance().ask("And now?")
        self.good.append(self.file.read_bytes())
        self.good.append(self.good[0] + b'{"type": "started", "id": "c1", "name": "act"}\n')

    def strategy(self):
        lines = st.lists(st.tuples(st.sampled_from(["drop", "twice", "swap", "json"]), place, place,
                                   json_changes(3)), max_size=3)
        return st.tuples(st.integers(0, 3), lines, byte_changes(2))

    def check(self, value):
        which, lines, changes = value
        data = spoil(_changed(self.good[which], lines), changes)
        self.file.unlink(missing_ok=True)
        self.file.write_bytes(data)
        at = Place(self.folder, ScriptedModel([*self.SCRIPT[1:], "End."]))
        try:
            run = Run.load(self.file, at.agent)
        except RunFileError as error:
            require_sentence(str(error), 400)
            assert self.file.read_bytes() == data
            return
        whole = data[:data.rindex(b"\n") + 1]
        assert self.file.read_bytes() == whole
        if whole != data:
            assert run.notes
        look_at_all(run)
        require_valid(run)
        approved = data.count(b'"approved"')
        run.advance()
        assert len(at.acted) <= approved, "an action without a decision"
        for waiting in run.pending:
            run.reject(waiting.id, "no")
        run.advance()
        look_at_all(run)
        require_valid(run)
        assert self.file.read_bytes().startswith(whole)
        again = Run.load(self.file, at.agent)
        assert again.messages == run.messages and again.status == run.status


def _changed(data: bytes, changes) -> bytes:
    """The file with whole lines changed."""
    lines = data.splitlines(keepends=True)
    for kind, where, other, inner in changes:
        if not lines:
            return b""
        at, to = where % len(lines), other % len(lines)
        if kind == "drop":
            del lines[at]
        elif kind == "twice":
            lines.insert(to, lines[at])
        elif kind == "swap":
            lines[at], lines[to] = lines[to], lines[at]
        else:
            try:
                lines[at] = spoil_json(json.loads(lines[at]), inner).encode() + b"\n"
            except (ValueError, RecursionError):  # spoilt by an earlier change
                continue
    return b"".join(lines)


class Replies:
    """A model that says what a list says, whatever it is, and then that it is done."""

    def __init__(self, replies):
        self.replies = list(replies)

    def complete(self, messages, tools, *, response_schema=None, cancel=None, on_event=None):
        json.dumps(messages, allow_nan=False)
        if not self.replies:
            return Reply(assistant("Done."))
        message, finish, tokens, error = self.replies.pop(0)
        if error:
            raise ModelError(error, "Not now.")
        return Reply(message, finish, tokens and Usage(tokens, 1, tokens + 1))


calls = st.fixed_dictionaries(
    {}, optional={"id": st.sampled_from(["c1", "c2", "", "call00003"]) | anything, "type": anything,
                  "function": st.fixed_dictionaries({}, optional={
                      "name": st.sampled_from(["act", "act", "look", "fail", "none"]) | anything,
                      "arguments": st.sampled_from(['{"what": "x"}', "{", "null", "[]", "{}"])
                      | anything}) | anything,
                  "extra": anything})
messages = st.fixed_dictionaries({}, optional={
    "role": anything, "content": st.text(max_size=20) | anything, "refusal": anything,
    "tool_calls": st.lists(calls | anything, max_size=3) | anything, "extra": anything})
replies = st.tuples(
    messages, st.sampled_from(["stop", "tool_calls", "length", "malformed", "blocked", "other"]),
    st.none() | st.integers(0, 10**6),
    st.sampled_from([None] * 6 + ["network", "bad_response", "cancelled"]))
deeds = st.sampled_from(["step", "advance", "approve", "approve all", "reject", "ask", "cancel",
                         "load", "save", "copy", "fork", "drive"])


class RunEvents(Target):
    """A run that is driven by any order of deeds, with a model that writes odd messages."""

    seconds = 8.0
    batch = 40

    def strategy(self):
        return st.tuples(st.lists(replies, max_size=6), st.lists(deeds, max_size=8),
                         st.text(max_size=10), st.booleans())

    def check(self, value):
        said, order, words, on_disk = value
        at = Place(self.folder, Replies(said))
        file = self.folder / "run.jsonl"
        file.unlink(missing_ok=True)
        run = at.agent.start(words, file if on_disk else None)
        approved = 0
        for deed in order:
            run, more = self._do(deed, run, at, file, words)
            approved += more
            require_valid(run)
        look_at_all(run)
        asked = [entry for message in run.messages for entry in calls_of(message)]
        assert approved or not at.acted, "an action without a decision"
        assert len(at.acted) <= len(asked) * 3
        if run._file is not None:
            again = Run.load(run._file.path, at.agent)
            assert again.messages == run.messages
            look_at_all(again)

    def _do(self, deed: str, run: Run, at: Place, file, words: str):
        approved = 0
        if deed in ("step", "advance", "drive"):
            getattr(run, deed)()
        elif deed in ("approve", "approve all", "reject"):
            for waiting in run.pending[:1]:
                if deed == "reject":
                    run.reject(waiting.id, words)
                else:
                    run.approve(waiting.id, rest_of_run=deed == "approve all")
                    approved = 1
        elif deed == "ask":
            run.ask(words)
        elif deed == "cancel":
            run.cancel()
        elif deed == "load" and run._file is not None:
            run = Run.load(run._file.path, at.agent)
        elif deed == "save":
            run.save(file)
        elif deed == "copy":
            run.save(self.folder / "other.jsonl")
        elif deed == "fork":
            run = run.fork(max(0, len(run.steps) - 1))
        return run, approved


TARGETS = {"run_file": RunFiles, "run_events": RunEvents}
os.environ.setdefault("STUDYBUDDY_APPROVE", "ask")
