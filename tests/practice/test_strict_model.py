"""A scripted model that refuses what a service refuses."""

import pytest

from studybuddy import Agent, ModelError
from studybuddy.messages import assistant, call, tool, user
from studybuddy.practice.strict import StrictModel

ASKS = assistant("", [call("add", {"a": 1, "b": 2}, "c1"), call("add", {"a": 3, "b": 4}, "c2")])
ANSWERS = [tool("c1", "{}"), tool("c2", "{}")]


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def send(*messages):
    return StrictModel([ASKS, "It is 3."]).complete([user("1 + 2?"), *messages], []).text


def test_a_good_history_is_answered():
    assert send(ASKS, *ANSWERS) == "It is 3."
    assert send(ASKS, *reversed(ANSWERS)) == "It is 3."


@pytest.mark.parametrize(("messages", "words"), [
    ([ANSWERS[0], ASKS], "must be a response to a preceeding message with 'tool_calls'"),
    ([ASKS, ANSWERS[0]], "did not have response messages: c2"),
    ([ASKS, *ANSWERS, ANSWERS[0]], "Duplicate value for 'tool_call_id' of 'c1'"),
    ([ASKS, *ANSWERS, tool("c3", "{}")], "'tool_call_id' of 'c3' not found"),
    ([assistant("", [call("add", {}, "")]), tool("", "{}")], "empty string"),
    ([{"role": "model", "content": "x"}], "'model'"),
])
def test_a_bad_history_is_refused_in_the_words_of_a_service(messages, words):
    with pytest.raises(ModelError) as caught:
        send(*messages)
    assert caught.value.kind == "bad_response" and words in caught.value.message


def test_a_refused_request_is_counted():
    model = StrictModel(["x"])
    with pytest.raises(ModelError):
        model.complete([ANSWERS[0]], [])
    assert model.requests == 1 and model.left == ["x"]


def test_the_loop_of_the_package_is_never_refused():
    without_ids = assistant("", [call("add", {"a": 5, "b": 6}), call("add", "{broken")])
    model = StrictModel([ASKS, without_ids, ASKS, "done"])
    run = Agent([add], model=model).ask("1 + 2?")
    assert (run.status, run.answer, model.requests) == ("answered", "done", 4)
