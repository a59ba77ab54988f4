"""The rules of the loop, each with a test."""

import json
import threading
import time

import pytest

from studybuddy import Agent, ModelError, Run, ScriptedModel, ToolRegistry, messages
from studybuddy.messages import Reply, Usage, assistant, call

DONE: list[str] = []


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def act(what: str) -> dict:
    """Do something that changes the world."""
    DONE.append(what)
    return {"done": what}


@pytest.fixture(autouse=True)
def nothing_done():
    DONE.clear()


def tools():
    registry = ToolRegistry([add])
    registry.add(act, needs_approval=True)
    return registry


def agent(script, **options):
    model = script if hasattr(script, "complete") else ScriptedModel(script)
    return Agent(tools(), model=model, **options)


def asks(*calls, text=""):
    return assistant(text, list(calls))


def contents(run):
    return {
        m["tool_call_id"]: json.loads(m["content"]) for m in run.messages if m["role"] == "tool"
    }


def assert_valid(history):
    """What services demand: unique ids, each call one answer, behind its call, before the next."""
    open_ids, seen = [], set()
    for message in history:
        if message["role"] == "tool":
            assert open_ids and message["tool_call_id"] in open_ids
            open_ids.remove(message["tool_call_id"])
        else:
            assert open_ids == [], "a call without its answer"
        if message["role"] == "assistant":
            assert isinstance(message["content"], str)
            for entry in message.get("tool_calls", []):
                assert entry["id"] and entry["id"] not in seen
                seen.add(entry["id"])
                open_ids.append(entry["id"])
                assert isinstance(json.loads(entry["function"]["arguments"]), dict)
    assert open_ids == []
    json.dumps(history, allow_nan=False).encode()


class Says:
    """A model that gives the same thing each time, or what a function gives."""

    def __init__(self, reply):
        self.reply, self.requests, self.seen = reply, 0, []

    def complete(self, messages, tools, *, response_schema=None, cancel=None, on_event=None):
        self.requests += 1
        self.seen.append(messages)
        reply = self.reply(self.requests) if callable(self.reply) else self.reply
        if isinstance(reply, BaseException):
            raise reply
        return (
            reply
            if isinstance(reply, Reply)
            else Reply(assistant(reply) if isinstance(reply, str) else reply)
        )


# -- a plain run -------------------------------------------------------------------------------


