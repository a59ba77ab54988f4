"""Lesson 03: from a call to an answer in JSON, whatever arrives."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Callable
from traceback import walk_tb
from typing import Any

from studybuddy.workbook import values
from studybuddy.workbook.define import (
    DICT,
    Case,
    Check,
    Lesson,
    Mistake,
    Prediction,
    Recall,
)
from studybuddy.workbook.raised import RETURNED

AVERAGE = "(8.2*20 + 9.1*22) / 42"
AVERAGE_VALUE = (8.2 * 20 + 9.1 * 22) / 42

# -- 03.1 my_table -----------------------------------------------------------------------------

RUNS, ERROR = "runs", "error"
_ROWS = {
    1: ("nothing sent", "`list_topics` with an empty text", RUNS),
    2: ("only null", "`calculator` with `null`", ERROR),
    3: ("a comma too many", "`calculator` with a comma before the bracket", ERROR),
    4: ("single quotes", "`calculator` with single quotes", ERROR),
    5: ("a name twice", "`calculator` with two expressions", ERROR),
    6: ("NaN inside", "`log_hours` with NaN", ERROR),
    7: ("a field too many", "`calculator` with `precision`", ERROR),
    8: ("a wrong kind", "`calculator` with the expression 17", ERROR),
    9: ("a division by zero", "`calculator` with 1/0", RUNS),
}


def _word(table: dict, row: int) -> object:
    word = table[row]
    return word.strip().lower() if isinstance(word, str) else word


def _row(number: int) -> Case:
    name, request, word = _ROWS[number]
    return Case(name, run=lambda table: _word(table, number), expected=word,
                shown=f"my_table[{number}]", wanted=f"`runs` or `error`, for {request}",
                gives=f"{request}: {word}")


def _about(number: int, says: str) -> Mistake:
    return Mistake(says, lambda e: e.value in (RUNS, ERROR), (_ROWS[number][0],))


my_table = Check(
    name="my_table",
    asks=DICT,
    wrong_kind="Keep the dictionary with its nine rows, and change the words only.",
    cases=tuple(_row(number) for number in _ROWS),
    mistakes=(
        Mistake("Keep all nine rows, with the numbers 1 to 9 as keys.",
                lambda e: e.kind == "KeyError"),
        _about(1, "A tool without parameters needs no arguments. Empty text counts as `{}`."),
        _about(2, "`null` becomes None, and None holds no names."),
        _about(3, "JSON allows no comma before the closing bracket."),
        _about(4, "JSON texts stand in double quotes."),
        _about(5, "Python keeps the last one in silence. Our rule: a name stands once."),
        _about(6, "Python reads NaN, but strict JSON has no such number."),
        _about(7, "A field that no schema names is refused."),
        _about(8, "17 is a number. The schema asks for a text."),
        _about(9, "The arguments are good, so the tool runs. Its own answer holds the error."),
    ),
    otherwise="Write `runs` or `error` between the quotes of each row.",
)


# -- 03.2 read_arguments -----------------------------------------------------------------------


def _refused(name: str, text: str) -> Case:
    return Case(name, (text,), refuse=ValueError)


_BROKEN = ("a comma too many", "single quotes")
_NOT_FINITE = ("NaN inside", "an infinite number")
_NO_OBJECT = ("a list", "only null", "a text inside")
_REFUSED = (*_BROKEN, *_NOT_FINITE, "a name twice", *_NO_OBJECT)


def _way(error: BaseException) -> list[tuple[str, str]]:
    """The functions on the way to an error: the module and the name of each."""
    return [(str(frame.f_globals.get("__name__")), frame.f_code.co_name)
            for frame, _ in walk_tb(error.__traceback__)]


def _from_json(error: BaseException) -> bool:
    """Whether Python's own reader raised it."""
    return _way(error)[-1][0].startswith("json")


def _hook_was_called(error: BaseException) -> bool:
    """Whether the learner's code called `one_of_each`, instead of handing it over."""
    way = _way(error)
    return any(name == "one_of_each" and not before[0].startswith("json")
               for before, (_, name) in zip(way, way[1:], strict=False))


