"""What happened in a run, to read: as text, table and timeline, whole or step by step.

    print(trace.text(run))      lines of text
    trace.table(run)            a table in a notebook, HTML elsewhere
    trace.timeline(run)         a picture with alt text
    trace.text(run, step=2)     only the second request and what followed from it
    trace.audit(run)            the audit log: which actions, who decided, what came of it
    trace.request(run, 2)       the exact messages that went to the model with the second request

These are views with no state of their own. A plain list of messages, such as a loop of your own
makes, is as good as a run, whatever stands in it. Keys and passwords never show
(`studybuddy.showing.mask`): those of the settings, those of the run's model, and whatever looks
like one. Long texts are cut and say how long they were; a link in the model's words shows its
target.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator

from studybuddy import audit as auditing
from studybuddy import history, runfile
from studybuddy import timeline as drawing
from studybuddy.agent import FAILED, LATER, Run
from studybuddy.messages import Usage, calls_of, text_of, visible
from studybuddy.picture import Picture
from studybuddy.registry import untold
from studybuddy.showing import links_shown, mask, short
from studybuddy.table import Table, markup

TYPE_CHECKING = False  # type checkers know this name
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Table", "audit", "ending", "fresh", "hide", "masked", "places", "raw_rows", "request",
           "requests", "rows", "rows_of", "table", "text", "timeline", "waiting", "why_failed"]

WIDTH = 100  # characters of a text in a line; longer ones are cut and say how long they were
CELL = 300  # the same for a cell of the table
NAME = 40  # characters of a tool's name
MAX_NOTES = 3  # of the decisions about one call that a timeline shows, the newest ones
FAULTS = {"length": ["cut off"], "malformed": ["malformed"], "blocked": ["blocked"]}
LEAST_KEPT = 200  # characters of a text whose masked form is kept; a shorter one is read anew
MOST_KEPT = 5_000_000  # characters of all texts whose masked form is kept
SECRETS = ("GEMINI_API_KEY", "LLM_API_KEY", "SMTP_PASSWORD")  # settings that are never shown


def rows(run: Run | list[dict], step: int | None = None) -> list[dict]:
    """One row for each thing that was said or done: {"step", "who", "what"}.

    `step` is the number of the request (0 before the first); given, only its rows come back.
    `who` is system, user, model, person or the name of a tool; `what` is the text, the call, the
    result, what the tool raised, or the decision, in full length but with `[key]` in place of
    secrets. Raises ValueError for a step that the run does not have.
    """
    _require_step(run, step)
    secrets = secrets_of(run)
    return [{"step": number, "who": short(mask(who, secrets), NAME), "what": hide(what, secrets)}
            for number, who, what in raw_rows(run) if step in (None, number)]


def text(run: Run | list[dict], width: int = WIDTH, step: int | None = None) -> str:
    """The run as lines of text, each text cut at `width` characters. `step` as in `rows`."""
    found = rows(run, step)
    names = max((len(row["who"]) for row in found), default=0)
    lines = [f"{row['step']:>2}  {row['who']:<{names}}  {short(row['what'], width)}"
             for row in found]
    if step in (None, requests(run)):
        lines.append(f"    {short(ending(run), width)}")
    return "\n".join(lines)


def table(run: Run | list[dict], step: int | None = None) -> Table:
    """The run as an HTML table with a caption; all text is escaped. `step` as in `rows`."""
    body = ([row["step"], row["who"], short(row["what"], CELL)] for row in rows(run, step))
    last = requests(run)
    told = (f"{last} {'request' if last == 1 else 'requests'}, {ending(run)}"
            if step is None else f"Step {step} of {last}")
    return Table(markup(short(told, CELL), ("Step", "Who", "What"), body, narrow=True),
                 text(run, step=step))


def audit(run: Run | str | os.PathLike, times: bool = True) -> auditing.Audit:
    """The audit log of a run, or of the run file at this path, which is only read.

    One row for each decision: what the model asked for, what was shown, who decided, when (UTC),
    whether it was asked again and why, and the result. Without `times` the key "when" is left
    out. Raises RunFileError when the file cannot be read.
    """
    secrets = secrets_of(run)

    def hidden(told: str) -> str:
        return hide(told, secrets)

    if isinstance(run, Run):
        return auditing.Audit(auditing.rows(list(run.events), run._waiting(), hidden), times)
    events, _ = runfile.read(run)
    try:
        return auditing.Audit(auditing.rows(events, (), hidden), times)
    except (KeyError, TypeError, AttributeError):  # a file that somebody edited
        raise runfile.RunFileError(
            f"{os.path.basename(run)} holds a line that is no event of a run.") from None


def timeline(run: Run | list[dict], step: int | None = None) -> Picture:
    """The messages as a picture, numbered as in `run.messages`: each call tied to its answer by
    the id.

    System messages are not drawn. At the foot of a message stand the tokens of its request, the
    decision of a person, and what went wrong. With `step`, the history as it was after this step
    (0: before the first request).
    """
    _require_step(run, step)
    messages, how = _messages(run), ending(run)
    if step is not None and step < requests(run):
        messages, how = messages[:_replies(messages)[step]], f"after step {step}"
    notes = _notes(run) if isinstance(run, Run) else {}
    secrets = secrets_of(run)
    return drawing.draw(messages, how, lambda told: hide(told, secrets), notes)


def request(run: Run | list[dict], step: int) -> list[dict]:
    """The messages as they went to the model with request number `step` (from 1), keys masked.

    Of a long run whole oldest turns may be left out, and "(no answer)" may stand between two
    questions, as `studybuddy.history.view` says; a list is taken to be sent as it is. Raises
    ValueError for a request that the run did not make.
    """
    return masked(run, _sent(run, step)[1])


def places(run: Run | list[dict], step: int) -> list[int | None]:
    """For each message of request number `step` (from 1) its place in the history, from 0.

    None for what is in no history and only sent: "(no answer)" between two questions. Raises
    ValueError for a request that the run did not make.
    """
    history_then, sent = _sent(run, step)
    known = {id(message) for message in history_then}
    found: list[int | None] = []
    place = len(history_then)
    for message in reversed(sent):  # from the end: only in front something may be left out
        if id(message) in known:
            place -= 1
            while history_then[place] is not message:
                place -= 1
        found.append(place if id(message) in known else None)
    return found[::-1]


def fresh(run: Run | list[dict], step: int) -> int:
    """How many messages of request number `step`, at its end, the request before did not have.

    Raises ValueError for a request that the run did not make.
    """
    sent = places(run, step)
    had = [0, *_replies(_messages(run))][step - 1]
    old = [number for number, place in enumerate(sent, 1) if place is not None and place < had]
    return len(sent) - (old[-1] if old else 0)


def _sent(run: Run | list[dict], step: int) -> tuple[list[dict], list[dict]]:
    """The history before request number `step`, and what was sent of it."""
    _require_step(run, step)
    if step == 0:
        raise ValueError("Requests count from 1.")
    messages = _messages(run)
    before = messages[:_replies(messages)[step - 1]]
    return before, history.view(before)[0] if isinstance(run, Run) else before


def masked(run: Run | list[dict] | None, value: Any) -> Any:
    """A text, or dicts and lists of texts, with `[key]` in place of the secrets of this run."""
    secrets = secrets_of(run)

    def hidden(value):
        if isinstance(value, str):
            return hide(value, secrets)
        if isinstance(value, dict):
            return {hidden(key): hidden(part) for key, part in value.items()}
        return [hidden(part) for part in value] if isinstance(value, list) else value

    return hidden(value)


def hide(text: str, secrets: tuple[str, ...]) -> str:
    """`showing.mask` of a text, which is looked through once: a panel shows the same text at each
    step, and a long one takes long."""
    if not LEAST_KEPT <= len(text) <= MOST_KEPT:
        return mask(text, secrets)
    found = _kept.get(text, secrets)
    if found is None:
        found = mask(text, secrets)
        _kept.put(text, secrets, found)
    return found


class _Kept:
    """The masked forms of the newest texts, up to `MOST_KEPT` characters; from any thread."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, tuple[str, ...]], str] = {}
        self._size = 0
        self._lock = threading.Lock()

    def get(self, text: str, secrets: tuple[str, ...]) -> str | None:
        with self._lock:
            found = self._found.pop((text, secrets), None)
            if found is not None:
                self._found[text, secrets] = found  # behind all others: it was used last
            return found

    def put(self, text: str, secrets: tuple[str, ...], found: str) -> None:
        with self._lock:
            if (text, secrets) not in self._found:
                self._size += len(text)
            self._found[text, secrets] = found
            while self._size > MOST_KEPT:
                oldest = next(iter(self._found))
                self._size -= len(oldest[0])
                del self._found[oldest]


