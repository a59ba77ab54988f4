"""Tell a form, which only shows the shape of a quiz, from a quiz.

Models repeat the shape that they were asked for. A form that can be read as JSON is known by its
texts: all are placeholders. One that cannot be read is known by what stands behind its names.
"""

from __future__ import annotations

import re
from bisect import bisect_left

_MARK = "[\"'\u2018\u2019\u201c\u201d]"
_GAP = r"(?:\.\.\.|\u2026|[<\[{][^<>\[\]{}\"\n]*[>\]}])"


def _named(name: str, value: str) -> re.Pattern[str]:
    """A name and what stands behind it. A name stands behind a brace or a comma, or where a
    comment ends: behind */ or on a new line."""
    return re.compile(rf"(?:[{{,\[]\s*|\*/\s*|^[^\S\n]*){_MARK}?{name}{_MARK}?\s*:{value}",
                      re.IGNORECASE | re.MULTILINE)


# {"questions": [...]} is a form.
_FILLED = _named("questions", r"(?!\s*\[?\s*(?:\.\.\.|\u2026))")
# So is {"question": str}, and one whose question is all gap or the name of a type. A form has no
# comment behind its colon. A model that breaks its JSON may have named the question otherwise too.
_NAMES = "(?:question(?:_?text)?|text|prompt|stem|query|title|statement|problem|q)"
_ASKED = _named(_NAMES, rf"\s*(?://|/\*|#|{_MARK}(?!\s*(?:{_GAP}|(?:a |the )?"
                rf"(?:string|str|text|question)\b)[^\w?]*{_MARK}))")
_WORDS = ("a|an|the|your|string|str|text|question|option|answer|choice|right|correct|wrong|first"
          "|second|third|fourth|one|two|three|four|number|goes|here|[0-9b-d]")
_PLACEHOLDER = re.compile(rf"[^\w?]*(?:{_GAP}|(?:(?:{_WORDS})(?:(?:[^\w?]|_)+|$))*)[^\w?]*",
                          re.IGNORECASE)


def is_form(value: dict) -> bool:
    """Whether an object with `questions` holds questions, and each of their texts a placeholder,
    such as "...", "<text>", "string" or "Option A"."""
    entries = value["questions"]
    return isinstance(entries, list) and bool(entries) and all(map(_is_empty, entries))


def is_without_questions(value: dict) -> bool:
    """Whether an object with `questions` holds none at all: [], null, {} or ""."""
    entries = value["questions"]
    return entries is None or isinstance(entries, (list, dict, str)) and not entries


def _is_empty(entry: object) -> bool:
    if not isinstance(entry, dict):
        return _is_placeholder(entry)
    options = entry.get("options")
    options = options if isinstance(options, list) else [options]
    asked = [entry[name] for name in entry if re.fullmatch(_NAMES, name, re.IGNORECASE)]
    return bool(asked) and all(map(_is_placeholder, [*asked, *options]))


def _is_placeholder(text: object) -> bool:
    return text is None or isinstance(text, str) and bool(_PLACEHOLDER.fullmatch(text[:200]))


class Filled:
    """Where in a text questions stand that are no form, whether it can be read as JSON or not."""

    def __init__(self, text: str):
        self._places = [[match.start() for match in pattern.finditer(text)]
                        for pattern in (_FILLED, _ASKED)]

    def within(self, start: int, end: int) -> bool:
        """Whether a list of questions, and a question, stand between these places."""
        return all(first_from(places, start, end) < end for places in self._places)


def first_from(places: list[int], start: int, default: int) -> int:
    """The first of these places, which are in order, from `start` on."""
    at = bisect_left(places, start)
    return places[at] if at < len(places) else default
