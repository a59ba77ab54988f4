"""A run file in which anything may stand: it is loaded and can be used, or refused in words."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studybuddy import Agent, ModelError, Run, RunFileError, ScriptedModel, ToolRegistry, trace
from studybuddy.messages import Reply, Usage, assistant, call


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def fail(x: int) -> int:
    """Fail."""
    raise TypeError("no")


def act(what: str) -> dict:
    """Act."""
    return {"done": what}


def busy(messages):
    raise ModelError("rate_limit", "Wait.", 3.0)


SCRIPT = [
    Reply(assistant("", [
        call("add", {"a": 1, "b": 1}, "c1"), call("act", {"what": "x"}, "c2"),
        call("add", '{"a": ', "c3"), call("fail", {"x": 1}, "c4")]), "tool_calls", Usage(1, 2, 3)),
    Reply(assistant("", [call("act", {"what": "y"}, "d1")]), "tool_calls", Usage(1, 2, 3)),
    "", busy]


def agent():
    registry = ToolRegistry([add, fail])
    registry.add(act, needs_approval=True)
    return Agent(registry, system="S", model=ScriptedModel(SCRIPT))


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """The events of a run with an approval, a rejection, an empty reply and a failure."""
    path = tmp_path_factory.mktemp("run") / "run.jsonl"
    run = agent().start("?", path=path).advance()
    run.approve("c2")
    run.advance().reject("d1", "no")
    assert run.advance().status == "failed"
    return [json.loads(line) for line in path.read_text().splitlines()]


def places(value, here=()):
    if here:
        yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()
    for key, part in inner:
        yield from places(part, (*here, key))


def put(rows, place, value):
    for key in place[:-1]:
        rows = rows[key]
    rows[place[-1]] = value


def use(path):
    """Look at a loaded run in all ways, and go on with it."""
    run = Run.load(path, agent())
    assert run.status and repr(run) and run.steps is not None and run.usage
    assert str(run.audit()) and trace.text(run) and trace.table(run) and trace.timeline(run)
    for step in range(trace.requests(run)):
        assert run.at(step) and trace.request(run, step + 1)
    assert run.fork(trace.requests(run)).status
    for waiting in run.pending:
        run.reject(waiting.id)
    run.advance().ask("again")
    run.save(path)
    assert Run.load(path, agent()).messages == run.messages


def check(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for look in (use, lambda path: str(trace.audit(path))):
        try:
            look(path)
        except RunFileError as error:
            assert "is damaged" in str(error) or "no event of a run" in str(error)


def test_the_file_itself_is_good(tmp_path, rows):
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    use(path)


@pytest.mark.parametrize("odd", [None, 5, "x", [], ["x"], {}, {"x": [1]}])
@pytest.mark.parametrize("key", ["arguments", "name", "id", "tool_calls", "usage", "refused",
                                 "actions", "fault", "content", "status", "error"])
def test_each_field_of_each_event_in_turn(tmp_path, rows, key, odd):
    there = [place for place in places(rows) if place[-1] == key and len(place) > 1]
    for place in there or [(3, key)]:  # of the reply with the calls
        changed = copy.deepcopy(rows)
        put(changed, place, odd)
        check(tmp_path / "run.jsonl", changed)


KEYS = ["type", "message", "id", "name", "approved", "reason", "rest_of_run", "by", "bound_to",
        "shown", "effect", "at", "fault", "status", "error", "finish", "requests", "usage",
        "actions", "refused", "role", "content", "tool_calls", "tool_call_id", "function",
        "arguments", "kind", "retry_after", "_origin", "input_tokens"]
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3),
    st.sampled_from(["c1", "c2", "d1", "act", "user", "assistant", "tool", "done", "message",
                     "started", "void", "length", '{"what": "x"}', "{", "\ud800"]))
JSON = st.recursive(PLAIN, lambda part: st.lists(part, max_size=3) | st.dictionaries(
    st.sampled_from(KEYS), part, max_size=3), max_leaves=6)


@settings(max_examples=150, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_stands_in_a_file_it_is_used_or_refused_in_words(tmp_path, rows, data):
    changed = copy.deepcopy(rows)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from([p for p in places(changed) if p[0] > 0]))
        more = data.draw(st.none() | st.sampled_from(KEYS))
        held = changed
        for key in place:
            held = held[key]
        if more is not None and isinstance(held, dict):
            place = (*place, more)
        put(changed, place, data.draw(JSON))
    check(tmp_path / "run.jsonl", changed)


@pytest.mark.parametrize(("key", "odd"), [
    ("usage", {"input_tokens": 1.5, "output_tokens": 2, "total_tokens": 3}),
    ("usage", {"input_tokens": float("inf")}), ("usage", ["x"]), ("requests", 1.5),
    ("actions", "c"), ("actions", ["c9"]), ("actions", 5), ("actions", [["c2"]]),
    ("refused", {"c3": 5}), ("refused", 5), ("refused", ["c3"]),
])
def test_what_a_reply_cannot_have_is_refused(tmp_path, rows, key, odd):
    changed = copy.deepcopy(rows)
    changed[3][key] = odd
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in changed))
    with pytest.raises(RunFileError, match=r"Line 4 of run\.jsonl is damaged"):
        Run.load(path, agent())


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_json_cannot_hold_is_refused_when_it_is_read(tmp_path, rows, number):
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path = tmp_path / "run.jsonl"
    path.write_text(text.replace('"requests": 1,', f'"requests": 1, "extra": {number},', 1))
    with pytest.raises(RunFileError, match=r"Line 4 of run\.jsonl is damaged"):
        Run.load(path, agent())


@pytest.mark.parametrize("odd", [None, 5, ["x"], {}])
def test_arguments_that_are_no_text_are_refused(tmp_path, rows, odd):
    changed = copy.deepcopy(rows)
    changed[3]["message"]["tool_calls"][0]["function"]["arguments"] = odd
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in changed))
    with pytest.raises(RunFileError, match=r"Line 4 of run\.jsonl is damaged"):
        Run.load(path, agent())


def test_a_file_that_is_not_there_is_told_by_the_documented_error(tmp_path):
    for read in (lambda path: Run.load(path, agent()), trace.audit):
        with pytest.raises(RunFileError) as told:
            read(tmp_path / "nope.jsonl")
        assert type(told.value) is RunFileError  # its name stands in the traceback
        assert str(told.value) == "There is no file nope.jsonl. Look at the name and its folder."


def test_an_error_that_passes_has_the_same_name(tmp_path):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(RunFileError, match="cannot be read") as told:
        Run.load(tmp_path / "folder.jsonl", agent())
    assert type(told.value) is RunFileError and told.value.passing
    assert not RunFileError("x").passing
