"""A run drawn as a timeline: its messages in order, each call tied to its answer by the id."""

from __future__ import annotations

import json

from studybuddy import picture
from studybuddy.agent import Run
from studybuddy.messages import calls_of, text_of, visible

COLUMNS = 4  # boxes in a row
WIDTH, HEIGHT, GAP, ROW = 178, 118, 34, 190  # px of a box, between boxes, and of a row
LINES, LETTERS = 3, 20  # of text in a box
MAX_MESSAGES = 24  # in one picture; the alt text and the rows of `trace` tell the rest
FILL = {"system": picture.GREY, "user": picture.SKY, "assistant": picture.GREEN,
        "tool": picture.ORANGE}


def timeline(run: Run) -> picture.Picture:
    """The messages of a run (without the system message) as a picture with alt text.

    Long runs show their first messages; a line says how many more there are.
    """
    messages = [message for message in run.messages if message["role"] != "system"]
    shown = messages[:MAX_MESSAGES]
    alt = _alt(messages, run.status)
    if not shown:
        return picture.Picture(picture.document(10, 10, alt, []), alt, alt)
    places = {index: (10 + index % COLUMNS * (WIDTH + GAP), 10 + index // COLUMNS * ROW)
              for index in range(len(shown))}
    parts = [*_arrows(places), *_ties(shown, places)]
    for index, message in enumerate(shown):
        parts += _message(index + 1, message, *places[index])
    rows = (len(shown) - 1) // COLUMNS + 1
    width = 20 + min(len(shown), COLUMNS) * (WIDTH + GAP) - GAP
    height = rows * ROW + 4
    if len(messages) > len(shown):
        parts.append(picture.pill(width / 2, height + 6, f"and {len(messages) - len(shown)} more"))
        height += 24
    return picture.Picture(picture.document(width, height, alt, parts), alt, _text(messages))


def _arrows(places: dict) -> list[str]:
    """From each box to the next one in its row."""
    return [picture.line(f"M{x + WIDTH} {y + HEIGHT / 2:.0f} h{GAP - 3} "
                         f"m-7 -6 l7 6 l-7 6")
            for index, (x, y) in places.items()
            if (index + 1) % COLUMNS and index + 1 in places]


def _ties(messages: list[dict], places: dict) -> list[str]:
    """Below the boxes: a curve from each call to its answer, with the id on it."""
    asked = {entry["id"]: (index, number) for index, message in enumerate(messages)
             for number, entry in enumerate(calls_of(message))}
    curves, labels = [], []
    for index, message in enumerate(messages):
        call_id = message.get("tool_call_id")
        if call_id not in asked:
            continue
        start, number = asked[call_id]
        (x1, y1), (x2, y2) = places[start], places[index]
        x1, x2, low = x1 + WIDTH / 2, x2 + WIDTH / 2, y1 + HEIGHT
        if y1 == y2:
            depth = low + 40 + 20 * min(number, 1)
            curves.append(picture.line(
                f"M{x1:.0f} {low} C{x1:.0f} {depth} {x2:.0f} {depth} {x2:.0f} {low}"))
            # Near its end, so that several answers of one message stay apart.
            labels.append(picture.pill(x2 - WIDTH / 3, low + 0.65 * (depth - low), str(call_id)[:9]))
        else:
            labels.append(picture.pill(x2, y2 + HEIGHT + 16, str(call_id)[:9]))
    return curves + labels


def _message(number: int, message: dict, x: float, y: float) -> list[str]:
    role, centre = message["role"], x + WIDTH / 2
    parts = [picture.box(x, y, WIDTH, HEIGHT, FILL.get(role, picture.GREY)),
             picture.words(centre, y + 24, f"{number} {role}", size=17, bold=True)]
    for place, text in enumerate(_wrapped(_says(message))):
        parts.append(picture.words(centre, y + 50 + place * 22, text))
    return parts


def _says(message: dict) -> str:
    """What a message says, in short: of a tool's answer its result or its error."""
    if message["role"] == "tool":
        return _result(text_of(message))
    asks = [f"asks for {entry['function']['name']}" for entry in calls_of(message)]
    return " ".join(filter(None, [visible(text_of(message)), *asks]))


def _result(content: str) -> str:
    try:
        answer = json.loads(content)
    except ValueError:
        return content
    for key in ("error", "result", "message"):
        if isinstance(answer, dict) and key in answer:
            return f"{key}: {answer[key]}"
    return content


def _wrapped(text: str) -> list[str]:
    """The first words, in at most three lines of 20 letters."""
    import textwrap

    return textwrap.wrap(text, LETTERS, max_lines=LINES, placeholder=" ...",
                         break_on_hyphens=False) or [""]


def _alt(messages: list[dict], status: str) -> str:
    told = []
    for message in messages[:MAX_MESSAGES]:
        calls = [f"call {entry['id']} of {entry['function']['name']}" for entry in calls_of(message)]
        if calls:
            told.append(f"{message['role']} with {', '.join(calls)}")
        elif message["role"] == "tool":
            told.append(f"tool answer for {message['tool_call_id']}")
        else:
            told.append(message["role"])
    more = len(messages) - len(told)
    ending = f", and {more} more" if more else ""
    return f"Timeline of a run, {status}. In order: {', '.join(told) or 'nothing yet'}{ending}."


def _text(messages: list[dict]) -> str:
    """The same as lines: the role, what it says, and the ids."""
    lines = []
    for message in messages:
        ids = [entry["id"] for entry in calls_of(message)] or [message.get("tool_call_id")]
        mark = f"  [{', '.join(ids)}]" if ids[0] else ""
        lines.append(f"{message['role']:<10} {' '.join(_says(message).split())[:70]}{mark}")
    return "\n".join(lines)
