"""The fork in a TracePanel: a message is changed and the run goes on from there, without a browser.

Panels outside of a loop work directly; those that wait, or are stopped, run in one.
"""

import asyncio
import json
import threading
import time

import pytest
from bs4 import BeautifulSoup

from studybuddy import Agent, ModelError, Run, ScriptedModel, Tool, trace
from studybuddy.messages import Reply, assistant, call, text_of
from studybuddy.panels import ApprovalPanel, TracePanel, base
from studybuddy.panels.base import is_shown
from studybuddy.panels.trace_edit import MAX_TEXT
from tests import accessibility, contrast


@pytest.fixture(autouse=True)
def no_older_panels(monkeypatch):
    monkeypatch.setattr(base, "_placed", {})


def price(item: str) -> dict:
    """Price of an item."""
    return {"rupees": 40, "item": item}


def as_told(messages):
    """A model that answers with the price it read."""
    found = json.loads(messages[-1]["content"])
    return f"It costs {found.get('rupees', found.get('result'))}."


def bought(*script, tools=(price,), question="What does tea cost?", **options):
    script = script or (assistant("", [call("price", {"item": "tea"}, "c1")]), as_told)
    return Agent(list(tools), ScriptedModel(script), system="Be brief.", **options).ask(question)


def mailed(done, approve="ask"):
    """A run that waits with a mail, or has sent it."""
    def mail(text: str) -> dict:
        """Mail a text."""
        done.append(text)
        return {"sent": text}

    return bought(assistant("", [call("price", {"item": "tea"}, "c1")]),
                  lambda messages: assistant("", [call("mail", {"text": as_told(messages)})]),
                  "Done.", tools=[price, Tool(mail, needs_approval=True)], approve=approve)


def words(html):
    return " ".join(BeautifulSoup(html, "html.parser").get_text(" ").split())


def shown(panel):
    return words(panel._forks._status.value + panel._forks._differences.value
                 + panel._head.value + panel._body.value)


def test_another_result_another_answer(tmp_path):
    run = bought()
    before = list(run.events)
    panel = TracePanel(run)
    panel.step = 1
    panel.edit(3, {"rupees": 90})
    panel.run_on.click()
    assert panel.fork.answer == "It costs 90." and panel.fork is not run
    assert run.events == before and run.answer == "It costs 40."
    assert "FORK Step 2 of 2 END answered" in shown(panel) and "It costs 90." in shown(panel)
    assert ("DONE The fork has ended with an answer. It keeps 1 step of the original run, with "
            "another text in message 3, and went on from there. The runs part at step 1."
            in shown(panel))
    assert panel.diff.first == 1 and [row["what"] for row in panel.diff] == ["result 1", "answer"]
    panel.swap.click()
    assert panel.step == 1 and "FORK" not in panel._head.value
    panel.last.click()
    assert "It costs 40." in shown(panel)
    panel.swap.click()
    assert "It costs 90." in words(panel._body.value) and "FORK" in panel._head.value
    text = panel.static_text()
    assert "It costs 40." in text and "It costs 90." in text and "The runs part at step 1" in text
    html = panel._repr_mimebundle_()["text/html"]
    assert "The runs part at step 1" in words(html)
    assert contrast.faults(html) == [] and accessibility.html_faults(html, tmp_path) == []


def test_the_messages_that_can_be_chosen_and_their_texts():
    panel = TracePanel(bought(), step=1)
    editor = panel._editor
    assert [label for label, _ in editor.message.options] == [
        "0. system: Be brief.", "1. user: What does tea cost?", "2. assistant: asks for price",
        '3. result of price: {"rupees": 40, "item": "tea"}']
    assert editor.message.value == 3  # the newest
    assert editor.text.value == '{\n  "rupees": 40,\n  "item": "tea"\n}'
    assert "A result is a JSON object." in editor._note.value
    editor.message.value = 2
    assert editor.text.value == "" and "asks for stays as it is" in editor._note.value
    editor.message.value = 1
    assert editor.text.value == "What does tea cost?" and not is_shown(editor._note)
    panel.step = 0
    assert [number for _, number in editor.message.options] == [0, 1]
    # The same numbers stand at the messages that were sent.
    panel.step = 2
    assert places_of(panel) == ["0.", "1.", "2.", "3."]


