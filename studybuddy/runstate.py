"""What the events of a run add up to: the history, what is open, what was decided, how it ended.

A run changes by events only, live and when it is loaded, so a run file and a run in memory cannot
disagree. An event that does not fit (a result for a call that is not open, a role that does not
exist) raises ValueError: a file that somebody edited is refused, not half understood. An event
that an interrupt cut short leaves a state that must not be used: `replayed` makes a new one.
"""

from __future__ import annotations

import json

from studybuddy.approval import CHANGED, MAY_HAVE_HAPPENED, Decision, fingerprint
from studybuddy.messages import ToolCall, Usage
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
        self.actions: set[str] = set()  # ids of the calls of the last reply that need a person
        self.decisions: dict[str, Decision] = {}
        self.approved_tools: set[str] = set()
        self.started: dict[str, int] = {}  # call -> how often it began, as far as it may have
        self.voids: dict[str, int] = {}  # call -> how often an approval of it became void
        self.refused: dict[str, str] = {}  # calls that must not run -> why
        self.requests = 0  # since the last user message
        self.finish = "stop"  # why the last reply ended
        self.repeats = 0  # the largest number of requests that gave the same
        self._seen: dict[tuple, set[int]] = {}  # call and result -> the requests that gave it
        self._given: tuple[list[dict], int, dict] | None = None  # what `begin_with` took over

    def apply(self, event: dict) -> None:
        """Take one event. Raises ValueError, KeyError or TypeError when it does not fit."""
        kind = event["type"]
        if kind == "message":
            self._message(event)
        elif kind == "done":
            _require_texts(event, "at", "fault")
            self._done(event["message"])
        elif kind == "decision":
            self._decision(event)
        elif kind == "void":
            _require_texts(event, "name", "at")
            self._void(event["id"])
        elif kind == "started":
            _require_texts(event, "name", "at")
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

    def actions_in(self, message: dict, refused: dict[str, str]) -> list[str]:
        """Ids of the calls in a message (as `history.adopt` made it) that need a person.

        The answer belongs into the event of the message, before anything is written or taken: a
        rule must not say one thing to the person and another later. Raises only an interrupt.
        """
        found = []
        for entry in message.get("tool_calls", ()):
            tool = self.registry.find(entry["function"]["name"])
            if tool is not None and tool.needs_approval is not False and entry["id"] not in refused:
                if self.registry.needs_approval(self.read_call(entry)):
                    found.append(entry["id"])
        return found

    def ask_rules(self) -> None:
        """Let those open calls wait too that the rules of this registry say so of: the run comes
        from another time or another agent. A call that waits already still does."""
        for call in self.open:
            if call.id not in self.actions and self.registry.needs_approval(call):
                self.actions.add(call.id)

    def fits(self, decision: Decision, call: ToolCall) -> bool:
        """Whether this is a decision about exactly this call, and was not used yet."""
        return not decision.used and decision.fits(*self._bound(call))

    def bound_to(self, call: ToolCall) -> str:
        """What a decision about this call is bound to."""
        return fingerprint(*self._bound(call))

    def _bound(self, call: ToolCall) -> tuple[str, str, dict, str]:
        tool = self.registry.find(call.name)
        return call.id, call.name, call.arguments or {}, "" if tool is None else tool.setting()

    def replayed(self, events: list[dict]) -> RunState:
        """A new state with the same beginning and these events. Rules are asked once more."""
        state = RunState(self.registry)
        if self._given is not None:
            messages, length, refused = self._given
            del messages[length:]
            state.begin_with(messages, refused)
        for event in events:
            state.apply(event)
        state.ask_rules()
        return state

    def begin_with(self, messages: list[dict], refused: dict[str, str]) -> None:
        """Take over a history that is valid already (see `history.repair`, which gives `refused`
        as well); it grows in place."""
        self._given = messages, len(messages), refused
        self.refused.update(refused)
        for message in messages:
            if message["role"] == "tool":
                self._done(message)
            else:
                self._message({"message": message})
        self.messages = messages
        self.ask_rules()
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
        flat = len(message) == 2 and isinstance(content, str)
        self.messages.append(message.copy() if flat else _copied(message))

    def _assistant(self, message: dict, event: dict) -> None:
        entries = message.get("tool_calls", [])
        ids = [_id_of(entry) for entry in entries]
        if len({*ids, *self.ids}) != len(ids) + len(self.ids):
            raise ValueError("A call has an id that was used before.")
        refused = self.refused
        if "refused" in event:
            _require_texts(event["refused"], *event["refused"])
            refused = {**refused, **event["refused"]}
        # Before anything is taken: a rule may be interrupted, and what it says must not be lost.
        actions = event["actions"] if "actions" in event else self.actions_in(message, refused)
        if not isinstance(actions, list) or not set(actions) <= set(ids):
            raise ValueError("The actions of this reply are no calls of it.")
        self._count(event)
        self.finish = str(event.get("finish", "stop"))
        self.refused = refused
        self.ids.update(ids)
        self.actions = set(actions)
        self.open = [self.read_call(entry) for entry in entries]
        self.end = None if entries else ANSWERED
        self.error = None

    def _done(self, message: dict) -> None:
        call = self.call(message["tool_call_id"])
        if call is None or message["role"] != "tool" or not isinstance(message["content"], str):
            raise ValueError("A result came for a call that is not open.")
        self.open.remove(call)
        self.messages.append(message.copy())  # what somebody changes here must not change an event
        key = (call.name, repr(sorted((call.arguments or {}).items())), message["content"])
        requests = self._seen.setdefault(key, set())
        requests.add(self.requests)
        self.repeats = max(self.repeats, len(requests))

    def _decision(self, event: dict) -> None:
        call = self.call(event["id"])
        if call is None:
            raise ValueError("A decision came for a call that is not open.")
        _require_texts(event, "name", "reason", "by", "shown", "at", "fault")
        approved, name = event["approved"] is True, event["name"]
        self.decisions[call.id] = decision = Decision(
            approved, str(event["bound_to"]), event["reason"], str(event.get("effect", "")))
        # Of one that is about another call, or about one that did not wait, nothing more follows.
        if (approved and event.get("rest_of_run") is True and name == call.name
                and call.id in self.actions and self.fits(decision, call)):
            self.approved_tools.add(call.name)

    def _void(self, call_id: str) -> None:
        call = self.call(call_id)
        decision = self.decisions.pop(call_id, None)
        if call is None or decision is None:
            raise ValueError("There is no decision that could be void.")
        if decision.used:  # directly behind `started`: it did not begin after all
            self.started[call_id] -= 1
            if not self.started[call_id]:
                del self.started[call_id]
        self.approved_tools.discard(call.name)  # it was given for what is not so any more
        self.voids[call_id] = self.voids.get(call_id, 0) + 1
        call.note = f"{MAY_HAVE_HAPPENED}; {CHANGED}" if call_id in self.started else CHANGED

    def _started(self, call_id: str) -> None:
        call = self.call(call_id)
        if call is None:
            raise ValueError("An action started that is not open.")
        if call_id in self.decisions:
            self.decisions[call_id].used = True
        self.actions.add(call_id)  # whatever the rule says: it waits now, and begins on record
        self.started[call_id] = self.started.get(call_id, 0) + 1
        call.note = MAY_HAVE_HAPPENED

    def _count(self, event: dict) -> None:
        requests = event.get("requests", self.requests)
        if type(requests) is not int:
            raise ValueError("The number of requests is no whole number.")
        self.requests = requests
        if event.get("usage"):
            used = Usage(**event["usage"])
            if not all(type(number) is int for number in used.as_dict().values()):
                raise ValueError("The number of tokens is no whole number.")
            self.usage = self.usage + used

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


def _id_of(entry: dict) -> str:
    """The id of a call that stands in a history as `history.adopt` makes it."""
    function = entry["function"]
    for text in (entry["id"], function["name"], function["arguments"]):
        if not isinstance(text, str):
            raise ValueError("A part of a call is no text.")
    try:
        arguments = json.loads(function["arguments"])
    except RecursionError:
        arguments = None
    if not isinstance(arguments, dict):
        raise ValueError("The arguments of a call are no JSON object.")
    return entry["id"]


def _require_texts(event: dict, *names: str) -> None:
    for name in names:
        if not isinstance(event.get(name, ""), str):
            raise ValueError(f"The {name!r} of this event is no text.")


def _copied(value):
    """A copy of JSON: what somebody changes in the history must not change the events."""
    if isinstance(value, dict):
        return {key: part if type(part) is str else _copied(part) for key, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value
