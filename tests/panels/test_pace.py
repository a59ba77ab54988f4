"""A run at work leaves the kernel's loop free: it is drawn now and then, and wholly in the end."""

import asyncio
import time

import pytest

from studybuddy import Agent, ScriptedModel
from studybuddy.messages import assistant, call
from studybuddy.panels import ApprovalPanel, ChatPanel, TracePanel, base
from studybuddy.panels.pace import LEAST, SHARE

STEPS = 30


@pytest.fixture(autouse=True)
def no_older_panels(monkeypatch):
    monkeypatch.setattr(base, "_placed", {})


def agent(pause=0.0):
    def read(number: int) -> dict:
        """Read a page."""
        time.sleep(pause)
        return {"page": f"page {number}"}

    def answer(messages):
        number = sum(message["role"] == "assistant" for message in messages)
        return (assistant("", [call("read", {"number": number})]) if number < STEPS
                else f"After page {STEPS - 1}.")

    return Agent([read], ScriptedModel([answer] * (STEPS + 1)), max_steps=STEPS + 1)


def a_fork(agent):
    panel = TracePanel(agent.ask("Read."), step=0)
    return panel, lambda: panel._body, panel.run_on.click


def an_approval(agent):
    run = agent.start("Read.")
    run.step()
    run.cancel()  # it goes on by a click
    panel = ApprovalPanel(run)
    return panel, lambda: panel._log, lambda: panel._work(lambda: panel.run.ask("Read on."))


def a_chat(agent):
    panel = ChatPanel(agent)
    return panel, lambda: panel._list.boxes[-1]._steps, lambda: panel.ask("Read.")


@pytest.mark.parametrize("made", [a_fork, an_approval, a_chat])
def test_quick_steps_are_drawn_now_and_then(made):
    async def work():
        panel, drawn, begin = made(agent(0.02))
        times = []
        begin()
        while True:
            try:
                widget = drawn()
            except IndexError:  # the chat has no turn yet
                await asyncio.sleep(0)
                continue
            break
        widget.observe(lambda _: times.append(time.monotonic()), "value")
        await panel.settled()
        return widget.value, times

    shown, times = asyncio.run(work())
    assert f"After page {STEPS - 1}." in shown or f"page {STEPS - 1}" in shown
    assert len(times) >= 2  # it is seen at work
    early = times[:-1]  # the last one is how it ended
    gaps = [later - before for before, later in zip(early, early[1:], strict=False)]
    assert all(gap >= 0.8 * LEAST for gap in gaps)


def test_a_slow_drawing_is_rarer():
    """The loop must be free for clicks, whatever a drawing takes."""
    async def work():
        panel, _, begin = a_fork(agent(0.02))
        spans = []
        draw = panel._forks._pace._draw

        def slow():
            begun = time.monotonic()
            time.sleep(0.1)
            draw()
            spans.append((begun, time.monotonic()))

        panel._forks._pace._draw = slow
        begin()
        await panel.settled()
        return spans

    spans = asyncio.run(work())
    assert spans
    for (begun, ended), (later, _) in zip(spans, spans[1:], strict=False):
        assert later - ended >= SHARE * (ended - begun) * 0.9


@pytest.mark.parametrize("made", [a_fork, an_approval, a_chat])
def test_without_a_loop_only_the_end_is_drawn(made):
    panel, drawn, begin = made(agent())
    values = []
    if made is not a_chat:
        drawn().observe(lambda change: values.append(change["new"]), "value")
    begin()
    assert len(values) <= 2 and f"page {STEPS - 1}" in drawn().value
