"""The agent: a model, tools, and the loop around them. There is one loop in the package.

    ask        the model, with the history and the schemas
    inspect    are there calls in the reply?
    authorise  may this call run, does it wait for a person, or is it refused?
    run        through the registry, which always answers
    append     every message, so that the history stays valid
    stop?      answered, stuck, or at the limit

The loop knows no widget and no network. A run is a list of events (message, decision, void,
started, done, end); what they add up to is its `RunState`. So it can be saved and loaded at any
point.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable

from studybuddy import history
from studybuddy.approval import (
    CHANGED,
    MAX_VOID,
    Approver,
    approver,
    is_policy,
    read_answer,
    who_decides,
)
from studybuddy.effect import digest, effect_of
from studybuddy.jsontext import dump, kind_of, well_formed
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
from studybuddy.models.base import WORTH_ANOTHER_TRY, ChatClient, Model, ModelError
from studybuddy.registry import Tool, ToolRegistry, raised, untold
from studybuddy.runfile import TIMED, RunFile, RunFileError, now
from studybuddy.runstate import (
    ANSWERED,
    CANCELLED,
    FAILED,
    NEEDS_APPROVAL,
    READY,
    STEP_LIMIT,
    STUCK,
    RunState,
)
from studybuddy.showing import middle_cut, short

TYPE_CHECKING = False  # type checkers know this name
if TYPE_CHECKING:
    from studybuddy.audit import Audit
    from studybuddy.explore import Edit, Moment

SAME_RESULT_LIMIT = 3  # requests with an equal call and an equal result before a run is stuck
MAX_SHOWN = 2_000  # characters of an effect that a decision keeps for the audit log
MAX_FAULT = 300  # characters of what a tool raised, for the person
# Events that tell what has happened already: one that could not be written is written later.
# The others begin something; it did not begin, and is decided anew.
HAS_HAPPENED = frozenset({"message", "done", "empty", "end"})
LATER = "Nothing is lost: run.advance() goes on from here."


class Agent:
    """A model with tools.

    `tools` is a ToolRegistry, or a list of functions and `Tool`s. `model` is a Model, or a name:
    "auto", "practice", "gemini" or "openai". `system` is the standing instruction. `max_steps`
    is the largest number of requests for one question (a whole number, 1 or more). `approve` is
    called with each ToolCall that waits for a person: it returns True, or a text that rejects.
    It may also be a policy, "ask", "approve" or "reject"; without it the policy of the process
    counts (see `studybuddy.approval`), which is "ask" if nothing is set: a run that needs a
    person stops and waits. `on_event` gets a dict for each request, retry wait, call, result,
    decision, and decision that became void; where a function raised, `fault` is its exception on
    one line, without keys, which the model is not shown. Raises TypeError for tools that are no
    list and a model that is none, ValueError for a bad `max_steps` or `approve`, and ModelError
    when a named model cannot be had.
    """

    def __init__(self, tools: ToolRegistry | Iterable[Callable | Tool], model: Model | str = "auto",
                 system: str | None = None, max_steps: int = 20,
                 approve: Approver | str | None = None,
                 on_event: Callable[[dict], None] | None = None):
        if type(max_steps) is not int or max_steps < 1:
            raise ValueError(f"max_steps must be a whole number, 1 or more, not {max_steps!r}.")
        self.registry = tools if isinstance(tools, ToolRegistry) else ToolRegistry(tools)
        if model is None or isinstance(model, str):
            from studybuddy.models import choose

            self.model: Model = choose(model or "auto")
        else:
            if isinstance(model, type) or not callable(getattr(model, "complete", None)):
                raise TypeError(_no_model(model))
            self.model = model
        self.system = system
        self.max_steps = max_steps
        self.approve = approver(approve)
        self.on_event = on_event
        self.last_run: Run | None = None

    def start(self, text: str, path: str | os.PathLike | None = None) -> Run:
        """A new run with this question, not asked yet: go on with `run.step()` or `run.advance()`.

        With a `path`, every step is in that file before the next begins. It must not lie in a
        folder that the model works in: code that runs there could write approvals into it. Raises
        TypeError when the question is no text, and RunFileError when the file cannot be written.
        """
        question = _question(text)
        run = self.last_run = Run(self)
        if self.system:
            run._record({"type": "message", "message": system(self.system)})
        run._record({"type": "message", "message": question})
        if path is not None:
            run.save(path)  # at once with the question: a crash leaves no run without one
        return run

    def ask(self, text: str) -> Run:
        """Start a new run with the question `text`, and drive it until it ends or waits for a
        person."""
        return self.start(text).drive()

    def emit(self, kind: str, **event: object) -> None:
        """Tell `on_event` of an event of this `kind`, such as "call". What a listener does wrong is
        shown as a warning and ends nothing."""
        if self.on_event is None:
            return
        try:
            self.on_event({"type": kind, **event})
        except Exception as error:
            import warnings
            from contextlib import suppress

            from studybuddy import trace

            with suppress(Exception):  # a warning may be turned into an error
                told = trace.masked(self.last_run or [], raised(error) or type(error).__name__)
                warnings.warn(f"on_event raised {short(told, MAX_FAULT)}", stacklevel=2)


def _no_model(given: object) -> str:
    """What is wrong with a model that is none, as a sentence with the right form."""
    if isinstance(given, type):
        return f"model is a class. Make one of it: {given.__name__}()."
    more = " All tools belong into one list." if callable(given) else ""
    return f"model is a Model, or a name such as \"practice\", not {kind_of(given)}.{more}"


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
    thread; two steps never run at the same time, and a tool cannot step its own run.
    """

    def __init__(self, agent: Agent):
        self.agent = agent
        self.events: list[dict] = []
        self.notes: list[str] = []
        self.left_out = 0  # turns that the last request had to leave out
        self.stuck_rule = True
        self._state = RunState(agent.registry)
        self._effects: dict[str, str] = {}  # waiting call -> what it would do, as it is shown
        self._file: RunFile | None = None
        self._lost: RunFileError | None = None  # the file went on elsewhere: nothing more here
        self._unsure: tuple[dict, int] | None = None  # the event that is written now, and where
        self._late: dict | None = None  # what happened, and could not be written yet
        self._next: list[dict] = []  # the events of questions that wait for that
        self._lock = threading.RLock()
        self._stepper: int | None = None  # the thread that is in a step
        self._cancel = threading.Event()

    # -- the loop ------------------------------------------------------------------------------

    def step(self) -> Run:
        """One step: settle decided calls; if some still wait, return; else ask and run."""
        self._alone(self._step)
        return self

    def _step(self) -> None:
        if self._over():
            return
        if self._state.open and (not self._settle() or self._over()):
            return
        if self._ask() and self._settle():
            self._over()

    def advance(self) -> Run:
        """Step while the run is ready. After a rate limit, a time-out or a network fault it asks
        again; where its file could not be written, it goes on with nothing lost."""
        if self._state.end == FAILED and (
                getattr(self.error, "kind", None) in WORTH_ANOTHER_TRY or self._file_failed()):
            self._state.end = self._state.error = None
        with _Guard(self):  # an interrupt may come between two steps
            if self._late is not None or self._next:
                self._alone()  # what waits for the file comes first
            while self.status == READY:
                self.step()
        return self

    def drive(self) -> Run:
        """Advance, and put each call that waits to the agent's `approve`, until the run ends.

        Without an `approve` it returns when a call waits. A policy does not decide about a call
        that may already have happened: that one waits for a person too.
        """
        with _Guard(self):
            while self.advance().status == NEEDS_APPROVAL and self.agent.approve is not None:
                for call in self._waiting()[:1]:  # the first alone: it may change the others
                    if call.id in self._state.started and is_policy(self.agent.approve):
                        return self
                    self._put_to_person(call)
        return self

    def _ask(self) -> bool:
        """Ask the model once (twice after an empty reply) and append what it says."""
        for _ in range(2):
            sent, self.left_out = history.view(self.messages)
            requests = self._state.requests + 1
            if self.agent.on_event is not None:
                self.agent.emit("request", step=requests, messages=len(sent),
                                left_out=self.left_out)
            if self._cancel.is_set():
                return False
            try:
                reply = self.agent.model.complete(
                    [{**message} for message in sent],
                    [entry.schema() for entry in self.agent.registry],
                    cancel=self._cancel, on_event=self.agent.on_event)
            except ModelError as error:
                return self._fail(error)
            if self._cancel.is_set():
                return False  # too late: what comes now is discarded
            if not isinstance(reply, Reply):
                return self._fail(_no_reply(reply))
            if reply.tool_calls or reply.text.strip():
                self._append(reply, requests)
                return True
            self._record({"type": "empty", "requests": requests, **_usage(reply)})
            if reply.finish == "blocked" or requests >= self.agent.max_steps:
                break
        return self._fail(_no_words(reply))

    def _settle(self) -> bool:
        """Run and answer open calls in order, up to the first that waits. True: none is open."""
        while self._state.open and not self._cancel.is_set():
            call = self._state.open[0]
            allowed = self._authorise(call)
            if allowed is None:
                return False
            answer = self._run(call) if allowed else (self._rejection(call), "")
            if answer is not None:
                self._answer(call, *answer)
        return not self._state.open

    def _authorise(self, call: ToolCall) -> bool | None:
        """True: run it. False: a person rejected it. None: it waits for a person."""
        decision = self._state.decisions.get(call.id)
        if decision is not None and self._state.fits(decision, call):
            return decision.approved
        if call.id in self._state.started or call.id in self._state.voids:
            return None  # it had begun when the run was interrupted, or it changed: ask again
        if call.id not in self._state.actions or call.name in self._state.approved_tools:
            return True
        return None

    def _run(self, call: ToolCall) -> tuple[str, str] | None:
        """Through the registry: (answer, what was raised). An action is on disk as started before
        it begins."""
        if self.agent.on_event is not None:
            import copy

            self._tell("call", call, arguments=copy.deepcopy(call.arguments), error=call.error)
        if self._cancel.is_set():
            return None  # the listener stopped the run: nothing begins any more
        if call.id in self._state.actions:
            if self._changed(call):
                return None  # it waits again
            self._record({"type": "started", "id": call.id, "name": call.name})
            if self._file is not None and self._changed(call):
                return None  # to get the file may have taken seconds
        return self.agent.registry.answer_call(call)

    def _over(self) -> bool:
        """Whether there is nothing more to ask: answered, stuck, or at the limit."""
        state = self._state
        if state.end is None and not state.open and self._last_was_tool():
            if self.stuck_rule and state.repeats >= SAME_RESULT_LIMIT:
                self._record({"type": "end", "status": STUCK})
            elif state.requests >= self.agent.max_steps:
                self._record({"type": "end", "status": STEP_LIMIT})
        return state.end is not None or self._cancel.is_set()

    # -- what a person does --------------------------------------------------------------------

    @property
    def status(self) -> str:
        """ready, needs_approval, answered, step_limit, stuck, failed or cancelled."""
        if self._state.end is not None:
            return self._state.end
        for call in self._state.open[:1]:
            if self._authorise(call) is None:
                return NEEDS_APPROVAL
        return READY

    @property
    def pending(self) -> list[ToolCall]:
        """The calls that need a decision, in order, as copies. They may be decided in any order.

        Each has its `effect`: what it would do, looked at when it was first shown. An approval
        holds for exactly that.
        """
        return [self._for_person(call) for call in self._waiting()]

    def approve(self, call_id: str, rest_of_run: bool = False, *, seen: str | None = None) -> None:
        """Let the one call with the id `call_id` run, once, with exactly these arguments and this
        effect.

        If it would do something else by the time it runs, the approval is void and the call waits
        again, with a note. `seen` is the effect as the person read it, for a view that may be
        older than the call's present one; without it, what `pending` shows counts. With
        `rest_of_run=True` later calls of the same tool run without asking too, whatever their
        effect. Raises ValueError when no call with this id waits, or when it changed and was not
        shown again; RunFileError when the run was continued elsewhere.
        """
        self._decide(call_id, True, "", rest_of_run is True, seen)

    def reject(self, call_id: str, reason: str = "") -> None:
        """Refuse the call with the id `call_id`; the model is told the `reason`. Raises as
        `approve` does."""
        self._decide(call_id, False, reason, False, self._effects.get(call_id))

    def ask(self, text: str) -> Run:
        """The next question of the same conversation; what still waits is rejected.

        Raises TypeError when the question is no text. A run that was continued elsewhere stays
        as it is.
        """
        question = _question(text)
        if self._lost is None:
            self._alone(question=question)
            if not self._file_failed():
                self.drive()
        return self

    def cancel(self) -> None:
        """End the run, from any thread. Open calls are answered, so that it can go on later."""
        if self._state.end in (None, FAILED):
            self._cancel.set()
            self._finish_cancel()

    # -- what came of it -----------------------------------------------------------------------

    @property
    def messages(self) -> list[dict]:
        """The history: plain dicts, the system message first, where there is one."""
        return self._state.messages

    @property
    def usage(self) -> Usage:
        """The tokens of all requests of this run."""
        return self._state.usage

    @property
    def unwritten(self) -> list[dict]:
        """The events that the run file could not take yet, in order: what happened last, and the
        questions behind it. They are written first when the run goes on; [] where none waits."""
        waiting = {id(event): event for event in (self._late, *self._next) if event is not None}
        return [event for event in waiting.values() if not self._is_taken(event)]

    @property
    def error(self) -> Exception | None:
        """Why a run failed: a ModelError, or a RunFileError; else None."""
        return self._lost or self._state.error

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
                calls = [self._state.read_call(entry) for entry in calls_of(message)]
                names.update((call.id, call.name) for call in calls)
                steps.append(Step(visible(text_of(message)), calls, []))
            elif message["role"] == "tool" and steps:
                call_id = message["tool_call_id"]
                steps[-1].results.append(
                    ToolResult(call_id, names.get(call_id, "unknown"), message["content"]))
        return steps

    def save(self, path: str | os.PathLike) -> None:
        """Write the whole run to `path`; from then on every change is written there too.

        A run that moves to a second file takes no unused approval along: the first file still
        holds it. Raises RunFileError when the file cannot be written or lies in a folder that the
        model works in, or when the run was continued elsewhere; then nothing has changed.
        """
        _require_outside(path, self.agent.registry)
        with self._lock:
            if self._lost is not None:
                raise self._lost
            self._mend()
            moves = False
            if self._file is not None:
                self._file.verify()
                moves = not self._file.is_at(path)
            made = RunFile.create(path, self._without_approvals() if moves else self.events)
            if moves:
                self._drop_approvals()
            self._file = made
            self._catch_up()

    @classmethod
    def load(cls, path: str | os.PathLike, agent: Agent) -> Run:
        """Go on with a run from its file `path`, with the tools and the model of `agent`.

        Raises RunFileError when the file cannot be read, or lies in a folder that the model works
        in.

        An action that had started when the run was interrupted waits for a person, with the
        note "may already have happened". In a copy of a run file an approval that was not used
        counts for nothing: the first file holds it.
        """
        _require_outside(path, agent.registry)
        run = cls(agent)
        run._file, events, run.notes = RunFile.open(path)
        for number, event in enumerate(events, 2):  # line 1 is the file's head
            try:
                run._take(event)
            except (KeyError, TypeError, AttributeError, ValueError):
                raise RunFileError.damaged(number, path) from None
        run._file.cut_torn()  # not before: a file that is refused stays as it is
        run._state.ask_rules()
        if run._file.is_copy:
            run._drop_approvals()
        agent.last_run = run
        return run

    def at(self, step: int) -> Moment:
        """The run as it was after that many steps, as data: see `studybuddy.explore.at`."""
        from studybuddy import explore

        return explore.at(self, step)

    def fork(self, step: int, edit: Edit | None = None, agent: Agent | None = None) -> Run:
        """A new run that keeps that many steps: see `studybuddy.explore.fork`."""
        from studybuddy import explore

        return explore.fork(self, step, edit, agent)

    def audit(self, times: bool = True) -> Audit:
        """The audit log: each action, what was shown, who decided, when, and what came of it.

        A list of rows that prints as a text and shows as a table. Without `times` it is the same
        each time that the same happens.
        """
        from studybuddy import trace

        return trace.audit(self, times=times)

    def __repr__(self) -> str:
        return f"Run(status={self.status!r}, steps={len(self.steps)}, answer={self.answer!r})"

    # -- events: everything that changes a run goes through _record ----------------------------

    def _record(self, event: dict) -> None:
        """First on disk, then in memory."""
        if self._lost is not None:
            raise self._lost
        if self._unsure is not None:
            self._mend()
        if event["type"] in TIMED:
            event["at"] = now()
        self._unsure = event, self._file.size if self._file is not None else 0
        try:
            if self._file is not None:
                self._file.append(event)
            self._take(event)
            self._unsure = None
        except BaseException as error:
            if getattr(error, "passing", False) and event["type"] in HAS_HAPPENED:
                self._late = event
            self._mend()
            raise

    def _catch_up(self) -> None:
        """Write what could not be written when it happened, then the next question. Raises
        RunFileError as then."""
        self._mend()
        if self._late is not None:
            if self._file_failed():
                self._state.end = self._state.error = None
            if not self._is_taken(self._late):
                try:
                    self._record(self._late)
                except RunFileError as error:
                    self._lose(error)  # what is open looks open only as long as this is missing
                    raise
            self._late = None
        while self._next:
            for call in list(self._state.open):
                self._answer(call, self._refusal(call, "The student asked something else."))
            self._cancel.clear()
            event = self._next[0]
            try:
                self._record(event)
            finally:
                if event is self._late or self._is_taken(event):
                    del self._next[0]

    def _is_taken(self, event: dict) -> bool:
        return any(known is event for known in reversed(self.events))

    def _file_failed(self) -> bool:
        """Whether the run stands still because its file could not be written, for now."""
        return getattr(self.error, "passing", False)

    def _take(self, event: dict) -> None:
        self._state.apply(event)
        self.events.append(event)

    def _mend(self) -> None:
        """After an interrupt in the middle of an event: what stands on disk is taken, what does
        not is forgotten. A second interrupt leaves it to the next one who comes here."""
        if self._unsure is None:
            return
        event, size = self._unsure
        events = [known for known in self.events if known is not event]
        happened = len(events) < len(self.events)
        if happened or self._file is not None and self._file.holds(event, size):
            events.append(event)
        self._state, self.events = self._state.replayed(events), events
        self._unsure = None

    def _append(self, reply: Reply, requests: int) -> None:
        message, refused = history.adopt(reply.message, reply.finish, set(self._state.ids))
        event = {"type": "message", "message": message, "finish": reply.finish,
                 "requests": requests, **_usage(reply)}
        if refused:
            event["refused"] = refused
        if "tool_calls" in message:
            event["actions"] = self._state.actions_in(message, refused)
        self._record(event)

    def _answer(self, call: ToolCall, content: str, fault: str = "") -> None:
        """The one answer of a call: what it gave, or why it did not run."""
        more = self._fault(fault)
        self._record({"type": "done", "message": tool(call.id, content), **more})
        self._tell("result", call, content=content, **more)

    def _fault(self, fault: str) -> dict[str, str]:
        """What was raised, for the person: on one line, short, and without keys."""
        if not fault:
            return {}
        from studybuddy import trace

        return {"fault": short(trace.masked(self, fault), MAX_FAULT)}

    def _tell(self, kind: str, call: ToolCall, **event: object) -> None:
        if self.agent.on_event is not None:
            self.agent.emit(kind, id=call.id, name=call.name, **event)

    def _waiting(self) -> list[ToolCall]:
        """The calls that need a decision, in order."""
        if self._state.end is not None:
            return []
        return [call for call in list(self._state.open) if self._authorise(call) is None]

    def _for_person(self, call: ToolCall) -> ToolCall:
        """A copy with its effect. It is looked at once, so that a decision is about what was seen,
        and not about what was true when the person clicked."""
        import copy

        effect = self._effects.get(call.id)
        if effect is None:  # two threads may look; what the first one saw is what both show
            effect = self._effects.setdefault(call.id, self._effect(call))
        return ToolCall(call.id, call.name, copy.deepcopy(call.arguments), call.raw, call.error,
                        call.note, effect)

    def _effect(self, call: ToolCall) -> str:
        return effect_of(self.agent.registry.find(call.name), call)

    def _changed(self, call: ToolCall) -> bool:
        """Whether the call would not do any more what was approved; then the approval is void.

        A call that runs because its tool was approved for the rest of the run has no approval
        of its own: it runs whatever it does.
        """
        decision = self._state.decisions.get(call.id)
        if decision is None or decision.saw(self._effect(call)):
            return False
        self._record({"type": "void", "id": call.id, "name": call.name})
        self._effects.pop(call.id, None)  # whoever decides next must look again
        self._tell("void", call, reason=CHANGED)
        return True

    def _decide(self, call_id: str, approved: bool, reason: object, rest_of_run: bool,
                seen: str | None) -> None:
        with _Guard(self, keep=True), self._lock:
            self._catch_up()
            call = next((c for c in self._state.open if c.id == call_id), None)
            if self._lost is not None:
                raise self._lost
            if call is None or self._state.end is not None or self._authorise(call) is not None:
                raise ValueError(f"No call with the id {call_id!r} waits for a decision.")
            if approved and seen is None:
                if call_id in self._state.voids and call_id not in self._effects:
                    raise ValueError(f"{call.name}: {CHANGED}. Look at run.pending, then decide.")
                seen = self._for_person(call).effect
            self._note_decision(call, approved, reason, rest_of_run, "person", seen)

    def _note_decision(self, call: ToolCall, approved: bool, reason: object, rest: bool,
                       by: str, seen: str | None, fault: str = "") -> None:
        why = well_formed(reason) if isinstance(reason, str) else ""
        event = {"type": "decision", "id": call.id, "name": call.name, "approved": approved,
                 "reason": why, "rest_of_run": rest, "by": by,
                 "bound_to": self._state.bound_to(call)}
        if seen is not None:
            from studybuddy import trace

            # Without keys before it is cut: half of a key is found by nobody.
            event.update(shown=middle_cut(trace.masked(self, seen), MAX_SHOWN), effect=digest(seen))
        more = self._fault(fault)
        self._record({**event, **more})
        self._tell("decision", call, approved=approved, reason=why, **more)

    def _put_to_person(self, call: ToolCall) -> None:
        """Ask `approve`. It fails closed: an exception rejects."""
        approve, asked = self.agent.approve, self._for_person(call)
        call_id, seen, fault = asked.id, asked.effect, ""  # the copy is in other hands now
        try:
            approved, reason = read_answer(approve and approve(asked))
        except Exception as error:
            approved, reason = False, f"The approval failed with {type(error).__name__}."
            fault = raised(error)
        with self._lock:  # meanwhile another thread may have decided, or ended the run
            waiting = self._state.call(call_id)
            if (waiting is None or self._state.end is not None
                    or self._authorise(waiting) is not None):
                return
            if approved and self._state.voids.get(call_id, 0) >= MAX_VOID:
                approved, reason = False, "What it would do changed each time before it ran."
            self._note_decision(waiting, approved, reason, False, who_decides(approve), seen,
                                fault)

    def _rejection(self, call: ToolCall) -> str:
        reason = self._state.decisions[call.id].reason
        return self._refusal(
            call, f"The student rejected this call{': ' + reason if reason else '.'}")

    def _refusal(self, call: ToolCall, reason: str) -> str:
        if call.id in self._state.started:
            reason += " It had started before, so it may have happened."
        return dump({"error": reason, "status": "rejected"})

    def _drop_approvals(self) -> None:
        """Forget approvals that were not used: they belong to the file that holds them."""
        self.events = self._without_approvals()
        for call_id, decision in list(self._state.decisions.items()):
            if not decision.used:
                del self._state.decisions[call_id]
        self._state.approved_tools.clear()

    def _without_approvals(self) -> list[dict]:
        decisions = self._state.decisions
        unused = {call.id for call in self._state.open
                  if call.id in decisions and not decisions[call.id].used}
        kept = []
        for event in reversed(self.events):
            if event["type"] == "decision":
                if event["id"] in unused:  # the newest of this call; older ones were used or void
                    unused.remove(event["id"])
                    continue
                event = {**event, "rest_of_run": False}
            kept.append(event)
        return kept[::-1]

    def _fail(self, error: ModelError) -> bool:
        if not self._cancel.is_set():
            self._record({"type": "end", "status": FAILED, "error": {
                "kind": error.kind, "message": error.message, "retry_after": error.retry_after}})
            self._state.error = error
        return False

    # -- one step at a time, and every ending leaves a valid history ----------------------------

    def _alone(self, work: Callable[[], None] | None = None,
               question: dict | None = None) -> None:
        """Take the `question`, and do `work` as the one step that runs. A tool or a listener that
        steps its own run gets RuntimeError."""
        me = threading.get_ident()
        if self._stepper == me:
            raise RuntimeError("This run is in the middle of a step, and cannot be stepped by its "
                               "own tool or listener. Return first.")
        with _Guard(self), self._lock:
            try:
                self._stepper = me
                if question is not None:
                    self._next.append({"type": "message", "message": question})
                if self._unsure is not None or self._late is not None or self._next:
                    self._catch_up()
                question = None
                if work is not None:
                    work()
            except BaseException as error:
                if question is not None and not getattr(error, "passing", False):
                    # Whoever asked sees the error, and that it is not asked.
                    self._next = [one for one in self._next if one["message"] is not question]
                raise
            finally:
                self._stepper = None

    def _finish_cancel(self) -> None:
        if self._stepper is not None or not self._lock.acquire(blocking=False):
            return  # somebody is in a step; it sees the flag and finishes
        try:
            self._catch_up()
            if self._lost is None and self._state.end in (None, FAILED):
                for call in list(self._state.open):  # nobody is told: a listener may interrupt
                    stopped = self._refusal(call, "The student stopped the run.")
                    self._record({"type": "done", "message": tool(call.id, stopped)})
                self._record({"type": "end", "status": CANCELLED})
            self._cancel.clear()  # not after a second interrupt: then the next step finishes this
        except RunFileError as error:
            self._lose(error)
            if not error.passing:
                self._cancel.clear()
        finally:
            self._lock.release()

    def _lose(self, error: RunFileError) -> None:
        """The run fails: for good when it was continued elsewhere, else until the next try."""
        self._state.end = FAILED
        if error.passing:
            told = str(error).removesuffix(LATER).rstrip()
            self._state.error = RunFileError.for_now(f"{told} {LATER}")
        else:
            self._lost = error

    def _last_was_tool(self) -> bool:
        return bool(self.messages) and self.messages[-1]["role"] == "tool"

    def _words(self) -> str:
        words = visible(text_of(self.messages[-1])) if self.messages else ""
        if self._state.finish == "length":
            words += "\n\n(The answer was cut off at the model's length limit.)"
        name = history.call_as_text(words, self.agent.registry)
        if name:
            words += f"\n\n(The model wrote a call of {name} as text. Nothing was run.)"
        return words