read_arguments = Check(
    name="read_arguments",
    parameters=("text",),
    cases=(
        Case("one object", ('{"hours": 2}',), {"hours": 2}),
        Case("words of JSON", ('{"done": true}',), {"done": True}),
        Case("nothing sent", ("",), {}),
        Case("only blanks", (" \n ",), {}),
        _refused("a comma too many", '{"hours": 2,}'),
        _refused("single quotes", "{'hours': 2}"),
        _refused("NaN inside", '{"hours": NaN}'),
        _refused("an infinite number", '{"hours": -Infinity}'),
        _refused("a name twice", '{"hours": 2, "hours": 9}'),
        _refused("a list", "[2]"),
        _refused("only null", "null"),
        _refused("a text inside", '"hours"'),
    ),
    mistakes=(
        RETURNED,
        Mistake("Your code ran the text. Use `json.loads`.",
                lambda e: e.call('{"hours": len("ab")}').value == {"hours": 2}),
        Mistake("This reads Python, not JSON. Use `json.loads`.",
                lambda e: e.call("{'hours': 2}").value == {"hours": 2}),
        Mistake("`json.loads` got no text. Put `text` first in its brackets.",
                lambda e: e.kind == "TypeError" and "loads() missing" in e.text),
        Mistake("A text cannot be called. Give the helper itself to `json.loads`, without quotes.",
                lambda e: "'str' object is not callable" in e.text and _from_json(e.error)),
        Mistake("A good object was refused. Look at the condition before `raise`.",
                lambda e: e.kind == "ValueError" and "JSON number" not in e.text
                and not _hook_was_called(e.error), ("one object", "words of JSON")),
        Mistake("Give the helper itself to `json.loads`, without brackets after it.",
                lambda e: "JSON number" in e.text or "not callable" in e.text
                or (e.kind == "TypeError" and "missing" in e.text)
                or _hook_was_called(e.error), ("one object",)),
        Mistake("`json.loads` takes its helpers by name, such as `parse_constant=refuse`.",
                lambda e: e.kind == "TypeError" and "positional" in e.text, ("one object",)),
        Mistake("An empty or blank text means no arguments: `{}`.",
                lambda e: e.error is not None or e.value != {}, ("nothing sent", "only blanks")),
        Mistake("A broken text became empty arguments. Raise ValueError, or the fault is lost.",
                lambda e: e.value == {}, _REFUSED),
        Mistake("Nothing came back for a bad text. Raise ValueError, or the fault is lost.",
                lambda e: e.nothing and not e.printed and e.case != "only null", _REFUSED),
        Mistake("A returned text looks like a result. Raise ValueError.",
                lambda e: isinstance(e.value, str) and e.value != "hours", _REFUSED),
        Mistake("NaN came through. Give `parse_constant=refuse` to `json.loads`.",
                lambda e: e.error is None, _NOT_FINITE),
        Mistake("The second value won in silence. Give `object_pairs_hook=one_of_each`.",
                lambda e: e.error is None, ("a name twice",)),
        Mistake("This is no dictionary. Ask with `isinstance(..., dict)`.",
                lambda e: e.error is None, _NO_OBJECT),
        Mistake("Refuse with a ValueError, so that the dispatcher can catch it.",
                lambda e: e.kind not in ("", "NameError", "UnboundLocalError"), _REFUSED),
    ),
    otherwise="Return the dictionary that `json.loads` made of the text.",
)


# -- 03.3 argument_problems --------------------------------------------------------------------

# The schema of log_hours, as the registry of the lesson makes it.
LOG_HOURS = {
    "type": "object", "required": ["topic"], "additionalProperties": False,
    "properties": {"topic": {"type": "string"}, "hours": {"type": "number", "default": 2},
                   "sessions": {"type": "integer", "default": 1}}}
NOTHING = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
DONE = {"type": "object", "properties": {"done": {"type": "boolean"}}, "required": []}


def _names(problems: object, *fields: str) -> bool:
    """Whether this is a list of sentences, and each field stands in one of them."""
    return (isinstance(problems, list) and bool(problems)
            and all(isinstance(one, str) for one in problems)
            and all(any(field in one for one in problems) for field in fields))


def _well(name: str, arguments: dict, schema: dict, of: str) -> Case:
    return Case(name, (arguments, schema), expected=[],
                shown=f"argument_problems({json.dumps(arguments).replace('true', 'True')}, {of})",
                wanted="`[]`, no problem")


def _bad(name: str, arguments: dict, *fields: str) -> Case:
    one = f"one sentence, with the name `{fields[0]}` in it"
    both = "two sentences, one with `" + "`, one with `".join(fields) + "`"
    text = json.dumps(arguments).replace("true", "True")
    return Case(name, (arguments, LOG_HOURS),
                shown=f'argument_problems({text}, SCHEMAS["log_hours"])',
                passes=lambda problems: (_names(problems, *fields)
                                         and len(problems) == len(fields)),
                wanted=one if len(fields) == 1 else both,
                gives=lambda problems: f"`{text}` gives: {_in_words(problems)}")


