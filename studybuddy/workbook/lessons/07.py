"""Lesson 07: a model's text becomes a quiz whose shape and words are checked, or is asked again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from studybuddy.messages import Reply, assistant
from studybuddy.workbook import faults
from studybuddy.workbook.define import (
    CLASS,
    Case,
    Check,
    Lesson,
    Mistake,
    Order,
    OrderRule,
    Prediction,
    Recall,
)
from studybuddy.workbook.orders import FOUR_OF_FIVE, before, first, last, without
from studybuddy.workbook.raised import RETURNED

_ASKED = "Which key refers to another table?"
_OPTIONS = ["primary key", "foreign key", "superkey", "candidate key"]


def _item(question: str = _ASKED, options: object = None, answer_index: object = 1) -> dict:
    """One question as it stands in a reply, good unless said otherwise."""
    return {"question": question, "options": list(_OPTIONS) if options is None else options,
            "answer_index": answer_index}


# -- 07.1 Question -----------------------------------------------------------------------------

REFUSED = "refused"


def _imports() -> None:
    import pydantic  # noqa: F401  (takes longer than a check may)

    import studybuddy.quiz  # noqa: F401


class _Accepted:
    """A question of the learner's class, told by what counts here."""

    def __init__(self, question: Any):
        self.options = getattr(question, "options", None)
        self.answer_index = getattr(question, "answer_index", None)

    def __repr__(self) -> str:
        count = len(self.options) if isinstance(self.options, (list, tuple)) else "no"
        return f"accepted, with {count} options and answer_index {self.answer_index!r}"


def _make(question_class: Callable, data: dict) -> object:
    """What the learner's class makes of these values, or REFUSED."""
    from pydantic import ValidationError

    try:
        return _Accepted(question_class(**data))
    except ValidationError:
        return REFUSED


def _accepts(name: str, told: str, **changes: Any) -> Case:
    data = _item(**changes)
    return Case(name, args=(data,), run=_make,
                passes=lambda made: (made.options == data["options"]
                                     and type(made.answer_index) is int
                                     and made.answer_index == data["answer_index"]),
                shown=f"Question(...) with {told}", wanted="it is accepted",
                gives=f"{told}: accepted")


def _refuses(name: str, told: str, data: dict) -> Case:
    return Case(name, args=(data,), run=_make,
                passes=lambda made: isinstance(made, str) and made == REFUSED,
                shown=f"Question(...) with {told}", wanted="it is refused",
                gives=f"{told}: refused")


def _without(key: str) -> dict:
    return {name: value for name, value in _item().items() if name != key}


def _accepted(e) -> bool:
    return e.error is None and not isinstance(e.value, str)


def _fields(e) -> set[str]:
    return set(e.answer.model_fields)


def _has_tuple(e) -> bool:
    """Whether a comma behind `Field(...)` made a tuple, which pydantic takes as the default."""
    from pydantic.fields import FieldInfo

    return any(isinstance(one, FieldInfo) for field in e.answer.model_fields.values()
               if isinstance(field.default, tuple) for one in field.default)


_PLAIN, _FIVE, _THREE = "a good question", "five options", "three options"
_ANSWER_FOUR, _ANSWER_ZERO, _ANSWER_THREE = "answer four", "answer zero", "answer three"
_BELOW, _TRUE, _AS_TEXT = "answer below zero", "answer true", "answer as text"
_NO_ANSWER, _NO_OPTIONS, _NUMBERS = "no answer", "no options", "numbers as options"
_NULL, _NULL_OPTIONS, _FLOAT = "answer null", "options null", "answer 1.0"