class _Guard:
    """Round a block of the loop: an interrupt answers what is open and goes on as it came. A run
    file that was continued elsewhere ends the run here, one that cannot be written stops it for
    now; with `keep` the error is raised, and one that passes stops nothing. A generator would be
    felt in the loop."""

    __slots__ = ("run", "keep")

    def __init__(self, run: Run, keep: bool = False):
        self.run = run
        self.keep = keep

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind, error, trace) -> bool:
        run, lost = self.run, isinstance(error, RunFileError)
        if lost and not (self.keep and error.passing):
            run._lose(error)
        elif isinstance(error, KeyboardInterrupt):
            run._cancel.set()
        # Also after the lock is free: a cancel that came just before had to leave it to us.
        if run._cancel.is_set() and not run._file_failed():
            run._finish_cancel()
        return lost and not self.keep


def run_agent(messages: list[dict], client: ChatClient | None = None,
              model: Model | str | None = None, max_steps: int = 5,
              log: Callable[[str], None] | None = print) -> str:
    """The same loop over the caller's own list, with the tools of the default registry.

    `messages` grows in place. `client` is anything shaped like an OpenAI client
    (`client.chat.completions.create(...)`), with `model` as the model's name; without a client
    `model` is a Model, or a name as in `Agent`. `log` gets one line for each call and result,
    and one for what a tool raised; None is silent. Nobody is there to approve, so a call that
    waits for a person is rejected.

    Returns the answer; after exactly `max_steps` requests without one, a sentence that says so.
    Raises ModelError when the model gives no usable reply.
    """
    from studybuddy.defaults import registry

    if client is not None:
        from studybuddy.models.openai_chat import ClientModel

        model = ClientModel(client, model if isinstance(model, str) else None)

    agent = Agent(registry, model="auto" if model is None else model, max_steps=max_steps,
                  approve=lambda call: "Nobody is here to approve it.",
                  on_event=(lambda event: _report(event, log)) if log else None)
    run = agent.last_run = Run(agent)
    run.stuck_rule = False
    for index, message in enumerate(messages):
        if not isinstance(message, dict):  # some callers keep the SDK's own objects
            from studybuddy.models.openai_chat import read_message

            messages[index] = read_message(message)
    run._state.begin_with(messages, history.repair(messages))
    run.drive()
    if run.status == FAILED and run.error is not None:
        raise run.error
    return run.answer or ""


