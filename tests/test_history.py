"""What keeps a history valid."""

import json
import time

import pytest

from studybuddy import history
from studybuddy.messages import NO_ANSWER, assistant, call, tool, user


def adopt(entries, finish="tool_calls", used=()):
    message, refused = history.adopt(assistant("", entries), finish, set(used))
    return message["tool_calls"], refused


def test_a_good_message_is_not_changed():
    entries = [
        call("add", {"a": 1}, "c1"),
        {
            **call("add", '{ "a" : 2 }', "9xyzABCDE"),
            "extra_content": {"google": {"thought_signature": "abc"}},
        },
    ]
    message = {**assistant("Look.", entries), "reasoning_content": "hm"}
    kept, refused = history.adopt(message, "tool_calls", set())
    assert kept == message and refused == {}


@pytest.mark.parametrize("bad", [None, "", 7, ["c1"]])
def test_only_a_missing_or_bad_id_is_replaced(bad):
    entries = [{**call("add", "{}"), "id": bad}, call("add", "{}", "mine")]
    made, kept = (entry["id"] for entry in adopt(entries)[0])
    assert kept == "mine" and len(made) == 9 and made.isalnum()


def test_an_id_that_was_used_is_replaced_and_the_new_one_is_unique():
    entries = [call("add", "{}", "c1"), call("add", "{}", "c1"), call("add", "{}", "call00003")]
    ids = [entry["id"] for entry in adopt(entries, used={"c1", "call00004"})[0]]
    assert len({*ids, "c1", "call00004"}) == 5


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("", "{}"),
        (None, "{}"),
        ("null", "{}"),
        ({"a": 1}, '{"a": 1}'),
        ('"{\\"a\\": 1}"', '{"a": 1}'),
    ],
)
def test_arguments_become_an_object_text(raw, text):
    entry = {"id": "c1", "function": {"name": "add", "arguments": raw}}
    (kept,), refused = adopt([entry])
    assert kept["function"]["arguments"] == text and kept["type"] == "function" and not refused


@pytest.mark.parametrize("raw", ['{"a": ', "[1]", "{'a': 1}", '{"a": NaN}', 5])
def test_broken_arguments_become_empty_and_the_call_is_refused(raw):
    entry = {"id": "c1", "function": {"name": "add", "arguments": raw}}
    (kept,), refused = adopt([entry])
    assert kept["function"]["arguments"] == "{}" and list(refused) == ["c1"]


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"id": "c1"},
        {"function": None},
        {"function": {"name": None}},
        {"type": "custom", "custom": {"name": "add", "input": "2"}},
    ],
)
def test_a_call_without_a_name_is_kept_as_unknown(entry):
    (kept,), _ = adopt([entry])
    assert kept["function"] == {"name": "unknown", "arguments": "{}"} and "custom" not in kept


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ({"content": None}, ""),
        ({}, ""),
        ({"content": [{"type": "text", "text": "a"}, "b", 5]}, "ab"),
        ({"content": [{"type": "refusal", "refusal": "I cannot."}]}, "I cannot."),
        ({"content": None, "refusal": "No."}, "No."),
        ({"content": "\ud800"}, "?"),
        ({"content": 5}, ""),
    ],
)
def test_content_is_always_a_text(message, content):
    kept, _ = history.adopt(message, "stop", set())
    assert kept["role"] == "assistant" and kept["content"] == content and "tool_calls" not in kept


@pytest.mark.parametrize("odd", [[], "calls", 5, [5, None, "x"]])
def test_what_is_no_list_of_calls_is_no_call(odd):
    kept, _ = history.adopt({"content": "x", "tool_calls": odd}, "stop", set())
    assert "tool_calls" not in kept


@pytest.mark.parametrize(
    ("finish", "word"), [("length", "cut off"), ("malformed", "malformed"), ("blocked", "blocked")]
)
def test_no_call_of_a_cut_off_reply_runs(finish, word):
    _, refused = adopt([call("a", "{}", "c1"), call("b", {"x": 1}, "c2")], finish)
    assert list(refused) == ["c1", "c2"] and all(word in reason for reason in refused.values())


