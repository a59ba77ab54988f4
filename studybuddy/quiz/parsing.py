"""A model's reply -> a Quiz, or the exact reason why not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import ValidationError

from studybuddy.jsontext import kind_of
from studybuddy.quiz.errors import QuizError, quoted
from studybuddy.quiz.finding import find_quiz
from studybuddy.quiz.models import Question, Quiz
from studybuddy.quiz.rules import OPTIONS, control_fault, mixed_labels, tidy, without_labels

MAX_REASONS = 3
"""Reasons of one error; the others are counted."""

_OTHER_KEYS = {"answer", "answer_letter", "answer_text", "correct", "correct_answer",
               "correct_index", "correct_option", "right_answer", "solution"}
_SAYS_LETTER = re.compile(r"\b(?:correct|right) (?:answer|option|choice) is (?:option )?"
                          r"[(\"']?([A-D])[)\"']?(?=[.,;:)]|\s*$|\s+because\b|\s+since\b)",
                          re.IGNORECASE)
_INDEX = "It must be 0 to 3, a whole number: count from 0, so 0 is the first option"


def parse_quiz(raw: str | None, n: int | None = None) -> Quiz:
    """The quiz in a model's reply.

    Taken is what is unambiguous: one JSON object that holds `questions`, whatever stands round it
    (code fences, prose, `<think>`, a byte-order mark). "A)" to "D)" in front of all four options
    are taken away, so that nobody shows them twice.

    Args:
        raw: The reply as it came.
        n: The number of questions that were asked for; None takes any number from 1 on.

    Raises:
        QuizError: For everything else. Nothing is merged, cut, repaired or guessed: an answer
            that was guessed would be learned. The text says in a few sentences what is wrong and
            can be sent back to the model.
    """
    if raw is not None and not isinstance(raw, str):
        raise QuizError(f"The reply must be a text, not {kind_of(raw)}.")
    quiz, reasons = read_quiz(raw)
    if quiz is None:
        raise QuizError(in_one(reasons))
    number = len(quiz.questions)
    if number != n if n is not None else not number:
        raise QuizError(wrong_number(number, n))
    return quiz


def read_quiz(raw: str | None) -> tuple[Quiz | None, list[str]]:
    """(the quiz, []) or (None, the reasons). An empty list of questions is a quiz here.

    Raises QuizError when there is no quiz object at all.
    """
    value = find_quiz(raw or "")
    entries = value["questions"]
    if not isinstance(entries, list):
        return None, [f'"questions" must be a list, not {kind_of(entries)}.']
    questions, reasons = [], []
    for number, entry in enumerate(entries, 1):
        made = _question(entry)
        if isinstance(made, Question):
            questions.append(made)
        else:
            reasons.append(f"Question {number}: {'; '.join(made)}.")
    reasons += _twice(questions) if not reasons else []
    for name in ("topic", "note"):
        if isinstance(value.get(name), str) and (fault := control_fault(value[name])):
            reasons.append(f"The {name} holds {fault}.")
    if reasons:
        return None, reasons
    return Quiz.model_validate({**value, "questions": questions}), []


def in_one(reasons: list[str]) -> str:
    """The reasons as one short text."""
    shown = reasons[:MAX_REASONS]
    more = len(reasons) - len(shown)
    return " ".join([*shown, *([f"And {more} more."] if more else [])])


def wrong_number(got: int, wanted: int | None = None) -> str:
    """The reason for a quiz of `got` questions where `wanted` were asked for."""
    count = "is 1 question" if got == 1 else f"are {got or 'no'} questions"
    return f"There {count} in the quiz" + (f", not {wanted}." if wanted else ".")


def _question(entry: object) -> Question | list[str]:
    """The question, or what is wrong with it."""
    if not isinstance(entry, dict):
        return [f"it must be an object, not {kind_of(entry)}"]
    options = entry.get("options")
    if isinstance(options, list) and all(isinstance(option, str) for option in options):
        if mixed_labels(options):
            return ["the letters in front of the options are not in order; leave them out"]
        entry = {**entry, "options": without_labels(options)}
    try:
        question = Question.model_validate(entry)
    except ValidationError as error:
        return list(dict.fromkeys(_sentences(error, entry)))
    other = _other_key(entry, question)
    return [f'"answer_index" is {question.answer_index}, but {other}'] if other else question


def _other_key(entry: dict, question: Question) -> str:
    """Where the same question names another right answer, in words; "" when it does not."""
    index = question.answer_index
    letter = "ABCD"[index]
    for name in sorted(_OTHER_KEYS & entry.keys()):
        value = entry[name]
        if isinstance(value, str):
            other = [place for place, option in enumerate(question.options)
                     if tidy(option) == tidy(value)]
            named = re.fullmatch(r"\W*([A-D])\W*", value.strip().upper())
            differs = index not in other if other else named is not None and named[1] != letter
        else:  # whoever counts from 1 there means the same option
            differs = type(value) is int and value not in (index, index + 1)
        if differs:
            return f"{quoted(name)} is {_shown(value)}. Leave the second one out"
    said = _SAYS_LETTER.search(question.explanation)
    if said and said[1].upper() != letter:
        return f"the explanation says that {said[1]} is right"
    return ""


def _sentences(error: ValidationError, entry: dict) -> Iterator[str]:
    """pydantic's errors in our own words: its texts differ between versions."""
    for fault in error.errors(include_url=False):
        place, kind, value = fault["loc"], fault["type"], fault["input"]
        field = str(place[0]) if place else ""
        if kind == "quiz_rule":
            yield fault["ctx"]["reason"]
        elif kind == "missing":
            names = ", ".join(str(name)[:20] for name in list(entry)[:6])
            yield f'"{field}" is missing (the names are: {names})'
        elif field == "answer_index":
            yield f'"answer_index" is {_shown(value)}. {_INDEX}'
        elif field == "options" and len(place) > 1:
            yield f"option {int(place[1]) + 1} must be a text, not {kind_of(value)}"
        elif field == "options" and isinstance(value, list):
            yield f"it has {len(value)} options instead of {OPTIONS}"
        elif field == "options":
            yield f'"options" must be a list of {OPTIONS} texts, not {kind_of(value)}'
        else:
            yield f'"{field}" must be a text, not {kind_of(value)}'


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)[:20]
    return kind_of(value)


def _twice(questions: list[Question]) -> list[str]:
    """Questions that a learner would take for the same: equal words, and equal options or key."""
    reasons = []
    seen: dict[tuple, int] = {}
    for number, question in enumerate(questions, 1):
        words = tidy(question.question)
        for same in ((words, tidy(question.answer)),
                     (words, frozenset(map(tidy, question.options)))):
            first = seen.setdefault(same, number)
            if first != number:
                reasons.append(f"Questions {first} and {number} are the same.")
                break
    return reasons
