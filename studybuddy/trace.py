"""What happened in a run, to read: as text, table and timeline, whole or step by step.

    print(trace.text(run))      lines of text
    trace.table(run)            a table in a notebook, HTML elsewhere
    trace.timeline(run)         a picture with alt text
    trace.text(run, step=2)     only the second request and what followed from it

These are views with no state of their own. A plain list of messages, such as a loop of your own
makes, is as good as a run, whatever stands in it. Keys and passwords never show
(`studybuddy.showing.mask`): those of the settings, those of the run's model, and whatever looks
like one. Long texts are cut and say how long they were.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from studybuddy import timeline as drawing
from studybuddy.agent import FAILED, Run
from studybuddy.messages import calls_of, text_of, visible
from studybuddy.picture import Picture
from studybuddy.showing import mask, short

__all__ = ["Table", "rows", "table", "text", "timeline"]

WIDTH = 100  # characters of a text in a line; longer ones are cut and say how long they were
CELL = 300  # the same for a cell of the table
NAME = 40  # characters of a tool's name
SECRETS = ("GEMINI_API_KEY", "LLM_API_KEY", "SMTP_PASSWORD")  # settings that are never shown

# The class stands three times to outweigh JupyterLab's own rules for tables.
_STYLE = """<style>
.sb-trace.sb-trace.sb-trace{border-collapse:collapse;margin:4px 0;max-width:60rem;
font-size:var(--jp-content-font-size1,14px);color:var(--jp-content-font-color1,#212121);
background:var(--jp-layout-color1,#fff)}
.sb-trace.sb-trace.sb-trace caption{text-align:left;padding:4px 10px;font-weight:bold;
color:var(--jp-content-font-color1,#212121);background:var(--jp-layout-color1,#fff)}
.sb-trace.sb-trace.sb-trace th,.sb-trace.sb-trace.sb-trace td{text-align:left;
vertical-align:top;padding:3px 10px;border-bottom:1px solid #808080;white-space:normal;
overflow-wrap:anywhere;max-width:none}
.sb-trace.sb-trace.sb-trace th:nth-child(-n+2),.sb-trace.sb-trace.sb-trace td:nth-child(-n+2){
white-space:nowrap}
</style>
"""


class Table(str):
    """A table as HTML text. A notebook shows it as a table, and keeps `plain` beside it."""

    plain: str

    def __new__(cls, markup: str, plain: str) -> Table:
        table = super().__new__(cls, markup)
        table.plain = plain
        return table

    def _repr_html_(self) -> str:
        return _STYLE + self

    def _repr_pretty_(self, printer, cycle: bool) -> None:
        printer.text(self.plain)


def rows(run: Run | list[dict], step: int | None = None) -> list[dict]:
    """One row for each thing that was said or done: {"step", "who", "what"}.

    `step` is the number of the request (0 before the first); given, only its rows come back.
    `who` is system, user, model, person or the name of a tool; `what` is the text, the call, the
    result or the decision, in full length but with `[key]` in place of secrets. Raises ValueError
    for a step that the run does not have.
    """
    _require_step(run, step)
    secrets = _secrets(run)
    return [{"step": number, "who": short(mask(who, secrets), NAME), "what": mask(what, secrets)}
            for number, who, what in _rows(run) if step in (None, number)]


def text(run: Run | list[dict], width: int = WIDTH, step: int | None = None) -> str:
    """The run as lines of text, each text cut at `width` characters. `step` as in `rows`."""
    found = rows(run, step)
    names = max((len(row["who"]) for row in found), default=0)
    lines = [f"{row['step']:>2}  {row['who']:<{names}}  {short(row['what'], width)}"
             for row in found]
    if step in (None, _requests(run)):
        lines.append(f"    {short(_ending(run), width)}")
    return "\n".join(lines)


def table(run: Run | list[dict], step: int | None = None) -> Table:
    """The run as an HTML table with a caption; all text is escaped. `step` as in `rows`."""
    body = "".join(
        f"<tr><td>{row['step']}</td><td>{html.escape(row['who'])}</td>"
        f"<td>{html.escape(short(row['what'], CELL))}</td></tr>" for row in rows(run, step))
    requests = _requests(run)
    told = (f"{requests} {'request' if requests == 1 else 'requests'}, {_ending(run)}"
            if step is None else f"Step {step} of {requests}")
    return Table(
        f'<table class="sb-trace"><caption>{html.escape(short(told, CELL))}</caption>'
        '<thead><tr><th scope="col">Step</th><th scope="col">Who</th>'
        f'<th scope="col">What</th></tr></thead><tbody>{body}</tbody></table>',
        text(run, step=step))


def timeline(run: Run | list[dict], step: int | None = None) -> Picture:
    """The messages as a picture: each call tied to its answer by the id.

    With `step`, the history as it was after this step (0: before the first request).
    """
    _require_step(run, step)
    messages, ending = _messages(run), _ending(run)
    if step is not None and step < _requests(run):
        starts = [place for place, message in enumerate(messages)
                  if message.get("role") == "assistant"]
        messages, ending = messages[:starts[step]], f"after step {step}"
    return drawing.draw(messages, ending, _secrets(run))


def _rows(run: Run | list[dict]) -> Iterator[tuple[int, str, str]]:
    step = 0
    names: dict[str, str] = {}
    events = run.events if isinstance(run, Run) else ()
    decisions = {event["id"]: event for event in events if event["type"] == "decision"}
    for message in _messages(run):
        role = message.get("role")
        if role == "assistant":
            step += 1
            words = visible(text_of(message))
            if words:
                yield step, "model", words
            for entry in calls_of(message):
                name, arguments = drawing.asked(entry)
                names[drawing.as_text(entry.get("id"))] = name
                yield step, "model", f"asks for {name} {arguments}"
        elif role == "tool":
            call_id = drawing.as_text(message.get("tool_call_id"))
            if call_id in decisions:
                yield step, "person", _decided(decisions[call_id])
            yield step, names.get(call_id, "tool"), text_of(message)
        else:
            yield step, drawing.as_text(role), text_of(message)
    for call in getattr(run, "pending", ()):
        yield step, "person", f"{call.name} waits for a decision"


def _decided(decision: dict) -> str:
    if decision["approved"]:
        more = ", and more calls of it in this run" if decision.get("rest_of_run") else ""
        return f"approves {decision['name']}{more}"
    return f"rejects {decision['name']}" + (
        f": {decision['reason']}" if decision["reason"] else "")


def _messages(run: Run | list[dict]) -> list[dict]:
    return run.messages if isinstance(run, Run) else [drawing.as_message(entry) for entry in run]


def _requests(run: Run | list[dict]) -> int:
    return sum(message.get("role") == "assistant" for message in _messages(run))


def _ending(run: Run | list[dict]) -> str:
    """How the run stands, in a word; of a failed one also why."""
    if isinstance(run, Run):
        if run.status == FAILED and run.error is not None:
            return mask(f"{FAILED}: {run.error}", _secrets(run))
        return run.status
    messages = _messages(run)
    last = messages[-1] if messages else {}
    return "answered" if last.get("role") == "assistant" and not calls_of(last) else "not answered"


def _secrets(run: Run | list[dict]) -> tuple[str, ...]:
    from studybuddy import environment

    settings = [value for name in SECRETS if (value := environment.get(name))]
    service = getattr(getattr(getattr(run, "agent", None), "model", None), "service", None)
    return (*settings, *getattr(service, "secrets", ()))


def _require_step(run: Run | list[dict], step: int | None) -> None:
    last = _requests(run)
    if step is not None and not (type(step) is int and 0 <= step <= last):
        raise ValueError(f"This run has the steps 0 to {last}, not {step!r}.")