def _in_words(problems: list[str]) -> str:
    return values.clipped("; ".join(problems).replace("`", ""), 100)


_SEEN = ("a required name missing", "an unknown field", "a wrong kind", "a decimal number",
         "True as number", "True as integer", "two problems")

argument_problems = Check(
    name="argument_problems",
    parameters=("arguments", "schema"),
    cases=(
        _well("all is well", {"topic": "keys", "hours": 1.5}, LOG_HOURS, 'SCHEMAS["log_hours"]'),
        _well("no parameters", {}, NOTHING, 'SCHEMAS["list_topics"]'),
        _bad("a required name missing", {"hours": 1.5}, "topic"),
        _bad("an unknown field", {"topic": "keys", "precision": 2}, "precision"),
        _bad("a wrong kind", {"topic": 17}, "topic"),
        _well("a whole number", {"topic": "keys", "hours": 2}, LOG_HOURS,
              'SCHEMAS["log_hours"]'),
        _bad("a decimal number", {"topic": "keys", "sessions": 1.5}, "sessions"),
        _bad("True as number", {"topic": "keys", "hours": True}, "hours"),
        _bad("True as integer", {"topic": "keys", "sessions": True}, "sessions"),
        _well("True as boolean", {"done": True}, DONE,
              '{"properties": {"done": {"type": "boolean"}}, "required": []}'),
        _bad("two problems", {"topic": 17, "precision": 2}, "topic", "precision"),
    ),
    mistakes=(
        Mistake("Return the list of problems, empty when all is well.",
                lambda e: isinstance(e.value, bool)
                or (e.nothing and isinstance(e.of("a required name missing").value, list))
                or (e.nothing and e.case in _SEEN)),
        Mistake("Return a list of sentences, also for one problem.",
                lambda e: isinstance(e.value, (str, dict, tuple, set))),
        Mistake("A loop over a dictionary gives only its names. Use `.items()` for name and value.",
                lambda e: e.kind == "ValueError" and "values to unpack" in e.text
                and e.of("no parameters").error is None),
        Mistake("This loop got a function. Call it with brackets: `.items()`.",
                lambda e: "builtin_function_or_method' object is not iterable" in e.text),
        Mistake("`+=` and `extend` add single letters. Use `append` for the whole sentence.",
                lambda e: [len(one) for one in e.value].count(1) > 2),
        Mistake("Ask `in schema[\"properties\"]` before you look up the kind of a field.",
                lambda e: e.kind == "KeyError", ("an unknown field",)),
        Mistake("A required name may be missing. Ask `in arguments` before you take its value.",
                lambda e: e.kind == "KeyError", ("a required name missing",)),
        Mistake("Problems are data here. Return them, do not raise.",
                lambda e: e.kind in ("ValueError", "AssertionError", "Exception"), _SEEN),
        Mistake('A parameter that is not required may stay away. Go through `schema["required"]`.',
                lambda e: _names(e.value, "sessions"), ("all is well",)),
        Mistake("`KINDS` can hold one type or two. Ask with `isinstance`, it takes both.",
                lambda e: e.kind == "TypeError" and "argument of type 'type' is not" in e.text
                or _names(e.value, "hours")
                and e.call({"topic": "keys", "sessions": 1}, LOG_HOURS).value == [],
                ("all is well",)),
        Mistake("A required name is missing and was not reported.",
                lambda e: e.value == [], ("a required name missing",)),
        Mistake("A field that the schema does not name went through.",
                lambda e: e.value == [], ("an unknown field",)),
        Mistake("17 went through as a text. Compare the value with `KINDS[...]`.",
                lambda e: e.value == [], ("a wrong kind",)),
        Mistake("2 is a number too. `KINDS` holds both types: use `isinstance`.",
                lambda e: _names(e.value, "hours"), ("a whole number",)),
        Mistake("1.5 is no integer. Take the kind of each field from the schema.",
                lambda e: e.value == [], ("a decimal number",)),
        Mistake("`True` passed as a number. Python's bool is an int: ask for it first.",
                lambda e: e.value == [], ("True as number", "True as integer")),
        Mistake("A boolean field wants True or False. Refuse `True` in the other kinds only.",
                lambda e: isinstance(e.value, list) and e.value, ("True as boolean",)),
        Mistake("Two fields were wrong and one was reported. Collect all.",
                lambda e: len(e.value) == 1, ("two problems",)),
        Mistake("Each problem is one sentence, a text.",
                lambda e: not all(isinstance(one, str) for one in e.value), _SEEN),
        Mistake("Report each problem once.",
                lambda e: len(e.value) > (2 if e.case == "two problems" else 1), _SEEN),
        Mistake("Name the field, so that the model can correct it.",
                lambda e: len(e.value) > 0, _SEEN),
    ),
    otherwise="Go through the rules of the contract. Which one decides this case?",
)


