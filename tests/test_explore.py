"""A run explored: back to a step, another way from there, and where two runs part."""

import json
import threading

import pytest

from studybuddy import Agent, PracticeModel, Run, ScriptedModel, ToolRegistry, diff, explore
from studybuddy.history import view
from studybuddy.messages import Reply, Usage, assistant, call, tool, user
from studybuddy.models import origin
from studybuddy.models.gemini_contents import UNSIGNED, to_contents

done: list[str] = []


@pytest.fixture(autouse=True)
def nothing_done_yet():
    done.clear()


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def act(what: str) -> str:
    """Act."""
    done.append(what)
    return what


class Watched:
    """A model that notes what it was sent."""

    def __init__(self, *script):
        self.inner = ScriptedModel(list(script))
        self.sent = []

    def complete(self, messages, tools, **options):
        self.sent.append(json.loads(json.dumps(messages)))
        return self.inner.complete(messages, tools, **options)


def agent(*script, model=None, **options):
    registry = ToolRegistry([add])
    registry.add(act, needs_approval=True)
    return Agent(registry, model=model or ScriptedModel(list(script)), **options)


def asks(name, arguments, call_id, tokens=0):
    message = assistant("", [call(name, arguments, call_id)])
    return Reply(message, "tool_calls", Usage(tokens, 1, tokens + 1)) if tokens else message


THREE = (asks("add", {"a": 1, "b": 2}, "c1", 10), asks("add", {"a": 3, "b": 4}, "c2", 20), "7.")


def three(**options):
    return agent(*THREE, system="Be kind.", **options).ask("1+2, then +4?")


# -- at ------------------------------------------------------------------------------------------


def test_each_moment_holds_the_exact_request_that_followed():
    model = Watched(*THREE)
    run = agent(model=model, system="Be kind.").ask("1+2, then +4?")
    assert [run.at(step).request for step in range(3)] == model.sent
    assert [run.at(step).usage.total_tokens for step in range(4)] == [0, 11, 32, 32]
    assert run.at(3).messages == run.messages and run.at(3).pending == []


def test_a_question_that_follows_belongs_to_the_moment_before_it():
    model = Watched("one", "two")
    run = agent(model=model).ask("1?").ask("2?")
    assert run.at(1).request == model.sent[1]
    assert run.at(1).request[-1] == user("2?")


def test_a_moment_is_a_copy():
    run = three()
    moment = run.at(1)
    moment.messages[2]["tool_calls"][0]["function"]["arguments"] = "{}"
    moment.request[0]["content"] = "x"
    assert run.at(1).messages != moment.messages and run.messages[0]["content"] == "Be kind."


def test_what_a_long_history_leaves_out(monkeypatch):
    run = agent("one", "two").ask("x" * 50).ask("y" * 50)
    monkeypatch.setattr(explore.history, "view", lambda messages: view(messages, 60))
    assert run.at(1).left_out == 1 and run.at(1).request == [user("y" * 50)]
    assert "leaves out 1 old turn." in str(run.at(1))


def test_open_calls_have_no_next_request():
    run = agent(asks("act", {"what": "x"}, "c1")).ask("go")
    moment = run.at(1)
    assert moment.request is None and [one.id for one in moment.pending] == ["c1"]
    assert run.at(0).pending == [] and run.at(0).request == [user("go")]
    assert str(moment).endswith("act waits for a decision")


