"""A history drawn as a timeline: its messages in order, each call tied to its answer by the id.

A message has the number of its place in the history, from 0, as in `run.messages`.
`studybuddy.trace.timeline` is the way in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from studybuddy import picture
from studybuddy.jsontext import name_of
from studybuddy.messages import calls_of, text_of, visible
from studybuddy.showing import one_line, short

COLUMNS = 4  # boxes in a row
WIDTH, HEIGHT, GAP, ROW = 178, 118, 28, 190  # px of a box, between boxes, and of a row
LINES, LETTERS = 3, 20  # of text in a box
NOTE = 26  # px of a note at the foot of a box
DOWN = 24  # px more between rows where a call is answered in a later row
MAX_MESSAGES = 24  # in one picture; the alt text and the rows of `trace` tell the rest
NAME, ID, LINE = 40, 9, 70  # characters of a name or an id in words, of an id on a tie, of a text
FILL = {"system": picture.GREY, "user": picture.SKY, "assistant": picture.GREEN,
        "tool": picture.ORANGE}


def as_message(entry: object) -> dict:
    """An entry of any history as a message: an object of a service's library is read, and what
    is no message at all is shown as a text without a role."""
    if isinstance(entry, dict):
        return entry
    try:
        if hasattr(entry, "role"):
            from studybuddy.models.openai_chat import read_message

            return read_message(entry)
    except Exception:  # an object of any kind, with methods of its own
        pass
    return {"role": "no role", "content": as_text(entry)}


def as_text(value: object) -> str:
    """`str(value)`, also where the value's own methods raise."""
    try:
        return str(value)
    except Exception as error:
        return f"not readable ({name_of(error)})"


def asked(entry: dict) -> tuple[str, str]:
    """(name, arguments) of an entry of `tool_calls`, as texts; "None" for what is not there."""
    function = entry.get("function")
    function = function if isinstance(function, dict) else {}
    return as_text(function.get("name")), as_text(function.get("arguments"))


class _Told:
    """A message as it is drawn: its `number` in the history, `role`, what it `says`, the calls that
    it `asks` for as (id, name), the id of the call that it `answers`, or None, and the `notes` at
    its foot."""

    def __init__(self, number: int, message: dict, hide: Callable[[str], str], notes: list[str]):
        def shown(value: object) -> str:
            return hide(as_text(value))

        self.number = number
        self.notes = notes
        self.role = short(as_text(message.get("role")), NAME)
        self.asks = [(short(shown(entry.get("id")), NAME),
                      short(shown(asked(entry)[0]), NAME))
                     for entry in calls_of(message)]
        self.answers = (short(shown(message.get("tool_call_id")), NAME)
                        if self.role == "tool" else None)
        words = text_of(message)
        if self.role == "tool":
            words = _result(words)
        elif self.role == "assistant":
            words = " ".join(filter(None, [
                visible(words), *(f"asks for {name}" for _, name in self.asks)]))
        self.says = shown(words)


