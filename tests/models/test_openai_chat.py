"""run_agent on clients of every shape, and what servers were seen to send."""

import copy
import json
from types import SimpleNamespace as NS

import pytest

from studybuddy import ModelError, ScriptedModel, run_agent
from studybuddy.messages import Usage, assistant, call
from studybuddy.models.openai_chat import read_reply

CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "calculator", "arguments": '{"expression": "6*7"}'},
}


class Client:
    """The least that a fake client needs; keeps what it was sent."""

    def __init__(self, *bodies):
        self.bodies, self.sent = list(bodies), []
        self.chat = NS(completions=NS(create=self.create))

    def create(self, **request):
        self.sent.append(copy.deepcopy(request))
        return self.bodies[min(len(self.sent), len(self.bodies)) - 1]


def as_objects(value):
    if isinstance(value, dict):
        return NS(**{key: as_objects(entry) for key, entry in value.items()})
    return [as_objects(entry) for entry in value] if isinstance(value, list) else value


def body(message, **choice):
    return {"choices": [{"message": message, **choice}]}


def asks(finish="tool_calls", **changes):
    return body(
        {"role": "assistant", "content": None, "tool_calls": [{**CALL, **changes}]},
        finish_reason=finish,
    )


ANSWER = body({"role": "assistant", "content": "42"}, finish_reason="stop")


@pytest.mark.parametrize("shape", [as_objects, lambda value: value])
def test_a_run_on_a_bare_client(shape):
    client, history, log = (
        Client(shape(asks()), shape(ANSWER)),
        [{"role": "user", "content": "6*7?"}],
        [],
    )
    assert run_agent(history, client=client, model="some-model", log=log.append) == "42"
    assert [m["role"] for m in history] == ["user", "assistant", "tool", "assistant"]
    assert json.loads(history[2]["content"])["result"] == 42
    request = client.sent[1]
    assert request["model"] == "some-model" and request["tool_choice"] == "auto"
    assert request["messages"] == history[:3] and request["messages"][1]["content"] == ""
    assert "calculator" in [tool["function"]["name"] for tool in request["tools"]]
    assert log == ['-> calculator({"expression": "6*7"})', f"<- {history[2]['content']}"]


def test_a_fake_may_lack_everything_but_content():
    reply = NS(choices=[NS(message=NS(content="hello"))])
    assert run_agent([{"role": "user", "content": "hi"}], client=Client(reply), log=None) == "hello"


def test_the_real_sdk_types_keep_unknown_keys():
    chat = pytest.importorskip("openai.types.chat")
    completion = chat.ChatCompletion.model_validate(
        {
            "id": "x",
            "created": 0,
            "model": "m",
            "object": "chat.completion",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "tool_calls",
                    "message": {
                        "role": "assistant",
                        "content": None,
                        "reasoning_content": "hm",
                        "tool_calls": [
                            {**CALL, "extra_content": {"google": {"thought_signature": "s"}}}
                        ],
                    },
                }
            ],
            "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 9},
        }
    )
    reply = read_reply(completion)
    assert reply.message["reasoning_content"] == "hm" and reply.usage == Usage(3, 4, 9)
    assert reply.tool_calls[0]["extra_content"] == {"google": {"thought_signature": "s"}}


def test_the_callers_messages_may_be_objects():
    history = [
        {"role": "user", "content": "6*7?"},
        as_objects(asks()).choices[0].message,
    ]
    client = Client(ANSWER)
    assert run_agent(history, client=client, log=None) == "42"  # the open call is answered first
    assert [m["role"] for m in client.sent[0]["messages"]] == ["user", "assistant", "tool"]


def test_exactly_max_steps_requests_then_a_sentence():
    client, history = Client(asks()), [{"role": "user", "content": "?"}]
    answer = run_agent(history, client=client, max_steps=4, log=None)  # no stuck rule here
    assert len(client.sent) == 4 and "4 steps" in answer
    assert [m["role"] for m in history].count("tool") == 4
    assert len({m["tool_call_id"] for m in history if m["role"] == "tool"}) == 4