question_class = Check(
    name="Question",
    asks=CLASS,
    prepare=_imports,
    cases=(
        _accepts(_PLAIN, "four options and answer_index 1"),
        _refuses(_FIVE, "five options", _item(options=[*_OPTIONS, "domain"])),
        _refuses(_THREE, "three options", _item(options=_OPTIONS[:3])),
        _refuses(_NUMBERS, "options [1, 2, 3, 4]", _item(options=[1, 2, 3, 4])),
        _refuses(_ANSWER_FOUR, "answer_index 4", _item(answer_index=4)),
        _accepts(_ANSWER_ZERO, "answer_index 0", answer_index=0),
        _accepts(_ANSWER_THREE, "answer_index 3", answer_index=3),
        _refuses(_BELOW, "answer_index -1", _item(answer_index=-1)),
        _refuses(_TRUE, "answer_index True", _item(answer_index=True)),
        _refuses(_AS_TEXT, 'answer_index "1"', _item(answer_index="1")),
        _refuses(_NO_ANSWER, "no answer_index", _without("answer_index")),
        _refuses(_NO_OPTIONS, "no options", _without("options")),
        _refuses(_NULL, "answer_index None", _item(answer_index=None)),
        _refuses(_NULL_OPTIONS, "options None", {**_item(), "options": None}),
        _refuses(_FLOAT, "answer_index 1.0", _item(answer_index=1.0)),
    ),
    mistakes=(
        Mistake("The contract names the fields `options` and `answer_index`. Use these names.",
                lambda e: not {"options", "answer_index"} <= _fields(e)
                and _fields(e) - {"question", "options", "answer_index", "explanation"},
                (_PLAIN,)),
        Mistake(faults.STILL_OPEN, lambda e: not {"options", "answer_index"} <= _fields(e),
                (_PLAIN,)),
        Mistake("Is there a comma behind the line? Then its value is a tuple. Take it away.",
                _has_tuple),
        Mistake("This is a good question. Compare the limits of both fields with the contract.",
                lambda e: isinstance(e.value, str), (_PLAIN,)),
        Mistake("Five options were accepted. Set both ends of the length.", _accepted, (_FIVE,)),
        Mistake("Three options were accepted. Set both ends of the length.", _accepted,
                (_THREE,)),
        Mistake("An option was a number. Say `list[str]`.", _accepted, (_NUMBERS,)),
        Mistake("Index 4 is a fifth option. Positions are 0 to 3.", _accepted, (_ANSWER_FOUR,)),
        Mistake("The first option has position 0.", lambda e: isinstance(e.value, str),
                (_ANSWER_ZERO,)),
        Mistake("The fourth option has position 3.", lambda e: isinstance(e.value, str),
                (_ANSWER_THREE,)),
        Mistake("Index -1 was accepted. Set the lower end too.", _accepted, (_BELOW,)),
        Mistake("`true` became 1. Add `strict=True`.", _accepted, (_TRUE,)),
        Mistake("The text \"1\" became a number. Add `strict=True`.", _accepted, (_AS_TEXT,)),
        Mistake("Without an answer the key would be a guess. Give no default.", _accepted,
                (_NO_ANSWER,)),
        Mistake("Without options there is nothing to choose. Give no default.", _accepted,
                (_NO_OPTIONS,)),
        Mistake("`None` is no value here. Take `Optional` away.", _accepted,
                (_NULL, _NULL_OPTIONS)),
        Mistake("1.0 is no whole number for a strict `int`. Add `strict=True`.", _accepted,
                (_FLOAT,)),
    ),
    otherwise="Look at the two fields: the kind of each value, its lower and its upper end.",
)


# -- 07.2 problems -----------------------------------------------------------------------------


class _Changed:
    """What came back, from a function that changed the question on the way."""

    def __init__(self, value: object):
        self.value = value

    def __repr__(self) -> str:
        return f"{self.value!r}, and the question was changed"


def _look(problems: Callable, data: dict) -> object:
    question = SimpleNamespace(**data, explanation="")
    question.options = list(question.options)
    value = problems(question)
    same = (question.question == data["question"] and question.options == data["options"]
            and question.answer_index == data["answer_index"])
    return value if same else _Changed(value)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and one.strip() for one in value)


def _looked(name: str, told: str, bad: bool, **changes: Any) -> Case:
    return Case(name, args=(_item(**changes),), run=_look,
                passes=lambda value: _is_list(value) and bool(value) == bad,
                shown=f"problems(question) with {told}",
                wanted="a list with a problem" if bad else "an empty list",
                gives=f"{told}: {'a problem' if bad else 'no problem'}")


_FINE, _NEAR, _FAR = "four good options", "equal neighbours", "equal, far apart"
_CASE, _BLANKS = "equal but for case", "equal but for blanks"
_BLANK, _LETTER, _DIGITS = "a blank option", "only a letter", "numbers as answers"
_FEED, _TAB = "a form feed", "a tab inside"
_LAST_TWO, _APART, _BLANK_LAST = "equal, two and four", "a blank apart", "a blank last option"
_LABEL_D, _LABEL_B, _LETTER_X = "only the letter D", "only a small letter", "other letters"
_BACKSPACE = "a last backspace"