def draw(messages: list[dict], ending: str, hide: Callable[[str], str] = str,
         notes: Mapping[int, list[str]] | None = None) -> picture.Picture:
    """The messages (without system messages) as a picture with alt text.

    `ending` says in a few words how it stands. `hide` takes out of a text what must not be shown.
    `notes` are words of at most 18 letters that stand at the foot of a message, by its place in
    `messages`: tokens, a decision, a fault. A long history shows its first messages, and a line
    says how many more there are.
    """
    told = [_Told(place, message, hide, (notes or {}).get(place, []))
            for place, message in enumerate(messages) if message.get("role") != "system"]
    shown = told[:MAX_MESSAGES]
    alt = _alt(told, short(hide(ending), LINE))
    if not shown:
        return picture.Picture(picture.document(10, 10, alt, []), alt, alt)
    foot = NOTE * max(len(message.notes) for message in shown)
    pairs = _pairs(shown)
    down = DOWN * any(start // COLUMNS < end // COLUMNS for start, _, end in pairs)
    pitch = ROW + foot + down
    places = {index: (10 + index % COLUMNS * (WIDTH + GAP), 10 + index // COLUMNS * pitch)
              for index in range(len(shown))}
    parts = [*_arrows(places), *_ties(shown, pairs, places, HEIGHT + foot)]
    for index, message in enumerate(shown):
        parts += _box(message, *places[index], HEIGHT + foot)
    rows = (len(shown) - 1) // COLUMNS + 1
    width = 20 + min(len(shown), COLUMNS) * (WIDTH + GAP) - GAP
    height = rows * pitch - down - 14  # below the last boxes is room for the labels
    if len(told) > len(shown):
        parts.append(picture.pill(width / 2, height + 20, f"and {len(told) - len(shown)} more"))
        height += 38
    return picture.Picture(picture.document(width, height, alt, parts), alt, _text(told))


def _arrows(places: dict) -> list[str]:
    """From each box to the next one in its row."""
    return [picture.line(f"M{x + WIDTH} {y + HEIGHT / 2:.0f} h{GAP - 3} "
                         f"m-7 -6 l7 6 l-7 6")
            for index, (x, y) in places.items()
            if (index + 1) % COLUMNS and index + 1 in places]


def _pairs(messages: list[_Told]) -> list[tuple[int, int, int]]:
    """(the message that asks, which of its calls, the message that answers), by their places."""
    asked: dict[str, tuple[int, int]] = {}
    pairs = []
    for index, message in enumerate(messages):
        # An id that stands twice is answered by the message behind its latest call.
        asked.update((call_id, (index, number))
                     for number, (call_id, _) in enumerate(message.asks))
        if message.answers is not None and message.answers in asked:
            pairs.append((*asked[message.answers], index))
    return pairs


def _ties(messages: list[_Told], pairs: list[tuple[int, int, int]], places: dict,
          height: int) -> list[str]:
    """A curve from each call to its answer, with the id on it: below the boxes of one row, or down
    to a box of a later row."""
    curves, labels = [], []
    for start, number, index in pairs:
        (x1, y1), (x2, y2) = places[start], places[index]
        label = (messages[index].answers or "")[:ID]
        low = y1 + height
        if y1 == y2:
            x1, x2 = x1 + WIDTH / 2, x2 + WIDTH / 2
            depth = low + 40 + 20 * min(number, 1)
            curves.append(picture.line(
                f"M{x1:.0f} {low} C{x1:.0f} {depth} {x2:.0f} {depth} {x2:.0f} {low}"))
            # Near its end, so that several answers of one message stay apart.
            labels.append(picture.pill(x2 - WIDTH / 3, low + 0.65 * (depth - low), label))
        else:
            curves.append(picture.line(_way_down(x1 + WIDTH / 2, low, x2, y2)))
            labels.append(picture.pill(x2 + WIDTH / 2, y2 - 18, label))
    return curves + labels


def _way_down(x1: float, low: float, left: float, top: float) -> str:
    """The path from below a box to the top of one in a later row, whose corner is `left`, `top`.
    Past the rows between them it goes through the gap beside a column, so it crosses no box."""
    x2, free = left + WIDTH / 2, ROW + DOWN - HEIGHT
    if top - low <= free:  # the next row
        half = (low + top) / 2
        return f"M{x1:.0f} {low} C{x1:.0f} {half:.0f} {x2:.0f} {half:.0f} {x2:.0f} {top}"
    gap = left + WIDTH + GAP / 2 if x1 > x2 or left < GAP else left - GAP / 2
    return (f"M{x1:.0f} {low} C{x1:.0f} {low + free} {gap:.0f} {low} {gap:.0f} {low + free} "
            f"V{top - free} C{gap:.0f} {top} {x2:.0f} {top - free} {x2:.0f} {top}")


def _box(message: _Told, x: float, y: float, height: int) -> list[str]:
    centre = x + WIDTH / 2
    fill = FILL.get(message.role, picture.GREY)
    parts = [picture.box(x, y, WIDTH, height, fill),
             picture.words(centre, y + 24, f"{message.number} {message.role[:12]}",
                           size=17, bold=True)]
    for place, text in enumerate(_wrapped(message.says)):
        parts.append(picture.words(centre, y + 50 + place * 22, text))
    for place, note in enumerate(message.notes):
        parts.append(picture.pill(centre, y + HEIGHT + 8 + place * NOTE, note))
    return parts


def _result(content: str) -> str:
    """Of a tool's answer the part that matters: its result, its error or its message."""
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return content
    for key in ("error", "result", "message"):
        if isinstance(answer, dict) and key in answer:
            return f"{key}: {answer[key]}"
    return content


def _wrapped(text: str) -> list[str]:
    """At most three lines of 20 letters; the last line tells the length of a longer text."""
    import textwrap

    lines = textwrap.wrap(one_line(text[:1_000]), LETTERS, break_on_hyphens=False) or [""]
    if len(lines) <= LINES and len(text) <= 1_000:
        return lines
    return [*lines[:LINES - 2], lines[LINES - 2][:LETTERS - 3] + "...",
            f"({len(text):,} characters)"]


def _alt(messages: list[_Told], ending: str) -> str:
    told = []
    for message in messages[:MAX_MESSAGES]:
        if message.asks:
            calls = ", ".join(f"call {call_id} of {name}" for call_id, name in message.asks)
            told.append(f"{message.number} {message.role} with {calls}")
        elif message.answers is not None:
            told.append(f"{message.number} tool answer for {message.answers}")
        else:
            told.append(f"{message.number} {message.role}")
        if message.notes:
            told[-1] += f" ({', '.join(message.notes)})"
    more = len(messages) - len(told)
    rest = f", and {more} more" if more else ""
    return f"Timeline of a run, {ending}. In order: {', '.join(told) or 'nothing yet'}{rest}."


def _text(messages: list[_Told]) -> str:
    """The same as lines: the number, the role, what it says, and the ids."""
    lines = []
    for message in messages:
        ids = [call_id for call_id, _ in message.asks] or [message.answers or ""]
        mark = f"  [{', '.join(ids)}]" if any(ids) else ""
        if message.notes:
            mark += f"  ({', '.join(message.notes)})"
        lines.append(f"{message.number:>2}  {message.role:<10} {short(message.says, LINE)}{mark}")
    return "\n".join(lines)