# -- 03.4 run_tool -----------------------------------------------------------------------------

_PATH = "/meera/private/keys.txt"
_TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"],
         "additionalProperties": False}


def _lost() -> dict:
    raise FileNotFoundError(2, "No such file or directory", _PATH)


def _ask(run_tool: Callable, name: str, text: str) -> object:
    """A request to the learner's dispatcher, with three more tools on its list."""
    tools = {"lost_notes": _lost, "mean_of_none": lambda: {"result": math.nan},
             "root_of_minus_one": lambda: {"result": 1j}}
    with _More(run_tool, tools, NOTHING):
        return run_tool(name, text)


def _spy(run_tool: Callable, text: str) -> dict:
    """A request to a tool that notices when it runs."""
    ran: list[object] = []

    def shout(text: object) -> dict:
        ran.append(text)
        return {"result": str(text).upper()}

    with _More(run_tool, {"shout": shout}, _TEXT):
        answer = run_tool("shout", text)
    return {"answer": answer, "the tool ran": bool(ran)}


def _received(run_tool: Callable) -> tuple:
    """What a tool gets without a name, when a request names the value "keys"."""
    got: list[tuple] = []

    def shout(*values: object, **named: object) -> dict:
        got.append(values)
        return {"result": ""}

    with _More(run_tool, {"shout": shout}, _TEXT):
        run_tool("shout", '{"text": "keys"}')
    return got[0]


class _Name(str):
    """The name of a tool that notices when it is called as if it were the tool."""

    called = False

    def __call__(self, *values: object, **named: object) -> dict:
        type(self).called = True
        return {}


def _calls_the_name(run_tool: Callable) -> bool:
    _Name.called = False
    run_tool(_Name("list_topics"), "")
    return _Name.called


def _is_text_fault(error: BaseException, while_in: type[BaseException]) -> bool:
    """Whether an error, or its type, was used as a text while an error of this type was handled."""
    return isinstance(error.__context__, while_in) and (
        isinstance(error, TypeError) and any(
            words in str(error) for words in ("JSON serializable", "concatenate", "unsupported"))
        or isinstance(error, AttributeError) and "__name__" in str(error))


class _More:
    """More tools in the learner's own tables, for a while."""

    def __init__(self, run_tool: Callable, tools: dict, schema: dict):
        known = run_tool.__globals__
        for table in ("FUNCTIONS", "SCHEMAS"):
            if table not in known:
                raise NameError(f"name '{table}' is not defined")
        self.functions, self.schemas = known["FUNCTIONS"], known["SCHEMAS"]
        self.tools, self.schema = tools, schema

    def __enter__(self) -> None:
        self.functions.update(self.tools)
        self.schemas.update(dict.fromkeys(self.tools, self.schema))

    def __exit__(self, *exc: object) -> None:
        for name in self.tools:
            del self.functions[name], self.schemas[name]


def _strict(answer: object) -> Any:
    """What a strict JSON text holds. Raises for anything else."""
    if not isinstance(answer, str):
        raise TypeError("the answer is no text")

    def refuse(word: str) -> object:
        raise ValueError(word)

    return json.loads(answer, parse_constant=refuse)


def _sentence(answer: object) -> str:
    """The error of an answer, or "" when it holds none."""
    held = _strict(answer)
    error = held.get("error") if isinstance(held, dict) else None
    return error if isinstance(error, str) and len(error.split()) > 1 else ""


def _good(name: str, tool: str, text: str, passes: Callable[[dict], object], wanted: str) -> Case:
    return Case(name, run=lambda run_tool: _ask(run_tool, tool, text),
                passes=lambda answer: passes(_strict(answer)), shown=_call(tool, text),
                wanted=wanted, gives=lambda answer: _gives(tool, answer))


