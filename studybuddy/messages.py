"""What is said in a conversation: four kinds of message as plain dicts, and small types round them.

A history is a list of plain JSON dicts in the chat-completions shape, so that it can be printed,
saved, compared and continued on another provider:

    {"role": "system", "content": "You are ..."}
    {"role": "user", "content": "What is 15% of 2,480?"}
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function",
         "function": {"name": "calculator", "arguments": "{\\"expression\\": \\"0.15*2480\\"}"}}]}
    {"role": "tool", "tool_call_id": "c1", "content": "{\\"result\\": 372.0}"}

Nothing here knows a model, a tool or a loop.
"""

from __future__ import annotations

import json
import re


def system(text: str) -> dict:
    """A system message: the standing instruction, first in a history."""
    return {"role": "system", "content": text}


def user(text: str) -> dict:
    """A user message: what the person says."""
    return {"role": "user", "content": text}


def assistant(text: str = "", tool_calls: list[dict] | None = None) -> dict:
    """An assistant message: what the model says, with the calls that it asks for, if any."""
    message: dict[str, object] = {"role": "assistant", "content": text}
    if tool_calls:
        message["tool_calls"] = tool_calls
    return message


def call(name: str, arguments: dict | str, id: str | None = None) -> dict:
    """One entry of `tool_calls`. `arguments` travel as a JSON text; a dict is encoded here.

    Without an `id` the loop gives it one.
    """
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"id": id or "", "type": "function", "function": {"name": name, "arguments": text}}


def tool(tool_call_id: str, content: str) -> dict:
    """A tool message: the answer to the call with this id."""
    return {"role": "tool", "tool_call_id": tool_call_id, "content": content}


NO_ANSWER = assistant("(no answer)")
"""What is sent between a question that got no answer and the next one; no history holds it."""


class Record:
    """A small named record: its fields are its `__slots__`.

    The dataclasses module would read better, and costs more than half a start of Python.
    """

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"

    def as_dict(self) -> dict:
        """The fields as a plain dict."""
        return {name: getattr(self, name) for name in self.__slots__}


class Usage(Record):
    """Tokens counted by the service: whole numbers, summed over the requests of a run."""

    __slots__ = ("input_tokens", "output_tokens", "total_tokens")

    def __init__(self, input_tokens: int = 0, output_tokens: int = 0, total_tokens: int = 0):
        self.input_tokens = input_tokens
        self.output_tokens = output_tokens
        self.total_tokens = total_tokens  # the service's own: it may count thinking too

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.total_tokens + other.total_tokens,
        )


class Reply(Record):
    """What a model gives back for one request.

    `message` is the assistant message (a dict), `finish` one of stop, tool_calls, length,
    malformed, blocked, other, and `usage` a `Usage` or None. `text` and `tool_calls` are derived
    from the message: there is no second copy that could disagree.
    """

    __slots__ = ("message", "finish", "usage")

    def __init__(self, message: dict, finish: str = "stop", usage: Usage | None = None):
        self.message = message
        self.finish = finish
        self.usage = usage

    @property
    def text(self) -> str:
        """The words of the message, without `<think>` parts."""
        return visible(text_of(self.message))

    @property
    def tool_calls(self) -> list[dict]:
        """The calls that the message asks for, in order; empty when there are none."""
        return calls_of(self.message)


class ToolCall(Record):
    """One request of the model for one tool.

    `id` is unique in the history, `name` is the tool's. `arguments` is the checked dict, None when
    the text could not be used; `raw` is the text that came. `error` is the sentence that says what
    is wrong, or None. `note` is what a person should know before deciding, such as "may already
    have happened". `effect` is what the call would do, as a text for that person; None for a call
    that does not wait.
    """

    __slots__ = ("id", "name", "arguments", "raw", "error", "note", "effect")

    def __init__(self, id: str, name: str, arguments: dict | None = None, raw: str = "",
                 error: str | None = None, note: str | None = None, effect: str | None = None):
        self.id = id
        self.name = name
        self.arguments = arguments
        self.raw = raw
        self.error = error
        self.note = note
        self.effect = effect


class ToolResult(Record):
    """The answer to one call: `id` and `name` of the call, and `content`, a strict JSON text."""

    __slots__ = ("id", "name", "content")

    def __init__(self, id: str, name: str, content: str):
        self.id = id
        self.name = name
        self.content = content

    @property
    def data(self) -> dict:
        """The content as a dict."""
        return json.loads(self.content)

    @property
    def error(self) -> str | None:
        """The error sentence of the answer, or None."""
        return self.data.get("error")


def text_of(message: dict) -> str:
    """The text of a message, whatever shape its content has (null, text, or a list of parts)."""
    content = message.get("content")
    if isinstance(content, str):
        return content or str(message.get("refusal") or "")
    if isinstance(content, list):
        return "".join(_part_text(part) for part in content)
    return str(message.get("refusal") or "")


def _part_text(part: object) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, dict):
        for key in ("text", "refusal"):
            if isinstance(part.get(key), str):
                return part[key]
    return ""


def calls_of(message: dict) -> list[dict]:
    """The entries of `tool_calls` that are dicts; anything else counts as no call."""
    calls = message.get("tool_calls")
    if not calls:
        return []
    return [entry for entry in calls if isinstance(entry, dict)] if isinstance(calls, list) else []


def visible(text: str) -> str:
    """`text` without what a reasoning model thinks aloud between `<think>` and `</think>`.

    A missing end tag (cut off) hides the rest; a missing start tag (some servers eat it) hides
    the beginning.
    """
    if "think>" not in text:
        return text
    text = re.sub(r"<think>.*?(</think>|\Z)", "", text, flags=re.DOTALL)
    return text.rpartition("</think>")[2].strip()
