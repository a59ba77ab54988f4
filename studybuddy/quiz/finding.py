"""Find the one quiz in what a model wrote: past fences, prose and thoughts.

Each brace is tried with the JSON reader, so that a fence or a brace inside a text ends nothing.
What is found is complete or refused; nothing is repaired, and of two quizzes none is chosen.
A form that only shows the shape, and one without any question, is no quiz where a quiz stands
beside it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from studybuddy.jsontext import MAX_NESTING, fault_of
from studybuddy.messages import visible
from studybuddy.quiz.errors import QuizError, listed, quoted
from studybuddy.quiz.forms import Filled, first_from, is_form, is_without_questions

MAX_LENGTH = 1_000_000
"""Characters of a reply that are read."""
MAX_WORK = 500_000_000
"""What braces that begin no JSON may cost before the search ends: about a second."""

# A sentence that speaks of the sign (in quotation marks, or "<think> tags") begins no thought.
_SIGN = re.compile(r"</think(?:ing)?>"
                   r"|(?<![`\"'\u201c\u2018])(?!(?<=\w )<think(?:ing)?> (?:tag|block)s?\b)"
                   r"<think(?:ing)?>|\{|\[(?=\s*\{)", re.IGNORECASE)
_STRAY_END = re.compile(r"((?:```\w*\s*)?[{\[].*[}\]]\s*(?:```)?)\s*</think(?:ing)?>",
                        re.DOTALL | re.IGNORECASE)
_KEY = re.compile(r"answer_?index", re.IGNORECASE)
_LIKE_JSON = re.compile(r"[{\[]\s*[{\"'\u201c\u201d/#\w]")
_FORM = 'Send one JSON object of the form {"topic": "...", "questions": [...]}'
_TOO_DEEP = f"The JSON is nested too deep. {_FORM}."


@dataclass(slots=True)
class _Broken:
    """Something that begins like JSON at `start` and cannot be read at `at`."""

    start: int
    at: int
    why: str


def find_quiz(text: str) -> dict:
    """The object that holds `questions`. The same one twice counts as one.

    Raises QuizError when there is none, when there are two, and when it is only a piece of
    something that was cut off.
    """
    if len(text) > MAX_LENGTH:
        raise QuizError(f"The reply is too long ({len(text):,} characters). {_FORM}.")
    text = text.strip().removeprefix("\ufeff")
    if not text.strip():
        raise QuizError(f"The reply is empty. {_FORM}.")
    if (alone := _STRAY_END.fullmatch(text)) and "<think" not in text.lower():
        text = alone[1]  # a sign behind the whole JSON ends no thought
    found, broken, hidden = _scan(text)
    if any(_is_deep(value) for _, _, value in found):  # who walks through it meets Python's limit
        raise QuizError(_TOO_DEEP)
    quizzes = [(start, end, value) for start, end, value in _members(found)
               if isinstance(value, dict) and "questions" in value]
    if not quizzes:
        raise _why_none(text, found, broken, hidden)
    starts = [start for start, _, _ in quizzes]
    quizzes = [quiz for quiz in quizzes if not is_form(quiz[2])] or quizzes[:1]
    quizzes = [quiz for quiz in quizzes if not is_without_questions(quiz[2])] or quizzes
    filled = Filled(text)
    for piece in broken:
        if any(piece.start < start and piece.at >= end for start, end, _ in quizzes):
            raise _unreadable(text, piece)  # the quiz is a piece of it
        end = max(piece.at, first_from(starts, piece.start, len(text)))
        holds = filled.within(piece.start, end)
        if _is_quiz(text, piece, holds):
            if is_without_questions(quizzes[0][2]):
                raise _unreadable(text, piece)
            near = quoted(text[piece.start:piece.start + 30])
            raise QuizError(f"Beside a whole quiz the reply holds a broken piece of JSON, {near}. "
                            f"{_FORM}, and nothing else.", cut_off=_cut_off(text, piece))
    if is_without_questions(quizzes[-1][2]):
        return quizzes[-1][2]  # so are the others, and no key can be wrong
    if len({json.dumps(value, sort_keys=True) for _, _, value in quizzes}) > 1:
        raise QuizError(f"The reply holds two different quizzes. {_FORM}, and nothing else.")
    return quizzes[0][2]


def _is_quiz(text: str, piece: _Broken, holds_questions: bool) -> bool:
    """Whether a broken piece is the beginning of a quiz: nobody knows which of the two counts."""
    if not _LIKE_JSON.match(text, piece.start):
        return False
    if _cut_off(text, piece):
        return True  # who knows what would have come
    if text.startswith(("...", "\u2026"), piece.at):
        return bool(_KEY.search(text, piece.start, piece.at))  # more than a form is there
    return holds_questions


def _cut_off(text: str, piece: _Broken) -> bool:
    """Whether the text ends before the piece does."""
    return piece.at >= len(text.rstrip().rstrip("`").rstrip()) or "Unterminated" in piece.why


def _scan(text: str) -> tuple[list[tuple[int, int, object]], list[_Broken], bool]:
    """(values with their places, broken pieces, whether the end is only thought)."""
    found: list[tuple[int, int, object]] = []
    broken: list[_Broken] = []
    before: tuple[int, int] | None = None  # what was there when the thoughts began
    place = wasted = 0
    while sign := _SIGN.search(text, place):
        place = sign.end()
        if sign[0].startswith("</"):
            values, pieces = before or (0, 0)  # some servers eat the sign of the beginning
            del found[values:], broken[pieces:]
            before = None
        elif sign[0].startswith("<"):
            before = before or (len(found), len(broken))
        else:
            start = sign.start()
            try:
                value, place = _DECODER.raw_decode(text, start)
            except json.JSONDecodeError as error:
                broken.append(_Broken(start, error.pos, error.msg))
                # The reader's error counts the lines before it, which is some thirty times
                # quicker than reading.
                wasted += error.pos + 30 * (error.pos - start)
            except RecursionError:
                raise QuizError(_TOO_DEEP) from None
            except QuizError:
                raise
            except ValueError:  # a number of more than 4,300 digits
                raise QuizError("A number in the JSON has too many digits.") from None
            else:
                found.append((start, place, value))
            if wasted > MAX_WORK:
                raise QuizError(f"The reply is full of braces that are no JSON. {_FORM}.")
    if before is not None:
        del found[before[0]:], broken[before[1]:]
    return found, broken, before is not None


def _is_deep(value: object) -> bool:
    """Whether lists and objects stand in each other more than `MAX_NESTING` times."""
    level = [value]
    for _ in range(MAX_NESTING + 1):
        level = [inner for outer in level if isinstance(outer, (list, dict))
                 for inner in (outer.values() if isinstance(outer, dict) else outer)]
        if not level:
            return False
    return True


def _members(found: list[tuple[int, int, object]]) -> list[tuple[int, int, object]]:
    """The values, with the members of a list in its place."""
    return [(start, end, member) for start, end, value in found
            for member in (value if isinstance(value, list) else [value])]


def _why_none(text: str, found: list[tuple[int, int, object]], broken: list[_Broken],
              hidden: bool) -> QuizError:
    """Why a reply holds no quiz. What comes farthest towards one is the most telling."""
    pieces = [piece for piece in broken if _LIKE_JSON.match(text, piece.start)]
    if pieces:
        piece = max(pieces, key=lambda piece: piece.at - piece.start)
        if not found or piece.start < found[0][0]:
            return _unreadable(text, piece)
    objects = [value for _, _, value in _members(found) if isinstance(value, dict)]
    if any("question" in value for value in objects):
        return QuizError(f'The questions stand alone, outside a list "questions". {_FORM}.')
    if objects:
        names = listed(list(objects[0])[:5]) or "none"
        return QuizError(f'The object holds no "questions" (its names: {names}). {_FORM}.')
    if hidden:
        return QuizError(f"The reply ends before the thinking does. {_FORM}.", cut_off=True)
    words = visible(text).strip()
    if not words:
        return QuizError(f"The reply holds thoughts only. {_FORM}.")
    return QuizError(f"The reply holds no JSON object: {quoted(words)}. {_FORM}.")


def _unreadable(text: str, piece: _Broken) -> QuizError:
    """What is wrong at the place where a piece cannot be read, with a few letters round it."""
    whole = text[piece.start:].rstrip().rstrip("`").rstrip()
    where = piece.at - piece.start
    fault = fault_of(whole, where, piece.why)
    if where < len(whole):
        fault += f" It is near {quoted(whole[max(0, where - 20):where + 20])}."
    return QuizError(f"The reply is not valid JSON. {fault} {_FORM}.",
                     cut_off=_cut_off(text, piece))


# -- a reader that takes strict JSON only ---------------------------------------------------------


def _no_constant(name: str) -> object:
    raise QuizError(f"The JSON holds {name}, which JSON does not know.")


def _one_of_each(pairs: list[tuple[str, object]]) -> dict:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise QuizError(f"The name {quoted(twice)} stands twice in one object of the JSON.")
    return made


_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_one_of_each)