def _silent(e) -> bool:
    return e.value == []


problems = Check(
    name="problems",
    parameters=("question",),
    cases=(
        _looked(_FINE, "four good options", False),
        _looked(_NEAR, "options join, join, split, key", True,
                options=["join", "join", "split", "key"]),
        _looked(_FAR, "options join, split, join, key", True,
                options=["join", "split", "join", "key"]),
        _looked(_CASE, "options Join, join, split, key", True,
                options=["Join", "join", "split", "key"]),
        _looked(_BLANKS, 'options "lossless  join", "lossless join ", split, key', True,
                options=["lossless  join", "lossless join ", "split", "key"]),
        _looked(_BLANK, 'options "  ", join, split, key', True,
                options=["  ", "join", "split", "key"]),
        _looked(_LETTER, "options A, join, split, key", True,
                options=["A", "join", "split", "key"]),
        _looked(_DIGITS, "options 1, 2, 3, 4", False,
                question="How many candidate keys are there?", options=["1", "2", "3", "4"]),
        _looked(_FEED, "a form feed in the question", True, question="What is \frac{1}{2}?"),
        _looked(_TAB, "a tab in an option", True, options=["\theta", "join", "split", "key"]),
        _looked(_LAST_TWO, "options join, split, key, split", True,
                options=["join", "split", "key", "split"]),
        _looked(_APART, 'options "a part", "apart", split, key', False,
                options=["a part", "apart", "split", "key"]),
        _looked(_BLANK_LAST, 'options join, split, key, " "', True,
                options=["join", "split", "key", " "]),
        _looked(_LABEL_D, "options join, split, D, key", True,
                options=["join", "split", "D", "key"]),
        _looked(_LABEL_B, "options join, split, b, key", True,
                options=["join", "split", "b", "key"]),
        _looked(_LETTER_X, "options x, y, h, k", False,
                question="Which variable is bound?", options=["x", "y", "h", "k"]),
        _looked(_BACKSPACE, "a backspace in option 4", True,
                options=["join", "split", "key", "\beta"]),
    ),
    mistakes=(
        Mistake("Look only. Repairing an option is guessing.",
                lambda e: isinstance(e.value, _Changed)),
        Mistake("Return the problems, do not raise.",
                lambda e: e.kind in ("ValueError", "QuizError", "AssertionError", "Exception")),
        Mistake("`question` is an object, not a dictionary. Write `question.options`.",
                lambda e: e.kind == "TypeError" and "subscriptable" in e.text),
        Mistake("A good question has no problems. Return an empty list for it.",
                lambda e: e.nothing and not e.printed.strip() and not e.of(_NEAR).nothing),
        Mistake("Return a list of texts, one for each problem.",
                lambda e: e.error is None and not e.nothing and not _is_list(e.value)),
        Mistake("Options 1 and 2 are equal, and no problem came back.", _silent, (_NEAR,)),
        Mistake("Options 1 and 3 are equal. Compare all pairs.", _silent, (_FAR,)),
        Mistake("`Join` and `join` are one answer for a reader. Compare tidy texts.", _silent,
                (_CASE,)),
        Mistake("Blanks make no difference to a reader. Compare tidy texts.", _silent,
                (_BLANKS,)),
        Mistake("An option of blanks was accepted.", _silent, (_BLANK,)),
        Mistake("`A` is a label, not an answer.", _silent, (_LETTER,)),
        Mistake("A number can be an answer. Refuse only the letters A to D.",
                lambda e: bool(e.value), (_DIGITS,)),
        Mistake("A control character stood in the question. Look there too.", _silent, (_FEED,)),
        Mistake("A control character stood in an option. Look at each option too.", _silent,
                (_TAB,)),
        Mistake("Options 2 and 4 are equal. Compare all pairs.", _silent, (_LAST_TWO,)),
        Mistake("`a part` and `apart` differ. Compare what `tidy` gives.",
                lambda e: bool(e.value), (_APART,)),
        Mistake("The last option is blank. Look at each option.", _silent, (_BLANK_LAST,)),
        Mistake("`D` is a label too. Look at each option, for each letter from A to D.", _silent,
                (_LABEL_D,)),
        Mistake("A small `b` is a label as well. Look at the tidy options.", _silent, (_LABEL_B,)),
        Mistake("`x` can be an answer. Refuse only the letters A to D.",
                lambda e: bool(e.value), (_LETTER_X,)),
        Mistake("A backspace is a control character too. Try `char < \" \"` on each option.",
                _silent, (_BACKSPACE,)),
    ),
    otherwise="Take each condition by hand, with the options of this case. Which one is true?",
)