def places_of(panel):
    soup = BeautifulSoup(panel._body.value, "html.parser")
    return [found.text.split()[0] for found in soup.find_all("summary")]


def test_the_numbers_hold_where_old_turns_were_not_sent():
    run = bought("One.", "Two.", question="x" * 300_000)
    run.ask("y" * 300_000)
    panel = TracePanel(run)
    assert places_of(panel) == ["0.", "3."] and run.messages[3]["content"][0] == "y"
    panel.step = 1
    assert [number for _, number in panel._editor.message.options] == [0, 1, 2, 3]


def test_a_text_that_is_written_stays_until_another_step():
    run = bought()
    panel = TracePanel(run, step=1)
    panel._editor.text.value = "{not ready"
    panel.next.click()
    panel.back.click()
    assert panel._editor.text.value.startswith('{\n  "rupees"')
    panel._editor.text.value = "ninety"
    panel._go(1)  # the same step, drawn once more
    assert panel._editor.text.value == "ninety"
    panel.run_on.click()
    assert panel.fork.messages[3]["content"] == '{"result": "ninety"}'
    assert panel.fork.answer == "It costs ninety."


def test_without_a_change_the_model_is_asked_again_with_the_exact_history():
    run = bought()
    panel = TracePanel(run, step=1)
    panel.run_on.click()
    assert panel.fork.messages == run.messages and panel.diff == []
    assert "of the original run, unchanged, and went on" in shown(panel)
    assert "The runs are equal." in shown(panel)


def test_a_fork_of_the_fork():
    panel = TracePanel(bought(), step=1)
    panel.edit(3, {"rupees": 90})
    panel.run_on.click()
    panel.step = 1
    panel.edit(1, "And coffee?")
    panel.run_on.click()
    assert [text_of(message) for message in panel.fork.messages[1:]] == [
        "And coffee?", "", '{"rupees": 90}', "It costs 90."]
    assert "It keeps 1 step of the fork before it" in shown(panel)
    assert panel.diff.first == 0  # compared with the original
    panel.swap.click()
    assert panel._run.answer == "It costs 40."


@pytest.mark.parametrize("approve", ["ask", "approve", lambda call: True])
def test_nothing_is_approved_by_itself(approve):
    async def work():
        done = []
        run = mailed(done, approve)
        had = len(done)
        panel = TracePanel(run, step=1, arm=0.05)
        panel.edit(3, {"rupees": 90})
        panel.run_on.click()
        fork = await panel.settled()
        assert fork is panel.fork and fork.status == "needs_approval" and len(done) == had
        assert "WAITING The fork waits for your decision." in shown(panel)
        assert "It costs 90." in panel.static_text() and "mail" in panel.static_html()
        return done, panel

    async def approved():
        done, panel = await work()
        panel.approve.click()
        assert (await panel.settled()).answer == "Done." and done[-1] == "It costs 90."
        assert "END answered" in shown(panel)
        assert "approves mail" in panel.static_text()

    async def rejected():
        done, panel = await work()
        had = len(done)
        panel.reason.value = "not now"
        panel.reject.click()
        assert (await panel.settled()).answer == "Done." and len(done) == had
        assert "rejects mail: not now" in panel.static_text()

    async def elsewhere():
        done, panel = await work()
        other = ApprovalPanel(panel.fork, arm=0.05)
        await other.settled()
        other.approve.click()
        assert (await other).answer == "Done." and done[-1] == "It costs 90."
        panel.last.click()
        assert "END answered" in shown(panel)

    for part in (approved, rejected, elsewhere):
        asyncio.run(part())


