"""What keeps a history valid, whatever a model writes.

A history that holds an unanswered call, two equal ids or broken arguments makes every later
request fail. These functions change nothing that is good and mend what is not.
"""

from __future__ import annotations

import re
from collections.abc import Container

from studybuddy.jsontext import JSONTextError, dump, is_json, read_object, well_formed
from studybuddy.messages import NO_ANSWER, calls_of, text_of, tool

MAX_SENT = 400_000  # characters of history that are sent with one request (about 100,000 tokens)

_PLAIN = {"role", "content", "tool_calls", "tool_call_id"}
_OF_MESSAGE = frozenset({"role", "content", "tool_calls"})  # what `adopt` writes itself
_OF_CALL = frozenset({"id", "type", "function", "custom"})
_OF_FUNCTION = frozenset({"name", "arguments"})

NOT_ANSWERED = '{"error": "This call was not answered."}'
NOT_RUN = {
    "length": "The reply was cut off at the length limit, so this call did not run. "
              "Send it again, and shorter.",
    "malformed": "The reply was malformed, so this call did not run. Send it again.",
    "blocked": "The reply was blocked by the service, so this call did not run.",
}


def adopt(message: dict, finish: str, used_ids: set[str]) -> tuple[dict, dict[str, str]]:
    """An assistant message as it may stand in a history, and the calls in it that may not run.

    Content becomes a text, each call gets an id that no other has, a name, and arguments that
    are a JSON object. Other keys stay as they came; one that JSON cannot hold is left out, since
    it could neither be saved nor sent. The second value maps the ids of calls that
    must be refused to the reason.
    """
    kept: dict[str, object] = {"role": "assistant", "content": well_formed(text_of(message))}
    kept.update(_others(message, _OF_MESSAGE))
    refused: dict[str, str] = {}
    calls = []
    for entry in calls_of(message):
        function = entry.get("function")
        function = function if isinstance(function, dict) else {}
        name = function.get("name")
        arguments, fault = _as_object_text(function.get("arguments"))
        call_id = _unique(entry.get("id"), used_ids)
        used_ids.add(call_id)
        others = _others(entry, _OF_CALL)
        calls.append({"id": call_id, "type": "function", **others, "function": {
            **_others(function, _OF_FUNCTION),
            "name": name if isinstance(name, str) and name else "unknown",
            "arguments": arguments}})
        if finish in NOT_RUN:
            refused[call_id] = NOT_RUN[finish]
        elif fault:
            refused[call_id] = fault
    if calls:
        kept["tool_calls"] = calls
    return kept, refused


def _others(entry: dict, known: frozenset[str]) -> dict:
    """What else stands in a dict, as far as strict JSON can hold it."""
    if entry.keys() <= known:
        return {}
    return {key: value for key, value in entry.items()
            if key not in known and isinstance(key, str) and is_json(value)}


def _as_object_text(raw: object) -> tuple[str, str]:
    """(arguments as a JSON object text, what was wrong). A broken text becomes `{}`."""
    try:
        arguments = read_object(raw)
    except JSONTextError as error:
        return "{}", well_formed(str(error))
    if isinstance(raw, str) and raw.lstrip().startswith("{"):
        return well_formed(raw), ""
    return well_formed(dump(arguments)), ""


def _unique(call_id: object, used: set[str]) -> str:
    """The id itself when it is good, else nine letters and digits that no other call has."""
    if isinstance(call_id, str) and call_id and call_id not in used:
        return call_id
    number = len(used) + 1
    while (made := f"call{number:05d}") in used:
        number += 1
    return made


