"""The turns of a chat as widgets: each new one costs the same, and those before it stay right."""

from __future__ import annotations

import sys
from pathlib import Path

import ipywidgets
import pytest

import studybuddy
from studybuddy import Agent, ScriptedModel
from studybuddy.messages import assistant, call
from studybuddy.panels import ChatPanel, base
from studybuddy.panels.chat_turn_list import PART

OURS = str(Path(studybuddy.__file__).parent / "panels")
LIBRARIES = ("ipywidgets", "traitlets")


@pytest.fixture(autouse=True)
def no_older_panels(monkeypatch):
    monkeypatch.setattr(base, "_placed", {})


def look(number: int) -> dict:
    """Look something up."""
    return {"found": number}


def panel_of(turns: int) -> ChatPanel:
    script = []
    for number in range(turns):
        script += [assistant("", [call("look", {"number": number}, f"c{number}")]),
                   f"Answer {number}."]
    return ChatPanel(Agent([look], ScriptedModel(script)))


def work(action) -> int:
    """How many functions of panels and widgets an action calls, generators at each value too."""
    number = 0

    def called(frame, event, argument):
        nonlocal number
        name = frame.f_code.co_filename
        if event == "call" and (name.startswith(OURS) or any(one in name for one in LIBRARIES)):
            number += 1

    sys.setprofile(called)
    try:
        action()
    finally:
        sys.setprofile(None)
    return number


def shown(panel: ChatPanel) -> list[str]:
    """Question and answer of each turn, in the order of the widgets."""
    turns = [turn for part in panel._list.box.children for turn in part.children]
    assert turns == [box.box for box in panel._list.boxes]
    return [turn.children[0].value + turn.children[2].value for turn in turns]


def test_a_turn_of_a_long_chat_is_as_much_work_as_one_of_a_short_chat():
    panel = panel_of(5 * PART)
    counts = [work(lambda number=number: panel.ask(f"Question {number}?"))
              for number in range(5 * PART)]
    newest = [len(part.children) for part in panel._list.box.children]
    assert newest == [PART] * 5
    first, last = counts[2:PART - 1], counts[4 * PART + 2:5 * PART - 1]
    assert sum(last) < 1.02 * sum(first)
    for number, told in enumerate(shown(panel)):
        assert f"Question {number}?" in told and f"Answer {number}." in told
    assert "In this conversation: 250 requests" in panel._foot.value


def test_when_another_text_is_secret_all_turns_are_drawn_anew(monkeypatch):
    monkeypatch.delenv("LLM_API_KEY", raising=False)
    panel = panel_of(4)
    for number in range(3):
        panel.ask(f"About tulips {number}?")
    assert all("tulips" in told for told in shown(panel))
    monkeypatch.setenv("LLM_API_KEY", "tulips")
    panel.ask("And now?")
    assert [told.count("[key]") for told in shown(panel)] == [1, 1, 1, 0]


def test_a_question_that_is_forgotten_is_shown_no_more():
    panel = panel_of(3)
    panel.ask("First?")
    panel.ask("Second?")
    run = panel.run
    forgotten = run.events[-4:]
    assert forgotten[0]["message"]["content"] == "Second?"
    del run.events[-4:]  # as after an interrupt, when an event does not stand on disk
    run._state = run._state.replayed(run.events)
    panel._draw()
    assert len(shown(panel)) == 1 and "First?" in shown(panel)[0]
    panel.ask("Third?")
    assert ["First?" in told or "Third?" in told for told in shown(panel)] == [True, True]


def test_a_conversation_that_is_left_leaves_no_widgets(monkeypatch):
    alive = ipywidgets.widgets.widget._instances
    panel = panel_of(6)
    counts = []
    for number in range(3):
        panel.ask(f"A question {number}?")
        panel.ask("Another one?")
        panel.new.click()
        assert shown(panel) == []
        counts.append(len(alive))
    assert len(set(counts)) == 1