_kept = _Kept()


def raw_rows(run: Run | list[dict]) -> Iterator[tuple[int, str, str]]:
    """(step, who, what) as in `rows`, with keys still in: for who masks only what is shown."""
    yield from _told(_messages(run), run.events if isinstance(run, Run) else (), 0)
    yield from waiting(run) if isinstance(run, Run) else ()


def rows_of(events: list[dict], step: int) -> Iterator[tuple[int, str, str]]:
    """The same of some events of a run that follow each other, the first one behind this step."""
    messages = [event["message"] for event in events if event["type"] in ("message", "done")]
    return _told(messages, events, step)


def waiting(run: Run) -> Iterator[tuple[int, str, str]]:
    """The same of the calls that wait for a decision."""
    for call in run._waiting():
        yield requests(run), "person", f"{call.name} waits for a decision"


def _told(messages: list[dict], events: Iterable[dict],
          step: int) -> Iterator[tuple[int, str, str]]:
    """The rows of messages behind this step, with the decisions and faults of the events."""
    names: dict[str, str] = {}
    decisions = {event["id"]: event for event in events if event["type"] == "decision"}
    faults = {event["message"]["tool_call_id"]: event["fault"]
              for event in events if event["type"] == "done" and event.get("fault")}
    for message in messages:
        role = message.get("role")
        if role == "assistant":
            step += 1
            words = visible(text_of(message))
            if words:
                yield step, "model", links_shown(words)
            for entry in calls_of(message):
                name, arguments = drawing.asked(entry)
                names[drawing.as_text(entry.get("id"))] = name
                yield step, "model", f"asks for {name} {arguments}"
        elif role == "tool":
            call_id = drawing.as_text(message.get("tool_call_id"))
            if call_id in decisions:
                yield step, "person", _decided(decisions[call_id])
            yield step, names.get(call_id, "tool"), text_of(message)
            if call_id in faults:
                yield step, names.get(call_id, "tool"), untold(faults[call_id])
        else:
            yield step, drawing.as_text(role), text_of(message)


