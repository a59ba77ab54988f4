"""A scripted model that reads the history as strictly as a service does."""

from __future__ import annotations

from studybuddy.messages import Reply
from studybuddy.models.base import ModelError
from studybuddy.models.scripted import ScriptedModel
from studybuddy.practice import rules_openai
from studybuddy.practice.refusal import OpenAIRefusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable


class StrictModel(ScriptedModel):
    """Says the items of its script, but first reads the whole history.

    What a real service refuses (an answer without a call, a call without an answer, an empty
    id, ...) is refused here with ModelError (`bad_response`) in the words of OpenAI's service.
    The rules are those of the practice server.
    """

    name = "strict scripted model"

    def complete(self, messages: list[dict], tools: list[dict], *,
                 response_schema: dict | None = None,
                 cancel: threading.Event | None = None,
                 on_event: Callable[[dict], None] | None = None) -> Reply:
        """The next item of the script as a Reply, for a history that a service would take."""
        request: dict = {"model": self.name, "messages": messages}
        if tools:
            request["tools"] = tools
        try:
            rules_openai.check(request)
        except OpenAIRefusal as refusal:
            self.requests += 1  # what is refused was a request as well
            raise ModelError("bad_response", refusal.message) from None
        return super().complete(messages, tools, response_schema=response_schema, cancel=cancel,
                                on_event=on_event)
