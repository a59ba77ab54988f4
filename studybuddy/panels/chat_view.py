"""The parts of a conversation as HTML and text. Whatever comes from outside is escaped."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.panels import quiz_parts
from studybuddy.panels.chat_turns import Turn, plans_of, quiz_in, sources_of
from studybuddy.panels.lab_files import page_link
from studybuddy.panels.markdown import readable, to_html
from studybuddy.panels.markup import block, inline, plain, word
from studybuddy.panels.masking import cut_long, hidden
from studybuddy.runstate import ANSWERED, CANCELLED, NEEDS_APPROVAL, READY
from studybuddy.showing import short

LINE = 300  # characters of a step's line
LINES = 40  # newest lines of a turn's steps that are shown

_PAGE = re.compile(r"(.*) p\.(\d{1,6})")


def model_name(model: object) -> str:
    """Who answers, in words."""
    return str(getattr(model, "name", None) or type(model).__name__)


def steps_of(run: Run, turn: Turn) -> list[tuple[str, str]]:
    """(who, what) for each request, call, decision and result of a turn, keys masked."""
    lines: list[tuple[str, str]] = []
    step, secrets = turn.before, trace.secrets_of(run)
    rows = list(trace.rows_of(run.events[turn.begin:turn.end], step))
    if turn.status in (READY, NEEDS_APPROVAL):
        rows += trace.waiting(run)
    for number, who, what in rows:
        if who == "user":
            continue
        if number != step:
            step = number
            lines.append(("request", f"{step - turn.before}, to {model_name(run.agent.model)}"))
        lines.append((short(hidden(who, secrets), trace.NAME), hidden(what, secrets)))
    if turn.status == ANSWERED and lines and lines[-1][0] == "model":
        lines[-1] = ("model", "answers")  # the answer stands below
    return lines


def question_html(turn: Turn) -> str:
    """What the learner asked."""
    return block(turn.question, "sb-you", label="You:")


def steps_html(lines: list[tuple[str, str]], is_open: bool) -> str:
    """The steps as a list, folded unless `is_open`."""
    if not lines:
        return ""
    items = "".join(f"<li><strong>{inline(who)}</strong> {inline(short(what, LINE))}</li>"
                    for who, what in lines[-LINES:])
    left_out = f"<p>{len(lines) - LINES} earlier lines are not shown.</p>" * (len(lines) > LINES)
    number = sum(who == "request" for who, _ in lines)
    return (f"<details{' open' * is_open}><summary>{counted(number, 'request')} to the model, "
            f"step by step</summary>{left_out}<ul class=\"sb-log\">{items}</ul></details>")


def answer_html(turn: Turn, is_quiz: bool = False) -> str:
    """The answer, or how the turn ended, and whether the file goes on behind it. The text of a quiz
    is folded: it tells the answers."""
    return _ending(turn, is_quiz) + unkept_html(turn)


def unkept_html(turn: Turn) -> str:
    """That what follows is kept in no file, and why; "" where it is kept."""
    return f"<p>{word('NOT KEPT', 'bad')} {inline(turn.unkept)}</p>" if turn.unkept else ""


def _ending(turn: Turn, is_quiz: bool) -> str:
    if turn.status in (READY, NEEDS_APPROVAL) or not turn.answer:
        return ""
    if turn.status != ANSWERED:
        kind = "note" if turn.status == CANCELLED else "bad"
        label = "STOPPED" if turn.status == CANCELLED else turn.status.replace("_", " ").upper()
        return f"<p>{word(label, kind)} {inline(turn.answer)}</p>"
    told = to_html(turn.answer)
    if is_quiz:
        return f"<details><summary>The quiz as text, with the answers</summary>{told}</details>"
    return told


def found_html(turn: Turn, where: Callable[[str], Path | None] = lambda source: None) -> str:
    """Sources and plans of a turn. `where` gives the file of a source, if it is a local file."""
    if turn.status != ANSWERED:
        return ""
    parts = []
    sources = sources_of(turn)
    if sources:
        rows = "".join(f"<li>{_source(source, where)}<details><summary>Show the passage</summary>"
                       f"{block(text)}</details></li>" for source, text in sources)
        parts.append(f'<p><strong>Sources</strong></p><ul class="sb-sources">{rows}</ul>')
    parts += [made for plan in plans_of(turn) if (made := _plan(plan))]
    return "\n".join(parts)


def _source(source: str, where: Callable[[str], Path | None]) -> str:
    found = _PAGE.fullmatch(source)
    if found is None:
        return inline(source)
    return page_link(where(found[1]), int(found[2]), source)


def _plan(plan: dict) -> str:
    """The calendar of a plan, with the file for other calendars; "" for what is no plan."""
    from studybuddy.ics import plan_to_ics
    from studybuddy.plan_view import calendar_view

    plan = _seen(plan)
    try:
        made = calendar_view(plan).html
    except ValueError:
        return ""
    try:
        link = data_link("study-plan.ics", "text/calendar", plan_to_ics(plan))
    except (ValueError, ImportError) as reason:
        link = html.escape(f"There is no calendar file: {reason}")
    frame = '<div class="sb-wide" tabindex="0" role="group" aria-label="Calendar">'
    return f"{frame}{made}</div>\n<p>Save it for your calendar: {link}</p>"


def _seen(value):
    """A value with hidden characters shown, in all its texts."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {key: _seen(part) for key, part in value.items()}
    return [_seen(part) for part in value] if isinstance(value, list) else value


def data_link(name: str, mime: str, text: str) -> str:
    """A link that saves a text: it holds the whole file, so no server is asked."""
    return (f'<a download="{html.escape(name)}" href="data:{mime};charset=utf-8,'
            f'{quote(text.encode("utf-8", "replace"))}">{html.escape(name)}</a>')


def turn_html(turn: Turn, steps: list[tuple[str, str]]) -> str:
    """A whole turn without widgets."""
    quiz = quiz_in(turn.answer) if turn.status == ANSWERED else None
    answer = answer_html(turn) if quiz is None else (
        quiz_parts.as_html(quiz) + unkept_html(turn))
    return "\n".join(filter(None, [question_html(turn), answer, found_html(turn),
                                   steps_html(steps, False)]))


def turn_text(turn: Turn, steps: list[tuple[str, str]]) -> str:
    """The same as plain text."""
    lines = [f"You: {plain(turn.question)}"]
    lines += [f"  {plain(who)}: {short(what, LINE)}" for who, what in steps]
    quiz = quiz_in(turn.answer) if turn.status == ANSWERED else None
    if turn.answer:
        lines.append(f"StudyBuddy: {readable(cut_long(turn.answer))}" if quiz is None
                     else quiz_parts.as_text(quiz))
    if turn.unkept:
        lines.append(f"Not kept: {plain(turn.unkept)}")
    sources = [source for source, _ in sources_of(turn)]
    if sources and turn.status == ANSWERED:
        lines.append(f"Sources: {plain(', '.join(sources))}")
    return "\n".join(lines)


def counted(number: int, thing: str) -> str:
    """A number with its noun, such as "1 request" or "2 requests"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
