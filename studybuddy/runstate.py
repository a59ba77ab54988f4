"""What the events of a run add up to: the history, what is open, what was decided, how it ended.

A run changes by events only, live and when it is loaded, so a run file and a run in memory cannot
disagree. An event that does not fit (a result for a call that is not open, a role that does not
exist) raises ValueError: a file that somebody edited is refused, not half understood.
"""

from __future__ import annotations

from studybuddy.approval import CHANGED, MAY_HAVE_HAPPENED, Decision
from studybuddy.messages import ToolCall, Usage, calls_of
from studybuddy.models.base import ModelError
from studybuddy.registry import ToolRegistry

READY, NEEDS_APPROVAL, ANSWERED = "ready", "needs_approval", "answered"
STEP_LIMIT, STUCK, FAILED, CANCELLED = "step_limit", "stuck", "failed", "cancelled"
ENDS = (ANSWERED, STEP_LIMIT, STUCK, FAILED, CANCELLED)

ROLES = ("system", "developer", "user", "assistant")


class RunState:
    """The state after some events. `apply` takes the next one."""

    def __init__(self, registry: ToolRegistry):
        self.registry = registry
        self.messages: list[dict] = []
        self.usage = Usage()
        self.end: str | None = None
        self.error: Exception | None = None
        self.ids: set[str] = set()  # every call id of the history
        self.open: list[ToolCall] = []  # calls without an answer, in order
        self.actions: set[str] = set()  # ids of the open calls that need a person
        self.decisions: dict[str, Decision] = {}
        self.approved_tools: set[str] = set()
        self.started: set[str] = set()
        self.voids: dict[str, int] = {}  # call -> how often an approval of it became void
        self.refused: dict[str, str] = {}  # calls that must not run -> why
        self.requests = 0  # since the last user message
        self.finish = "stop"  # why the last reply ended
        self.repeats = 0  # the largest number of requests that gave the same
        self._seen: dict[tuple, set[int]] = {}  # call and result -> the requests that gave it

    def apply(self, event: dict) -> None:
        """Take one event. Raises ValueError, KeyError or TypeError when it does not fit."""
        kind = event["type"]
        if kind == "message":
            self._message(event)
        elif kind == "done":
            self._done(event["message"])
        elif kind == "decision":
            self._decision(event)
        elif kind == "void":
            self._void(event["id"])
        elif kind == "started":
            self._started(event["id"])
        elif kind == "empty":
            self._count(event)
        elif kind == "end":
            self._ended(event)
        else:
            raise ValueError(f"There is no event {kind!r}.")

    def call(self, call_id: str) -> ToolCall | None:
        """The open call with this id."""
        return next((call for call in self.open if call.id == call_id), None)

    def read_call(self, entry: dict) -> ToolCall:
        """A call of the history with its checked arguments, or with what is wrong."""
        function = entry["function"]
        call = self.registry.read_call(entry["id"], function["name"], function["arguments"])
        if call.id in self.refused and call.name in self.registry:
            call.error, call.arguments = self.refused[call.id], None
        return call

    def begin_with(self, messages: list[dict]) -> None:
        """Take over a history that is valid already (see `history.repair`); it grows in place."""
        for message in messages:
            if message["role"] == "tool":
                self._done(message)
            else:
                self._message({"message": message})
        self.messages = messages
        self._new_question()

    # -- one method for each kind of event -----------------------------------------------------

    def _message(self, event: dict) -> None:
        message = event["message"]
        role, content = message["role"], message["content"]
        if role not in ROLES or not isinstance(content, (str, list)):
            raise ValueError("This is no message.")
        if self.open:
            raise ValueError("A message came while a call had no answer.")
        if role == "assistant":
            self._assistant(message, event)
        elif role == "user":
            self._new_question()
        self.messages.append(message)

    def _assistant(self, message: dict, event: dict) -> None:
        entries = calls_of(message)
        ids = [entry["id"] for entry in entries]
        if len({*ids, *self.ids}) != len(ids) + len(self.ids):
            raise ValueError("A call has an id that was used before.")
        self._count(event)
        self.finish = str(event.get("finish", "stop"))
        self.refused.update(event.get("refused", {}))
        self.ids.update(ids)
        self.open = [self.read_call(entry) for entry in entries]
        # Asked once for each call: a rule must not say one thing to the person and another later.
        self.actions = {call.id for call in self.open if self.registry.needs_approval(call)}
        self.end = None if entries else ANSWERED
        self.error = None

    def _done(self, message: dict) -> None:
        call = self.call(message["tool_call_id"])
        if call is None or message["role"] != "tool" or not isinstance(message["content"], str):
            raise ValueError("A result came for a call that is not open.")
        self.open.remove(call)
        self.messages.append(message)
        key = (call.name, repr(sorted((call.arguments or {}).items())), message["content"])
        requests = self._seen.setdefault(key, set())
        requests.add(self.requests)
        self.repeats = max(self.repeats, len(requests))

    def _decision(self, event: dict) -> None:
        if self.call(event["id"]) is None:
            raise ValueError("A decision came for a call that is not open.")
        approved = event["approved"] is True
        self.decisions[event["id"]] = Decision(
            approved, str(event["bound_to"]), str(event["reason"]), str(event.get("effect", "")))
        if approved and event.get("rest_of_run") is True:
            self.approved_tools.add(event["name"])

    def _void(self, call_id: str) -> None:
        call = self.call(call_id)
        if call is None or self.decisions.pop(call_id, None) is None:
            raise ValueError("There is no decision that could be void.")
        self.approved_tools.discard(call.name)  # it was given for what is not so any more
        self.voids[call_id] = self.voids.get(call_id, 0) + 1
        call.note = f"{MAY_HAVE_HAPPENED}; {CHANGED}" if call_id in self.started else CHANGED

    def _started(self, call_id: str) -> None:
        call = self.call(call_id)
        if call is None:
            raise ValueError("An action started that is not open.")
        self.decisions.pop(call_id, None)  # a decision is used once
        self.started.add(call_id)
        call.note = MAY_HAVE_HAPPENED

    def _count(self, event: dict) -> None:
        requests = event.get("requests", self.requests)
        if type(requests) is not int:
            raise ValueError("The number of requests is no whole number.")
        self.requests = requests
        if event.get("usage"):
            self.usage = self.usage + Usage(**event["usage"])

    def _ended(self, event: dict) -> None:
        if event["status"] not in ENDS:
            raise ValueError(f"A run does not end as {event['status']!r}.")
        self.end = event["status"]
        if "error" in event:
            self.error = ModelError(**event["error"])

    def _new_question(self) -> None:
        self.requests = self.repeats = 0
        self.finish = "stop"
        self._seen = {}
        self.end = self.error = None
