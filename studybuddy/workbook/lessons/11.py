"""Lesson 11: a tool of the learner's own, with its tests, in a registry of their own."""

# No `from __future__ import annotations`: it would turn the types of the functions below, which
# stand in registries, into texts.

import inspect
import json
import math
from collections.abc import Callable
from typing import Any

from studybuddy.workbook import outside, values
from studybuddy.workbook.define import (
    ANY,
    FUNCTION,
    TEXT,
    Case,
    Check,
    Lesson,
    Mistake,
    Prediction,
    Recall,
)

TODAY = "2026-11-30"
QUESTION = "I was in 31 of 40 classes. How many may I miss?"


def right(attended: int, held: int, required: int = 75) -> dict:
    """Tell how many classes I may miss, or must attend."""
    if any(type(number) is not int for number in (attended, held, required)):
        return {"error": "attended, held and required are whole numbers."}
    if not 0 <= attended <= held or held == 0:
        return {"error": "held is 1 or more, and attended is from 0 to held."}
    if not 1 <= required <= 99:
        return {"error": "required is from 1 to 99."}
    too_few = required * held - 100 * attended
    return {"percent": 100 * attended / held,
            "may_miss": max(0, 100 * attended // required - held),
            "must_attend": max(0, -(-too_few // (100 - required)))}


# -- 11.1 attendance ---------------------------------------------------------------------------

_KEYS = ("percent", "may_miss", "must_attend")
BAD = "a dictionary with `error`"


def _is_right(value: Any, expected: dict) -> bool:
    """Whether the three values are there. More keys are welcome."""
    return isinstance(value, dict) and all(
        values.same(value.get(key), expected[key]) for key in _KEYS)


def _tells_error(value: Any) -> bool:
    return (isinstance(value, dict) and isinstance(value.get("error"), str)
            and bool(value["error"].strip()))


def _shown(args: tuple) -> str:
    return f"attendance({', '.join(map(repr, args))})"


def _good(name: str, *args: int) -> Case:
    expected = right(*args)
    return Case(name, args=args, passes=lambda value: _is_right(value, expected),
                wanted=f"`{expected}`")


def _bad(name: str, *args: object) -> Case:
    return Case(name, args=args, passes=_tells_error, wanted=BAD,
                gives=f"`{_shown(args)}` gives an `error`")


def _gave(e: Any, key: str, number: float) -> bool:
    return e.error is None and values.same(e.value[key], number)


_MEERA, _ALL, _LAB, _OTHER = "Meera's classes", "never missed", "the lab", "another rule"
_NO_CLASS, _MORE, _BELOW, _TRUE = "no class held", "more than held", "below zero", "true as number"
_WORD, _NONE, _HALF = "a text", "no number", "half a class"
_EVERY, _NULL, _RULE = "required is 100", "required is 0", "required is text"
_INPUTS = (_NO_CLASS, _MORE, _BELOW, _TRUE, _WORD, _NONE, _HALF, _EVERY, _NULL, _RULE)

attendance = Check(
    name="attendance",
    parameters=("attended", "held", "required"),
    cases=(
        _good(_MEERA, 31, 40),
        _good("exactly 75 percent", 30, 40),
        _good(_ALL, 40, 40),
        _good(_LAB, 27, 40, 80),
        _good(_OTHER, 27, 40, 70),
        _good("never there", 0, 10),
        _bad(_NO_CLASS, 0, 0),
        _bad(_MORE, 41, 40),
        _bad(_BELOW, -1, 40),
        _bad(_TRUE, True, 40),
        _bad(_WORD, "31", 40),
        _bad(_NONE, None, 40),
        _bad(_HALF, 31.5, 40),
        _bad(_EVERY, 31, 40, 100),
        _bad(_NULL, 31, 40, 0),
        _bad(_RULE, 31, 40, "75"),
    ),
    mistakes=(
        Mistake("Give `required` the default 75 in the `def` line.",
                lambda e: e.kind == "TypeError" and "'required'" in e.text),
        Mistake("The text in `error` is empty. Write a sentence that says what is wrong.",
                lambda e: "error" in e.value, _INPUTS),
        Mistake("With 100 % a missed class stays missed. Return `error`.",
                lambda e: e.kind in ("", "ZeroDivisionError", "NoEnd"), (_EVERY,)),
        Mistake("A rule of 0 % asks for nothing. Return `error`.",
                lambda e: e.kind in ("", "ZeroDivisionError", "NoEnd"), (_NULL,)),
        Mistake("No class was held: return `error`, do not divide.",
                lambda e: e.kind in ("", "ZeroDivisionError", "NoEnd"), (_NO_CLASS,)),
        Mistake("Bad input must come back as `error`. Return a dictionary, do not raise.",
                lambda e: e.kind in ("ValueError", "AssertionError"), _INPUTS),
        Mistake("This is no whole number. Look at the type first: `type(value) is int`.",
                lambda e: e.kind == "TypeError", (_WORD, _NONE, _RULE)),
        Mistake("41 of 40 is not possible. Return `error`.", lambda e: e.error is None, (_MORE,)),
        Mistake("Less than 0 classes is not possible. Return `error`.",
                lambda e: e.error is None, (_BELOW,)),
        Mistake("`True` is no number of classes.", lambda e: e.error is None, (_TRUE,)),
        Mistake("31.5 is no number of classes. Ask: `type(value) is int`.",
                lambda e: e.error is None, (_HALF,)),
        Mistake("This input is good, but your code refused it.",
                lambda e: "error" in e.value and e.case not in _INPUTS),
        Mistake("Return a dictionary: three keys, or `error`.",
                lambda e: e.error is None and not e.nothing and not isinstance(e.value, dict)),
        Mistake("The contract names three keys: `percent`, `may_miss` and `must_attend`.",
                lambda e: not set(e.value) >= set(_KEYS)),
        Mistake("Percent goes from 0 to 100, not from 0 to 1.",
                lambda e: _gave(e, "percent", 0.775), (_MEERA,)),
        Mistake("Do not round the percent. Return it as it is.",
                lambda e: e.value["percent"] in (77, 78), (_MEERA,)),
        Mistake("Nothing left to miss is 0.", lambda e: e.value["may_miss"] < 0),
        Mistake("Nothing to attend is 0.", lambda e: e.value["must_attend"] < 0),
        Mistake("10 came back. A class that you miss is held too: `held` grows.",
                lambda e: _gave(e, "may_miss", 10), (_ALL,)),
        Mistake("5 came back. A class that you attend is held too: `held` grows.",
                lambda e: _gave(e, "must_attend", 5), (_LAB,)),
        Mistake("26 came back, 25 is enough. Use whole numbers: `required * held`.",
                lambda e: _gave(e, "must_attend", 26), (_LAB,)),
        Mistake("12 is the answer for 75 %. Use the parameter `required`.",
                lambda e: _gave(e, "must_attend", 12), (_LAB,)),
        Mistake("3 is not enough: 30 of 43 is 69.8 %. Round up.",
                lambda e: _gave(e, "must_attend", 3), (_OTHER,)),
    ),
    otherwise="Write this case on paper. After so many more classes, is the rule kept?",
)


# -- 11.2 my_registry --------------------------------------------------------------------------

_NAMES = ("attendance", "calculator", "mail_teacher")


def _load() -> None:
    from studybuddy import ToolRegistry, calculator

    asked_for(ToolRegistry([calculator]), "What is 1 + 1?")


def asked_for(registry: Any, question: str) -> tuple[str, dict, str]:
    """One request to the practice model: the tool that it asks for ("" for none), the arguments
    as they were sent, and what it says."""
    from studybuddy import PracticeModel
    from studybuddy.messages import user

    reply = PracticeModel(today=TODAY).complete([user(question)], registry.schemas("openai"))
    if not reply.tool_calls:
        return "", {}, reply.text
    call = reply.tool_calls[0]["function"]
    return call["name"], json.loads(call["arguments"]), ""


def _is_registry(value: Any) -> bool:
    from studybuddy import ToolRegistry

    return isinstance(value, ToolRegistry)


def _listed(registry: Any) -> str:
    return ", ".join(f"`{tool.name}`" for tool in registry)


def _undescribed(my_registry: Callable) -> list[str]:
    """The tools whose description is only their name."""
    return [tool.name for tool in my_registry()
            if tool.description == tool.name.replace("_", " ")]


def _waiting(my_registry: Callable) -> list[str]:
    """The tools that wait for a person, with arguments as the model would send them."""
    registry = my_registry()
    sent = {"attendance": '{"attended": 31, "held": 40}', "calculator": '{"expression": "1"}',
            "mail_teacher": '{"text": "I am ill."}'}
    return [name for name in _NAMES
            if registry.needs_approval(registry.read_call("c1", name, sent[name]))]


_MADE, _THREE, _TWICE = "a registry", "three tools", "made twice"
_DESCRIBED, _ASKED, _WAITS = "the descriptions", "Meera's question", "what waits"

my_registry = Check(
    name="my_registry",
    parameters=(),
    prepare=_load,
    cases=(
        Case(_MADE, passes=_is_registry, wanted="a `ToolRegistry`", gives="a `ToolRegistry`"),
        Case(_THREE, run=lambda my_registry: [tool.name for tool in my_registry()],
             passes=lambda names: set(names) >= set(_NAMES), shown="my_registry()",
             wanted=f"the tools {', '.join(f'`{name}`' for name in _NAMES)}",
             gives=lambda names: ", ".join(f"`{name}`" for name in names)),
        Case(_TWICE, run=lambda my_registry: my_registry() is not my_registry(), expected=True,
             shown="my_registry() is not my_registry()", gives="each call makes a new one"),
        Case(_DESCRIBED, run=_undescribed, expected=[], shown="the descriptions",
             wanted="a sentence for each tool", gives="each tool has a sentence"),
        Case(_ASKED, run=lambda my_registry: asked_for(my_registry(), QUESTION)[:2],
             expected=("attendance", {"attended": 31, "held": 40}), shown=QUESTION,
             wanted="the model asks for `attendance`, with 31 and 40",
             gives="the model asks for `attendance`"),
        Case(_WAITS, run=_waiting, expected=["mail_teacher"],
             shown="the tools that wait for a person", wanted="`mail_teacher` alone",
             gives="`mail_teacher` alone"),
    ),
    mistakes=(
        Mistake("Two tools share a name. Rename one, or add it once.",
                lambda e: e.kind == "ValueError" and "already" in e.text and e.case == _MADE),
        Mistake("The second call failed. Make the registry inside the function.",
                lambda e: e.kind == "ValueError" and "already" in e.text),
        Mistake("Add the function itself, without brackets.",
                lambda e: "A tool is a function" in e.text
                or (e.kind == "TypeError" and "required positional argument" in e.text)),
        Mistake("The list takes no approval. Add the mail alone: `registry.add(f, "
                "needs_approval=True)`.",
                lambda e: e.kind == "TypeError" and "'needs_approval'" in e.text),
        Mistake("The call of `add` gives the tool back. Return the registry.",
                lambda e: callable(e.value), (_MADE,)),
        Mistake("Return the registry.", lambda e: e.nothing, (_MADE,)),
        Mistake("Build a `ToolRegistry`, and return it.",
                lambda e: e.error is None, (_MADE,)),
        Mistake("A tool is missing. Which of the three names is not there?",
                lambda e: e.error is None, (_THREE,)),
        Mistake("The same registry came twice. Make it inside the function.",
                lambda e: e.error is None, (_TWICE,)),
        Mistake("The docstring is empty. The model would never choose it.",
                lambda e: e.error is None, (_DESCRIBED,)),
        Mistake("The model did not choose your tool. Say in the description what it tells.",
                lambda e: e.error is None and e.value[0] != "attendance", (_ASKED,)),
        Mistake("Mail must wait: `needs_approval=True`.",
                lambda e: "mail_teacher" not in e.value, (_WAITS,)),
        Mistake("Reading and counting change nothing. Only the mail waits.",
                lambda e: e.error is None, (_WAITS,)),
    ),
    otherwise="The contract names `attended` and `held`, and both are whole numbers.",
)


# -- 11.3 my_tests -----------------------------------------------------------------------------


def other_right(attended: int, held: int, required: int = 75) -> dict:
    """Right too: its percent came in another way, and differs in the last digit."""
    answer = right(attended, held, required)
    if "percent" in answer:
        answer["percent"] = math.nextafter(answer["percent"], math.inf)
    return answer


def always_zero(attended: int, held: int, required: int = 75) -> dict:
    return {"percent": 0.0, "may_miss": 0, "must_attend": 0}


def always_75(attended: int, held: int, required: int = 75) -> dict:
    return right(attended, held)


def more_than_held(attended: int, held: int, required: int = 75) -> dict:
    numbers = attended, held, required
    if all(type(number) is int for number in numbers) and attended > held > 0 < required < 100:
        return {"percent": 100 * attended / held, "must_attend": 0,
                "may_miss": max(0, 100 * attended // required - held)}
    return right(attended, held, required)


def by_floats(attended: int, held: int, required: int = 75) -> dict:
    answer = right(attended, held, required)
    if answer.get("must_attend"):
        part = required / 100
        answer["must_attend"] = math.ceil((part * held - attended) / (1 - part))
    return answer


def rounded(attended: int, held: int, required: int = 75) -> dict:
    answer = right(attended, held, required)
    if "error" not in answer:
        too_few = required * held - 100 * attended
        answer["must_attend"] = max(0, round(too_few / (100 - required)))
    return answer


def below_zero(attended: int, held: int, required: int = 75) -> dict:
    answer = right(attended, held, required)
    if "error" not in answer:
        answer["may_miss"] = 100 * attended // required - held
    return answer


CAUGHT, PASSED = "an error", "no error"


def verdict(tests: Callable, version: Callable) -> str:
    """Whether tests catch a version. A test that stops has failed too, whatever stopped it."""
    def attendance(attended, held, required=75):  # tests must not tell a version by its name
        return version(attended, held, required)

    try:
        tests(attendance)
    except Exception:
        return CAUGHT
    return PASSED


def _silent(name: str, version: Callable, told: str) -> Case:
    """A right version: what the tests raise comes through, with the learner's line."""
    return Case(name, run=lambda tests: tests(version), passes=lambda value: True,
                shown=f"my_tests({version.__name__})", wanted="no error",
                gives=f"{told}: your tests say nothing")


# Each wrong version: the name of its case, the function, and what is wrong with it.
VERSIONS = (
    ("always zero", always_zero, "It says 0 for everything."),
    ("only one rule", always_75, "It forgets `required`, and takes 75."),
    (_MORE, more_than_held, "It takes 41 of 40."),
    ("the float way", by_floats, "It says 26 for 27 of 40 at 80 %."),
    ("rounded, not up", rounded, "It says 3 for 27 of 40 at 70 %."),
    ("may miss -7", below_zero, "It says -7 may be missed, for 27 of 40 at 80 %."),
)
_FIRST = VERSIONS[0][0]
_RIGHT, _RIGHT_TOO = "the right version", "the last digit"


def _wrong(number: int, name: str, version: Callable, fault: str) -> Case:
    return Case(name, run=lambda tests: verdict(tests, version), expected=CAUGHT,
                shown=f"my_tests(version_{number})", wanted="an error: the version is wrong",
                gives=f"version {number} is caught")


def _empty(*args: object, **kwargs: object) -> dict:
    return {}


class _Unlike(dict):
    """What compares with nothing: each key is there, and its value equals no other."""

    def __missing__(self, key: object) -> float:
        return math.nan


def _unlike(*args: object, **kwargs: object) -> dict:
    return _Unlike()


def _none(*args: object, **kwargs: object) -> None:
    return None


my_tests = Check(
    name="my_tests",
    parameters=("attendance",),
    cases=(
        _silent(_RIGHT, right, "the right version"),
        _silent(_RIGHT_TOO, other_right, "another last digit"),
        *(_wrong(number, *one) for number, one in enumerate(VERSIONS, 1)),
    ),
    mistakes=(
        Mistake("The right version failed. Work this case out by hand.",
                lambda e: e.kind == "AssertionError", (_RIGHT,)),
        Mistake("Your test stopped before it tested. An error comes back under the key `error`.",
                lambda e: e.kind in ("KeyError", "TypeError", "ValueError"), (_RIGHT,)),
        Mistake("Compare percents with `math.isclose`.",
                lambda e: e.kind == "AssertionError", (_RIGHT_TOO,)),
        Mistake("Your tests compare nothing. Use `assert`.",
                lambda e: PASSED in (e.run(verdict, e.answer, _empty).value,
                                     e.run(verdict, e.answer, _unlike).value), (_FIRST,)),
        *(Mistake(f"Version {number} passed your tests. {fault}",
                  lambda e: e.value == PASSED, (name,))
          for number, (name, _, fault) in enumerate(VERSIONS[:-1], 1)),
    ),
    # Only the last version is left where nothing above was seen.
    otherwise=f"Version {len(VERSIONS)} passed your tests. {VERSIONS[-1][2]}",
)


# -- 11.4 my_tool, my_question, my_tool_tests --------------------------------------------------

HUGE = 10 ** 400
ODD = {
    "zero": 0, "below zero": -1, "a half": 0.5, "no number (NaN)": math.nan,
    "without end (inf)": math.inf, "true": True, "empty text": "", "number as text": "40",
    "nothing (None)": None, "a list": [], "a dictionary": {}, "a huge number": HUGE,
}


class WroteFile(Exception):
    """The learner's tool reached for a file, and nothing makes it wait."""


class ReachedOut(Exception):
    """The learner's tool reached for a program or a network, and nothing makes it wait."""


def _tool(answer: tuple) -> Any:
    from studybuddy import Tool

    return answer[0] if isinstance(answer[0], Tool) else Tool(answer[0])


def _function(answer: tuple) -> Callable:
    return getattr(answer[0], "function", answer[0])


def _registry(answer: tuple) -> Any:
    from studybuddy import ToolRegistry, calculator, make_study_plan

    own = _tool(answer)
    return ToolRegistry([own, *(tool for tool in (right_tool(), calculator, make_study_plan)
                                if getattr(tool, "name", "") != own.name)])


def right_tool() -> Any:
    """`right` under the name that the learner's own has."""
    from studybuddy import Tool

    return Tool(right, name="attendance")


def _is_tool(thing: Any) -> bool:
    function = getattr(thing, "function", thing)
    return inspect.isfunction(function) and function.__name__.isidentifier()


def _is_question(text: str) -> bool:
    return sum(c.isalpha() for c in text) > 3


def asked(answer: tuple) -> str:
    """Which tool the model asks for to the learner's question: "your tool", another, or none."""
    name = asked_for(_registry(answer), answer[1])[0]
    return "your tool" if name and name == _tool(answer).name else name or "no tool"


def sent(answer: tuple) -> dict:
    """The arguments for the learner's tool, checked. Raises ValueError when they do not fit."""
    return _tool(answer).parameters.check(asked_for(_registry(answer), answer[1])[1])


def tried(answer: tuple, change: Callable[[dict], list[dict]]) -> list:
    """What the learner's function gives to the values of the question, changed.

    Nothing that it does outside happens. Where a tool waits for a person, reaching out is fine,
    and the error that comes of it is not the learner's.
    """
    waits, given = _tool(answer).needs_approval is not False, []
    for arguments in change(sent(answer)):
        with outside.blocked() as seen:
            try:
                given.append(_function(answer)(**arguments))
            except Exception as error:
                if not (waits and isinstance(error, outside.Blocked)):
                    _require_approval(seen, waits)
                    raise
                given.append(None)
        _require_approval(seen, waits)
        if seen.file or seen.other:
            given[-1] = {}  # it was blocked: what it says of that is no fault of the learner's
    return given


def _require_approval(seen: outside.Seen, waits: bool) -> None:
    if waits:
        return
    if seen.file:
        raise WroteFile("it reached for a file") from None
    if seen.other:
        raise ReachedOut("it reached for a program or a network") from None


def _is_data(value: Any) -> bool:
    """Whether a result is a dictionary that strict JSON can hold."""
    if not isinstance(value, dict):
        return False
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _answers(given: list) -> bool:
    return all(_is_data(value) and "error" not in value for value in given)


def _odd(name: str, value: Any) -> Case:
    """The odd value as each parameter in turn, the others as the model sent them."""
    def change(arguments: dict) -> list[dict]:
        return [{**arguments, key: value} for key in arguments]

    told = "10 ** 400" if value is HUGE else repr(value)
    return Case(f"odd: {name}", run=lambda answer: tried(answer, change),
                passes=lambda given: all(map(_is_data, given)),
                shown=f"my_tool(...) with {told}", wanted="a dictionary that JSON can hold",
                came=lambda given: next(value for value in given if not _is_data(value)),
                gives=f"{told}: it answers with data")


class TestsReachOut(Exception):
    """The learner's tests made the tool act outside, where nothing may happen in a check."""


def _own_tests(answer: tuple) -> None:
    with outside.blocked() as seen:
        try:
            answer[2](_function(answer))
        except Exception:
            if not (seen.file or seen.other):
                raise
        if seen.file or seen.other:
            raise TestsReachOut("it would act outside") from None


def _on_nothing(answer: tuple) -> str:
    """Whether the learner's tests catch a tool that does nothing, whichever kind of nothing."""
    for nothing in (_none, _empty):
        try:
            answer[2](nothing)
        except Exception:
            continue
        return PASSED
    return CAUGHT


# Broken copies of the learner's tool: what they give has the same keys and kinds, and other values.


def _more(number: float) -> float:
    return number + 1 + abs(number)  # never the same, and far off for a large number too


def _less(number: float) -> float:
    return number - 1 - abs(number)


def _other(value: Any, number: Callable[[float], float], sign: str) -> Any:
    """A value of the same kind with something else in it: each number changed by `number`, each
    text one of `sign` alone. Nothing becomes empty or 0 that was not: `assert value` holds on."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, str):
        return sign * (len(value) + 1)
    if isinstance(value, dict):
        return {key: _other(one, number, sign) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [*(_other(one, number, sign) for one in value), sign]
    return sign


class _NoError(dict):
    """Stands for an `error` that was lost. A line that only reads from it raises nothing."""

    def __missing__(self, key: object) -> str:
        return ""


def _broken(answer: tuple, number: Callable[[float], float], sign: str) -> Callable:
    """The learner's tool with other values. Where it waits for a person, it does nothing outside,
    and its errors are lost too: they are what its tests can look at."""
    function, waits = _function(answer), _tool(answer).needs_approval is not False

    def my_tool(*args, **named):
        if not waits:
            given = function(*args, **named)
        else:
            with outside.blocked():
                try:
                    given = function(*args, **named)
                except outside.Blocked:
                    given = {}
        if isinstance(given, dict) and "error" in given:
            return _NoError() if waits else given
        return _other(given, number, sign)

    return my_tool


def _on_broken(answer: tuple) -> str:
    """Whether the learner's tests catch a copy with larger, or with smaller values."""
    for number, sign in ((_more, "?"), (_less, "!")):
        try:
            answer[2](_broken(answer, number, sign))
        except Exception:
            return CAUGHT
    return PASSED


_ASKS, _RESULT, _NOTHING = "your question", "it answers", "a tool without code"
_BROKEN = "a broken tool"
_ODD = tuple(f"odd: {name}" for name in ODD)
_HUGE = next(f"odd: {name}" for name, value in ODD.items() if value is HUGE)
_CALLED = (_RESULT, *_ODD)

my_tool = Check(
    name="my_tool, my_question, my_tool_tests",
    asks=(ANY, TEXT, FUNCTION),
    wrong_kind="Your question is a text, and `my_tool_tests` is a function.",
    prepare=_load,
    cases=(
        Case("a tool", run=lambda answer: answer[0], passes=_is_tool, shown="my_tool",
             wanted="a function, or a `Tool`", gives="`my_tool` is there"),
        Case("a question", run=lambda answer: answer[1], passes=_is_question,
             shown="my_question", wanted="a question of your own", gives="you wrote one"),
        Case("a docstring", run=lambda answer: inspect.getdoc(_function(answer)), passes=bool,
             shown="inspect.getdoc(my_tool)", wanted="a text", gives="there is a description"),
        Case("the types", run=lambda answer: list(_tool(answer).parameters.schema["properties"]),
             passes=bool, shown="the schema of my_tool", wanted="a parameter or more, with types",
             gives=lambda names: f"parameters: {', '.join(f'`{n}`' for n in names)}"),
        Case(_ASKS, run=asked, expected="your tool", shown="my_question",
             wanted="the model asks for your tool", gives="the model asks for your tool"),
        Case("the values", run=sent, passes=lambda sent: True, shown="my_question",
             wanted="values that fit the schema",
             gives=lambda sent: f"the model sends `{values.shown(sent)}`"),
        Case(_RESULT, run=lambda answer: tried(answer, lambda arguments: [arguments]),
             passes=_answers, came=lambda given: given[0],
             shown="my_tool(...) with these values",
             wanted="a dictionary without `error`", gives="a dictionary"),
        *(_odd(name, value) for name, value in ODD.items()),
        Case("your own tests", run=_own_tests, passes=lambda value: True,
             shown="my_tool_tests(my_tool)", wanted="no error", gives="your tests say nothing"),
        Case(_NOTHING, run=_on_nothing, expected=CAUGHT,
             shown="my_tool_tests(a tool that does nothing)", wanted="an error",
             gives="a tool that does nothing: your tests catch it"),
        Case(_BROKEN, run=_on_broken, expected=CAUGHT,
             shown="my_tool_tests(your tool with wrong values)", wanted="an error",
             gives="your tool with wrong values: your tests catch it"),
    ),
    mistakes=(
        Mistake("Put the function itself into `my_tool`, without brackets after it.",
                lambda e: True, ("a tool",)),
        Mistake("Type a question of your own between the quotes.",
                lambda e: True, ("a question",)),
        Mistake("The docstring is what the model reads. Write it.",
                lambda e: True, ("a docstring",)),
        Mistake("Give your tool a parameter, so that the question can fill it.",
                lambda e: e.same([]), ("the types",)),
        Mistake("Give each parameter a type that JSON knows.",
                lambda e: e.error is not None, ("the types",)),
        Mistake("The question lacks a value for a required parameter. Put it in.",
                lambda e: "I need more" in e.run(_said, e.answer).value, (_ASKS,)),
        Mistake("Another tool can do this. Ask what only your tool knows.",
                lambda e: e.value not in ("your tool", "no tool") and e.error is None
                and e.run(_shares, e.answer).value, (_ASKS,)),
        Mistake("Use words of the question in the description.",
                lambda e: e.error is None, (_ASKS,)),
        Mistake("Say the value in the question as your type wants it, or take another type.",
                lambda e: e.error is not None, ("the values",)),
        Mistake("This writes a file: register it with approval.",
                lambda e: e.kind == "WroteFile", _CALLED),
        Mistake("This starts a program or sends something: register it with approval.",
                lambda e: e.kind == "ReachedOut", _CALLED),
        Mistake("This number is too large for your calculation. Return `error` above an upper "
                "bound.", lambda e: e.kind in ("OverflowError", "MemoryError", "NoEnd"),
                (_HUGE,)),
        Mistake("Bad input must come back as `error`.", lambda e: e.error is not None, _ODD),
        Mistake("A tool returns a dictionary, also for odd input.",
                lambda e: not all(isinstance(value, dict) for value in e.value), _CALLED),
        Mistake("Your tool refuses the values of your own question.",
                lambda e: any("error" in value for value in e.value), (_RESULT,)),
        Mistake("Your tests let the tool act outside. Give it bad input only, or test a part "
                "of it.", lambda e: e.kind == "TestsReachOut", ("your own tests",)),
        Mistake("Your tests failed on your own tool. Work the case out by hand.",
                lambda e: e.error is not None, ("your own tests",)),
        Mistake("Your tests passed a tool that does nothing.",
                lambda e: e.error is None, (_NOTHING,)),
        Mistake("Your tests passed a tool with wrong values. Use `assert`, with a value worked "
                "out by hand.", lambda e: e.error is None, (_BROKEN,)),
    ),
    otherwise="JSON cannot hold this result.",
)


def _said(answer: tuple) -> str:
    return asked_for(_registry(answer), answer[1])[2]


def _shares(answer: tuple) -> bool:
    """Whether question and schema share two words or more, so that words are not what lacks."""
    from studybuddy.practice import generic

    schema = _tool(answer).schema("openai")
    return len(generic.score(answer[1], schema["function"])[1]) >= 2


LESSON = Lesson(
    title="your own StudyBuddy",
    minutes=45,
    predictions={
        "11.p1": Prediction(
            right="b", seen=lambda value: {25: "a", 26: "b"}[value],
            options={
                "a": "On paper it is 25. But 0.80 is no exact number in a computer.",
                "b": "The division gives a bit more than 25, and `ceil` makes 26 of it.",
                "c": "Python calculates with decimals. It does so with tiny errors, silently."}),
        "11.p2": Prediction(
            right="b",
            seen=lambda asked: {0: "b", 1: "a"}.get(len(asked), "c"),
            options={
                "a": "The model cannot see what your code can do. It reads the description.",
                "b": "No word of the question stands in the description, so nothing fits.",
                "c": "The model does not try tools. It chooses one by its words, or none."}),
        "11.p3": Prediction(
            right="b", seen=lambda questions: {1: "b", 2: "a"}[questions],
            options={
                "a": "The agent keeps its tools and its model. The history belongs to the run.",
                "b": "Each `ask` of the agent starts a new run, with a new history.",
                "c": "A real model has no memory either. It reads the history that you send."}),
        "11.p4": Prediction(
            right="c",
            seen=lambda found: "a" if found["key"] else "b" if found["[key]"] else "c",
            options={
                "a": "A run file holds what happened. The settings stay with the model.",
                "b": "Nothing had to be masked, because the key was never written.",
                "c": "The key belongs to the model. The run holds messages and decisions."}),
    },
    checks={"11.1": attendance, "11.2": my_registry, "11.3": my_tests, "11.4": my_tool},
    recall=(
        Recall("finish", "Explain to a friend what happens between a question and its answer.",
               "ask, inspect, authorise, run, append, stop?"),
    ),
)