def test_a_moment_as_text(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-of-mine")
    run = agent("It is secret-of-mine\u200b.").ask("<b>?")
    assert str(run.at(1)) == ("After step 1: 2 messages, 0 in, 0 out, 0 in all (tokens)\n"
                              "  0  user       <b>?\n"
                              "  1  assistant  It is [key]<U+200B>.")


@pytest.mark.parametrize("step", [-1, 4, 1.0, True, None, "1"])
def test_a_step_that_is_not_there(step):
    run = three()
    for ask in (run.at, run.fork):
        with pytest.raises(ValueError, match="This run has the steps 0 to 3, not"):
            ask(step)


# -- fork ----------------------------------------------------------------------------------------


def test_a_fork_keeps_whole_steps_and_goes_on(tmp_path):
    path = tmp_path / "run.jsonl"
    run = agent(*THREE, system="Be kind.").start("1+2, then +4?", path=path).drive()
    before, on_disk = json.dumps(run.messages), path.read_bytes()
    fork = run.fork(1, agent=agent(*THREE[:1], "I stop here."))
    assert fork.messages == run.at(1).messages and fork.status == "ready"
    assert fork.usage == run.at(1).usage and len(fork.steps) == 1
    assert fork.advance().answer == "I stop here."
    assert json.dumps(run.messages) == before and path.read_bytes() == on_disk


def test_a_fork_of_a_saved_run_goes_on_with_another_model(tmp_path):
    three().save(tmp_path / "run.jsonl")
    loaded = Run.load(tmp_path / "run.jsonl", agent())
    other = agent(model=PracticeModel())
    fork = loaded.fork(1, agent=other)
    assert other.last_run is fork
    assert fork.advance().status == "answered" and "practice model" in fork.answer
    fork.save(tmp_path / "fork.jsonl")
    assert Run.load(tmp_path / "fork.jsonl", other).messages == fork.messages
    assert Run.load(tmp_path / "run.jsonl", agent()).answer == "7."


def test_a_fork_carries_no_approvals(tmp_path):
    script = [asks("act", {"what": "x"}, "c1"), asks("act", {"what": "y"}, "c2"), "Done."]
    run = agent(*script).start("go", path=tmp_path / "run.jsonl").advance()
    run.approve("c1", rest_of_run=True)
    assert run.fork(1).status == "needs_approval"  # decided and not run: not in the fork
    assert run.advance().answer == "Done." and done == ["x", "y"]
    fork = run.fork(1)
    assert fork.advance().status == "needs_approval" and done == ["x", "y"]
    assert [one.id for one in fork.pending] == ["c2"] and len(fork.audit()) == 1
    fork.reject("c2", "no")
    assert fork.advance().answer == "Done." and done == ["x", "y"]


def test_both_ways_from_a_call_that_waits():
    run = agent(asks("act", {"what": "x"}, "c1"), "Done.").ask("go")
    yes, no = run.fork(1), run.fork(1)
    yes.approve("c1")
    no.reject("c1", "not today")
    assert yes.advance().answer == no.advance().answer == "Done." and done == ["x"]
    assert run.status == "needs_approval"
    assert [row["what"] for row in diff(yes, no)] == ["result 1"]


def test_a_call_that_had_started_keeps_its_note(tmp_path):
    def interrupted(what: str) -> str:
        """Act."""
        raise KeyboardInterrupt

    registry = ToolRegistry()
    registry.add(interrupted, needs_approval=True)
    begun = Agent(registry, model=ScriptedModel([asks("interrupted", {"what": "x"}, "c1")]))
    run = begun.start("go", path=tmp_path / "run.jsonl").advance()
    run.approve("c1")
    text = (tmp_path / "run.jsonl").read_text()
    with pytest.raises(KeyboardInterrupt):
        run.advance()
    started = next(line for line in (tmp_path / "run.jsonl").read_text().splitlines()
                   if '"started"' in line)
    (tmp_path / "run.jsonl").write_text(text + started + "\n")  # as a crash leaves it
    fork = Run.load(tmp_path / "run.jsonl", begun).fork(1)
    assert fork.status == "needs_approval"
    assert fork.pending[0].note == "may already have happened"
    fork.save(tmp_path / "fork.jsonl")
    assert Run.load(tmp_path / "fork.jsonl", begun).pending[0].note == fork.pending[0].note


def test_a_run_that_ended_otherwise_can_go_on():
    run = agent(*THREE, max_steps=1).ask("1+2, then +4?")
    assert run.status == "step_limit" and run.fork(1).status == "ready"
    assert run.fork(1, agent=agent(*THREE)).advance().answer == "7."
    stopped = agent(asks("act", {"what": "x"}, "c1"), "Well.").ask("go")
    stopped.cancel()
    assert stopped.fork(1).advance().answer == "Well."


def test_an_empty_reply_counts_for_the_step_that_it_came_before():
    empty = Reply(assistant(""), "stop", Usage(5, 0, 5))
    run = agent(empty, *THREE).ask("1+2, then +4?")
    assert [run.at(step).usage.total_tokens for step in range(3)] == [0, 16, 37]
    assert run.fork(1, edit={0: "?"}).usage.total_tokens == 16
    assert run.fork(0).usage.total_tokens == 0


def test_a_fork_while_another_thread_steps():
    go, inside = threading.Event(), threading.Event()

    def slow(a: int) -> int:
        """Wait."""
        inside.set()
        assert go.wait(10)
        return a

    run = Agent([slow], model=ScriptedModel([asks("slow", {"a": 1}, "c1"), "1."])).start("?")
    worker = threading.Thread(target=run.advance)
    worker.start()
    try:
        assert inside.wait(10)
        assert run.fork(0).status == "ready" and run.at(0).request == [user("?")]
    finally:
        go.set()
        worker.join(10)
    assert run.answer == "1."


def test_a_fork_goes_to_an_agent():
    with pytest.raises(ValueError, match="agent must be an Agent, .* not a Python ScriptedModel"):
        three().fork(1, agent=ScriptedModel([]))


# -- edit ----------------------------------------------------------------------------------------


def test_an_edited_result_is_what_the_model_reads():
    model = Watched(*THREE)
    fork = three().fork(1, edit={3: {"result": 99}}, agent=agent(model=model)).advance()
    assert model.sent[0][3]["content"] == '{"result": 99}'
    assert fork.steps[0].results[0].data == {"result": 99}
    assert fork.usage.total_tokens == 11 + 21
    assert three().fork(1, edit={3: "plain words"}).steps[0].results[0].data == {
        "result": "plain words"}
    assert three().fork(1, edit={3: '{"error": "x"}'}).steps[0].results[0].error == "x"
    assert three().fork(1, edit={3: "{}"}).steps[0].results[0].data == {}


def test_an_edited_message_and_a_function():
    run = three()
    assert run.fork(1, edit={0: "Be brief.", 1: "Only 1+2?"}).messages[:2] == [
        {"role": "system", "content": "Be brief."}, user("Only 1+2?")]

    def without_system(messages):
        del messages[0]

    fork = run.fork(2, edit=without_system)
    assert fork.messages == run.messages[1:-1] and fork.usage == run.at(2).usage
    assert run.fork(1, edit=lambda messages: [user("New.")]).messages == [user("New.")]
    assert run.messages[0]["content"] == "Be kind."


def test_an_edit_moves_the_count_of_requests_and_not_the_rule():
    same = [asks("add", {"a": 1, "b": 1}, f"c{n}") for n in range(5)]
    run = agent(*same).ask("loop")
    assert run.status == "stuck" and run.fork(3).advance().status == "stuck"
    assert run.fork(3, edit={2: {"result": 3}}, agent=agent(*same[:3], "Out.")).advance(
        ).answer == "Out."


def test_an_edited_call_is_read_anew():
    broken = assistant("", [call("add", '{"a": 1', "c1")])
    run = agent(broken, "Well.").ask("?")
    assert "not valid JSON" in run.steps[0].results[0].error

    def repair(messages):
        messages[1]["tool_calls"][0]["function"]["arguments"] = '{"a": 1, "b": 2}'
        del messages[2:]  # its answer, so that it runs now

    assert run.fork(1, edit=repair).advance().steps[0].results[0].data == {"result": 3}

    def no_call(messages):
        messages[1]["tool_calls"] = [{"id": "c1"}]

    name = run.fork(1, edit=no_call).messages[1]["tool_calls"][0]["function"]["name"]
    assert name == "unknown"


@pytest.mark.parametrize(("edit", "sentence"), [
    ({9: "x"}, "There is no message 9 in what is kept. The messages are 0 to 3."),
    ({-1: "x"}, "There is no message -1"),
    ({True: "x"}, "There is no message True"),
    ({1: {"a": 1}}, "The new content of message 1 must be a text, not an object."),
    ({1: None}, "must be a text, not null"),
    ({3: 5}, "a text or a dict, not a number"),
    ({3: {"x": float("nan")}}, "Message 3 .* JSON can hold"),
    ("x", "edit is a dict .* or a function .*, not a text"),
    (lambda messages: 5, "must give back a list"),
    (lambda messages: [], "at least one"),
    (lambda messages: messages[:2] + messages[3:], "a call that is not open"),
    (lambda messages: messages[:3] + [user("x")], "A message came while a call had no answer"),
    (lambda messages: ["x"], "Message 0"),
    (lambda messages: [{"content": "x"}], "lacks a key that its"),
    (lambda messages: [{"role": "user"}], "lacks a key that its"),
    (lambda messages: [{"role": "pope", "content": "x"}], "This is no message"),
    (lambda messages: messages + [{"role": "tool", "content": "{}"}], "lacks a key that its"),
    (lambda messages: messages + [tool("c9", "{}")], "a call that is not open"),
    (lambda messages: messages[:2] + [assistant("", [{"id": ""}])] + messages[3:], "not open"),
])
def test_an_edit_that_leaves_no_valid_history(edit, sentence):
    run = three()
    before = json.dumps(run.messages)
    with pytest.raises(ValueError, match=sentence):
        run.fork(1, edit=edit)
    assert json.dumps(run.messages) == before


def test_a_turn_of_gemini_that_was_edited_loses_its_signature():
    where = origin.place("gemini", "https://a.example")
    native = asks("add", {"a": 1, "b": 2}, "c1")
    origin.mark(native, where, content={"role": "model", "parts": [
        {"function_call": {"name": "add", "args": {"a": 1, "b": 2}},
         "thought_signature": "c2lnbmVk"}]})
    run = agent(native, "3.").ask("1+2?")

    def signature(messages):
        return to_contents(messages, where)[1][1].parts[0].thought_signature

    def other_arguments(messages):
        messages[1]["tool_calls"][0]["function"]["arguments"] = '{"a": 5, "b": 2}'

    assert signature(run.fork(1).messages) == b"signed"
    assert signature(run.fork(1, edit={2: {"result": 4}}).messages) == b"signed"
    assert signature(run.fork(1, edit=other_arguments).messages) == UNSIGNED


# -- diff ----------------------------------------------------------------------------------------


def test_equal_runs():
    told = diff(three(), three())
    assert told == [] and told.first is None and str(told) == "The runs are equal."


def test_where_two_runs_part():
    run = three()
    other = run.fork(1, edit={3: {"result": 99}}, agent=agent(
        THREE[0], asks("add", {"a": 99, "b": 4}, "other", 20), "103.")).advance()
    told = diff(run, other)
    assert told.first == 1
    assert told == [
        {"step": 1, "what": "result 1", "a": '{"result": 3}', "b": '{"result": 99}'},
        {"step": 2, "what": "call 1", "a": 'add {"a": 3, "b": 4}', "b": 'add {"a": 99, "b": 4}'},
        {"step": 2, "what": "result 1", "a": '{"result": 7}', "b": '{"result": 103}'},
        {"step": 3, "what": "answer", "a": "7.", "b": "103."}]
    assert str(told).splitlines()[:3] == ["The runs part at step 1.",
                                          ' 1  result 1  a: {"result": 3}',
                                          '              b: {"result": 99}']


def test_ids_and_the_order_of_keys_are_no_difference():
    one = agent(asks("add", '{"a":1,"b":2}', "c1"), "3.").ask("?")
    two = agent(asks("add", '{"b": 2, "a": 1}', "x9"), "3.").ask("?")
    assert diff(one, two) == []


def test_one_run_is_longer_and_ended_otherwise():
    told = diff(three(), agent(*THREE, system="Be kind.", max_steps=2).ask("1+2, then +4?"))
    assert [(row["step"], row["what"], row["b"]) for row in told] == [
        (3, "answer", ""), (None, "status", "step_limit")]
    assert "b: (nothing)" in str(told)


def test_the_difference_late_in_a_long_text_is_shown():
    told = diff(agent("x" * 500 + " yes").ask("?"), agent("x" * 500 + " no").ask("?"))
    assert "x yes" in str(told) and "x no" in str(told)
    assert len(max(str(told).splitlines(), key=len)) < 120


def test_tokens_alone():
    one = agent(Reply(assistant("3."), "stop", Usage(1, 1, 2))).ask("?")
    told = diff(one, agent("3.").ask("?"))
    assert told.first is None and [row["what"] for row in told] == ["tokens"]


def test_a_difference_as_html_escapes_and_masks(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-of-mine")
    told = diff(agent("<script>secret-of-mine").ask("?"), agent("\u202eno").ask("?"))
    shown = told._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;[key]" in shown and "U+202E" in shown
    assert "secret-of-mine" not in shown + str(told) + json.dumps(told)
    assert '<th scope="col">' in shown


def test_a_long_difference_says_how_much_more():
    script = [asks("add", {"a": n, "b": 1}, f"c{n}") for n in range(30)]
    told = diff(agent(*script, "x", max_steps=40).ask("?"), agent("x").ask("?"))
    assert f"and {len(told) - explore.SHOWN} more differences" in str(told)


def test_diff_of_something_else():
    with pytest.raises(TypeError, match="diff compares two runs, and this is a list."):
        diff(three(), [])