def _error(name: str, tool: str, text: str, wanted: str, *words: str) -> Case:
    """A request that ends in a JSON text with `error`: a sentence that holds these words."""
    return Case(name, run=lambda run_tool: _ask(run_tool, tool, text),
                passes=lambda answer: _sentence(answer) and _PATH not in answer
                and all(word in _sentence(answer) for word in words),
                shown=_call(tool, text), wanted=wanted,
                gives=lambda answer: _gives(tool, answer))


def _call(tool: str, text: str) -> str:
    return f"run_tool({tool!r}, {text!r})"


def _gives(tool: str, answer: str) -> str:
    return f"`{tool}` gives `{values.clipped(answer, 90)}`"


def _python_text(answer: object) -> bool:
    """Whether this is a dictionary as Python prints it, and no JSON."""
    try:
        json.loads(answer)  # type: ignore[arg-type]
    except ValueError:
        return isinstance(ast.literal_eval(answer), dict)  # type: ignore[arg-type]
    return False


_TROUBLE = ("a broken text", "NaN inside", "a field too many", "a wrong kind",
            "a hidden parameter")

run_tool = Check(
    name="run_tool",
    parameters=("name", "arguments_json"),
    cases=(
        _good("Meera's average", "calculator", json.dumps({"expression": AVERAGE}),
              lambda held: abs(held["result"] - AVERAGE_VALUE) < 1e-9,
              "a JSON text with `result`"),
        _good("nothing sent", "list_topics", "", lambda held: isinstance(held["topics"], list),
              "a JSON text with `topics`"),
        _error("an unknown name", "weather", "{}",
               "a JSON text with `error`, which lists the tools", "calculator", "log_hours"),
        _error("not on the list", "read_arguments", '{"text": "{}"}',
               "a JSON text with `error`, and nothing runs", "calculator"),
        _error("a broken text", "calculator", '{"expression": "2 + 3",}',
               "a JSON text with `error`, a sentence"),
        _error("NaN inside", "log_hours", '{"topic": "keys", "hours": NaN}',
               "a JSON text with `error`, a sentence"),
        _error("a field too many", "calculator", '{"expression": "2 + 3", "precision": 2}',
               "a JSON text with `error`, which names `precision`", "precision"),
        Case("a wrong kind", run=lambda run_tool: _spy(run_tool, '{"text": 17}'),
             passes=lambda seen: _sentence(seen["answer"]) and not seen["the tool ran"],
             shown=_call("shout", '{"text": 17}'),
             wanted="a JSON text with `error`, and the tool does not run",
             gives=lambda seen: _gives("shout", seen["answer"])),
        _error("a hidden parameter", "days_until",
               '{"exam_date": "2026-12-10", "today": "2026-12-09"}',
               "a JSON text with `error`, which names `today`", "today"),
        _good("the tool's own error", "calculator", '{"expression": "1/0"}',
              lambda held: isinstance(held["error"], str), "the dictionary of the tool, as JSON"),
        _error("a tool that raises", "lost_notes", "",
               "a JSON text with `error`, which names FileNotFoundError and no path",
               "FileNotFoundError"),
        _error("NaN comes out", "mean_of_none", "", "strict JSON with `error`, a sentence"),
        _error("a complex number", "root_of_minus_one", "",
               "a JSON text with `error`, a sentence"),
    ),
    mistakes=(
        Mistake("The answer must be a text. Use `json.dumps`.",
                lambda e: isinstance(e.value, (dict, list)) and e.case != "a wrong kind"
                or isinstance(e.value["answer"], dict)),
        Mistake("Single quotes are Python, not JSON. Use `json.dumps`.",
                lambda e: _python_text(e.value["answer"] if e.case == "a wrong kind"
                                       else e.value)),
        Mistake("The answer was encoded twice. Use `json.dumps` once.",
                lambda e: isinstance(_strict(e.value), str)),
        Mistake("`name` is a text, and no text can be called. Look the function up in `FUNCTIONS`.",
                lambda e: e.run(_calls_the_name, e.answer).value, ("Meera's average",)),
        Mistake("Two stars belong here: `**arguments` sends each value under its name.",
                lambda e: e.run(_received, e.answer).value in (({"text": "keys"},), ("text",)),
                ("Meera's average",)),
        Mistake("The tool's dictionary was packed into another one. Send it as it is.",
                lambda e: any(isinstance(held, (dict, str)) and "expression" in held
                              for held in _strict(e.value).values()), ("Meera's average",)),
        Mistake("An unknown name must come back as an error that lists the tools.",
                lambda e: e.kind in ("KeyError", "TypeError", "ValueError", "AttributeError",
                                     "LookupError")
                or e.nothing or isinstance(e.value, str), ("an unknown name",)),
        Mistake("A function that is on no list was reached. Look names up in FUNCTIONS only.",
                lambda e: not (e.nothing and e.passes("an unknown name"))
                and e.kind not in ("NameError", "UnboundLocalError"),
                ("not on the list",)),
        Mistake("An error is no text. Use `str(error)`, or a sentence of your own.",
                lambda e: _is_text_fault(e.error, ValueError), _TROUBLE),
        Mistake("A broken text stopped your dispatcher. Turn the ValueError into an error answer.",
                lambda e: e.kind in ("JSONDecodeError", "ValueError"), _TROUBLE),
        Mistake("The tool ran with a wrong field. Validate first.",
                lambda e: e.value["the tool ran"], ("a wrong kind",)),
        Mistake("Use `argument_problems`, and put its sentences into the error.",
                lambda e: e.kind == "TypeError" or "result" in _strict(e.value)
                or "days" in _strict(e.value) or "TypeError" in e.value or _sentence(e.value),
                ("a field too many", "a hidden parameter")),
        Mistake("The problems are a list. Join them to one text: `\" \".join(problems)`.",
                lambda e: isinstance(_strict(e.value)["error"], list), _TROUBLE),
        Mistake("An error is no text, nor is its type. Take the name: `type(error).__name__`.",
                lambda e: _is_text_fault(e.error, FileNotFoundError), ("a tool that raises",)),
        Mistake("The tool raised and your dispatcher stopped. Catch it around the call.",
                lambda e: e.error is not None and e.kind != "NameError", ("a tool that raises",)),
        Mistake("Give the error's type and a sentence. Paths stay here.",
                lambda e: isinstance(e.value, str), ("a tool that raises",)),
        Mistake("Add `allow_nan=False`, and answer with an error.",
                lambda e: e.kind == "ValueError" or "NaN" in e.value, ("NaN comes out",)),
        Mistake("JSON cannot hold this result. Answer with an error.",
                lambda e: e.error is not None or isinstance(e.value, str),
                ("a complex number",)),
        Mistake("Return the answer on each path, also when something is wrong.",
                lambda e: e.nothing and not e.printed),
        Mistake("The error is one sentence, a text that the model can act on.",
                lambda e: isinstance(_strict(e.value), dict), (*_TROUBLE, "NaN comes out")),
    ),
    otherwise="Follow this call: allow, parse, validate, run, answer. Where does it leave?",
)


