"""A model's reply -> a Quiz, or the exact reason why not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import ValidationError

from studybuddy.jsontext import kind_of
from studybuddy.quiz.errors import QuizError, listed, quoted
from studybuddy.quiz.finding import find_quiz
from studybuddy.quiz.labels import label_of, mixed_labels, without_labels
from studybuddy.quiz.models import Question, Quiz
from studybuddy.quiz.rules import OPTIONS, control_fault, tidy
from studybuddy.quiz.series import places

MAX_REASONS = 3
"""Reasons of one error; the others are counted."""
MAX_EXPLAINED = 2_000
"""Characters of an explanation in which a word on the right option is looked for."""

# Names of a second key, in small letters without signs: "correctAnswer", "Correct_Answer".
_OTHER_KEY = re.compile(r"(?:(?:the)?(?:correct|right|true)(?:answer|option|choice)?|answer|key"
                        r"|solution)s?(?:index|letter|text|key|number|option|id)?")
_ONE_LETTER = re.compile(r"\W*(?:(?:option|answer|choice)\s+)?([A-D]|[1-4])\W*", re.IGNORECASE)
# Behind these words the explanation names the right option.
_SAYS = re.compile(r"\b(?:correct|right) (?:answer|option|choice)\s*(?:is|was|:|=)\s*(?:option )?"
                   r"|\banswer(?: is\b:?|:)\s*(?:option )?|^\W*(?:correct|key|solution|answer)\b"
                   r"(?:\s*[:=]| is\b:?)\s*(?:option )?", re.IGNORECASE)
_SAID_LETTER = re.compile(r"[(\"'*`]*([A-D])[)\"'*`]*(?=[.,;:)]|\s*$|\s+(?:because|since|as)\b)",
                          re.IGNORECASE)
_LETTER_FIRST = re.compile(r"(?:\b(?i:option|answer|choice) |(?:^|[.;:(]\s*))[(\"'*`]*([A-D])"
                           r"[)\"'*`]* is (?:the )?(?:only )?(?:correct|right)\b"
                           r"(?! (?:of|after|before|next)\b)")
_ASKS_NOTHING = re.compile(
    r"(?:\W|\b(?:which|what|of|the|these|those|following|is|are|one|true|false|correct|right|wrong"
    r"|not|statements?|sentences?|options?|answers?|choose|pick|find)\b)*")
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
    for name in sorted(entry):
        plain = re.sub(r"[^a-z]", "", str(name).lower())
        if name != "answer_index" and _OTHER_KEY.fullmatch(plain) and (
                _differs(entry[name], question)):
            return f"{quoted(name)} is {_shown(entry[name])}. Leave the second one out"
    other = _explained(question)
    return f"the explanation says that {other} is right" if other else ""


def _differs(value: object, question: Question) -> bool:
    """Whether a second key names another option than the first one."""
    index = question.answer_index
    if isinstance(value, list):
        return len(value) > 1 or any(_differs(one, question) for one in value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value not in (index, index + 1)  # whoever counts from 1 there means the same
    if not isinstance(value, str):
        return False
    options = [tidy(option) for option in question.options]
    if tidy(value) in options:
        return tidy(value) != options[index]
    if (letter := _ONE_LETTER.fullmatch(value)):
        return index not in places(letter[1].lower())
    label = label_of(value)
    if label is None:
        return False
    text = tidy(value[label.end():])
    return index not in places(label["token"].lower()) or text in options and text != options[index]


def _explained(question: Question) -> str:
    """The other option that the explanation calls the right one, in words; "" for none."""
    words, index = question.explanation[:MAX_EXPLAINED], question.answer_index
    options = [tidy(option) for option in question.options]
    for said in _SAYS.finditer(words):
        rest = words[said.end():]
        start = re.sub(r"^(?:the|an?) ", "", tidy(rest).lstrip("\"'`*( "))
        named = [place for place, option in enumerate(options) if re.match(
            rf"{re.escape(re.sub('^(?:the|an?) ', '', option))}(?!\w)", start)]
        if named:
            longest = max(named, key=lambda place: len(options[place]))
            if longest != index:
                return quoted(question.options[longest])
        elif (letter := _SAID_LETTER.match(rest)) and index not in places(letter[1].lower()):
            return letter[1].upper()
    for letter in _LETTER_FIRST.finditer(words):
        # An option may be that very letter: the symbol C, a variable b.
        meant = [place for place, option in enumerate(options) if option == tidy(letter[1])]
        if index not in (meant or places(letter[1].lower())):
            return letter[1]
    plain = tidy(words)
    for place, option in enumerate(options):
        if place != index and re.search(
                rf"(?<!\w){re.escape(option)} is the (?:only )?(?:correct|right) "
                r"(?:answer|option|choice)", plain):
            return quoted(question.options[place])
    return ""


def _sentences(error: ValidationError, entry: dict) -> Iterator[str]:
    """pydantic's errors in our own words: its texts differ between versions."""
    for fault in error.errors(include_url=False):
        place, kind, value = fault["loc"], fault["type"], fault["input"]
        field = str(place[0]) if place else ""
        if kind == "quiz_rule":
            yield fault["ctx"]["reason"]
        elif kind == "missing":
            names = listed(list(entry)[:6])
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
    """Questions that a learner would take for the same: equal words.

    Words that ask for nothing ("Which of these is true?") make only one with equal options.
    """
    reasons = []
    seen: dict[tuple, int] = {}
    for number, question in enumerate(questions, 1):
        words = tidy(question.question)
        keys: list[tuple] = [(words,)]
        if _ASKS_NOTHING.fullmatch(words):
            keys = [(words, tidy(question.answer)),
                    (words, frozenset(map(tidy, question.options)))]
        firsts = [seen.setdefault(key, number) for key in keys]
        if min(firsts) != number:
            reasons.append(f"Questions {min(firsts)} and {number} are the same.")
    return reasons