# -- 07.3 unwrap -------------------------------------------------------------------------------

_ONE = {"questions": [_item()]}
_OTHER = {"questions": [_item("Which key is chosen?", answer_index=0)]}
_FENCE_INSIDE = {"questions": [_item("Which marks a code block?", ["```", "---", "###", "%%%"],
                                     0)]}
_CUT_OFF = json.dumps({"questions": [_item(), _item()]})[:-30]


def _fenced(text: str, label: str = "json") -> str:
    return f"```{label}\n{text}\n```"


def _unwraps(name: str, text: str, value: dict, told: str) -> Case:
    return Case(name, args=(text,), expected=value, shown=f"unwrap(text) with {told}",
                wanted="the dictionary with the questions", gives=f"{told}: its dictionary")


def _no_quiz(name: str, text: str, told: str) -> Case:
    return Case(name, args=(text,), refuse=ValueError, shown=f"unwrap(text) with {told}",
                gives=f"{told}: refused")


_BARE, _FENCED, _WORDS = "the bare object", "in a fence", "words around it"
_BRACES, _INSIDE, _OBJECT_FIRST = "braces in the words", "a fence inside", "another object first"
_CUT, _NO_JSON, _TWO = "a reply cut off", "no JSON at all", "two different quizzes"
_SPELT, _CUT_END = "another spelling", "two last signs missing"
_SAID = "what the error says"
_TOPIC = {"topic": "keys", **_ONE}
_PROSE_TEXT = "I cannot make a quiz from these notes."
_TWO_TEXT = json.dumps(_ONE) + "\n" + json.dumps(_OTHER)


def _reasons(unwrap: Callable) -> list[str]:
    """What the errors say, one for each kind of text without a quiz."""
    said = []
    for text in (_CUT_OFF, _PROSE_TEXT, _TWO_TEXT):
        try:
            unwrap(text)
        except ValueError as error:
            said.append(str(error))
    return said


def _is_reason(text: str) -> bool:
    """Whether a model can read something in it: two words or more."""
    return len(re.findall(r"[^\W\d_]{2,}", text)) > 1


