"""The fork in a TracePanel: a message is changed and the run goes on from there, without a browser.

Panels outside of a loop work directly; those that wait, or are stopped, run in one.
"""

import asyncio
import json
import threading

import pytest
from bs4 import BeautifulSoup

from studybuddy import Agent, Run, ScriptedModel, Tool
from studybuddy.messages import assistant, call, text_of
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
