"""A model that says what a list tells it to say. It makes the loop testable, and teachable."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from studybuddy.messages import NO_ANSWER, Reply, assistant, calls_of, text_of, visible
from studybuddy.models.base import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading


class ScriptedModel:
    """Says the items of `script`, one for each request.

    An item is a text (a final answer), an assistant message (a dict, with `tool_calls` in the
    chat-completions shape), a `Reply`, or a function of the messages that returns one of these.
    The place in the script is the number of assistant messages in the history that it is given
    (without the `NO_ANSWER` of `studybuddy.messages`): a run that is continued in a new kernel
    goes on where it was. (A history so long that its
    oldest turns are not sent is therefore no case for a script.) An item without words and calls
    never stands in a history, since a loop does not keep it; when the loop asks again, the next
    item follows. Raises ModelError (`bad_response`) when the script has run out.
    """

    name = "scripted model"

    def __init__(self, script: Iterable[str | dict | Reply | Callable]):
        self.script = list(script)
        self.requests = 0
        self._next = 0
        self._empty = [_is_empty(item) for item in self.script]
        self._after_empty: tuple[int, int] | None = None  # (length of the history, next place)

    @property
    def left(self) -> list:
        """The items that were not used yet."""
        return self.script[self._next :]

    def complete(
        self,
        messages: list[dict],
        tools: list[dict],
        *,
        response_schema: dict | None = None,
        cancel: threading.Event | None = None,
        on_event: Callable[[dict], None] | None = None,
    ) -> Reply:
        """The next item of the script as a Reply: see `studybuddy.models.base.Model`.

        Raises ModelError (`bad_response`) when the script has run out.
        """
        self.requests += 1
        place = self._place(messages)
        if place >= len(self.script):
            raise ModelError(
                "bad_response",
                f"The script has {len(self.script)} replies and the loop asked for one more. "
                "Add one, such as a text that ends the run.",
            )
        item, is_empty = self.script[place], self._empty[place]
        self._next = place + 1
        if callable(item):
            item = item(messages)
            is_empty = _is_empty(item)
        self._after_empty = (len(messages), place + 1) if is_empty else None
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

    def _place(self, messages: list[dict]) -> int:
        """The place in the script of what comes next in a history."""
        if self._after_empty is not None and self._after_empty[0] == len(messages):
            return self._after_empty[1]  # asked again
        kept = [message for message in messages
                if message.get("role") == "assistant" and message != NO_ANSWER]
        if True not in self._empty:
            return len(kept)
        count = sum(not _is_empty(message) for message in kept)
        spoken = [place for place, empty in enumerate(self._empty, 1) if not empty]
        if count <= len(spoken):
            return spoken[count - 1] if count else 0
        return len(self.script)


def _is_empty(item: object) -> bool:
    """Whether an item has neither words nor calls. What a function returns is not known."""
    if isinstance(item, Reply):
        return _is_empty(item.message)
    if isinstance(item, dict):
        return not calls_of(item) and not visible(text_of(item)).strip()
    return isinstance(item, str) and not visible(item).strip()