unwrap = Check(
    name="unwrap",
    parameters=("text",),
    cases=(
        _unwraps(_BARE, json.dumps(_ONE), _ONE, "the JSON alone"),
        _unwraps(_FENCED, _fenced(json.dumps(_ONE)), _ONE, "a fence around the JSON"),
        _unwraps(_WORDS, f"Here is your quiz.\n{json.dumps(_ONE)}\nGood luck!", _ONE,
                 "words before and after"),
        _unwraps(_BRACES, f"I used the form {{question, options}}.\n{json.dumps(_ONE)}\n"
                 "Next time I can add {hints}.", _ONE, "braces in the words"),
        _unwraps(_INSIDE, _fenced(json.dumps(_FENCE_INSIDE)), _FENCE_INSIDE,
                 "a fence in an option"),
        _unwraps(_OBJECT_FIRST, '{"note": "one question"}\n' + json.dumps(_ONE), _ONE,
                 "another object before it"),
        _unwraps(_SPELT, json.dumps(_TOPIC, indent=1), _TOPIC, "a topic before the questions"),
        _no_quiz(_CUT, _CUT_OFF, "the end missing"),
        _no_quiz(_CUT_END, json.dumps(_ONE)[:-2], "the last two characters missing"),
        _no_quiz(_NO_JSON, _PROSE_TEXT, "no JSON"),
        _no_quiz(_TWO, _TWO_TEXT, "two different quizzes"),
        Case(_SAID, run=_reasons, passes=lambda said: all(map(_is_reason, said)),
             came=lambda said: next(one for one in said if not _is_reason(one)),
             shown="str(error), where unwrap(text) raises", wanted="a sentence",
             gives="each ValueError says what is wrong"),
    ),
    mistakes=(
        RETURNED,
        Mistake("Say in the ValueError what is wrong: the model reads it.",
                lambda e: e.error is None, (_SAID,)),
        Mistake("Return the dictionary, not its text.", lambda e: isinstance(e.value, str)),
        Mistake("Return the one dictionary, not the list.", lambda e: isinstance(e.value, list)),
        Mistake("The JSON stands there alone, and it was not kept. Look at the first gap.",
                lambda e: e.error is not None, (_BARE,)),
        Mistake("The word `json` is left in front. Look for the object itself.",
                lambda e: e.error is not None
                and isinstance(e.call(_fenced(json.dumps(_ONE), "")).value, dict), (_FENCED,)),
        Mistake("The fence is still around it. Look for the object itself.",
                lambda e: e.error is not None, (_FENCED,)),
        Mistake("Words stand around the object. Begin at a brace, and end where it ends.",
                lambda e: e.error is not None, (_WORDS,)),
        Mistake("Prose had braces too. Try each opening brace with `raw_decode`.",
                lambda e: e.error is not None, (_BRACES,)),
        Mistake("An option holds a fence, and your pattern stopped there.",
                lambda e: e.error is not None, (_INSIDE,)),
        Mistake("The first object is no quiz. Keep only an object that holds `questions`.",
                lambda e: e.error is not None or "questions" not in e.value, (_OBJECT_FIRST,)),
        Mistake("`questions` came second here. Ask the dictionary, do not search the text.",
                lambda e: e.error is not None, (_SPELT,)),
        Mistake("A cut-off reply gave an inner piece. The object must hold `questions`.",
                lambda e: isinstance(e.value, dict) and "questions" not in e.value, (_CUT,)),
        Mistake("This reply was cut off. Do not mend it: raise ValueError.",
                lambda e: isinstance(e.value, dict), (_CUT, _CUT_END)),
        Mistake("Nothing was found here. Raise ValueError, so that the caller can ask again.",
                lambda e: e.error is not None or e.value in (None, {}), (_CUT, _NO_JSON)),
        Mistake("Two quizzes came. Merging them is guessing: raise.",
                lambda e: len(e.value["questions"]) == 2, (_TWO,)),
        Mistake("Two quizzes came. Choosing one is guessing: raise.",
                lambda e: isinstance(e.value, dict) or e.error is not None, (_TWO,)),
    ),
    otherwise="Follow this text by hand: at which brace does the object begin?",
)


# -- 07.4 lines in order -----------------------------------------------------------------------

order = Order(
    name="lines in order",
    lines={
        "a": "after the loop: raise QuizError with the last reason",
        "b": "text = model.complete(messages, []).text",
        "c": "messages = messages[:1]",
        "d": "except ValueError: append the reply and the errors",
        "e": "try: return validate(unwrap(text))",
    },
    accepted=("beda",),
    rules=(
        without("c", "The model would not learn what was wrong."),
        OrderRule("Nobody asked the model.", lambda letters: "b" not in letters),
        FOUR_OF_FIVE,
        last("a", "One bad reply would end it. Raise after the last try."),
        before("e", "d", "There is no error yet."),
        first("b", "There is no reply yet. What must happen first?"),
    ),
    passed="Ask, try to use the reply, send the errors back, and stop at the limit.",
)


# -- 07.5 small_quiz ---------------------------------------------------------------------------

_NOTES = "A foreign key refers to the primary key of another table."
_ENOUGH = 20  # requests after which the model of the check does not answer any more


def _quiz(count: int, **changes: object) -> str:
    """A reply with so many questions; the changes are those of its first."""
    items = [_item(f"{_ASKED} ({number})") for number in range(1, count + 1)]
    items[0] = {**items[0], **changes}
    return json.dumps({"questions": items})


class _Model:
    """Gives the replies in their order, then the last one again; keeps what it was sent."""

    def __init__(self, replies: list[str]):
        self.replies = replies
        self.sent: list[list[dict]] = []

    def complete(self, messages, tools, **more) -> Reply:
        if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
            raise TypeError("messages must be a list of messages")
        if len(self.sent) >= _ENOUGH:
            raise RuntimeError("asked too often")
        self.sent.append([dict(one) for one in messages])
        return Reply(assistant(self.replies[min(len(self.sent), len(self.replies)) - 1]))