LESSON = Lesson(
    title="a dispatcher that always answers",
    minutes=45,
    predictions={
        "03.p1": Prediction(
            right="b", seen={"dict": "a", "str": "b", "list": "c"}.__getitem__,
            options={
                "a": "It looks like one. But a model can only write text.",
                "b": "A model writes text. Your program makes a dictionary of it.",
                "c": "The values come with their names, all of them inside one text."}),
        "03.p2": Prediction(
            right="b",
            seen=lambda value: "c" if value is None else "b" if value != value else "a",
            options={
                "a": "Strict JSON has no NaN. Python reads it all the same.",
                "b": "Python reads NaN as a float, one that does not even equal itself.",
                "c": "`null` becomes None. NaN becomes a float."}),
        "03.p3": Prediction(
            right="c", seen=lambda grades: "c" if list(grades) == [] else "b",
            options={
                "a": "The name exists in this notebook, so the look-up found it.",
                "b": "Nothing passes over a name that was found. It was called.",
                "c": "`globals()` holds every name. What the model was told does not matter."}),
        "03.p4": Prediction(
            right="b",
            seen=lambda text: {'{"result": NaN}': "b", '{"result": null}': "c"}[text],
            options={
                "a": "Python raises only when you ask for it, with `allow_nan=False`.",
                "b": "Python writes NaN, and a strict reader refuses this text.",
                "c": "JavaScript writes null here. Python writes NaN."}),
    },
    checks={"03.1": my_table, "03.2": read_arguments, "03.3": argument_problems,
            "03.4": run_tool},
    recall=(
        Recall("04", "What does the dispatcher return when the tool raises?",
               "A JSON text with `error`: type and a sentence, no path."),
        Recall("06", "`json.loads` reads NaN. Why is that dangerous for a range check?",
               "`nan < low` and `nan > high` are both false."),
    ),
)