def test_it_shows_the_work_and_can_be_stopped():
    async def work():
        reached, gate = threading.Event(), threading.Event()

        def slow(messages):
            if "90" in messages[-1]["content"]:
                reached.set()
                gate.wait(10)
            return as_told(messages)

        panel = TracePanel(bought(assistant("", [call("price", {"item": "tea"}, "c1")]), slow),
                           step=1)
        panel.edit(3, {"rupees": 90})
        panel.run_on.click()
        while not reached.is_set() or "Asking" not in shown(panel):
            await asyncio.sleep(0.01)
        assert "AT WORK Asking the model (request 2)." in shown(panel)
        assert "FORK" in panel._head.value  # what there is of it is shown while it works
        assert panel.run_on.disabled and not is_shown(panel.swap) and is_shown(panel.stop)
        panel.run_on.click()
        panel.stop.click()
        assert "STOPPING" in panel._forks._standing()[0]
        gate.set()
        fork = await panel.settled()
        assert fork.status == "cancelled" and "STOPPED The fork was stopped." in shown(panel)
        assert not panel.run_on.disabled and not is_shown(panel.stop)

    asyncio.run(work())


def test_a_newer_panel_stops_a_fork_at_work():
    async def work():
        reached, gate = threading.Event(), threading.Event()

        def slow(messages):
            reached.set()
            gate.wait(10)
            return "Late."

        run = bought("At once.")
        run.agent.model = ScriptedModel([slow])
        panel = TracePanel(run, step=0, key="one")
        panel.run_on.click()
        await asyncio.to_thread(reached.wait, 10)
        TracePanel(run, key="one")
        assert panel.retired
        gate.set()
        while panel._forks.driver.busy:
            await asyncio.sleep(0.01)
        assert panel.fork.status == "cancelled"

    asyncio.run(work())


def test_what_cannot_be_changed_says_why():
    panel = TracePanel(bought())
    assert "The run ended with this step. Step back" in panel._editor._why.value
    assert not is_shown(panel._editor._form) and not is_shown(panel._forks.box)
    with pytest.raises(ValueError, match="The run ended with this step"):
        panel.edit(3, "x")
    panel.run_on.click()  # hidden: no click
    panel.step = 1
    assert is_shown(panel._editor._form) and not is_shown(panel._editor._why)
    for index in (4, -1, True, "3"):
        with pytest.raises(ValueError, match="The messages are 0 to 3"):
            panel.edit(index, "x")
    for text in ({"a": 1}, 7, None):
        with pytest.raises(ValueError, match="is a text"):
            panel.edit(1, text)
    listed = TracePanel([dict(message) for message in bought().messages], step=1)
    assert "can only be stepped through" in listed._editor._why.value
    with pytest.raises(ValueError, match="give this panel a Run"):
        listed.edit(1, "x")
    assert listed.fork is None and listed.diff is None
    with pytest.raises(ValueError, match="arm"):
        TracePanel(bought(), arm=11)


def looping(**options):
    """A run in which the model asks for the same thing until another price is told."""
    def again(messages):
        last = messages[-1]
        return (f"It costs {json.loads(last['content'])['rupees']}."
                if last["role"] == "tool" and "40" not in last["content"]
                else assistant("", [call("price", {"item": "tea"})]))

    model = ScriptedModel([again] * 10)
    return model, Agent([price], model, **options).ask("What does tea cost?")


def test_a_run_at_its_limit_says_why_nothing_follows_from_its_last_step():
    model, run = looping(max_steps=2)
    assert run.status == "step_limit" and model.requests == 2
    panel = TracePanel(run)
    why = words(panel._editor._why.value)
    assert "may ask the model 2 times for one question" in why and "Step back" in why
    assert "run.fork(2, agent=Agent(..., max_steps=4)).advance()" in why
    assert not is_shown(panel._editor._form)
    with pytest.raises(ValueError, match="may ask the model 2 times"):
        panel.edit(4, {"rupees": 90})
    run.fork(2, agent=Agent([price], model, max_steps=4)).advance()  # as it says
    assert model.requests > 2
    panel.step = 1
    assert "the model is asked again" in words(panel._editor._kept.value)
    panel.edit(2, {"rupees": 90})
    panel.run_on.click()
    assert panel.fork.answer == "It costs 90."