class _Played:
    """How it ended: a value or a QuizError, and what the model was sent."""

    def __init__(self, value: object, error: Exception | None, sent: list[list[dict]]):
        self.value: Any = value
        self.error = error
        self.sent = sent

    @property
    def requests(self) -> int:
        return len(self.sent)

    def __repr__(self) -> str:
        after = f"after {self.requests} request{'s' if self.requests != 1 else ''}"
        if self.error is not None:
            return f"QuizError {after}: {self.error}"
        if isinstance(self.questions, list):
            return f"a quiz with {len(self.questions)} questions {after}"
        return f"{self.value!r} {after}"

    @property
    def questions(self) -> list | None:
        return getattr(self.value, "questions", None)

    def delivers(self, count: int, requests: int) -> bool:
        return (self.requests == requests and isinstance(self.questions, list)
                and [(one.question, one.options, one.answer_index) for one in self.questions]
                == [(f"{_ASKED} ({number})", _OPTIONS, 1) for number in range(1, count + 1)])

    def added(self) -> str:
        """What the second request says beyond the first, as one text."""
        return "\n".join(str(one.get("content")) for one in self.sent[1][len(self.sent[0]):])


    def quotes_too_much(self) -> bool:
        return _HUGE[:201] in self.added() or "x" * 201 in self.added()

    def answered(self, reply: str) -> bool:
        """Whether the second request holds the notes, then the reply as the model's own."""
        said = [one for one in self.sent[1] if one.get("role") == "assistant"]
        return (_NOTES in str(self.sent[1])
                and any(str(one.get("content")).startswith(reply[:20]) for one in said)
                and self.sent[1][-1].get("role") == "user")


def _play(small_quiz: Callable, replies: list[str], *numbers: int) -> _Played:
    from studybuddy.quiz import QuizError

    model = _Model(replies)
    try:
        return _Played(small_quiz(_NOTES, model, *numbers), None, model.sent)
    except QuizError as error:
        return _Played(None, error, model.sent)


def _plays(name: str, told: str, replies: list[str], passes: Callable[[_Played], object],
           wanted: str, *numbers: int) -> Case:
    more = "".join(f", {name}={number}" for name, number in zip(("n", "retries"), numbers,
                                                                strict=False))
    return Case(name, args=(replies, *numbers), run=_play, passes=passes,
                shown=f"small_quiz(notes, model{more}) with {told}", wanted=wanted,
                gives=repr)


# The question is long, so that a quotation of 200 characters does not name the wrong field.
_BAD_INDEX = _quiz(3, question=f"{_ASKED} Think of two tables. ".ljust(220, "."), answer_index=4)
_EQUAL = _quiz(3, options=["join", "join", "split", "key"])
_HUGE = '{"questions": ["' + "x" * 50_000
_AT_ONCE, _WRAPPED, _ASKS_TWO = "good at once", "in a fence", "two asked for"
_REASON, _RULE, _FEWER = "bad, then good", "two equal options", "one too few"
_PROSE, _KEY, _LONG = "no JSON first", "a missing key", "a huge reply"
_MORE = "one too many"
_NEVER, _NO_RETRY = "never good", "no second try"
_TWICE = "a quiz with 3 questions after 2 requests"