def _notes(run: Run) -> dict[int, list[str]]:
    """For the timeline, by place in the messages: tokens, decisions and faults, in few letters."""
    notes: dict[int, list[str]] = {}
    decided: dict[str, list[str]] = {}
    place = empty = 0
    for event in list(run.events):
        kind = event["type"]
        if kind == "empty":
            empty += 1
        elif kind == "decision":
            decided.setdefault(event["id"], []).append(
                "approved" if event["approved"] is True else "rejected")
        elif kind == "void":
            decided.setdefault(event["id"], []).append("changed: void")
        elif kind == "started":
            decided.setdefault(event["id"], ["rest of run"])
        elif kind == "done":
            notes[place] = decided.get(event["message"]["tool_call_id"], [])[-MAX_NOTES:]
        elif kind == "message" and event["message"]["role"] == "assistant":
            notes[place] = [*_tokens(event), *FAULTS.get(str(event.get("finish")), ())]
            notes[place] += ["an empty reply"] if empty else []
            empty = 0
        place += kind in ("message", "done")
    return notes


def _tokens(event: dict) -> list[str]:
    used = Usage(**event.get("usage") or {})
    if not used.total_tokens:
        return []
    told = f"{used.input_tokens:,} in, {used.output_tokens:,} out"
    return [told if len(told) <= 18 else f"{used.total_tokens:,} tokens"]


def _decided(decision: dict) -> str:
    if decision["approved"]:
        more = ", and more calls of it in this run" if decision.get("rest_of_run") else ""
        return f"approves {decision['name']}{more}"
    told = ": ".join(filter(None, [f"rejects {decision['name']}", decision["reason"]]))
    return f"{told} {untold(decision['fault'])}" if decision.get("fault") else told


def _messages(run: Run | list[dict]) -> list[dict]:
    return run.messages if isinstance(run, Run) else [drawing.as_message(entry) for entry in run]


def _replies(messages: list[dict]) -> list[int]:
    """The places of the model's replies: one for each request."""
    return [place for place, message in enumerate(messages) if message.get("role") == "assistant"]


def requests(run: Run | list[dict]) -> int:
    """The number of requests that got a reply: the last step."""
    return len(_replies(_messages(run)))


def ending(run: Run | list[dict]) -> str:
    """How the run stands, in a word; of a failed one also why."""
    if isinstance(run, Run):
        if run.status == FAILED and run.error is not None:
            return mask(f"{FAILED}: {why_failed(run)}", secrets_of(run))
        return run.status
    messages = _messages(run)
    last = messages[-1] if messages else {}
    return "answered" if last.get("role") == "assistant" and not calls_of(last) else "not answered"


def why_failed(run: Run) -> str:
    """Why a run failed, without what to do then: that is said by who shows it. Keys still in."""
    return str(run.error).removesuffix(LATER).rstrip()


def secrets_of(run: object) -> tuple[str, ...]:
    """What must never show: the keys of the settings and of the run's model."""
    from studybuddy import environment

    settings = [value for name in SECRETS if (value := environment.get(name))]
    service = getattr(getattr(getattr(run, "agent", None), "model", None), "service", None)
    return (*settings, *getattr(service, "secrets", ()))


def _require_step(run: Run | list[dict], step: int | None) -> None:
    last = requests(run)
    if step is not None and not (type(step) is int and 0 <= step <= last):
        raise ValueError(f"This run has the steps 0 to {last}, not {step!r}.")