def test_a_limit_that_counts_from_the_newest_question():
    _, run = looping(max_steps=2)
    run.ask("And now?")
    assert run.status == "step_limit" and trace.requests(run) == 4
    panel = TracePanel(run, step=2)
    assert is_shown(panel._editor._form)  # the question that follows is kept: it is asked anew
    panel.step = 4
    assert not is_shown(panel._editor._form)
    run.agent.max_steps = 1  # or the run came from a file, to an agent that may ask less
    panel.step = 3
    assert "may ask the model 1 time for" in words(panel._editor._why.value)


def test_a_run_that_was_stuck_says_what_must_change():
    model, run = looping()
    assert run.status == "stuck" and model.requests == 3
    panel = TracePanel(run)
    told = words(panel._editor._kept.value)
    assert "change one of these results" in told and "asked again" not in told
    panel.run_on.click()  # unchanged
    assert panel.fork.status == "stuck" and model.requests == 3
    assert "asked for the same thing again and again" in shown(panel)
    assert "So the model was not asked. Step back" in shown(panel)
    panel = TracePanel(run)
    panel.edit(6, {"rupees": 90})
    panel.run_on.click()
    assert panel.fork.answer == "It costs 90."


def test_a_fork_that_reaches_the_limit_later_says_so():
    model, run = looping(max_steps=2)
    panel = TracePanel(run, step=1)
    panel.run_on.click()
    assert panel.fork.status == "step_limit" and model.requests == 3
    assert "as many requests as its agent may make for one question (2)" in shown(panel)
    assert "was not asked" not in shown(panel)


def test_a_call_that_waits_at_the_limit_says_what_follows():
    def mail(text: str) -> dict:
        """Mail a text."""
        return {"sent": text}

    run = bought(assistant("", [call("mail", {"text": "a"})]), "Done.",
                 tools=[Tool(mail, needs_approval=True)], approve="ask", max_steps=1)
    panel = TracePanel(run, arm=0)
    assert run.status == "needs_approval" and is_shown(panel._editor._form)
    told = words(panel._editor._kept.value)
    assert "When it is decided, the fork ends" in told and "asked again, in a new" not in told
    panel.run_on.click()
    panel.approve.click()
    assert panel.fork.status == "step_limit" and "was not asked" in shown(panel)


def test_a_text_that_is_too_long_is_not_taken():
    panel = TracePanel(bought(), step=1)
    long = "x" * (MAX_TEXT + 1)
    with pytest.raises(ValueError, match=r"100,001 characters, at most 100,000.*edit=\{3: "):
        panel.edit(3, long)
    panel._editor.text.value = long  # pasted
    panel.run_on.click()
    assert "ERROR This text is too long to be changed here" in words(panel._error.value)
    assert panel.fork is None and panel._editor.text.value == long  # to be made shorter
    panel._editor.text.value = long[1:]
    panel.run_on.click()
    assert panel.fork.status == "answered"


def test_long_results_cost_a_fork_little():
    text = "The Krebs cycle makes ATP and NADH from acetyl-CoA in the matrix. " * 290

    def read(number: int) -> dict:
        """Read a page."""
        return {"text": text, "number": number}

    def answer(messages):
        number = sum(message["role"] == "assistant" for message in messages)
        return assistant("", [call("read", {"number": number})]) if number < 18 else "End."

    run = Agent([read], ScriptedModel([answer] * 40)).ask("Read all.")
    begun = time.process_time()
    panel = TracePanel(run)
    once = time.process_time() - begun
    panel.step = 1
    begun = time.process_time()
    panel.run_on.click()
    assert panel.fork.status == "answered" and panel.step == 19
    assert time.process_time() - begun < 4 * once