def test_one_call_and_an_answer():
    model = ScriptedModel([asks(call("add", {"a": 1, "b": 2}, "c1")), "It is 3."])
    run = agent(model, system="Be kind.").ask("What is 1 + 2?")
    assert (run.status, run.answer) == ("answered", "It is 3.")
    assert [m["role"] for m in run.messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert run.messages[3] == {"role": "tool", "tool_call_id": "c1", "content": '{"result": 3}'}
    assert len(run.steps) == 2 and run.steps[0].calls[0].name == "add"
    assert run.steps[0].calls[0].arguments == {"a": 1, "b": 2}
    assert run.steps[0].results[0].data == {"result": 3}
    assert run.steps[1].text == "It is 3." and model.left == []
    assert_valid(run.messages)


def test_calls_are_read_from_the_calls_not_from_the_finish_reason():
    for finish in ("stop", "tool_calls", "other", "something new"):
        model = Says(
            lambda n, f=finish: Reply(asks(call("add", {"a": n, "b": 1})), f) if n == 1 else "done"
        )
        assert contents(agent(model).ask("?")).popitem()[1] == {"result": 2}


def test_text_beside_a_call_is_not_the_answer():
    run = agent([asks(call("add", {"a": 1, "b": 1}), text="I will look."), "2"]).ask("?")
    assert run.answer == "2" and run.steps[0].text == "I will look."


def test_several_calls_run_in_order_each_with_one_answer():
    events = []
    script = [
        asks(
            call("add", {"a": 1, "b": 1}, "c1"),
            call("launch_rocket", {}, "c2"),
            call("add", '{"a": ', "c3"),
            call("add", {"a": 2, "b": 2}, "c1"),
        ),
        "done",
    ]
    run = agent(script, on_event=events.append).ask("?")
    answers = list(contents(run).values())
    assert answers[0] == {"result": 2} and answers[3] == {"result": 4}  # equal ids: both kept
    assert "no tool 'launch_rocket'" in answers[1]["error"] and "JSON" in answers[2]["error"]
    assert [e["type"] for e in events] == ["request", *["call", "result"] * 4, "request"]
    assert_valid(run.messages)


@pytest.mark.parametrize("finish", ["length", "malformed", "blocked"])
def test_no_call_of_a_cut_off_reply_runs(finish):
    reply = Reply(
        asks(call("act", {"what": "half"}, "c1"), call("add", {"a": 1, "b": 1}, "c2")), finish
    )
    run = agent(Says(lambda n: reply if n == 1 else "sorry")).ask("?")
    assert run.status == "answered" and DONE == []
    assert all("did not run" in a["error"] for a in contents(run).values())
    assert_valid(run.messages)


def test_a_broken_argument_text_is_quoted_shortly_and_not_kept():
    run = agent([asks(call("add", '{"a": "' + "x" * 1000, "c1")), "ok"]).ask("?")
    error = contents(run)["c1"]["error"]
    assert "xxx" in error and len(error) < 320
    assert run.messages[1]["tool_calls"][0]["function"]["arguments"] == "{}"
    assert run.steps[0].calls[0].error == error


def test_think_is_no_part_of_the_answer():
    assert agent(["<think>2+2... 4</think>\nFour."]).ask("?").answer == "Four."
    assert agent(["so it is four</think>Four."]).ask("?").answer == "Four."
    assert agent(["Four.<think>or is it"]).ask("?").answer == "Four."


def test_a_cut_off_answer_says_so():
    run = agent(Says(Reply(assistant("The mitochondrion is the"), "length"))).ask("?")
    assert run.answer.startswith("The mitochondrion is the") and "cut off" in run.answer


def test_a_call_written_as_text_is_shown_and_not_run():
    run = agent(['```json\n{"name": "act", "arguments": {"what": "x"}}\n```']).ask("?")
    assert run.status == "answered" and "Nothing was run" in run.answer and DONE == []


def test_usage_is_summed():
    model = Says(
        lambda n: Reply(
            asks(call("add", {"a": 1, "b": 1})) if n == 1 else assistant("2"),
            "stop",
            Usage(10, 2, 15),
        )
    )
    assert agent(model).ask("?").usage == Usage(20, 4, 30)


def test_a_model_cannot_change_the_history():
    def spoil(history):
        history.clear()
        return "done"

    run = agent([spoil]).ask("?")
    assert [m["role"] for m in run.messages] == ["user", "assistant"]


# -- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 3])
def test_max_steps_counts_requests_and_the_last_calls_are_answered(limit):
    model = Says(lambda n: asks(call("add", {"a": n, "b": 1})))
    run = agent(model, max_steps=limit).ask("?")
    assert run.status == "step_limit" and model.requests == limit == len(run.steps)
    assert f"in {limit} steps" in run.answer and len(contents(run)) == limit
    assert_valid(run.messages)
    model.reply = "done"
    assert run.ask("Go on.").answer == "done"
    assert_valid(run.messages)


@pytest.mark.parametrize("bad", [0, -1, 2.0, True, "5", None])
def test_a_bad_limit_is_refused_before_any_request(bad):
    with pytest.raises(ValueError, match="max_steps"):
        agent(["x"], max_steps=bad)


def test_stuck_after_three_requests_with_an_equal_call_and_result():
    model = Says(lambda n: asks(call("add", '{"a":1,"b":2}' if n % 2 else '{"b": "2", "a": 1.0}')))
    run = agent(model).ask("?")
    assert run.status == "stuck" and model.requests == 3
    assert "same" in run.answer
    assert_valid(run.messages)


def test_stuck_needs_three_requests_not_three_calls():
    same = call("add", {"a": 1, "b": 2})
    run = agent([asks(same, same, same), asks(same), "3"]).ask("?")
    assert run.status == "answered"


def test_a_result_that_changes_is_not_stuck():
    results = iter(range(10))

    def poll(job: str) -> int:
        """Ask how far a job is."""
        return next(results)

    model = Says(lambda n: asks(call("poll", {"job": "x"})) if n < 6 else "done")
    assert Agent([poll], model=model).ask("?").status == "answered"


def test_stuck_counts_from_the_last_user_message():
    model = Says(lambda n: "3" if n % 3 == 0 else asks(call("add", {"a": 1, "b": 2})))
    run = agent(model).ask("?")
    assert run.status == "answered"
    assert run.ask("Again?").status == "answered"


def test_an_empty_reply_is_not_kept_and_asked_once_more():
    for empty in (
        assistant(""),
        {"role": "assistant", "content": None, "tool_calls": []},
        assistant("<think>hm</think>"),
        assistant("  \n"),
    ):
        model = Says(lambda n, e=empty: e if n == 1 else "done")
        run = agent(model).ask("?")
        assert run.answer == "done" and model.requests == 2 and len(run.messages) == 2
        model = Says(empty)
        run = agent(model).ask("?")
        assert run.status == "failed" and model.requests == 2 and len(run.messages) == 1
        assert run.error.kind == "bad_response" and run.answer == str(run.error)


def test_an_empty_reply_counts_as_a_request():
    model = Says(assistant(""))
    assert agent(model, max_steps=1).ask("?").status == "failed" and model.requests == 1


def test_a_blocked_reply_says_so():
    run = agent(Says(Reply(assistant(""), "blocked"))).ask("?")
    assert run.status == "failed" and run.error.kind == "blocked"


# -- errors of the service ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["rate_limit", "timeout", "network"])
def test_a_passing_fault_can_be_asked_again(kind):
    model = Says(lambda n: ModelError(kind, "Wait a little.", 2.0) if n < 3 else "done")
    run = agent(model).ask("?")
    assert (run.status, run.error.kind, run.answer) == ("failed", kind, "Wait a little.")
    assert run.advance().status == "failed"
    assert run.advance().answer == "done"
    assert run.error is None


@pytest.mark.parametrize("kind", ["auth", "quota", "model_not_found", "blocked", "bad_response"])
def test_a_lasting_fault_is_not_asked_again(kind):
    model = Says(ModelError(kind, "No."))
    run = agent(model).ask("?")
    assert run.advance().status == "failed" and model.requests == 1


def test_an_unknown_kind_is_a_bad_response():
    assert ModelError("odd", "x").kind == "bad_response"


# -- approval ----------------------------------------------------------------------------------


def two_actions():
    return [
        asks(
            call("act", {"what": "one"}, "c1"),
            call("add", {"a": 1, "b": 1}, "c2"),
            call("act", {"what": "two"}, "c3"),
        ),
        "done",
    ]


def test_an_action_waits_and_calls_behind_it_wait_too():
    run = agent(two_actions()).ask("?")
    assert run.status == "needs_approval" and run.answer is None and DONE == []
    assert [c.id for c in run.pending] == ["c1", "c3"]  # the harmless one needs no decision
    assert contents(run) == {}
    run.approve("c1")
    assert DONE == []  # approving runs nothing; the next step does
    assert run.advance().status == "needs_approval" and DONE == ["one"]
    assert list(contents(run)) == ["c1", "c2"]
    run.reject("c3", "not today")
    assert run.advance().answer == "done" and DONE == ["one"]
    assert "not today" in contents(run)["c3"]["error"]
    assert_valid(run.messages)


def test_decisions_in_any_order():
    run = agent(two_actions()).ask("?")
    run.approve("c3")
    assert run.status == "needs_approval" and run.step().status == "needs_approval" and DONE == []
    run.approve("c1")
    assert run.status == "ready" and run.advance().answer == "done" and DONE == ["one", "two"]


def test_a_decision_needs_a_call_that_waits():
    run = agent(two_actions()).ask("?")
    for wrong in ("c2", "c9", "", None):
        with pytest.raises(ValueError, match="waits"):
            run.approve(wrong)
    run.approve("c1")
    with pytest.raises(ValueError, match="waits"):
        run.approve("c1")
    with pytest.raises(ValueError, match="waits"):
        run.reject("c1", "changed my mind")


def test_an_approval_is_bound_to_the_exact_call():
    run = agent(two_actions()).ask("?")
    copy = run.pending[0]
    copy.arguments["what"] = "something else"  # a copy: nothing changes
    assert run.pending[0].arguments == {"what": "one"}
    run.approve("c1")
    # Whoever gets at the call itself loses the approval.
    run._state.open[0].arguments["what"] = "worse"
    assert run.status == "needs_approval"
    run.advance()
    assert DONE == []


def test_an_approval_is_used_once():
    script = [
        asks(call("act", {"what": "x"}, "c1")),
        asks(call("act", {"what": "x"}, "c1")),
        "done",
    ]
    run = agent(script).ask("?")
    run.approve("c1")
    assert run.advance().status == "needs_approval" and DONE == ["x"]


def test_rest_of_run_is_for_one_tool_and_one_run():
    script = [asks(call("act", {"what": "a"})), asks(call("act", {"what": "b"})), "done"]
    one = agent(script)
    run = one.ask("?")
    run.approve(run.pending[0].id, rest_of_run=True)
    assert run.advance().answer == "done" and DONE == ["a", "b"]
    assert one.ask("?").status == "needs_approval"


@pytest.mark.parametrize("says", [False, None, 1, "no", "", [True], {"ok": True}, "True"])
def test_approve_must_return_true(says):
    run = agent([asks(call("act", {"what": "x"}, "c1")), "ok"], approve=lambda c: says).ask("?")
    assert run.status == "answered" and DONE == []
    assert contents(run)["c1"]["status"] == "rejected"
    if isinstance(says, str) and says:
        assert says in contents(run)["c1"]["error"]


def test_approve_that_raises_rejects():
    def broken(c):
        raise RuntimeError("no panel")

    run = agent([asks(call("act", {"what": "x"}, "c1")), "ok"], approve=broken).ask("?")
    assert run.answer == "ok" and DONE == []


def test_approve_sees_what_will_run():
    seen = []

    def approve(c):
        seen.append((c.name, dict(c.arguments)))
        c.arguments["what"] = "changed"
        return True

    agent([asks(call("act", {"what": "x"})), "ok"], approve=approve).ask("?")
    assert seen == [("act", {"what": "x"})] and DONE == ["x"]


def test_a_call_with_bad_arguments_does_not_wait():
    run = agent([asks(call("act", {"what": 5}), call("act", "{")), "ok"]).ask("?")
    assert run.status == "answered" and DONE == []


# -- conversations -----------------------------------------------------------------------------


def test_the_next_question_rejects_what_waits():
    run = agent([*two_actions()]).ask("?")
    assert run.ask("Never mind.").answer == "done"
    assert DONE == [] and len(contents(run)) == 3
    assert_valid(run.messages)


def test_agent_ask_begins_anew():
    one = agent(Says("hello"))
    first, second = one.ask("a"), one.ask("b")
    assert first is not second and one.last_run is second
    assert [m["content"] for m in second.messages] == ["b", "hello"]


def test_start_asks_nothing_yet():
    model = Says("hello")
    run = agent(model).start("?")
    assert run.status == "ready" and model.requests == 0 and run.answer is None
    run.step()
    assert run.answer == "hello"
    assert run.step().answer == "hello" and model.requests == 1  # nothing more to do


def test_old_turns_are_left_out_of_a_request_only(monkeypatch):
    from studybuddy import history

    monkeypatch.setattr(history.view, "__defaults__", (300,))
    model = Says("x" * 100)
    run = agent(model, system="S").ask("first")
    for _ in range(4):
        run.ask("next")
    assert run.left_out == 2 and len(run.messages) == 11
    assert [m["content"][:4] for m in model.seen[-1]] == [
        "S",
        "next",
        "xxxx",
        "next",
        "xxxx",
        "next",
    ]


# -- interrupts --------------------------------------------------------------------------------


def stop(x: int):
    """Be interrupted."""
    raise KeyboardInterrupt


def test_an_interrupt_in_a_tool_answers_what_is_open():
    one = Agent(
        [stop, add],
        model=ScriptedModel([asks(call("stop", {"x": 1}), call("add", {"a": 1, "b": 1})), "again"]),
    )
    with pytest.raises(KeyboardInterrupt):
        one.ask("?")
    run = one.last_run
    assert run.status == "cancelled" and len(contents(run)) == 2
    assert_valid(run.messages)
    assert run.ask("go on").answer == "again"


def test_an_interrupt_of_an_action_says_that_it_may_have_happened():
    registry = ToolRegistry()
    registry.add(stop, needs_approval=True)
    one = Agent(
        registry, model=ScriptedModel([asks(call("stop", {"x": 1}, "c1"))]), approve=lambda c: True
    )
    with pytest.raises(KeyboardInterrupt):
        one.ask("?")
    assert "may have happened" in contents(one.last_run)["c1"]["error"]


def test_an_interrupt_in_a_request_keeps_the_run():
    one = agent(Says(lambda n: KeyboardInterrupt() if n == 1 else "done"))
    with pytest.raises(KeyboardInterrupt):
        one.ask("?")
    assert one.last_run.status == "cancelled"
    assert one.last_run.ask("again").answer == "done"


def test_cancel_while_waiting_for_a_person():
    run = agent(two_actions()).ask("?")
    run.cancel()
    assert run.status == "cancelled" and run.pending == [] and DONE == []
    assert_valid(run.messages)
    with pytest.raises(ValueError):
        run.approve("c1")
    assert run.ask("And now?").answer == "done"


def test_cancel_from_another_thread_discards_a_late_reply():
    asked = threading.Event()

    class Slow:
        def complete(self, messages, tools, *, response_schema=None, cancel=None, on_event=None):
            asked.set()
            assert cancel.wait(10)
            return Reply(asks(call("add", {"a": 1, "b": 1})))

    one = agent(Slow())
    worker = threading.Thread(target=one.ask, args=("?",))
    worker.start()
    assert asked.wait(10)
    begin = time.monotonic()
    one.last_run.cancel()
    worker.join(10)
    assert time.monotonic() - begin < 1
    assert one.last_run.status == "cancelled" and len(one.last_run.messages) == 1


def test_cancel_between_two_calls():
    run = None

    def first(x: int):
        """Cancel the run."""
        run.cancel()
        return "done"

    one = Agent(
        [first, add],
        model=ScriptedModel(
            [asks(call("first", {"x": 1}, "c1"), call("add", {"a": 1, "b": 1}, "c2"))]
        ),
    )
    run = one.start("?")
    run.advance()
    assert run.status == "cancelled"
    assert contents(run)["c1"] == {"result": "done"} and "stopped" in contents(run)["c2"]["error"]


def test_cancel_of_a_finished_run_changes_nothing():
    run = agent(["done"]).ask("?")
    run.cancel()
    assert run.status == "answered"


def test_what_a_listener_raised_is_shown_on_one_line_without_keys(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "walnut-and-hazel-2481")

    def broken(event):
        raise RuntimeError("walnut-and-hazel-2481\n\x1b[31m" + "x" * 5_000)

    with pytest.warns(UserWarning) as told:
        assert agent(["done"], on_event=broken).ask("?").answer == "done"
    text = str(told[0].message)
    assert text.startswith("on_event raised RuntimeError: [key]") and len(text) < 400
    assert "walnut" not in text and text.isprintable()


def test_a_listener_that_fails_ends_nothing():
    def broken(event):
        raise RuntimeError("no")

    with pytest.warns(UserWarning, match="on_event raised RuntimeError"):
        assert agent(["hi"], on_event=broken).ask("?").answer == "hi"


# -- models ------------------------------------------------------------------------------------


def test_a_script_may_hold_functions_and_runs_out_with_a_sentence():
    model = ScriptedModel([lambda history: f"You said {history[-1]['content']}."])
    run = agent(model).ask("hi")
    assert run.answer == "You said hi."
    assert run.ask("more").error.kind == "bad_response"
    assert "one more" in run.answer


def test_what_was_not_used_of_a_script_is_left():
    model = ScriptedModel(["a", "b", "c"])
    agent(model).ask("?")
    assert model.left == ["b", "c"]


def test_a_script_item_of_another_kind_is_told():
    assert "int" in agent([5]).ask("?").answer


def test_names_of_models(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_MODEL", "nonsense")
    with pytest.raises(ModelError, match="There is no model 'nonsense'"):
        Agent([], model="auto")
    Agent([], model="practice")  # a model that is named wins
    monkeypatch.delenv("STUDYBUDDY_MODEL")
    assert type(Agent([]).model).__name__ == "PracticeModel"


def test_the_public_messages_module():
    assert messages.user("x") == {"role": "user", "content": "x"}
    assert isinstance(agent(["x"]).ask("?"), Run)


# -- what a tester found -----------------------------------------------------------------------


def four_actions():
    calls = [call("act", {"what": str(n)}, f"c{n}") for n in range(4)]
    return [asks(*calls), "done"]


def test_each_call_is_put_to_the_person_once():
    asked = []
    run = agent(four_actions(), approve=lambda c: asked.append(c.id) or True).ask("?")
    assert asked == ["c0", "c1", "c2", "c3"] and run.answer == "done"
    answers = iter(["no", True, "no", True])
    DONE.clear()
    agent(four_actions(), approve=lambda c: next(answers)).ask("?")
    assert DONE == ["1", "3"]


@pytest.mark.parametrize("kind", ["request", "call", "result"])
def test_cancel_from_a_listener_answers_each_call_once(kind):
    events = []

    def listen(event):
        events.append(event["type"])
        if event["type"] == kind:
            one.last_run.cancel()

    one = agent([asks(call("add", {"a": 1, "b": 1}, "c1"), call("add", {"a": 2, "b": 2}, "c2")),
                 "done"], on_event=listen)
    run = one.ask("?")
    assert run.status == "cancelled"
    assert_valid(run.messages)
    if kind == "call":
        assert "stopped" in contents(run)["c1"]["error"]


def test_cancel_from_within_an_action_or_the_model():
    registry = ToolRegistry()

    def stops(what: str):
        """Stop the run."""
        one.last_run.cancel()
        return "stopped"
    registry.add(stops, needs_approval=True)
    one = Agent(registry, approve=lambda c: True,
                model=ScriptedModel([asks(call("stops", {"what": "x"}, "c1")), "done"]))
    run = one.ask("?")
    assert run.status == "cancelled" and contents(run)["c1"] == {"result": "stopped"}
    one = agent([lambda history: one.last_run.cancel() or "hello"])
    assert one.ask("?").status == "cancelled"


@pytest.mark.parametrize("what", ["step", "ask", "drive"])
def test_a_tool_cannot_step_its_own_run(what):
    def again(x: int):
        """Go on by itself."""
        run = one.last_run
        return run.ask("more").answer if what == "ask" else getattr(run, what)().answer
    one = Agent([again], model=ScriptedModel([asks(call("again", {"x": 1}, "c1")), "done"]))
    run = one.ask("?")
    assert run.answer == "done" and "RuntimeError" in contents(run)["c1"]["error"]
    assert_valid(run.messages)


@pytest.mark.parametrize("where", ["approve", "decision", "result", "call"])
def test_an_interrupt_anywhere_leaves_a_valid_history(where):
    def listen(event):
        if event["type"] == where:
            raise KeyboardInterrupt

    def approve(waiting):
        if where == "approve":
            raise KeyboardInterrupt
        return True

    script = [asks(call("act", {"what": "x"}, "c1"), call("add", {"a": 1, "b": 1}, "c2")), "ok"]
    one = agent(script, approve=approve, on_event=listen)
    with pytest.raises(KeyboardInterrupt):
        one.ask("?")
    run = one.last_run
    assert run.status == "cancelled" and len(DONE) == (where == "result")
    assert_valid(run.messages)
    one.on_event = None
    assert run.ask("go on").answer == "ok" and len(DONE) == (where == "result")


def test_a_listener_cannot_change_what_runs():
    def listen(event):
        if event["type"] == "call":
            event["arguments"]["what"] = "worse"
    script = [asks(call("act", {"what": "x"})), "ok"]
    agent(script, approve=lambda c: True, on_event=listen).ask("?")
    assert DONE == ["x"]


def test_a_rule_is_asked_once_and_cannot_change_what_runs():
    sent = []

    def send(to: list[str]):
        """Send."""
        sent.append(list(to))
    answers = iter([True, False, False])

    def rule(arguments):
        arguments["to"].append("evil")
        return next(answers)
    registry = ToolRegistry()
    registry.add(send, needs_approval=rule)
    one = Agent(registry, model=ScriptedModel([asks(call("send", {"to": ["me"]}, "c1")), "ok"]))
    run = one.ask("?")
    assert run.status == "needs_approval" and run.advance().status == "needs_approval"
    run.approve("c1")
    assert run.advance().answer == "ok" and sent == [["me"]]


def test_a_started_action_that_is_rejected_is_told_as_it_is():
    run = agent(two_actions()).ask("?")
    run._record({"type": "started", "id": "c1", "name": "act"})  # as after a crash
    run.reject("c1", "no")
    run.reject("c3", "no")
    run.advance()
    assert "may have happened" in contents(run)["c1"]["error"]
    assert "may have happened" not in contents(run)["c3"]["error"]


@pytest.mark.parametrize("reason", [5, None, ["x"], "a\ud800b"])
def test_an_odd_reason_does_no_harm(reason):
    run = agent([asks(call("act", {"what": "x"}, "c1")), "ok"]).ask("?")
    run.reject("c1", reason)
    assert run.advance().answer == "ok"
    assert_valid(run.messages)


@pytest.mark.parametrize(("arguments", "says"), [
    ((add,), "tools is a list of functions: write [add], with brackets."),
    (([add], ScriptedModel), "model is a class. Make one of it: ScriptedModel()."),
    (([add], act), 'model is a Model, or a name such as "practice", not a Python function. '
                   "All tools belong into one list."),
    (([add], 5), 'model is a Model, or a name such as "practice", not a number.')])
def test_what_an_agent_cannot_be_made_of_is_told_at_once(arguments, says):
    with pytest.raises(TypeError) as told:
        Agent(*arguments)
    assert str(told.value) == says


@pytest.mark.parametrize("question", [None, 5, b"x", ["a"]])
def test_a_question_is_a_text(question):
    one = agent(["hi"])
    with pytest.raises(TypeError, match="A question is a text"):
        one.ask(question)
    with pytest.raises(TypeError, match="A question is a text"):
        one.ask("?").ask(question)


@pytest.mark.parametrize("reply", [None, "text", {"role": "assistant", "content": "x"}])
def test_a_model_that_gives_no_reply_fails_with_a_sentence(reply):
    class Odd:
        def complete(self, messages, tools, **options):
            return reply
    run = agent(Odd()).ask("?")
    assert run.status == "failed" and "not a Reply" in run.answer


def test_tokens_of_an_empty_reply_count():
    model = Says(lambda n: Reply(assistant("" if n == 1 else "hi"), "stop", Usage(10, 0, 10)))
    assert agent(model).ask("?").usage == Usage(20, 0, 20)


def test_two_threads_that_drive_one_run_decide_each_call_once():
    asked = []

    def approve(waiting):
        asked.append(waiting.id)
        time.sleep(0.01)
        return True
    one = agent(four_actions(), approve=approve)
    run = one.start("?")
    workers = [threading.Thread(target=run.drive) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(10)
    assert run.drive().answer == "done" and sorted(DONE) == ["0", "1", "2", "3"]
    assert_valid(run.messages)


def test_cancel_while_a_person_is_asked():
    asked = threading.Event()
    go_on = threading.Event()

    def approve(waiting):
        asked.set()
        assert go_on.wait(10)
        return True
    one = agent(four_actions(), approve=approve)
    worker = threading.Thread(target=one.ask, args=("?",))
    worker.start()
    assert asked.wait(10)
    one.last_run.cancel()
    go_on.set()
    worker.join(10)
    assert one.last_run.status == "cancelled" and DONE == []
    assert_valid(one.last_run.messages)


# -- what is sent after a question without an answer --------------------------------------------


def sent_roles(name, body):
    if name == "openai":
        return [message["role"] for message in body["messages"] if message["role"] != "system"]
    return ["assistant" if content["role"] == "model" else "user" for content in body["contents"]]


@pytest.mark.parametrize("name", ["openai", "gemini"])
def test_after_failures_the_next_request_alternates(name):
    from studybuddy import GeminiModel, OpenAIModel
    from tests.models.stub import chat, chat_call, gemini, gemini_call, serve

    refused = (403, {"error": {"code": 403, "message": "no", "status": "PERMISSION_DENIED"}})
    asks_add = chat(None, [chat_call("c1")]) if name == "openai" else gemini(gemini_call(id="c1"))
    says = chat("Here.") if name == "openai" else gemini({"text": "Here."})
    kind = OpenAIModel if name == "openai" else GeminiModel
    with serve(refused, refused, asks_add, says) as server:
        run = Agent([add], model=kind("m", server.url, "k"), system="S", max_steps=1).ask("one")
        run.ask("two").ask("three")  # failed, failed, at the limit behind a tool's answer
        assert run.status == "step_limit"
        assert run.ask("four").answer == "Here."
    assert [m["role"] for m in run.messages] == [
        "system", "user", "user", "user", "assistant", "tool", "user", "assistant"]
    assert [step.text for step in run.steps] == ["", "Here."]
    roles = sent_roles(name, server.sent[-1].body)
    if name == "gemini":  # the answers of tools are a user's content there
        assert roles == ["user", "assistant"] * 4 + ["user"]
    else:
        assert roles == [*["user", "assistant"] * 3, "tool", "assistant", "user"]
    assert "(no answer)" not in json.dumps(run.messages)


def test_a_script_goes_on_after_a_run_that_was_stopped():
    run = agent(["one", "two"]).start("first")
    run.cancel()
    assert run.ask("second").answer == "one" and run.ask("third").answer == "two"


# -- what a tool raises is told to the person -----------------------------------------------------

KEY = "sk-" + "a1b2c3d4" * 3


def broken(x: int) -> int:
    """Break."""
    raise TypeError(f"the key {KEY} is\nno \u202e number " + "!" * 5_000)


def test_what_a_tool_raises_is_told_to_the_person_and_not_to_the_model(tmp_path):
    told, model = [], ScriptedModel([asks(call("broken", {"x": 1}, "c1")), "sorry"])
    path = tmp_path / "run.jsonl"
    run = Agent([broken], model=model, on_event=told.append).start("?", path=path).drive()
    fault = next(event["fault"] for event in told if event["type"] == "result")
    assert fault.startswith("TypeError: the key [key] is no <U+202E> number !!!")
    assert len(fault) < 350 and "\n" not in fault
    assert contents(run)["c1"] == {
        "error": "broken failed with TypeError. Try other arguments, or answer without it."}
    assert "number" not in json.dumps(run.messages) and KEY not in path.read_text()
    again = Run.load(path, run.agent)
    assert again.events == run.events and again.messages == run.messages
    assert [event["fault"] for event in again.events if "fault" in event] == [fault]


def test_a_tool_that_tells_its_error_itself_has_no_fault():
    from studybuddy.registry import ToolError

    def tells(x: int) -> int:
        """Tell."""
        raise ToolError("Give 1.") if x else ValueError

    told = []
    Agent([tells], model=ScriptedModel([
        asks(call("tells", {"x": 1}), call("tells", {"x": 0}), call("tells", {"x": "a"})), "."]),
        on_event=told.append).ask("?")
    results = [event for event in told if event["type"] == "result"]
    assert len(results) == 3 and not any("fault" in event for event in results)


def test_a_key_at_the_place_where_a_huge_error_is_cut_is_not_shown_by_half(monkeypatch):
    from studybuddy.registry import MAX_RAISED

    secret = "walnut-and-hazel-2481"  # known as the value of a variable, not by its form
    monkeypatch.setenv("GEMINI_API_KEY", secret)

    def fails() -> dict:
        """Fail."""
        raise ValueError(f"sk-{'a' * (MAX_RAISED - 3 - 1 - len(secret) // 2)} {secret} and more")

    run = Agent([fails], model=ScriptedModel([asks(call("fails", {})), "."])).ask("?")
    fault = next(event["fault"] for event in run.events if event["type"] == "done")
    assert "[key]" in fault and "walnut" not in fault


def test_an_approval_that_raises_says_what_it_raised():
    def approve(waiting):
        raise KeyError(f"no window {KEY}")

    told = []
    run = agent([asks(call("act", {"what": "x"}, "c1")), "ok"], approve=approve,
                on_event=told.append).ask("?")
    assert run.answer == "ok" and DONE == []
    fault = next(event["fault"] for event in told if event["type"] == "decision")
    assert fault == "KeyError: 'no window [key]'" and "window" not in json.dumps(run.messages)
    assert f"failed with KeyError. {fault} (not shown to the model)" in run.audit()[0]["decision"]


def test_run_agent_logs_what_a_tool_raised():
    from studybuddy import run_agent
    from studybuddy.defaults import registry

    registry.add(broken)
    lines = []
    try:
        run_agent([{"role": "user", "content": "?"}], log=lines.append, model=ScriptedModel(
            [asks(call("broken", {"x": 1}, "c1")), "sorry"]))
    finally:
        registry.remove("broken")
    assert [line[:20] for line in lines] == [
        '-> broken({"x": 1})', '<- {"error": "broken', "   TypeError: the ke"]
    assert lines[-1].endswith("(not shown to the model)") and KEY not in lines[-1]