small_quiz = Check(
    name="small_quiz",
    parameters=("notes", "model", "n", "retries"),
    prepare=_imports,
    cases=(
        _plays(_AT_ONCE, "a good reply", [_quiz(3)],
               lambda p: p.delivers(3, 1) and _NOTES in str(p.sent[0]),
               "a quiz with 3 questions after 1 request, which holds the notes"),
        _plays(_WRAPPED, "a good reply in a fence", [_fenced(_quiz(3))],
               lambda p: p.delivers(3, 1), "a quiz with 3 questions after 1 request"),
        _plays(_ASKS_TWO, "a good reply", [_quiz(2)],
               lambda p: p.delivers(2, 1) and "2" in str(p.sent[0]).replace(_NOTES, ""),
               "a quiz with 2 questions after 1 request, which asks for 2", 2),
        _plays(_REASON, "answer_index 4, then a good reply", [_BAD_INDEX, _quiz(3)],
               lambda p: p.delivers(3, 2) and "answer_index" in p.added()
               and p.answered(_BAD_INDEX),
               f"{_TWICE}; the second one holds the notes, the reply and the error"),
        _plays(_RULE, "two equal options, then a good reply", [_EQUAL, _quiz(3)],
               lambda p: p.delivers(3, 2), _TWICE),
        _plays(_FEWER, "two questions, then three", [_quiz(2), _quiz(3)],
               lambda p: p.delivers(3, 2), _TWICE),
        _plays(_MORE, "four questions, then three", [_quiz(4), _quiz(3)],
               lambda p: p.delivers(3, 2), _TWICE),
        _plays(_PROSE, "no JSON, then a good reply", ["I am sorry.", _quiz(3)],
               lambda p: p.delivers(3, 2), _TWICE),
        _plays(_KEY, "a question without options, then a good reply",
               [json.dumps({"questions": [_without("options")] * 3}), _quiz(3)],
               lambda p: p.delivers(3, 2), _TWICE),
        _plays(_LONG, "50,000 characters without end, then a good reply", [_HUGE, _quiz(3)],
               lambda p: p.delivers(3, 2) and not p.quotes_too_much(),
               f"{_TWICE}; the second one quotes at most 200 characters"),
        _plays(_NEVER, "three bad replies", ["I am sorry.", "I am sorry.", _BAD_INDEX],
               lambda p: p.error is not None and p.requests == 3
               and "answer_index" in str(p.error),
               "a QuizError after 3 requests, with the last reason", 3, 2),
        _plays(_NO_RETRY, "a bad reply, then a good one", [_BAD_INDEX, _quiz(3)],
               lambda p: p.error is not None and p.requests == 1,
               "a QuizError after 1 request", 3, 0),
    ),
    mistakes=(
        Mistake("Your `Question` has an open gap. Pass check 07.1 first, then run its cell.",
                lambda e: e.kind == "AttributeError" and "'Question' object" in e.text),
        Mistake("Your `problems` must return a list. Pass check 07.2 first, then run its cell.",
                lambda e: e.kind == "TypeError" and "NoneType" in e.text
                and "iter" in e.text),
        Mistake("Give `n` the default 3 and `retries` the default 2.",
                lambda e: e.kind == "TypeError" and "small_quiz() missing" in e.text),
        Mistake("Two values are needed: `model.complete(messages, [])`.",
                lambda e: e.kind == "TypeError" and "'tools'" in e.text),
        Mistake("Send a list of messages. `user(text)` makes one message.",
                lambda e: e.kind == "TypeError" and "list of messages" in e.text),
        Mistake("What comes back is an object. Its words are in `.text`.",
                lambda e: "'Reply' object" in e.text or "not Reply" in e.text),
        Mistake("At most `retries + 1` requests.",
                lambda e: e.kind == "RuntimeError" and "too often" in e.text),
        Mistake("A fault of the reply must become a QuizError.",
                lambda e: e.error is not None, (_NEVER, _NO_RETRY)),
        Mistake("A bad reply is a normal case here. Catch its error, then ask again.",
                lambda e: e.error is not None and e.passes(_AT_ONCE)
                and e.kind in ("ValueError", "ValidationError", "JSONDecodeError", "KeyError",
                               "IndexError", "TypeError")),
        Mistake("Nobody asked the model. Call `model.complete(messages, [])`.",
                lambda e: e.error is None and not e.value.requests),
        Mistake("The model did not get the notes. Send `prompt_for(notes, n)`.",
                lambda e: e.value.delivers(3, 1), (_AT_ONCE,)),
        Mistake(faults.NOTHING_RETURNED,
                lambda e: e.value.value is None and e.value.error is None, (_AT_ONCE,)),
        Mistake("Return the Quiz that `validate` gives, not its parts.",
                lambda e: isinstance(e.value.value, (dict, list, str))),
        Mistake("A good reply was asked for again. Return the quiz at once.",
                lambda e: e.value.requests > 1, (_AT_ONCE,)),
        Mistake("A fence stood around a good quiz. Use `unwrap`.",
                lambda e: e.value.requests > 1, (_WRAPPED,)),
        Mistake("Two questions were asked for. Compare with `n`, not with 3.",
                lambda e: e.value.error is not None or e.value.requests > 1, (_ASKS_TWO,)),
        Mistake("The model was not asked for two questions. Send `prompt_for(notes, n)`.",
                lambda e: e.value.delivers(2, 1), (_ASKS_TWO,)),
        Mistake("Three questions were asked for. Ask again, do not deliver fewer.",
                lambda e: e.value.requests == 1, (_FEWER,)),
        Mistake("Four questions came, three were asked for. Ask again, do not choose.",
                lambda e: e.value.requests == 1, (_MORE,)),
        Mistake("At most `retries + 1` requests.",
                lambda e: e.value.requests > (3 if e.case == _NEVER else 1),
                (_NEVER, _NO_RETRY)),
        Mistake("`retries` more tries are allowed after the first. Ask again.",
                lambda e: e.value.requests < 3, (_NEVER,)),
        Mistake("After the last try raise QuizError with the reason.",
                lambda e: e.value.error is None, (_NEVER, _NO_RETRY)),
        Mistake("The QuizError does not say what was wrong. Give it the last reason.",
                lambda e: e.value.error is not None, (_NEVER,)),
        Mistake("A quiz that breaks a rule came back. Use `validate` on what `unwrap` gives.",
                lambda e: e.value.requests == 1 and e.value.error is None,
                (_REASON, _RULE, _KEY)),
        Mistake("One bad reply ended it. Ask again before you give up.",
                lambda e: e.value.requests == 1 and e.value.error is not None),
        Mistake("Append the reply too, so that the model sees what it wrote.",
                lambda e: not any(one.get("role") == "assistant" for one in e.value.sent[1]),
                (_REASON,)),
        Mistake("Send the errors, so that the model knows what to change.",
                lambda e: "answer_index" not in e.value.added(), (_REASON,)),
        Mistake("The second request lost the notes. Append to the messages, begin no new list.",
                lambda e: _NOTES not in str(e.value.sent[1]), (_REASON,)),
        Mistake("The reply is the model's, so `assistant(...)`. The errors are yours: `user(...)`.",
                lambda e: not any(one.get("role") == "assistant" and str(one.get("content"))
                                  .startswith(_BAD_INDEX[:20]) for one in e.value.sent[1]),
                (_REASON,)),
        Mistake("The reply comes first, then the errors.",
                lambda e: e.value.sent[1][-1].get("role") != "user", (_REASON,)),
        Mistake("Quote at most 200 characters of a bad reply.",
                lambda e: e.value.quotes_too_much(), (_LONG,)),
    ),
    otherwise="Follow this case by hand: what is asked, what comes back, what is sent next?",
)


