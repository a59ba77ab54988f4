"""What happened in a run, to read: as text, table and timeline. Views of the run, with no state."""

from __future__ import annotations

import html
from collections.abc import Iterator

from studybuddy.agent import Run
from studybuddy.messages import calls_of, text_of, visible
from studybuddy.timeline import timeline

__all__ = ["rows", "table", "text", "timeline"]

WIDTH = 100  # characters of one line; longer texts are cut and say how long they were


def rows(run: Run) -> list[dict]:
    """One row for each thing that was said or done: {"step", "who", "what"}.

    `step` is the number of the request (0 before the first), `who` is system, user, model or
    the name of a tool, `what` is the text, the call, or the result.
    """
    return list(_rows(run))


def text(run: Run, width: int = WIDTH) -> str:
    """The run as lines of text. `width` is the number of characters at which a line is cut."""
    names = max((len(row["who"]) for row in rows(run)), default=0)
    lines = [f"{row['step']:>2}  {row['who']:<{names}}  {_short(row['what'], width)}"
             for row in rows(run)]
    return "\n".join([*lines, f"    {run.status}"])


def table(run: Run) -> str:
    """The run as an HTML table with a caption; all text is escaped."""
    body = "".join(
        f"<tr><td>{row['step']}</td><td>{html.escape(row['who'])}</td>"
        f"<td>{html.escape(_short(row['what'], 300))}</td></tr>" for row in rows(run))
    return (f"<table><caption>{len(run.steps)} requests, {html.escape(run.status)}</caption>"
            "<thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Who</th>"
            f"<th scope=\"col\">What</th></tr></thead><tbody>{body}</tbody></table>")


def _rows(run: Run) -> Iterator[dict]:
    step = 0
    names: dict[str, str] = {}
    for message in run.messages:
        role = message["role"]
        if role == "assistant":
            step += 1
            words = visible(text_of(message))
            if words:
                yield {"step": step, "who": "model", "what": words}
            for entry in calls_of(message):
                function = entry["function"]
                names[entry["id"]] = function["name"]
                yield {"step": step, "who": "model",
                       "what": f"asks for {function['name']} {function['arguments']}"}
        elif role == "tool":
            yield {"step": step, "who": names.get(message["tool_call_id"], "tool"),
                   "what": message["content"]}
        else:
            yield {"step": step, "who": role, "what": text_of(message)}
    for call in run.pending:
        yield {"step": step, "who": "person", "what": f"{call.name} waits for a decision"}


def _short(words: str, width: int) -> str:
    line = " ".join(words.split())
    return line if len(line) <= width else f"{line[:width]}... ({len(line):,} characters)"