def talk(turns, size=100):
    messages = [{"role": "system", "content": "S" * 50}]
    for n in range(turns):
        messages += [
            user(f"{n}" * size),
            assistant("", [call("t", "{}", f"c{n}")]),
            tool(f"c{n}", "r" * size),
            assistant("a" * size),
        ]
    return messages


def test_the_view_leaves_out_whole_oldest_turns_and_keeps_the_system_message():
    messages = talk(5)
    assert history.view(messages) == (messages, 0)
    sent, left_out = history.view(messages, budget=700)
    assert left_out == 3
    assert sent == [messages[0], *messages[13:]]
    sent, left_out = history.view(messages, budget=10)  # the newest turn always stays
    assert left_out == 4 and sent == [messages[0], *messages[17:]]
    assert len(messages) == 21


def test_the_view_works_without_a_system_message():
    messages = talk(3)[1:]
    sent, left_out = history.view(messages, budget=400)
    assert sent == messages[8:] and left_out == 2


@pytest.mark.parametrize("large", [
    [user([{"type": "text", "text": "x" * 900}]), assistant("ok")],  # a caller's own parts
    [user("q"), assistant("", [call("t", {}, "i" * 900)]), tool("i" * 900, "{}")],
    [user("q"), assistant("", [call("n" * 900, {}, "c")]), tool("c", "{}")],
    [user("q"), {**assistant("ok"), "reasoning": "x" * 900}],
])
def test_whatever_is_long_in_a_message_counts(large):
    messages = [*large, user("last")]
    assert history.view(messages, budget=800) == ([user("last")], 1)


def test_a_call_written_as_text_is_seen():
    text = '```json\n{"name": "add", "arguments": {"a": 1}}\n```'
    assert history.call_as_text(text, ["add"]) == "add"
    assert history.call_as_text(text, ["other"]) is None
    assert history.call_as_text("The word name stands in no quotes.", ["add"]) is None


def test_what_json_cannot_hold_is_left_out():
    entry = {**call("add", {"a": 1}, "c1"), "extra": {1j}, "kept": [1]}
    entry["function"] = {**entry["function"], "hint": float("nan")}
    message = {**assistant("x", [entry]), "signature": "s", "raw": object(), "bytes": b"x",
               "score": float("inf"), "half": "\ud800", 5: "five"}
    kept, refused = history.adopt(message, "stop", set())
    assert kept == {"role": "assistant", "content": "x", "signature": "s", "tool_calls": [
        {**call("add", {"a": 1}, "c1"), "kept": [1]}]}
    assert refused == {}
    assert json.loads(json.dumps(kept, allow_nan=False)) == kept


def test_a_view_of_many_turns_is_quick():
    messages = [message for number in range(20_000)
                for message in (user(f"question {number}"), assistant("x" * 100))]
    begin = time.perf_counter()
    sent, left_out = history.view(messages, budget=5_000)
    assert time.perf_counter() - begin < 2
    assert left_out + len(sent) / 2 == 20_000
    assert 4_700 < sum(len(message["content"]) for message in sent) <= 5_000


def turns_of(sent):
    return [message["role"] for message in sent if message["role"] != "system"]


@pytest.mark.parametrize("messages", [
    [user("a"), user("b")],  # the first one failed
    [user("a"), user("b"), user("c"), assistant("x"), user("d")],
    [user("a"), assistant("", [call("add", {}, "c1")]), tool("c1", "{}"), user("b")],  # stopped
    [{"role": "system", "content": "S"}, user("a"), {"role": "system", "content": "T"}, user("b")],
])
def test_a_question_that_got_no_answer_is_closed_in_what_is_sent(messages):
    before = json.dumps(messages)
    sent, left_out = history.view(messages)
    assert json.dumps(messages) == before and left_out == 0
    roles = turns_of(sent)
    assert all(roles[place - 1] == "assistant" for place, role in enumerate(roles)
               if role == "user" and place)
    assert [message for message in sent if message != NO_ANSWER] == messages
    sent[-2]["content"] = "changed"
    assert NO_ANSWER["content"] == "(no answer)"