def _accepted_options(seen: object) -> str:
    if seen == REFUSED:
        return "a"
    return {4: "b", 1: "c"}[len(seen)] if isinstance(seen, list) else ""


LESSON = Lesson(
    title="a quiz whose key is right",
    minutes=45,
    predictions={
        "07.p1": Prediction(
            right="b", seen={"dict": "a", "JSONDecodeError": "b", "str": "c"}.__getitem__,
            options={
                "a": "For `json.loads` the fence is no decoration: it is text before the JSON.",
                "b": "Words and a fence are no JSON, so reading stops there.",
                "c": "`json.loads` never hands a text back unread: it reads it or raises."}),
        "07.p2": Prediction(
            right="b", seen=lambda value: "a" if value == REFUSED else "c" if value is True
            else "b" if value == 1 else "",
            options={
                "a": "Without strict, pydantic turns a value into the type that is named.",
                "b": "pydantic turns true into 1, which is the position of the second option.",
                "c": "Validation does more than look: it also converts."}),
        "07.p3": Prediction(
            right="b", seen=_accepted_options,
            options={
                "a": "A type says what an option is, not that options must differ.",
                "b": "Four texts are four texts. Nothing here says that they must differ.",
                "c": "Validation never drops members of a list."}),
        "07.p4": Prediction(
            right="b", seen={2: "a", 3: "b", 4: "c"}.__getitem__,
            options={
                "a": "A retry is one more request. The first request is none.",
                "b": "The first request and two retries: `retries + 1`.",
                "c": "A good reply is used at once. Nothing confirms it."}),
    },
    checks={"07.1": question_class, "07.2": problems, "07.3": unwrap, "07.4": order,
            "07.5": small_quiz},
    recall=(
        Recall("08", "Why are the errors sent back to the model, and not only \"try again\"?",
               "It needs to know which field was wrong and why."),
        Recall("10", "Valid JSON, valid schema. Can the quiz still be wrong?",
               "Yes: equal options or a wrong key. Rules of your own check more."),
    ),
)
