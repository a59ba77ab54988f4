"""The agent: a model, tools, and the loop around them. There is one loop in the package.

    ask        the model, with the history and the schemas
    inspect    are there calls in the reply?
    authorise  may this call run, does it wait for a person, or is it refused?
    run        through the registry, which always answers
    append     every message, so that the history stays valid
    stop?      answered, stuck, or at the limit

The loop knows no widget and no network. A run is a list of events (message, decision, started,
done, end): its state is what these events say, so that it can be saved and loaded at any point.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import contextmanager

from studybuddy import history
from studybuddy.approval import Decision, fingerprint, read_answer
from studybuddy.jsontext import dump
from studybuddy.messages import (
    Record,
    Reply,
    ToolCall,
    ToolResult,
    Usage,
    calls_of,
    system,
    text_of,
    tool,
    user,
    visible,
)
from studybuddy.models.base import WORTH_ANOTHER_TRY, Model, ModelError
from studybuddy.registry import Tool, ToolRegistry
from studybuddy.runfile import RunFile, RunFileError

READY, NEEDS_APPROVAL, ANSWERED = "ready", "needs_approval", "answered"
STEP_LIMIT, STUCK, FAILED, CANCELLED = "step_limit", "stuck", "failed", "cancelled"

MAY_HAVE_HAPPENED = "may already have happened"
SAME_RESULT_LIMIT = 3  # requests with an equal call and an equal result before a run is stuck


class Agent:
    """A model with tools.

    `tools` is a ToolRegistry, or a list of functions and `Tool`s. `model` is a Model, or a name:
    "auto", "practice", "gemini" or "openai". `system` is the standing instruction. `max_steps`
    is the largest number of requests for one question (a whole number, 1 or more). `approve` is
    called with each ToolCall that waits for a person: it returns True, or a text that rejects.
    Without it a run that needs a person stops and waits. `on_event` gets a dict for each
    request, retry wait, call, result and decision. Raises ValueError for a bad `max_steps`, and
    ModelError when a named model cannot be had.
    """

    def __init__(self, tools: ToolRegistry | Iterable[Callable | Tool], model: Model | str = "auto",
                 system: str | None = None, max_steps: int = 20,
                 approve: Callable[[ToolCall], bool | str] | None = None,
                 on_event: Callable[[dict], None] | None = None):
        if type(max_steps) is not int or max_steps < 1:
            raise ValueError(f"max_steps must be a whole number, 1 or more, not {max_steps!r}.")
        self.registry = tools if isinstance(tools, ToolRegistry) else ToolRegistry(tools)
        if model is None or isinstance(model, str):
            from studybuddy.models import choose

            self.model: Model = choose(model or "auto")
        else:
            self.model = model
        self.system = system
        self.max_steps = max_steps
        self.approve = approve
        self.on_event = on_event
        self.last_run: Run | None = None

    def start(self, text: str, path=None) -> Run:
        """A new run with this question, not asked yet: go on with `run.step()` or `run.advance()`.

        With a `path`, every step is in that file before the next begins.
        """
        run = self.last_run = Run(self)
        if path is not None:
            run.save(path)
        if self.system:
            run._record({"type": "message", "message": system(self.system)})
        run._record({"type": "message", "message": user(text)})
        return run

    def ask(self, text: str) -> Run:
        """Start a new run with this question and drive it until it ends or waits for a person."""
        return self.start(text).drive()

    def emit(self, kind: str, **event: object) -> None:
        """Tell `on_event`. What a listener does wrong is shown as a warning and ends nothing."""
        if self.on_event is None:
            return
        try:
            self.on_event({"type": kind, **event})
        except Exception as error:
            import warnings

            warnings.warn(f"on_event raised {type(error).__name__}: {error}", stacklevel=2)


class Step(Record):
    """One reply and what followed: `text`, `calls` (ToolCall), `results` (ToolResult)."""

    __slots__ = ("text", "calls", "results")

    def __init__(self, text: str, calls: list[ToolCall], results: list[ToolResult]):
        self.text = text
        self.calls = calls
        self.results = results


class Run:
    """One conversation of an agent: the history, what waits, and how it ended.

    Made by `agent.start`, `agent.ask` or `Run.load`. All its methods may be called from any
    thread; two steps never run at the same time.
    """

    def __init__(self, agent: Agent):
        self.agent = agent
        self.messages: list[dict] = []
        self.events: list[dict] = []
        self.usage = Usage()
        self.error: Exception | None = None
        self.notes: list[str] = []
        self.left_out = 0  # turns that the last request had to leave out
        self.stuck_rule = True
        self._file: RunFile | None = None
        self._lock = threading.RLock()
        self._cancel = threading.Event()
        self._end: str | None = None
        self._ids: set[str] = set()
        self._open: list[ToolCall] = []
        self._decisions: dict[str, Decision] = {}
        self._approved_tools: set[str] = set()
        self._started: set[str] = set()
        self._refused: dict[str, str] = {}  # calls that must not run -> why
        self._requests = 0  # since the last user message
        self._finish = "stop"  # why the last reply ended
        self._seen: dict[tuple, set[int]] = {}  # call and result -> the requests that gave it
        self._repeats = 0  # the largest number of requests that gave the same

    # -- the loop ------------------------------------------------------------------------------

    def step(self) -> Run:
        """One step: settle decided calls; if some still wait, return; else ask and run."""
        with self._stepping():
            if self._settle() and not self._over() and self._ask() and self._settle():
                self._over()
        return self

    def advance(self) -> Run:
        """Step while the run is ready. After a rate limit, a time-out or a network fault it asks
        again."""
        if self._end == FAILED and getattr(self.error, "kind", None) in WORTH_ANOTHER_TRY:
            self._end = self.error = None
        while self.status == READY:
            self.step()
        return self

    def drive(self) -> Run:
        """Advance, and put each call that waits to the agent's `approve`, until the run ends.

        Without an `approve` it returns when a call waits.
        """
        while self.advance().status == NEEDS_APPROVAL and self.agent.approve is not None:
            for call in self.pending:
                self._put_to_person(call)
        return self

    def _ask(self) -> bool:
        """Ask the model once (twice after an empty reply) and append what it says."""
        for _ in range(2):
            sent, self.left_out = history.view(self.messages)
            self.agent.emit("request", step=self._requests + 1, messages=len(sent),
                            left_out=self.left_out)
            try:
                reply = self.agent.model.complete(
                    sent, [entry.schema() for entry in self.agent.registry],
                    cancel=self._cancel, on_event=self.agent.on_event)
            except ModelError as error:
                return self._fail(error)
            if self._cancel.is_set():
                return False  # too late: what comes now is discarded
            self._requests += 1
            if reply.tool_calls or reply.text.strip():
                self._append(reply)
                return True
            if reply.finish == "blocked" or self._requests >= self.agent.max_steps:
                break
        return self._fail(_no_words(reply))

    def _settle(self) -> bool:
        """Run and answer open calls in order, up to the first that waits. True: none is open."""
        while self._open and not self._cancel.is_set():
            call = self._open[0]
            allowed = self._authorise(call)
            if allowed is None:
                return False
            self._answer(call, self._run(call) if allowed else self._rejection(call))
        return not self._open

    def _authorise(self, call: ToolCall) -> bool | None:
        """True: run it. False: a person rejected it. None: it waits for a person."""
        decision = self._decisions.get(call.id)
        if decision is not None and decision.fits(call.id, call.name, call.arguments or {}):
            return decision.approved
        if call.id in self._started:
            return None  # it had begun when the run was interrupted: ask, never repeat
        if call.name in self._approved_tools or not self.agent.registry.needs_approval(call):
            return True
        return None

    def _run(self, call: ToolCall) -> str:
        """Through the registry. An action is on disk as started before it begins."""
        self.agent.emit("call", id=call.id, name=call.name, arguments=call.arguments,
                        error=call.error)
        if self.agent.registry.needs_approval(call):
            self._record({"type": "started", "id": call.id, "name": call.name})
        return self.agent.registry.run_call(call)

    def _over(self) -> bool:
        """Whether there is nothing more to ask: answered, stuck, or at the limit."""
        if self._end is None and self._last_was_tool():
            if self.stuck_rule and self._repeats >= SAME_RESULT_LIMIT:
                self._record({"type": "end", "status": STUCK})
            elif self._requests >= self.agent.max_steps:
                self._record({"type": "end", "status": STEP_LIMIT})
        return self._end is not None or self._cancel.is_set()

    # -- what a person does --------------------------------------------------------------------

    @property
    def status(self) -> str:
        """ready, needs_approval, answered, step_limit, stuck, failed or cancelled."""
        if self._end is not None:
            return self._end
        if self._open and self._authorise(self._open[0]) is None:
            return NEEDS_APPROVAL
        return READY

    @property
    def pending(self) -> list[ToolCall]:
        """The calls that need a decision, in order, as copies. They may be decided in any order."""
        return [_copy(call) for call in self._open if self._authorise(call) is None]

    def approve(self, call_id: str, rest_of_run: bool = False) -> None:
        """Let this one call run, once, with exactly these arguments.

        With `rest_of_run=True` later calls of the same tool run without asking too. Raises
        ValueError when no call with this id waits.
        """
        self._decide(call_id, True, "", rest_of_run is True)

    def reject(self, call_id: str, reason: str = "") -> None:
        """Refuse this call and tell the model why. Raises ValueError when it does not wait."""
        self._decide(call_id, False, reason, False)

    def ask(self, text: str) -> Run:
        """The next question of the same conversation; what still waits is rejected."""
        with self._lock:
            for call in list(self._open):
                self._answer(call, _refusal("The student asked something else instead."))
            self._cancel.clear()
            self._record({"type": "message", "message": user(text)})
        return self.drive()

    def cancel(self) -> None:
        """End the run, from any thread. Open calls are answered, so that it can go on later."""
        if self._end in (None, FAILED):
            self._cancel.set()
            self._finish_cancel()

    # -- what came of it -----------------------------------------------------------------------

    @property
    def answer(self) -> str | None:
        """What to show: the model's words, or a sentence on how the run ended.

        None while the run is ready or waits for a person.
        """
        status = self.status
        if status == ANSWERED:
            return self._words()
        if status == STEP_LIMIT:
            return (f"I could not finish in {self.agent.max_steps} steps. "
                    "Ask again to go on, or ask for less at a time.")
        if status == STUCK:
            return ("I asked for the same thing again and again and got the same result, "
                    "so I stopped. Try to ask in another way.")
        if status == FAILED:
            return str(self.error)
        return "This run was cancelled." if status == CANCELLED else None

    @property
    def steps(self) -> list[Step]:
        """One entry for each reply of the model, with its text, calls and results."""
        steps: list[Step] = []
        names: dict[str, str] = {}
        for message in self.messages:
            if message["role"] == "assistant":
                calls = [self._read_call(entry) for entry in calls_of(message)]
                names.update((call.id, call.name) for call in calls)
                steps.append(Step(visible(text_of(message)), calls, []))
            elif message["role"] == "tool" and steps:
                call_id = message["tool_call_id"]
                steps[-1].results.append(
                    ToolResult(call_id, names.get(call_id, "unknown"), message["content"]))
        return steps

    def save(self, path) -> None:
        """Write the whole run to `path`; from then on every change is written there too.

        Raises RunFileError when the file cannot be written.
        """
        with self._lock:
            self._file = RunFile.create(path, self.events)

    @classmethod
    def load(cls, path, agent: Agent) -> Run:
        """Go on with a run from its file. Raises RunFileError when it cannot be read.

        An action that had started when the run was interrupted waits for a person, with the
        note "may already have happened".
        """
        run = cls(agent)
        run._file, events, run.notes = RunFile.open(path)
        for number, event in enumerate(events, 2):  # line 1 is the file's head
            run.events.append(event)
            try:
                run._apply(event)
            except (KeyError, TypeError, AttributeError, ValueError):
                raise RunFileError.damaged(number, path) from None
        agent.last_run = run
        return run

    def __repr__(self) -> str:
        return f"Run(status={self.status!r}, steps={len(self.steps)}, answer={self.answer!r})"

    # -- events: everything that changes a run goes through _record ----------------------------

    def _record(self, event: dict) -> None:
        """First on disk, then in memory."""
        if self._file is not None:
            self._file.append(event)
        self.events.append(event)
        self._apply(event)

    def _apply(self, event: dict) -> None:
        kind = event["type"]
        if kind == "message":
            self._apply_message(event)
        elif kind == "done":
            self.messages.append(event["message"])
            self._close(event["message"])
        elif kind == "decision":
            self._decisions[event["id"]] = Decision(
                event["approved"], event["bound_to"], event["reason"])
            if event.get("rest_of_run"):
                self._approved_tools.add(event["name"])
        elif kind == "started":
            self._decisions.pop(event["id"], None)  # a decision is used once
            self._started.add(event["id"])
            for call in self._open:
                if call.id == event["id"]:
                    call.note = MAY_HAVE_HAPPENED
        elif kind == "end":
            self._end = event["status"]
            if "error" in event:
                self.error = ModelError(**event["error"])

    def _apply_message(self, event: dict) -> None:
        message = event["message"]
        self.messages.append(message)
        if message["role"] == "user":
            self._new_question()
        elif message["role"] == "assistant":
            self._requests = event.get("requests", self._requests)
            self._finish = event.get("finish", "stop")
            self._refused.update(event.get("refused", {}))
            if event.get("usage"):
                self.usage = self.usage + Usage(**event["usage"])
            entries = calls_of(message)
            self._ids.update(entry["id"] for entry in entries)
            self._open = [self._read_call(entry) for entry in entries]
            self._end = None if entries else ANSWERED
            self.error = None

    def _new_question(self) -> None:
        self._requests = self._repeats = 0
        self._finish = "stop"
        self._seen = {}
        self._end = self.error = None

    def _append(self, reply: Reply) -> None:
        message, refused = history.adopt(reply.message, reply.finish, self._ids)
        event = {"type": "message", "message": message, "finish": reply.finish,
                 "requests": self._requests}
        if refused:
            event["refused"] = refused
        if reply.usage is not None:
            event["usage"] = reply.usage.as_dict()
        self._record(event)

    def _read_call(self, entry: dict) -> ToolCall:
        """A call of the history with its checked arguments, or with what is wrong."""
        function = entry["function"]
        call = self.agent.registry.read_call(entry["id"], function["name"], function["arguments"])
        if entry["id"] in self._refused and call.name in self.agent.registry:
            call.error, call.arguments = self._refused[entry["id"]], None
        return call

    def _answer(self, call: ToolCall, content: str) -> None:
        """The one answer of a call: what it gave, or why it did not run."""
        self.agent.emit("result", id=call.id, name=call.name, content=content)
        self._record({"type": "done", "message": tool(call.id, content)})

    def _close(self, message: dict) -> None:
        """Take the answered call off the list of open ones, and count equal results."""
        call = next((c for c in self._open if c.id == message["tool_call_id"]), None)
        if call is None:
            return
        self._open.remove(call)
        key = (call.name, repr(sorted((call.arguments or {}).items())), message["content"])
        requests = self._seen.setdefault(key, set())
        requests.add(self._requests)
        self._repeats = max(self._repeats, len(requests))

    def _decide(self, call_id: str, approved: bool, reason: str, rest_of_run: bool) -> None:
        with self._lock:
            call = next((c for c in self._open
                         if c.id == call_id and self._authorise(c) is None), None)
            if call is None or self._end is not None:
                raise ValueError(f"No call with the id {call_id!r} waits for a decision.")
            self.agent.emit("decision", id=call.id, name=call.name, approved=approved,
                            reason=reason)
            self._record({
                "type": "decision", "id": call.id, "name": call.name, "approved": approved,
                "reason": reason, "rest_of_run": rest_of_run,
                "bound_to": fingerprint(call.id, call.name, call.arguments or {})})

    def _put_to_person(self, call: ToolCall) -> None:
        """Ask `approve`. It fails closed: an exception rejects."""
        try:
            approved, reason = read_answer(self.agent.approve and self.agent.approve(call))
        except Exception as error:
            approved, reason = False, f"The approval failed with {type(error).__name__}."
        if self.status == NEEDS_APPROVAL:  # else it was cancelled meanwhile
            self._decide(call.id, approved, reason, False)

    def _rejection(self, call: ToolCall) -> str:
        reason = self._decisions[call.id].reason
        return _refusal(f"The student rejected this call{': ' + reason if reason else '.'}")

    def _fail(self, error: ModelError) -> bool:
        if not self._cancel.is_set():
            self._record({"type": "end", "status": FAILED, "error": {
                "kind": error.kind, "message": error.message, "retry_after": error.retry_after}})
            self.error = error
        return False

    @contextmanager
    def _stepping(self):
        """One step at a time; an interrupt answers what is open and goes on as it came."""
        try:
            with self._lock:
                yield
        except KeyboardInterrupt:
            self._cancel.set()
            raise
        except RunFileError as error:  # continued elsewhere, or the disk is full: do no more here
            self._end, self.error, self._file = FAILED, error, None
        finally:
            # Also after the lock is free: a cancel that came just before had to leave it to us.
            if self._cancel.is_set():
                self._finish_cancel()

    def _finish_cancel(self) -> None:
        if not self._lock.acquire(blocking=False):
            return  # another thread is in a step; it sees the flag and finishes
        try:
            if self._end in (None, FAILED):
                for call in list(self._open):
                    self._answer(call, _refusal(
                        "The student stopped the run while this was running. It may have happened."
                        if call.id in self._started else "The student stopped the run."))
                self._record({"type": "end", "status": CANCELLED})
            self._cancel.clear()
        finally:
            self._lock.release()

    def _last_was_tool(self) -> bool:
        return bool(self.messages) and self.messages[-1]["role"] == "tool"

    def _words(self) -> str:
        words = visible(text_of(self.messages[-1]))
        if self._finish == "length":
            words += "\n\n(The answer was cut off at the model's length limit.)"
        name = history.call_as_text(words, [entry.name for entry in self.agent.registry])
        if name:
            words += f"\n\n(The model wrote a call of {name} as text. Nothing was run.)"
        return words


def run_agent(messages: list[dict], client=None, model: Model | str | None = None,
              max_steps: int = 5, log: Callable[[str], None] | None = print) -> str:
    """The same loop over the caller's own list, with the tools of the default registry.

    `messages` grows in place. `client` is anything shaped like an OpenAI client
    (`client.chat.completions.create(...)`), with `model` as the model's name; without a client
    `model` is a Model, or a name as in `Agent`. `log` gets one line for each call and result;
    None is silent. Nobody is there to approve, so a call that waits for a person is rejected.

    Returns the answer; after exactly `max_steps` requests without one, a sentence that says so.
    Raises ModelError when the model gives no usable reply.
    """
    from studybuddy.defaults import registry

    if client is not None:
        from studybuddy.models.openai_chat import ClientModel

        model = ClientModel(client, model if isinstance(model, str) else None)

    agent = Agent(registry, model="auto" if model is None else model, max_steps=max_steps,
                  approve=lambda call: "Nobody is here to approve it.",
                  on_event=lambda event: _report(event, log) if log else None)
    run = agent.last_run = Run(agent)
    run.stuck_rule = False
    for index, message in enumerate(messages):
        if not isinstance(message, dict):  # some callers keep the SDK's own objects
            from studybuddy.models.openai_chat import read_message

            message = messages[index] = read_message(message)
        run._apply({"type": "message" if message.get("role") != "tool" else "done",
                    "message": message})
    run.messages = messages  # the caller's own list grows
    run._end = None
    run.drive()
    if run.status == FAILED and run.error is not None:
        raise run.error
    return run.answer or ""


def _report(event: dict, log: Callable[[str], None]) -> None:
    if event["type"] == "call":
        log(f"-> {event['name']}({dump(event['arguments'] or {})})")
    elif event["type"] == "result":
        log(f"<- {event['content']}")


def _refusal(reason: str) -> str:
    return dump({"error": reason, "status": "rejected"})


def _copy(call: ToolCall) -> ToolCall:
    import copy

    return ToolCall(call.id, call.name, copy.deepcopy(call.arguments), call.raw, call.error,
                    call.note)


def _no_words(reply: Reply) -> ModelError:
    if reply.finish == "blocked":
        return ModelError("blocked", "The service blocked this answer. Ask in another way.")
    if reply.finish == "length":
        return ModelError("bad_response", "The model reached its length limit before it wrote an "
                          "answer. Ask for less at a time.")
    return ModelError("bad_response", "The model sent an empty answer. Ask again.")
