"""What a model is: one method. And the one error that all models share."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know this name; importing typing costs a third of a start
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from typing import Any, Protocol

    from studybuddy.messages import Reply
else:
    Protocol = object

KINDS = ("auth", "rate_limit", "quota", "model_not_found", "blocked", "bad_response", "timeout",
         "network", "cancelled")
WORTH_ANOTHER_TRY = frozenset({"rate_limit", "timeout", "network"})


class ModelError(Exception):
    """The model gave no usable reply.

    `kind` is one of auth, rate_limit, quota, model_not_found, blocked, bad_response, timeout,
    network, cancelled; `message` tells a learner what to do next; `retry_after` is the wait in
    seconds that the service asked for, or None.
    """

    def __init__(self, kind: str, message: str, retry_after: float | None = None):
        super().__init__(message)
        self.kind = kind if kind in KINDS else "bad_response"
        self.message = message
        self.retry_after = retry_after

    def __reduce__(self):
        """For pickle and copy: the inherited way gives back the message alone."""
        return type(self), (self.kind, self.message, self.retry_after), self.__dict__


class Model(Protocol):
    """Anything that can write the next message of a history."""

    def complete(
        self,
        messages: list[dict],
        tools: list[dict],
        *,
        response_schema: dict | None = None,
        cancel: threading.Event | None = None,
        on_event: Callable[[dict], None] | None = None,
    ) -> Reply:
        """Write the next message.

        `messages` is the history in the chat-completions shape and is not changed. `tools` are
        OpenAI tool schemas. `response_schema` asks for an answer in JSON of this shape, where
        the provider can. `cancel` ends a waiting request when it is set. `on_event` hears of
        waits. Raises `ModelError` when there is no usable reply.
        """
        ...


class ChatClient(Protocol):
    """Anything shaped like an OpenAI client: it has `client.chat.completions.create(...)`."""

    @property
    def chat(self) -> Any: ...
