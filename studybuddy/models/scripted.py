"""A model that says what a list tells it to say. It makes the loop testable, and teachable."""

from __future__ import annotations

from collections.abc import Callable

from studybuddy.messages import Reply, assistant, calls_of
from studybuddy.models.base import ModelError


class ScriptedModel:
    """Says the items of `script`, one for each request.

    An item is a text (a final answer), an assistant message (a dict, with `tool_calls` in the
    chat-completions shape), a `Reply`, or a function of the messages that returns one of these.
    The place in the script is the number of assistant messages in the history: a run that is
    continued in a new kernel goes on where it was. Raises ModelError (`bad_response`) when the
    script has run out.
    """

    name = "scripted model"

    def __init__(self, script: list[str | dict | Reply | Callable]):
        self.script = list(script)
        self.requests = 0
        self._next = 0

    @property
    def left(self) -> list:
        """The items that were not used yet."""
        return self.script[self._next :]

    def complete(
        self,
        messages: list[dict],
        tools: list[dict],
        *,
        response_schema=None,
        cancel=None,
        on_event=None,
    ) -> Reply:
        """The next item of the script as a Reply."""
        self.requests += 1
        place = sum(message.get("role") == "assistant" for message in messages)
        if place >= len(self.script):
            raise ModelError(
                "bad_response",
                f"The script has {len(self.script)} replies and the loop asked for one more.",
            )
        item = self.script[place]
        self._next = place + 1
        if callable(item):
            item = item(messages)
        if isinstance(item, Reply):
            return item
        message = assistant(item) if isinstance(item, str) else item
        if not isinstance(message, dict):
            raise ModelError(
                "bad_response",
                f"Reply {place + 1} of the script is {type(item).__name__}, "
                "not a text or a message.",
            )
        return Reply(message, "tool_calls" if calls_of(message) else "stop")
