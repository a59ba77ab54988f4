"""The audit log: which actions there were, what was shown, who decided, when, what came of it.

It is a view of the events of a run, in memory or in its file (`studybuddy.trace.audit` and
`run.audit()` are the ways in), and keeps nothing of its own. A row is one decision about one
call, so a call that was asked about twice has two rows. An action that ended before anybody
decided about it has a row too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from html import escape

from studybuddy import table
from studybuddy.approval import CHANGED, MAY_HAVE_HAPPENED, REST_OF_RUN
from studybuddy.messages import ToolCall, calls_of
from studybuddy.registry import untold
from studybuddy.showing import MOST_BLANKS, one_line, short

COLUMNS = {"what": "What", "shown": "Shown", "decision": "Decision", "who": "Who decided",
           "when": "When", "again": "Asked again", "result": "Result"}
CELL = 200  # characters of a cell; longer ones are cut and say how long they were
SHOWN, LINES = 1_000, 24  # characters and lines of what was shown: a diff is read line by line
UNKNOWN = "not recorded"
_LINES = ("margin:0;padding:0;background:none;color:inherit;font-size:.95em;"
          "white-space:pre-wrap;overflow-wrap:anywhere;word-break:normal")
NOT_YET, NOT_RUN = "not yet", "did not run"


class Audit(list):
    """Rows of an audit log: a list of dicts of texts with the keys of `COLUMNS`.

    `print` shows lines of text, a notebook a table. What was shown keeps its lines in both, each
    other cell stands on one. Without `times` the key "when" is left out.
    """

    def __init__(self, rows: Iterable[dict[str, str]], times: bool = True):
        self.columns = {key: name for key, name in COLUMNS.items() if times or key != "when"}
        super().__init__({key: row[key] for key in self.columns} for row in rows)

    def __str__(self) -> str:
        width = max(map(len, self.columns.values()))
        lines = []
        for number, row in enumerate(self, 1):
            head = f"{number}."
            for key, name in self.columns.items():
                for line in self._cell(row, key).split("\n"):
                    lines.append(f"{head:<3} {name:<{width}}  {line}".rstrip())
                    head = name = ""
        return "\n".join(lines) or "No action yet."

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return table.STYLE + self.html()

    def html(self) -> str:
        """The same as an HTML table; all text is escaped. What was shown has a row of its own below
        each decision: in a column it would be too narrow to read."""
        count = "1 decision" if len(self) == 1 else f"{len(self)} decisions"
        keys = [key for key in self.columns if key != "shown"]
        head = "".join(f'<th scope="col">{self.columns[key]}</th>' for key in keys)
        body = "".join(self._rows(row, keys) for row in self)
        return (f'<table class="sb-trace"><caption>Audit log: {count}</caption>'
                f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")

    def _rows(self, row: dict[str, str], keys: list[str]) -> str:
        cells = "".join(_when(row[key]) if key == "when" else table.cell(self._cell(row, key))
                        for key in keys)
        shown = (f'<tr><th scope="row">{COLUMNS["shown"]}</th><td colspan="{len(keys) - 1}">'
                 f'<pre style="{_LINES}">{escape(self._cell(row, "shown"))}</pre></td></tr>'
                 if row["shown"] else "")
        return f"<tr>{cells}</tr>{shown}"

    @staticmethod
    def _cell(row: dict[str, str], key: str) -> str:
        return _in_lines(row[key]) if key == "shown" else short(row[key], CELL)


def rows(events: Iterable[dict], waiting: Iterable[ToolCall] = (),
         mask: Callable[[str], str] = str) -> list[dict[str, str]]:
    """The rows of these events, in order, then one for each call that waits.

    `mask` takes out what must not be shown.
    """
    log = _Log()
    for event in events:
        log.take(event)
    for call in waiting:
        log.row(call.id, "waits", result=NOT_YET)
    return [{key: mask(value) for key, value in row.items()} for row in log.rows]


class _Log:
    """The rows so far, and what is known of each call."""

    def __init__(self) -> None:
        self.rows: list[dict[str, str]] = []
        self.asked: dict[str, str] = {}  # call id -> what the model asked for
        self.last: dict[str, dict[str, str]] = {}  # call id -> its newest row
        self.again: dict[str, str] = {}  # call id -> why a further decision was needed
        self.running: set[str] = set()
        self.undecided: set[str] = set()  # actions that have no row yet

    def row(self, call_id: str, decision: str, **others: str) -> None:
        """One more row."""
        row = dict.fromkeys(COLUMNS, "")
        row.update(what=self.asked.get(call_id, UNKNOWN), decision=decision,
                   again=self.again.get(call_id, ""), **others)
        row["again"] = f"yes: {row['again']}" if row["again"] else "no"
        self.rows.append(row)
        self.last[call_id] = row
        self.undecided.discard(call_id)

    def take(self, event: dict) -> None:
        """One event more; those that are about no action are passed over."""
        kind = event["type"]
        if kind == "message" and event["message"]["role"] == "assistant":
            for entry in calls_of(event["message"]):
                function = entry["function"]
                self.asked[entry["id"]] = f"{function['name']} {function['arguments']}"
            self.undecided.update(event.get("actions", ()))
        elif kind == "decision":
            self._decided(event)
        elif kind == "void":
            self.again[event["id"]] = CHANGED
            self.running.discard(event["id"])
            self._result(event["id"], f"did not run: {CHANGED}")
        elif kind == "started":
            self._started(event)
        elif kind == "done":
            self._done(event)

    def _decided(self, event: dict) -> None:
        decision = "approved" if event["approved"] is True else "rejected"
        if event["approved"] is True and event.get("rest_of_run") is True:
            decision += ", and further calls of this tool"
        self.running.discard(event["id"])  # what comes of it now belongs to this decision
        if event["reason"]:
            decision += f": {event['reason']}"
        if event.get("fault"):
            decision += f" {untold(event['fault'])}"
        self.row(event["id"], decision, shown=event.get("shown", UNKNOWN),
                 who=event.get("by", UNKNOWN), when=event.get("at", UNKNOWN),
                 result=NOT_YET if event["approved"] is True else NOT_RUN)

    def _started(self, event: dict) -> None:
        call_id = event["id"]
        if call_id not in self.last:
            self.row(call_id, "approved", shown="nothing", who=REST_OF_RUN,
                     when=event.get("at", UNKNOWN))
        self.running.add(call_id)
        self.again[call_id] = MAY_HAVE_HAPPENED
        self._result(call_id, f"started and not ended: {MAY_HAVE_HAPPENED}")

    def _done(self, event: dict) -> None:
        call_id, content = event["message"]["tool_call_id"], event["message"]["content"]
        if call_id in self.running:
            told = _told(content)
            fault = event.get("fault")
            self._result(call_id, f"{told} {untold(fault)}" if fault else told)
            return
        why = _field(content, "error")
        told = f"{NOT_RUN}: {why}" if why else NOT_RUN
        if call_id in self.undecided and _field(content, "status") == "rejected":  # none of a fork
            self.row(call_id, "none", shown=UNKNOWN, who="nobody",
                     when=event.get("at", UNKNOWN), result=told)
        elif self.last.get(call_id, {}).get("result") == NOT_YET:
            self._result(call_id, told)

    def _result(self, call_id: str, text: str) -> None:
        if call_id in self.last:
            self.last[call_id]["result"] = text


def _when(text: str) -> str:
    """The cell of a time: it breaks between the day and the hour alone."""
    parts = escape(short(text, CELL)).replace("T", "T<wbr>", 1)
    return f'<td style="white-space:nowrap">{parts}</td>' if "T" in text else table.cell(text)


def _in_lines(text: str) -> str:
    """What a person saw, in its lines, each without anything hidden; of a long text the first
    lines, and how many there are."""
    lines = []
    for line in text[:SHOWN].split("\n")[:LINES]:
        margin = len(line) - len(line.lstrip(" "))  # of a diff it says that the line stays
        lines.append(" " * min(margin, MOST_BLANKS) + one_line(line))
    number = text.count("\n") + 1
    if len(text) > SHOWN or number > LINES:
        lines.append(f"... ({number:,} line{'s' * (number > 1)}, {len(text):,} characters)")
    return "\n".join(lines)


def _told(content: str) -> str:
    """What a tool answered: its error as a sentence, else all of it."""
    error = _field(content, "error")
    return f"done: {content}" if error is None else f"error: {error}"


def _field(content: str, name: str) -> str | None:
    """A field of what a tool answered, or None."""
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return None
    value = answer.get(name) if isinstance(answer, dict) else None
    return None if value is None else str(value)
