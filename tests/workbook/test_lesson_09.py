"""Lesson 09: its solved pieces beside the package's, on the same calls and the same run files."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from studybuddy import Agent, Run, ScriptedModel, ToolRegistry
from studybuddy.approval import fingerprint as package_fingerprint
from studybuddy.approval import waits
from studybuddy.messages import assistant, call
from studybuddy.runfile import RunFileError
from studybuddy.workbook import define

LESSON = define.load("09")
CALLS = {
    "plain": ("c1", "write_file", {"path": "a", "text": "b"}),
    "order": ("c1", "write_file", {"text": "b", "path": "a"}),
    "another id": ("c2", "write_file", {"path": "a", "text": "b"}),
    "another tool": ("c1", "read_file", {"path": "a", "text": "b"}),
    "another value": ("c1", "write_file", {"path": "a", "text": "c"}),
    "number": ("c1", "write_file", {"hours": 1}),
    "text": ("c1", "write_file", {"hours": "1"}),
    "true": ("c1", "write_file", {"hours": True}),
}


@pytest.fixture(scope="module")
def small():
    from studybuddy.workbook import small

    return small


@pytest.fixture
def done():
    return []


@pytest.fixture
def agent(done):
    def note(text: str) -> dict:
        """Note a text."""
        done.append(text)
        return {"noted": text}

    registry = ToolRegistry()
    registry.add(note, needs_approval=True)
    script = [assistant("", [call("note", {"text": "one"}, "c1"),
                             call("note", {"text": "two"}, "c2")]), "Noted."]
    return Agent(registry, model=ScriptedModel(script), approve="ask")


@pytest.mark.parametrize("one", CALLS)
@pytest.mark.parametrize("two", CALLS)
def test_both_fingerprints_tell_the_same_calls_apart(small, one, two):
    equal = small.fingerprint(*CALLS[one]) == small.fingerprint(*CALLS[two])
    assert equal == (package_fingerprint(*CALLS[one]) == package_fingerprint(*CALLS[two]))


@pytest.mark.parametrize(
    # Of one call the package keeps the text, not its digest. It also binds the order of the keys
    # inside a value, which is stricter.
    "case", [case for case in LESSON.checks["09.2"].cases
             if case.name not in ("one call", "order inside")], ids=lambda case: case.name)
def test_the_package_keeps_the_rules_of_the_fingerprint(case):
    assert case.passes(case.run(package_fingerprint, *case.args))


def test_both_gates_let_a_call_run_once(small, agent, done):
    run = agent.ask("Note it.")
    gate = small.Gate()
    calls = {one.id: SimpleNamespace(id=one.id, name=one.name, arguments=one.arguments)
             for one in run.pending}
    for one in calls.values():
        gate.wait(one)
    gate.approve("c1")
    gate.reject("c2", "not this")
    run.approve("c1")
    run.reject("c2", "not this")
    assert [gate.may_run(calls[name]) for name in ("c1", "c2", "c1")] == [True, False, False]
    run.advance()
    assert done == ["one"]
    for name in ("c1", "c2", "c9"):
        with pytest.raises(KeyError):
            gate.approve(name)
        with pytest.raises(ValueError):
            run.approve(name)


def state_of(run: Run, call_id: str) -> str:
    """What the package knows of a call, in the words of the lesson."""
    if any(one.get("tool_call_id") == call_id for one in run.messages):
        return "done"
    waiting = {one.id: one for one in run.pending}
    if call_id in waiting:
        return "ask" if waiting[call_id].note else "waiting"
    return "approved" if row_of(run, call_id)["decision"] == "approved" else "rejected"


def row_of(run: Run, call_id: str) -> dict:
    return next(row for row in run.audit() if ("one" if call_id == "c1" else "two") in row["what"])


@pytest.mark.parametrize("torn", ["", '{"type": "sta'])
def test_both_read_every_beginning_of_a_run_file_alike(small, agent, tmp_path, torn):
    path = tmp_path / "run.jsonl"
    run = agent.start("Note it.", path=path).advance()
    run.approve("c1")
    run.reject("c2", "not this")
    run.advance()
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    seen = set()
    for count in range(3, len(lines) + 1):  # from the message with the calls on
        text = "\n".join(lines[:count]) + "\n" + torn
        path.write_text(text, encoding="utf-8", newline="\n")  # no copy: it would ask once more
        loaded = Run.load(path, agent)
        states = small.resume(text)
        assert states == {name: state_of(loaded, name) for name in ("c1", "c2")}
        seen |= set(states.values())
    assert seen == {"waiting", "approved", "rejected", "ask", "done"}


def test_both_refuse_a_damaged_line(small, agent, tmp_path):
    path = tmp_path / "run.jsonl"
    agent.start("Note it.", path=path).advance()
    head, *rest = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join([head, '{"type": "mess', *rest]), encoding="utf-8", newline="\n")
    with pytest.raises(json.JSONDecodeError):
        small.resume(path.read_text(encoding="utf-8"))
    with pytest.raises(RunFileError):
        Run.load(path, agent)


@pytest.mark.parametrize("case", LESSON.checks["09.5"].cases, ids=lambda case: case.name)
def test_the_rule_makes_the_same_calls_wait_in_the_package(small, case):
    name, arguments = case.args
    assert waits(lambda values: small.my_rule(name, values), arguments) == case.expected