def repair(messages: list[dict]) -> dict[str, str]:
    """Make a history of somebody else's valid, in place; gives the calls that may not run.

    Each call gets an id and one answer directly behind it; only calls at the very end stay open.
    A tool message that answers no call is taken out: every service would refuse it. Raises
    ValueError for a message without a role.
    """
    given = list(messages)
    used: set[str] = set()
    refused: dict[str, str] = {}
    messages.clear()
    waiting: dict[str, str] = {}  # id as it came -> id as it stands now
    for number, message in enumerate(given, 1):
        role = message.get("role")
        if role == "tool":
            new_id = waiting.pop(str(message.get("tool_call_id")), None)
            if new_id is not None:
                told = well_formed(text_of(message))
                messages.append({**message, "tool_call_id": new_id, "content": told})
            continue
        messages.extend(tool(new_id, NOT_ANSWERED) for new_id in waiting.values())
        waiting = {}
        if role == "assistant":
            kept, faults = adopt(message, "stop", used)
            refused.update(faults)
            for entry, made in zip(calls_of(message), calls_of(kept), strict=True):
                waiting[str(entry.get("id"))] = made["id"]
            messages.append(kept)
        elif isinstance(role, str):
            content = message.get("content")
            messages.append({**message, "content": "" if content is None else content})
        else:
            messages[:] = given
            raise ValueError(f"Message {number} has no role. A message is a dict such as "
                             '{"role": "user", "content": "..."}.')
    return refused


def view(messages: list[dict], budget: int = MAX_SENT) -> tuple[list[dict], int]:
    """What is sent of a history: (messages, number of turns that were left out).

    Over the budget (characters) whole oldest turns go, never the system message and never the
    newest turn. Between a question that got no answer and the next one stands `NO_ANSWER`: some
    services and chat templates refuse two user messages in a row. The history itself is not
    changed.
    """
    kept, left_out = _within(messages, budget)
    return _answered(kept), left_out


def _answered(messages: list[dict]) -> list[dict]:
    """The messages, with `NO_ANSWER` before each user message that no words of a model precede."""
    sent: list[dict] = []
    closed = True
    for message in messages:
        role = message.get("role")
        if role == "user":
            if not closed:
                sent.append(NO_ANSWER.copy())
            closed = False
        elif role == "assistant":
            closed = not message.get("tool_calls")
        sent.append(message)
    return sent


def _within(messages: list[dict], budget: int) -> tuple[list[dict], int]:
    """The system message and the newest turns that fit, and how many turns do not.

    It looks at sizes from the end on, and only as far as the budget goes: a turn of a long
    conversation costs hardly more than one of a short one.
    """
    first = 1 if messages and messages[0].get("role") == "system" else 0
    room = budget - sum(map(_size, messages[:first]))
    start = place = len(messages)
    while place > first:
        place -= 1
        message = messages[place]
        room -= _size(message)
        if room < 0 and start < len(messages):  # the newest turn stays, whatever its size
            break
        if place == first or message.get("role") == "user":
            start = place
    if start == first:
        return messages, 0
    # All that grows with the conversation: so a list, which is made and counted several times as
    # fast as a generator is asked.
    older = [message.get("role") for message in messages[first:start]]
    left_out = older[1:].count("user") + bool(older)
    return messages[:first] + messages[start:], left_out


def _size(message: dict) -> int:
    content = message.get("content") or ""
    size = len(content if isinstance(content, str) else str(content))  # a caller's parts
    if "tool_calls" in message and message["role"] == "assistant":  # as `adopt` made them
        for entry in message["tool_calls"]:
            function = entry["function"]
            size += len(function["arguments"]) + len(f"{function['name']}{entry['id']}")
    if not message.keys() <= _PLAIN:  # signatures, reasoning, a native turn
        size += sum(len(str(message[key])) for key in message.keys() - _PLAIN)
    return size


def call_as_text(text: str, names: Container[str]) -> str | None:
    """The name of a tool when a model wrote a call as text instead of asking for it, else None.

    `names` holds the names of the tools: a list, or a registry.
    """
    if '"name"' not in text or not ('"arguments"' in text or '"parameters"' in text):
        return None
    found = re.search(r'"name"\s*:\s*"([\w.-]{1,64})"', text)
    return found[1] if found and found[1] in names else None