def test_the_numbers_hold_between_turns_that_failed():
    class Failing:
        name = "failing"

        def complete(self, messages, tools, **options):
            if "fail" in messages[-1]["content"]:
                raise ModelError("bad_response", "no words")
            return Reply(assistant("Yes."), "stop")

    run = Agent([], Failing(), system="S.").ask("One?")
    for question in ("Two? fail", "Three? fail", "Four?"):
        run.ask(question)
    panel = TracePanel(run)
    assert places_of(panel) == ["0.", "1.", "2.", "3.", "ADDED", "4.", "ADDED", "5."]
    new = ["NEW" in found.text for found in
           BeautifulSoup(panel._body.value, "html.parser").find_all("summary")]
    assert new == [False] * 2 + [True] * 6
    assert "(8, 6 of them new" in shown(panel)
    assert "ADDED was only sent" in shown(panel) and "ADDED was" in words(panel.static_html())
    panel.step = 1
    assert places_of(panel) == ["0.", "1."] and "ADDED" not in shown(panel)
    assert [label[:2] for label, _ in panel._editor.message.options] == [
        "0.", "1.", "2.", "3.", "4.", "5."]


def test_what_the_fork_refuses_is_said_in_the_panel_and_the_text_stays():
    run = bought()
    panel = TracePanel(run, step=1)
    panel._editor.text.value = "ninety"
    del run.events[1]["message"]["content"]  # a run that somebody has edited by hand
    panel.run_on.click()
    assert "ERROR The edited history is not valid:" in words(panel._error.value)
    assert panel.fork is None and not is_shown(panel._forks.box)
    assert panel._editor.text.value == "ninety" and not panel.run_on.disabled


def test_a_model_that_fails_leaves_a_fork_that_says_so():
    panel = TracePanel(bought(), step=1)
    panel._run.agent.model = ScriptedModel([])
    panel.run_on.click()
    assert panel.fork.status == "failed" and "FAILED The fork has failed." in shown(panel)

    def breaks(messages):
        raise ValueError("no <b>price</b>")

    panel.step = 1
    panel._run.agent.model = ScriptedModel([breaks] * 3)
    panel.run_on.click()
    assert "ERROR This did not work (ValueError): no <b>price</b>" in words(panel._error.value)
    assert not panel.run_on.disabled


def test_keys_and_hidden_characters_and_strangers_texts(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    evil = "<img src=x onerror=alert(1)> \u202esecret-key-1234"
    run = bought("Fine.", question=evil)
    panel = TracePanel(run, step=0)
    editor = panel._editor
    label, _ = editor.message.options[-1]
    assert label == "1. user: <img src=x onerror=alert(1)> <U+202E>[key]"
    assert editor.text.value == evil.replace("secret-key-1234", "[key]")
    assert "A key in this text shows as [key]." in editor._note.value
    panel.run_on.click()  # unchanged: the exact text
    assert panel.fork.messages[1]["content"] == evil
    assert "secret" not in panel.static_text() + panel.static_html() + shown(panel)
    assert "<img src=x" not in panel._forks._differences.value + panel.static_html()


def test_long_texts_and_odd_results():
    long = "x" * (MAX_TEXT + 1)
    panel = TracePanel(bought("Fine.", question=long), step=0)
    assert panel._editor.text.value == "" and panel._editor.text.disabled
    assert "run.fork(0, edit={1: ...})" in panel._editor._note.value
    panel._editor.message.value = 0
    assert panel._editor.text.value == "Be brief." and not panel._editor.text.disabled
    run = bought()
    run.messages[3]["content"] = '{"a": "\\ud800", "b": 1}'  # no line of it could be sent
    odd = TracePanel(run, step=1)
    assert odd._editor.text.value == '{"a": "\\ud800", "b": 1}'


def test_a_run_from_a_file(tmp_path):
    run = bought()
    run.save(tmp_path / "run.jsonl")
    stored = (tmp_path / "run.jsonl").read_bytes()
    agent = Agent([price], ScriptedModel(["unused", as_told]))
    panel = TracePanel(Run.load(tmp_path / "run.jsonl", agent), step=1)
    panel.edit(3, '{"rupees": 7}')
    panel.run_on.click()
    assert panel.fork.answer == "It costs 7."
    assert (tmp_path / "run.jsonl").read_bytes() == stored


def test_a_list_of_messages_says_why_it_cannot_run_on():
    panel = TracePanel([{"role": "user", "content": "Hello"},
                        {"role": "assistant", "content": "Hello!"}])
    panel.run_on.click()
    assert panel.fork is None
    assert "can only be stepped through" in words(panel._error.value)
    assert "Error" not in words(panel._error.value)
