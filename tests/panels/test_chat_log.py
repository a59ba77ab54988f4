"""The turns of a conversation that goes on are the same as when all of it is read anew."""

from __future__ import annotations

from studybuddy import Agent, Run, ScriptedModel, ToolRegistry
from studybuddy.messages import assistant, call
from studybuddy.panels.chat_log import TurnLog
from studybuddy.panels.chat_turns import turns_of
from studybuddy.panels.masking import masked_short

SECRET = "tulips-in-the-garden"


def act(what: str) -> dict:
    """Do it."""
    return {"done": what}


def agent():
    registry = ToolRegistry()
    registry.add(act, needs_approval=True)
    return Agent(registry, model=ScriptedModel([
        assistant(f"I do it with {SECRET}.", [call("act", {"what": "a"}, "c1")]), "One.", "Two.",
        assistant("", [call("act", {"what": "b"}, "c2")]), "Three."]))


def test_at_each_event_the_turns_are_those_of_the_whole_run(tmp_path, monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", SECRET)
    log, looks = TurnLog(), 0

    def look(run):
        nonlocal looks
        looks += 1
        turns = log.turns(run)
        assert turns == turns_of(masked_short(run, list(run.events)))
        assert SECRET not in repr(turns)
        return turns

    run = agent().start("First?", tmp_path / "run.jsonl")
    run.agent.on_event = lambda event: look(run)
    look(run)
    run.advance()
    run.approve("c1")
    run.advance().ask("Second?")
    run.ask("Third?")
    assert run.status == "needs_approval" and len(look(run)) == 3
    run.cancel()
    assert [turn.status for turn in look(run)] == ["answered", "answered", "cancelled"]
    run.ask("Fourth?")
    assert look(run)[-1].answer == "Three." and looks >= 10
    again = Run.load(tmp_path / "run.jsonl", run.agent)  # another run: nothing of the first stays
    assert len(look(again)) == 4
    run.save(tmp_path / "second.jsonl")  # its events may be others now
    assert len(look(run)) == 4
    monkeypatch.setenv("LLM_API_KEY", "Second?")
    assert [turn.question for turn in log.turns(run)][1] == "[key]"


def test_only_the_newest_turn_is_read_again(tmp_path):
    run = Agent([], model=ScriptedModel(["One.", "Two.", "Three."])).ask("First?")
    log = TurnLog()
    first = log.turns(run)[0]
    run.ask("Second?")
    log.turns(run)
    run.ask("Third?")
    second = log.turns(run)[1]
    assert log.turns(run)[1] is second and log.turns(run)[0] == first