def _report(event: dict, log: Callable[[str], None]) -> None:
    if event["type"] == "call":
        log(f"-> {event['name']}({dump(event['arguments'] or {})})")
    elif event["type"] == "result":
        log(f"<- {event['content']}")
        if "fault" in event:
            log(f"   {untold(event['fault'])}")


def _require_outside(path: str | os.PathLike, registry: ToolRegistry) -> None:
    """Raise RunFileError when a run file would lie where the model's own code can write."""
    from studybuddy.within import lies_in

    for folder in registry.folders():
        if lies_in(os.fsdecode(path), folder):
            raise RunFileError(
                f"{os.path.basename(os.fsdecode(path))} lies in the folder that the model works "
                "in, where its code could write approvals into it. Name a place outside that "
                "folder.")


def _question(text: str) -> dict:
    if not isinstance(text, str):
        raise TypeError(f"A question is a text, not {type(text).__name__}.")
    return user(text)


def _usage(reply: Reply) -> dict:
    return {"usage": reply.usage.as_dict()} if isinstance(reply.usage, Usage) else {}


def _no_reply(reply: object) -> ModelError:
    return ModelError("bad_response", f"The model gave back {type(reply).__name__}, not a Reply.")


def _no_words(reply: Reply) -> ModelError:
    if reply.finish == "blocked":
        return ModelError("blocked", "The service blocked this answer. Ask in another way.")
    if reply.finish == "length":
        return ModelError("bad_response", "The model reached its length limit before it wrote an "
                          "answer. Ask for less at a time.")
    return ModelError("bad_response", "The model sent an empty answer. Ask again.")