def test_a_model_can_be_given_in_place_of_a_client():
    model = ScriptedModel([assistant("", [call("calculator", {"expression": "1+1"})]), "2"])
    history = [{"role": "system", "content": "S"}, {"role": "user", "content": "?"}]
    assert run_agent(history, model=model, log=None) == "2" and len(history) == 5


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("<!DOCTYPE html><html>", "bad_response"),
        (b"x", "bad_response"),
        (None, "bad_response"),
        ({}, "bad_response"),
        ({"choices": None}, "bad_response"),
        ({"choices": []}, "bad_response"),
        ({"choices": [None]}, "bad_response"),
        ({"choices": [{"finish_reason": "stop"}]}, "bad_response"),
        (body(None), "bad_response"),
        ({"error": {"message": "overloaded"}}, "bad_response"),
        ({"error": "no", "choices": []}, "bad_response"),
        (body({"content": None}, finish_reason="content_filter"), "blocked"),
        (body({"content": ""}), "bad_response"),
        (body({"content": [{"type": "text"}]}), "bad_response"),
    ],
)
def test_a_body_without_a_reply_is_a_model_error(reply, kind):
    with pytest.raises(ModelError) as caught:
        run_agent([{"role": "user", "content": "?"}], client=Client(reply), log=None)
    assert caught.value.kind == kind and caught.value.message


@pytest.mark.parametrize(
    "changes",
    [
        {"id": None},
        {"id": ""},
        {"type": None},
        {"type": "custom"},
        {"function": {"name": "calculator", "arguments": {"expression": "6*7"}}},
        {"function": {"name": "calculator"}},
        {"function": None},
        {"function": {"arguments": "{}"}},
    ],
)
@pytest.mark.parametrize("shape", [as_objects, lambda value: value])
def test_odd_calls_are_answered(changes, shape):
    client, history = Client(shape(asks(**changes)), ANSWER), [{"role": "user", "content": "?"}]
    assert run_agent(history, client=client, log=None) == "42"
    entry, answer = history[1]["tool_calls"][0], history[2]
    assert entry["type"] == "function" and answer["tool_call_id"] == entry["id"] != ""
    assert isinstance(json.loads(entry["function"]["arguments"]), dict)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": "hi", "tool_calls": []}, "hi"),
        ({"content": None, "refusal": "I cannot."}, "I cannot."),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "ab"),
        ({"content": [{"type": "refusal", "refusal": "No."}]}, "No."),
    ],
)
def test_text_of_every_shape(message, text):
    assert (
        run_agent([{"role": "user", "content": "?"}], client=Client(body(message)), log=None)
        == text
    )


def test_nobody_is_there_to_approve():
    from studybuddy import NEEDS_CONFIRMATION

    NEEDS_CONFIRMATION.add("calculator")
    try:
        history = [{"role": "user", "content": "?"}]
        assert run_agent(history, client=Client(asks(), ANSWER), log=None) == "42"
        assert json.loads(history[2]["content"])["status"] == "rejected"
    finally:
        NEEDS_CONFIRMATION.discard("calculator")


@pytest.mark.parametrize("history", [
    [{"role": "user", "content": "a"}, {"role": "assistant", "tool_calls": [CALL]},
     {"role": "user", "content": "b"}],
    [{"role": "user", "content": None}, {"role": "assistant", "content": None, "tool_calls": [
        CALL, {**CALL, "id": ""}, {"function": {"name": "x"}}]},
     {"role": "tool", "tool_call_id": "c1", "content": "1"},
     {"role": "assistant", "content": "hm"}, {"role": "user", "content": "b"}],
    [{"role": "user", "content": "a"}, {"role": "tool", "tool_call_id": "c9", "content": "1"}],
    [{"role": "user", "content": "a"}, {"role": "assistant", "tool_calls": [CALL]}],
])
def test_a_callers_history_is_made_valid(history):
    from tests.test_agent import assert_valid
    assert run_agent(history, client=Client(ANSWER), log=None) == "42"
    assert_valid(history)


def test_a_callers_message_without_a_role_is_told():
    with pytest.raises(ValueError, match="Message 2 has no role"):
        run_agent([{"role": "user", "content": "a"}, {"content": "b"}], client=Client(ANSWER))
