"""Go back to any step of a run, take another way from there, and see where two runs part.

    run.at(2)                       the run as it was after two steps, as data
    run.fork(2)                     a new run that keeps two steps and goes on from there
    run.fork(2, edit={4: "..."})    the same with another text in message 4
    diff(run, other)                where they part, and what differs from there

A step is one reply of the model with the answers to its calls; a user message that follows
belongs to what is kept, since the next request sends it. All of it works for a run that was
loaded from a file, and changes neither the run nor its file.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress

from studybuddy import history, table
from studybuddy.agent import ANSWERED, Agent, Run
from studybuddy.jsontext import JSONTextError, dump, is_json, kind_of, read_object
from studybuddy.messages import ToolCall, Usage, calls_of, text_of, visible
from studybuddy.showing import short
from studybuddy.trace import hide, secrets_of

WIDTH = 70  # characters of a text in a line; longer ones are cut and say how long they were
CELL = 300  # the same for a cell of the table
LEAD = 20  # characters before the first difference that are shown of two long texts
SHOWN = 40  # rows of a difference that are shown

Edit = Callable[[list[dict]], "list[dict] | None"] | Mapping[int, "str | dict"]


class Moment:
    """A run as it was after `step` whole steps: copies, nothing in it changes the run.

    `messages` is the history then; its index is what `fork(edit={index: ...})` takes. `request`
    holds exactly the messages that the next request sends (or would send, of a run that has
    ended): a view of the history that leaves out `left_out` old turns. It is None while calls
    have no answer yet, and `pending` lists those of them that need a person. `usage` counts the
    tokens so far. `print` shows it as lines.
    """

    def __init__(self, step: int, messages: list[dict], request: list[dict] | None, left_out: int,
                 pending: list[ToolCall], usage: Usage, secrets: tuple[str, ...] = ()):
        self.step = step
        self.messages = messages
        self.request = request
        self.left_out = left_out
        self.pending = pending
        self.usage = usage
        self._secrets = secrets

    def __str__(self) -> str:
        lines = [f"After step {self.step}: {_counted(len(self.messages), 'message')}, "
                 f"{_tokens(self.usage)} (tokens)"]
        lines += [f"{index:>3}  {message['role']:<9}  "
                  f"{short(hide(_line(message), self._secrets), WIDTH)}"
                  for index, message in enumerate(self.messages)]
        if self.left_out:
            lines.append(f"     The next request leaves out {_counted(self.left_out, 'old turn')}.")
        lines += [f"     {call.name} waits for a decision" for call in self.pending]
        return "\n".join(lines)

    __repr__ = __str__


def at(run: Run, step: int) -> Moment:
    """`run` as it was after `step` whole steps: 0 is before the first request.

    After the last step calls may be open still. Raises ValueError for a step that the run does
    not have.
    """
    events = _kept(run, step)
    messages = [copy.deepcopy(event["message"]) for event in events
                if event["type"] in ("message", "done")]
    usage = sum((Usage(**event["usage"]) for event in events
                 if event.get("usage") and (event["type"] == "empty" or _is_reply(event))), Usage())
    is_open = sum(len(calls_of(message)) - (message["role"] == "tool") for message in messages) > 0
    request, left_out = (None, 0) if is_open else history.view(messages)
    return Moment(step, messages, request, left_out, run.pending if is_open else [], usage,
                  secrets_of(run))


def fork(run: Run, step: int, edit: Edit | None = None, agent: Agent | None = None) -> Run:
    """A new run that keeps the first `step` whole steps of `run` and goes on from there.

    `edit` changes the history that is kept: a dict {index: new content}, or a function that gets
    the messages (copies), and changes the list or returns another one. An index counts as in
    `run.messages`. New content is a text; for a tool message a dict too, and a text that is no
    JSON object becomes `{"result": text}`. An edited turn of the model is read as one that it
    sent: a missing id is given, broken arguments become `{}` with an error. `agent` is who goes
    on, by default the run's own; the system message stays that of the history.

    Decisions are not carried over: a call that was open waits anew, and one that had started keeps
    its note. The new run has no file, and is not asked yet: `fork(...).advance()`. A turn that was
    edited loses what only its own service may read (signatures), so that no service is shown
    words that it did not write.

    Raises ValueError for a step that the run does not have, for an edit that leaves no valid
    history, and for what is no Agent. What the edit itself raises comes through.
    """
    if agent is not None and not isinstance(agent, Agent):
        raise ValueError("agent must be an Agent, such as Agent(tools, model=...), not "
                         f"{kind_of(agent)}.")
    kept = _kept(run, step)
    events = [event for event in kept if event["type"] in ("message", "done", "empty")]
    if edit is not None:
        events = _edited(events, edit)
    new = Run(run.agent if agent is None else agent)
    new.stuck_rule = run.stuck_rule
    with _faults_told():
        for event in events:
            new._take(copy.deepcopy(event))
    for call_id in [call.id for call in run._state.open if call.id in run._state.started]:
        if call := new._state.call(call_id):  # as far as it may have happened
            new._take({"type": "started", "id": call.id, "name": call.name})
    new._state.ask_rules()
    new.agent.last_run = new
    return new


# -- the events that are kept ----------------------------------------------------------------------


def _kept(run: Run, step: int) -> list[dict]:
    """The events of the first `step` steps, and what was said until the next request."""
    events = list(run.events)
    starts = [place for place, event in enumerate(events) if _is_reply(event)]
    if type(step) is not int or not 0 <= step <= len(starts):
        raise ValueError(f"This run has the steps 0 to {len(starts)}, not {step!r}.")
    kept = events[:starts[step]] if step < len(starts) else events
    while kept and kept[-1]["type"] in ("empty", "end"):  # of the next request, or of how it ended
        kept = kept[:-1]
    return kept


def _is_reply(event: dict) -> bool:
    return event["type"] == "message" and event["message"]["role"] == "assistant"


# -- edit ------------------------------------------------------------------------------------------


@contextmanager
def _faults_told() -> Iterator[None]:
    """What is wrong with an edited history, as ValueError with a sentence."""
    try:
        yield
    except (KeyError, TypeError, AttributeError):
        raise ValueError("The edited history is not valid: a message lacks a key that its "
                         "role needs, or holds another type there. "
                         "Compare it with run.messages.") from None
    except ValueError as error:
        raise ValueError(f"The edited history is not valid. {error}") from None


def _edited(events: list[dict], edit: Edit) -> list[dict]:
    """The events of an edited history. What is known of a message (its tokens, empty replies
    before it) stays with it: told by its place where there are as many messages as before, else
    by being the same object."""
    empty: dict[int, list[dict]] = {}  # place of a message -> the empty replies before it
    known: list[dict] = []
    for event in events:
        if event["type"] == "empty":
            empty.setdefault(len(known), []).append(event)
        else:
            known.append(event)
    given = [copy.deepcopy(event["message"]) for event in known]
    places = {id(message): place for place, message in enumerate(given)}
    messages = _new_messages(edit, given)
    made: list[dict] = []
    used: set[str] = set()
    requests = 0
    for number, message in enumerate(messages):
        if not isinstance(message, dict) or not is_json(message):
            raise ValueError(f"Message {number} of the edited history is not valid. "
                             "A message is a dict that JSON can hold.")
        place = number if len(messages) == len(known) else places.get(id(message), -1)
        before = known[place] if place >= 0 else {"message": {}}
        for event in empty.get(place, ()):
            requests += 1
            made.append({**event, "requests": requests})
        if message.get("role") == "user":
            requests = 0
        requests += message.get("role") == "assistant"
        with _faults_told():
            made.append(_event(message, before, requests, used))
    return made


def _event(message: dict, before: dict, requests: int, used: set[str]) -> dict:
    """The event of one message; `before` is that of the message that stood in its place, and
    `used` the ids of calls so far, which grow."""
    role, old = message["role"], before["message"]
    if role == "tool":
        known = {"fault": before["fault"]} if message == old and "fault" in before else {}
        return {"type": "done", "message": {**message, "content": _result(message["content"])},
                **known}
    if role != "assistant":
        return {"type": "message", "message": message}
    event: dict = {"type": "message", "message": message, "requests": requests,
                   "finish": "tool_calls" if calls_of(message) else "stop"}
    if old.get("role") == "assistant" and before.get("usage"):
        event["usage"] = before["usage"]
    if message == old:
        event.update((key, before[key]) for key in ("finish", "refused") if key in before)
        used.update(entry["id"] for entry in calls_of(message))
    else:
        event["message"], event["refused"] = history.adopt(message, "stop", used)
    return event


def _new_messages(edit: Edit, given: list[dict]) -> list[dict]:
    if callable(edit):
        made = edit(given)
        made = given if made is None else made
        if not isinstance(made, list) or not made:
            raise ValueError("edit must give back a list of messages with at least one, or None "
                             "when it changed the list that it got.")
        return made
    if not isinstance(edit, Mapping):
        raise ValueError("edit is a dict such as {2: \"new content\"}, or a function of the list "
                         f"of messages, not {kind_of(edit)}.")
    for index, content in edit.items():
        if type(index) is not int or not 0 <= index < len(given):
            raise ValueError(f"There is no message {index!r} in what is kept. "
                             f"The messages are 0 to {len(given) - 1}.")
        if not isinstance(content, str) and given[index]["role"] != "tool":
            raise ValueError(f"The new content of message {index} must be a text, "
                             f"not {kind_of(content)}.")
        given[index]["content"] = content
    return given


def _result(content: object) -> str:
    """New content of a tool message as a JSON object; a text that is none becomes a result."""
    if isinstance(content, str):
        if content.lstrip().startswith("{"):
            with suppress(JSONTextError):
                read_object(content)
                return content
        return dump({"result": content})
    if isinstance(content, dict):
        return dump(content)
    raise ValueError(f"The content of a tool message is a text or a dict, not {kind_of(content)}.")


# -- differences -----------------------------------------------------------------------------------


class Diff(list):
    """Where two runs differ: a list of dicts {"step", "what", "a", "b"}, empty when nowhere.

    `step` is a number, or None for what holds of the whole run (status, tokens); `what` is system,
    user, words, call 1, result 1, answer and the like; `a` and `b` are the texts of the two runs,
    empty where one has nothing there. `first` is the first step where they part, or None. `print`
    shows lines of text, a notebook a table.
    """

    def __init__(self, rows: Iterable[dict]):
        super().__init__(rows)
        self.first: int | None = next((row["step"] for row in self), None)

    def __str__(self) -> str:
        width = max((len(row["what"]) for row in self), default=0)
        lines = [self._head()]
        for row in self[:SHOWN]:
            a, b = _from_difference(row["a"], row["b"], WIDTH)
            step = "" if row["step"] is None else row["step"]
            lines += [f"{step:>2}  {row['what']:<{width}}  a: {a}", f"{'':{width + 4}}  b: {b}"]
        if len(self) > SHOWN:
            lines.append(f"    and {len(self) - SHOWN} more differences")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return table.STYLE + self.html()

    def html(self) -> str:
        """The same as an HTML table; all text is escaped."""
        return table.markup(self._head(), ("Step", "What", "Run a", "Run b"), (
            ["" if row["step"] is None else row["step"], row["what"],
             *_from_difference(row["a"], row["b"], CELL)] for row in self), narrow=True)

    def _head(self) -> str:
        if not self:
            return "The runs are equal."
        if self.first is None:
            return "The runs say and do the same, and differ as a whole."
        return f"The runs part at step {self.first}."


def diff(a: Run, b: Run) -> Diff:
    """Where the runs `a` and `b` part, and what differs from there: messages, calls, results, the
    answer, how they ended, and the tokens.

    Step by step the first is compared with the first, and so on. The ids of calls do not count,
    nor the order of keys in JSON. Keys and passwords never show. Raises TypeError for what is no
    run.
    """
    for run in (a, b):
        if not isinstance(run, Run):
            raise TypeError(f"diff compares two runs, and this is {kind_of(run)}.")
    steps_a, steps_b = _told(a), _told(b)
    secrets = tuple(dict.fromkeys((*secrets_of(a), *secrets_of(b))))
    rows = []
    for step in range(max(len(steps_a), len(steps_b))):
        here = steps_a[step] if step < len(steps_a) else {}
        there = steps_b[step] if step < len(steps_b) else {}
        rows += [_row(step, what, here.get(what, ""), there.get(what, ""))
                 for what in {**here, **there}]
    rows += [_row(None, "status", a.status, b.status),
             _row(None, "tokens", _tokens(a.usage), _tokens(b.usage))]
    return Diff({key: hide(value, secrets) if isinstance(value, str) else value
                 for key, value in row.items()}
                for row in rows if _plain(row["a"]) != _plain(row["b"]))


def _row(step: int | None, what: str, a: str, b: str) -> dict:
    return {"step": step, "what": what, "a": a, "b": b}


def _told(run: Run) -> list[dict[str, str]]:
    """For each step, beginning with 0, what was said and done in it: {"call 1": "..."}."""
    steps: list[dict[str, str]] = [{}]

    def tell(what: str, text: str) -> None:
        number = 2
        name = what
        while name in steps[-1]:  # a second user message, or a second system message
            name, number = f"{what} {number}", number + 1
        steps[-1][name] = text

    messages = run.messages
    for message in messages:
        role = message["role"]
        if role == "assistant":
            steps.append({})
            calls = calls_of(message)
            places = {entry["id"]: number for number, entry in enumerate(calls, 1)}
            if words := visible(text_of(message)):
                last = message is messages[-1] and run.status == ANSWERED
                tell("answer" if last else "words", words)
            for entry in calls:
                tell(f"call {places[entry['id']]}",
                     f"{entry['function']['name']} {entry['function']['arguments']}")
        elif role == "tool":
            tell(f"result {places[message['tool_call_id']]}", message["content"])
        else:
            tell(role, text_of(message))
    return steps


def _plain(text: str) -> str:
    """A text to compare: JSON in one form, also behind the name of a call."""
    name, brace, rest = text.partition("{")
    try:
        return name + json.dumps(json.loads(brace + rest), sort_keys=True) if brace else text
    except (ValueError, RecursionError):
        return text


def _from_difference(a: str, b: str, width: int) -> tuple[str, str]:
    """Both texts short, from just before the first difference where that comes late."""
    same = len(os.path.commonprefix([a, b]))
    if same > width // 2 and a and b:
        a, b = (f"...{text[same - LEAD:]}" for text in (a, b))
    return short(a, width) or "(nothing)", short(b, width) or "(nothing)"


# -- words -----------------------------------------------------------------------------------------


def _tokens(usage: Usage) -> str:
    return (f"{usage.input_tokens:,} in, {usage.output_tokens:,} out, "
            f"{usage.total_tokens:,} in all")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _line(message: dict) -> str:
    """What a message says and asks for."""
    asks = [f"asks for {entry['function']['name']} {entry['function']['arguments']}"
            for entry in calls_of(message)]
    return " ".join(filter(None, [visible(text_of(message)), *asks]))
