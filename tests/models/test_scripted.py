"""A script is a place in a list: by the history, not by what was said before."""

import pytest

from studybuddy import Agent, ModelError, ScriptedModel
from studybuddy.messages import assistant, user


def said(model, messages):
    return model.complete(messages, []).message["content"]


def test_the_place_is_the_number_of_replies_in_the_history():
    model = ScriptedModel(["a", "b", "c"])
    history = [user("q"), assistant("a"), user("q"), assistant("b")]
    assert said(model, history) == "c"
    assert model.left == []
    assert said(model, history[:3]) == "b"  # a fork goes back
    with pytest.raises(ModelError, match="has 3 replies"):
        model.complete([*history, assistant("c")], [])


@pytest.mark.parametrize("empty", ["", " \n", assistant(""), "<think>hm</think>",
                                   lambda messages: ""])
def test_an_empty_item_is_said_once_and_the_next_follows(empty):
    model = ScriptedModel(["first", empty, "second"])
    run = Agent([], model=model).ask("q")
    assert run.answer == "first"
    run.ask("again")
    assert (run.status, run.answer) == ("answered", "second")
    assert model.requests == 3


def test_behind_an_empty_item_a_new_model_finds_its_place():
    history = [user("q"), assistant("a"), user("q")]
    assert said(ScriptedModel(["", "a", "b"]), history) == "b"
    assert said(ScriptedModel(["", "a", "b"]), [user("q")]) == ""
    with pytest.raises(ModelError, match="one more"):
        ScriptedModel(["", "a"]).complete(history, [])


def test_a_script_of_empty_items_ends():
    run = Agent([], model=ScriptedModel(["", "", ""])).ask("q")
    assert (run.status, run.error.kind) == ("failed", "bad_response")
