"""Lesson 02: what a model is told about a function."""

# No `from __future__ import annotations`: it would turn the types of the functions below, which
# the learner's code looks at, into texts.

import inspect
from collections.abc import Callable
from traceback import walk_tb

from studybuddy.workbook import values
from studybuddy.workbook.define import (
    ANY,
    DICT,
    TEXT,
    Case,
    Check,
    Lesson,
    Mistake,
    Prediction,
    Recall,
)
from studybuddy.workbook.raised import RETURNED

TODAY = "2026-11-30"
MEERA = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


ABSENT = _Absent()
"""Stands for a key that is not there."""


def dig(value: object, *keys: str) -> object:
    """What lies under these keys, one in the other; ABSENT where there is nothing."""
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            return ABSENT
        value = value[key]
    return value


def request(question: str, tools: list[dict]) -> tuple[str, dict, str]:
    """One request to the practice model: the name that it asks for ("" for none), the arguments
    as they were sent, and what it says."""
    import json

    from studybuddy import PracticeModel

    reply = PracticeModel(today=TODAY).complete([{"role": "user", "content": question}], tools)
    if not reply.tool_calls:
        return "", {}, reply.text
    call = reply.tool_calls[0]["function"]
    return call["name"], json.loads(call["arguments"]), ""


def _load() -> None:
    request("What is 1 + 1?", _registry(_fine).schemas("openai"))


def _registry(tool: Callable):
    from studybuddy import ToolRegistry, calculator

    return ToolRegistry([tool, calculator])


# -- 02.1 CALCULATOR ---------------------------------------------------------------------------

_PARAMETERS = ("function", "parameters")
_EXPRESSION = (*_PARAMETERS, "properties", "expression")


def _is_complete(schema: dict) -> bool:
    return (schema["type"] == "function" and schema["function"]["name"] == "calculator"
            and len(schema["function"]["description"]) > 3
            and schema["function"]["parameters"]["type"] == "object"
            and list(schema["function"]["parameters"]["properties"]) == ["expression"])


def _required_elsewhere(schema: dict) -> bool:
    return any(dig(schema, *place, "required") is not ABSENT
               for place in (_EXPRESSION, (*_PARAMETERS, "properties")))


_TYPE, _REQUIRED = "the type", "the required names"

by_hand = Check(
    name="CALCULATOR",
    asks=DICT,
    prepare=_load,
    cases=(
        Case(_TYPE, run=lambda schema: dig(schema, *_EXPRESSION, "type"), expected="string",
             shown="CALCULATOR ... ['expression']['type']", wanted="JSON's name for a text",
             gives="`expression` is a text"),
        Case(_REQUIRED, run=lambda schema: dig(schema, *_PARAMETERS, "required"),
             expected=["expression"], shown="CALCULATOR ... ['parameters']['required']",
             wanted="a list with the one name", gives="`expression` must come"),
        Case("the whole schema", run=lambda schema: schema, passes=_is_complete,
             shown="CALCULATOR", wanted="two levels, with name, description and parameters",
             gives="all parts are there"),
        Case("Meera's question", run=lambda schema: request(MEERA, [schema])[0],
             expected="calculator", shown="ask_once(question, [CALCULATOR])",
             wanted="the model asks for `calculator`", gives="the model asks for `calculator`"),
    ),
    mistakes=(
        Mistake("A schema is plain data. Write the type's name as a text.",
                lambda e: isinstance(e.value, type), (_TYPE,)),
        Mistake("JSON Schema has its own names. A text is `'string'`.",
                lambda e: isinstance(e.value, str) and e.value.strip().lower() in (
                    "str", "text", "string"), (_TYPE,)),
        Mistake("A property is a dictionary of its own, with the key `type`.",
                lambda e: not isinstance(dig(e.answer, *_EXPRESSION), (dict, _Absent)), (_TYPE,)),
        Mistake("A calculation arrives in quotes, such as `\"2 + 3\"`. Which type is that?",
                lambda e: e.value is not ABSENT, (_TYPE,)),
        Mistake("Move `required` out of the property. It stands beside `properties`.",
                lambda e: e.value is ABSENT and _required_elsewhere(e.answer), (_REQUIRED,)),
        Mistake("Put `required` inside `parameters`, beside `properties`.",
                lambda e: e.value is ABSENT, (_REQUIRED,)),
        Mistake("`required` is one list of names, beside `properties`.",
                lambda e: not isinstance(e.value, list), (_REQUIRED,)),
        Mistake("The calculator cannot work without this value. Put its name in the list.",
                lambda e: e.value == [], (_REQUIRED,)),
        Mistake("The name in `required` must stand in `properties` too.",
                lambda e: set(e.value) - {"expression"}, (_REQUIRED,)),
    ),
    otherwise="Compare with `DAYS_UNTIL`, line by line. What is missing or too much?",
)


# -- 02.2 json_type ----------------------------------------------------------------------------

_TEXTS = {"type": "array", "items": {"type": "string"}}
_INTEGERS = {"type": "array", "items": {"type": "integer"}}
_LISTS = ("a list of texts", "a list of integers", "a nested list")
_OTHERS = ("an unknown type", "a bare list")


def _asked_itself(json_type: Callable) -> list:
    """What the learner's function gives to itself for a list of texts."""
    names, name = json_type.__globals__, json_type.__name__
    before, asked = names[name], []

    def asking(annotation: object) -> object:
        asked.append(annotation)
        return json_type(annotation)

    names[name] = asking
    try:
        json_type(list[str])
    except ValueError:
        pass
    finally:
        names[name] = before
    return asked


def _typed(name: str, annotation: object, text: str, expected: dict) -> Case:
    return Case(name, (annotation,), expected, shown=f"json_type({text})")


json_type = Check(
    name="json_type",
    parameters=("annotation",),
    cases=(
        _typed("a text", str, "str", {"type": "string"}),
        _typed("any number", float, "float", {"type": "number"}),
        _typed("a whole number", int, "int", {"type": "integer"}),
        _typed("true or false", bool, "bool", {"type": "boolean"}),
        _typed("a list of texts", list[str], "list[str]", _TEXTS),
        _typed("a list of integers", list[int], "list[int]", _INTEGERS),
        _typed("a nested list", list[list[int]], "list[list[int]]",
               {"type": "array", "items": _INTEGERS}),
        Case("an unknown type", (dict,), refuse=ValueError, shown="json_type(dict)"),
        Case("a bare list", (list,), refuse=ValueError, shown="json_type(list)"),
    ),
    mistakes=(
        RETURNED,
        Mistake("Return a dictionary such as `{'type': 'string'}`.",
                lambda e: isinstance(e.value, str)),
        Mistake("JSON says `number`, not float.",
                lambda e: e.same({"type": "float"}), ("any number",)),
        Mistake("Python's bool is an int. Look the type up exactly.",
                lambda e: e.same({"type": "integer"}), ("true or false",)),
        Mistake("A list needs `items`: the type of its members.",
                lambda e: isinstance(e.value, dict) and "items" not in e.value, _LISTS),
        Mistake("`get_args` gives a tuple. The member is the first thing in it.",
                lambda e: e.kind in ("ValueError", "KeyError", "TypeError")
                and ("(" in e.text or isinstance(e.error.args[0], tuple)
                     or e.run(_asked_itself, e.answer).value == [(str,)]),
                ("a list of texts",)),
        Mistake("Your code printed the dictionary. Put `return` in front of it, not `print`.",
                lambda e: e.kind == "ValueError" and "'type':" in e.printed
                and e.case not in _OTHERS),
        Mistake("The dictionary was lost, and your code went on. Put `return` in front of it.",
                lambda e: e.kind == "ValueError"
                and e.run(_asked_itself, e.answer).value == [str], ("a list of texts",)),
        Mistake("`items` is a schema too: a dictionary with `type`.",
                lambda e: not isinstance(e.value["items"], dict), _LISTS),
        Mistake("JSON has its own names for types. A list is an `array`.",
                lambda e: e.value["type"] != "array", _LISTS),
        Mistake("`list[int]` holds integers. Take the member's type from the annotation.",
                lambda e: e.same(_TEXTS), ("a list of integers",)),
        Mistake("A member can be a list itself. Call `json_type` on the member.",
                lambda e: not e.same(None), ("a nested list",)),
        Mistake("`list` alone does not name its members. Refuse it.",
                lambda e: e.error is None or e.kind == "IndexError", ("a bare list",)),
        Mistake("Refuse with a ValueError that names the annotation.",
                lambda e: e.kind not in ("", "NameError", "UnboundLocalError"), _OTHERS),
        Mistake("An unknown type must be refused. Raise a ValueError.",
                lambda e: e.error is None, _OTHERS),
        Mistake("This type is known, but your code refused it. Is a `raise` in the wrong place?",
                lambda e: e.kind == "ValueError"),
    ),
    otherwise="Say this type in words. Which key of the schema holds which part of it?",
)


# -- 02.3 schema_of ----------------------------------------------------------------------------


class ToolRan(Exception):
    """The learner's code called a function that it may only look at."""


def find_room(subject: str) -> dict:
    """Find the room of an exam."""
    raise ToolRan("this tool ran")


def plan_hours(topics: list[str], hours_per_day: float = 2) -> dict:
    """Plan the hours of a day.

    Each topic gets the same time.
    """
    raise ToolRan("this tool ran")


def remind(text: str, when: str = None) -> dict:  # type: ignore[assignment]
    """Remind the student of something."""
    raise ToolRan("this tool ran")


def find_in_file(working_directory: str, file_name: str, word: str) -> dict:
    """Find a word in a file."""
    raise ToolRan("this tool ran")


def plan(topics: list[str], hours: float = 2, *, today=None) -> dict:
    """Plan the study hours of one day."""
    raise ToolRan("this tool ran")


def list_topics() -> dict:
    """List the topics of the course."""
    raise ToolRan("this tool ran")


def undescribed(subject: str) -> dict:
    raise ToolRan("this tool ran")


def _shown(function: Callable, keys: tuple[str, ...], hidden: tuple[str, ...]) -> str:
    given = f"{function.__name__}, hidden={hidden}" if hidden else function.__name__
    place = "".join(f"['{key}']" for key in keys)
    return f"schema_of({given}){place}".replace("['function']['parameters']", " ... ")


def _gives(value: object) -> str:
    return f"`{values.shown(value)}`"


def _part(name: str, function: Callable, keys: tuple[str, ...], expected: object,
          hidden: tuple[str, ...] = ()) -> Case:
    """A case about one part of the schema of a function."""
    def run(schema_of: Callable) -> object:
        return dig(schema_of(function, hidden) if hidden else schema_of(function), *keys)

    return Case(name, run=run, expected=expected, gives=_gives,
                shown=_shown(function, keys, hidden))


def _types(name: str, function: Callable, expected: dict, hidden: tuple[str, ...] = ()) -> Case:
    """A case about the types of the parameters. Descriptions of parameters are welcome."""
    keys = (*_PARAMETERS, "properties")

    def run(schema_of: Callable) -> object:
        found = dig(schema_of(function, hidden) if hidden else schema_of(function), *keys)
        if not isinstance(found, dict):
            return found
        return {key: {k: v for k, v in entry.items() if k in ("type", "items")}
                if isinstance(entry, dict) else entry for key, entry in found.items()}

    return Case(name, run=run, expected=expected, gives=_gives,
                shown=_shown(function, keys, hidden))


_LEVELS, _DESCRIPTION, _LONG = "the two levels", "the description", "a long docstring"
_SHOWN, _HIDDEN, _UNTYPED = "a hidden name", "a hidden name required", "hidden without type"
_MUST = (*_PARAMETERS, "required")
_WORD = {"type": "string"}
_KEYS = {"name", "description", "parameters"}


def _names(schema_of: Callable) -> list[str]:
    """The names in the schema of a function with three parameters that must come."""
    return list(dig(schema_of(find_in_file), *_PARAMETERS, "properties"))  # type: ignore[call-overload]


def _given_to_json_type(error: BaseException) -> object:
    """What `json_type` was called with on the way to this error; ABSENT when it was not called."""
    for frame, _ in walk_tb(error.__traceback__):
        if frame.f_code.co_name == "json_type":
            return frame.f_locals[frame.f_code.co_varnames[0]]
    return ABSENT


schema_of = Check(
    name="schema_of",
    parameters=("function", "hidden"),
    cases=(
        Case(_LEVELS, run=lambda schema_of: schema_of(find_room),
             passes=lambda schema: schema["type"] == "function"
             and set(schema["function"]) >= _KEYS,
             shown="schema_of(find_room)",
             wanted="`{'type': 'function', 'function': {...}}`, with three keys inside",
             gives="`type`, and `function` with three keys"),
        _part("the name", find_room, ("function", "name"), "find_room"),
        _part(_DESCRIPTION, find_room, ("function", "description"),
              "Find the room of an exam."),
        _part(_LONG, plan_hours, ("function", "description"),
              "Plan the hours of a day."),
        _part("the object", find_room, (*_PARAMETERS, "type"), "object"),
        _types("one parameter", find_room, {"subject": _WORD}),
        _part("one must come", find_room, _MUST, ["subject"]),
        _types("list and number", plan_hours,
               {"topics": _TEXTS, "hours_per_day": {"type": "number"}}),
        _part("a default", plan_hours, _MUST, ["topics"]),
        _part("the default None", remind, _MUST, ["text"]),
        _types("no parameters", list_topics, {}),
        _part("nothing to require", list_topics, _MUST, []),
        _types(_SHOWN, find_in_file, {"file_name": _WORD, "word": _WORD},
               ("working_directory",)),
        _part(_HIDDEN, find_in_file, _MUST, ["file_name", "word"], ("working_directory",)),
        _types(_UNTYPED, plan, {"topics": _TEXTS, "hours": {"type": "number"}}, ("today",)),
        Case("no docstring", run=lambda schema_of: schema_of(undescribed), refuse=ValueError,
             shown="schema_of(undescribed)"),
    ),
    mistakes=(
        RETURNED,
        Mistake("Your code called the function. Only look at its signature.",
                lambda e: e.kind == "ToolRan" or (e.kind == "TypeError" and any(
                    f"{name}()" in e.text for name in ("find_room", "plan_hours", "remind")))),
        Mistake("Give `hidden` a default in the `def` line: an empty tuple.",
                lambda e: e.kind == "TypeError" and "'hidden'" in e.text),
        Mistake("Two levels: `type`, and `function` with the rest.",
                lambda e: isinstance(e.value, dict) and ("name" in e.value
                          or "parameters" in e.value or "properties" in e.value), (_LEVELS,)),
        Mistake("Three keys stand inside `function`: `name`, `description`, `parameters`.",
                lambda e: not set(e.value["function"]) >= _KEYS, (_LEVELS,)),
        Mistake("The name is a text. Take `function.__name__`.",
                lambda e: not isinstance(e.value, str), ("the name",)),
        Mistake("Take the first line of the docstring as description.",
                lambda e: e.error is None, (_DESCRIPTION, _LONG)),
        Mistake("The parameters are an object: `'type': 'object'` beside `properties`.",
                lambda e: e.error is None, ("the object",)),
        Mistake("Put the result of `json_type` under the parameter's name.",
                lambda e: isinstance(e.value, dict) and set(e.value) == {"subject"},
                ("one parameter",)),
        Mistake("Your loop ended after the first parameter. Move `return` out of it.",
                lambda e: len(e.run(_names, e.answer).value) == 1, ("list and number",)),
        Mistake("A parameter with a default may stay away. Keep it in `properties`, all the same.",
                lambda e: "hours_per_day" not in e.value, ("list and number",)),
        Mistake("A parameter without a default must come. Put its name in `required`.",
                lambda e: e.value in ([], ABSENT), ("one must come",)),
        Mistake("`required` is one list of names, beside `properties`.",
                lambda e: not isinstance(e.value, list), ("one must come",)),
        Mistake("A parameter with a default may stay away.",
                lambda e: {"hours_per_day", "when"} & set(e.value),
                ("a default", "the default None")),
        Mistake("Without parameters, `required` is an empty list.",
                lambda e: e.value is ABSENT, ("nothing to require",)),
        Mistake("A hidden name is still in `properties`.",
                lambda e: "working_directory" in e.value, (_SHOWN,)),
        Mistake("The hidden name is gone from `properties`, but still in `required`.",
                lambda e: "working_directory" in e.value, (_HIDDEN,)),
        Mistake("Skip a hidden name first. It may have no type at all.",
                lambda e: e.kind == "ValueError", (_UNTYPED,)),
        Mistake("The model would read nothing. Raise a ValueError without a docstring.",
                lambda e: e.kind != "ValueError", ("no docstring",)),
        Mistake("This one has a docstring, but your code refused it.",
                lambda e: e.kind == "ValueError" and "docstring" in e.text),
        Mistake("A loop over a dictionary gives only its names. Use `.items()` for name and value.",
                lambda e: e.kind == "ValueError" and "values to unpack" in e.text
                and e.of("no parameters").error is None),
        Mistake("This loop got a function. Call it with brackets: `.items()`.",
                lambda e: "builtin_function_or_method' object is not iterable" in e.text),
        Mistake("`json_type` needs the type alone. Which part of the parameter holds it?",
                lambda e: e.kind == "ValueError" and _given_to_json_type(e.error)
                not in (ABSENT, str, float, list[str])),
        Mistake("`json_type` refused a type that it should know. Does check 02.2 pass?",
                lambda e: e.kind == "ValueError" and _given_to_json_type(e.error) is not ABSENT),
    ),
    otherwise="Compare with `DAYS_UNTIL`. Which part of your schema differs?",
)


# -- 02.4 my_tool, my_question -----------------------------------------------------------------


def _fine(days_late: int) -> dict:
    """Find the fine for a library book that comes back late."""
    return {"fine": 2 * days_late}


PERCENT = "What is 15% of 2,480?"
MARKS = "I got 42 marks out of 60. What percentage is that?"


def asked_for(answer: tuple, question: str) -> str:
    """Which tool the model asks for: "your tool", "calculator" or "no tool"."""
    tool, _ = answer
    name = request(question, _registry(tool).schemas("openai"))[0]
    return "calculator" if name == "calculator" else "your tool" if name else "no tool"


def said(answer: tuple) -> str:
    """What the model says to the learner's question instead of asking for a tool."""
    tool, question = answer
    return request(question, _registry(tool).schemas("openai"))[2]


def is_described(answer: tuple) -> bool:
    """Whether question and schema share two words or more."""
    from studybuddy.practice import generic

    tool, question = answer
    schema = _registry(tool).schemas("openai")[0]
    return len(generic.score(question, schema["function"])[1]) >= 2


def sent(answer: tuple) -> dict:
    """The arguments for the learner's tool, checked. Raises ValueError when they do not fit."""
    tool, question = answer
    registry = _registry(tool)
    name, arguments, _ = request(question, registry.schemas("openai"))
    return registry[name].parameters.check(arguments)


def _schema(answer: tuple) -> list[str]:
    from studybuddy import Tool

    return list(Tool(answer[0]).parameters.schema["properties"])


def _is_question(text: str) -> bool:
    return sum(c.isalpha() for c in text) > 3


_ASKED = "your question"

my_tool = Check(
    name="my_tool, my_question",
    asks=(ANY, TEXT),
    wrong_kind="Put your question between quotes, and your function in `my_tool`.",
    prepare=_load,
    cases=(
        Case("a function", run=lambda answer: answer[0],
             passes=lambda tool: inspect.isfunction(tool) and tool.__name__.isidentifier(),
             shown="my_tool", wanted="a function", gives="`my_tool` is a function"),
        Case("a question", run=lambda answer: answer[1], passes=_is_question,
             shown="my_question", wanted="a question of your own", gives="you wrote one"),
        Case("a docstring", run=lambda answer: inspect.getdoc(answer[0]), passes=bool,
             shown="inspect.getdoc(my_tool)", wanted="a text", gives="there is a description"),
        Case("the types", run=_schema, passes=lambda names: True, shown="the schema of my_tool",
             wanted="a type for each parameter",
             gives=lambda names: f"parameters: {', '.join(f'`{n}`' for n in names) or 'none'}"),
        Case(_ASKED, run=lambda answer: asked_for(answer, answer[1]), expected="your tool",
             shown="my_question", wanted="the model asks for your tool",
             gives="the model asks for your tool"),
        Case("the values", run=sent, passes=lambda sent: True, shown="my_question",
             wanted="values that fit the schema",
             gives=lambda sent: f"the model sends `{values.shown(sent)}`"),
        Case("a percentage", run=lambda answer: asked_for(answer, PERCENT),
             expected="calculator", shown=PERCENT, wanted="the model asks for `calculator`",
             gives="the model asks for `calculator`"),
        Case("marks and total", run=lambda answer: asked_for(answer, MARKS),
             expected="calculator", shown=MARKS, wanted="the model asks for `calculator`",
             gives="the model asks for `calculator`"),
        Case("your tool runs", run=lambda answer: answer[0](**sent(answer)),
             passes=lambda value: value is not None, shown="my_tool(**values)",
             wanted="a result", gives="it gives a result"),
    ),
    mistakes=(
        Mistake("Write your function with `def`, so that it has a name and a docstring.",
                lambda e: callable(e.value), ("a function",)),
        Mistake("A text or a number is no function. Give the function itself, without quotes or "
                "brackets.",
                lambda e: isinstance(e.value, (str, int, float)), ("a function",)),
        Mistake("Give the function itself: `my_tool`, without brackets after it.",
                lambda e: True, ("a function",)),
        Mistake("Type a question of your own between the quotes.",
                lambda e: True, ("a question",)),
        Mistake("The first docstring line is what the model reads. Write it.",
                lambda e: True, ("a docstring",)),
        Mistake("Give each parameter a type.",
                lambda e: "a type, for example" in e.text, ("the types",)),
        Mistake("Say what the list holds, for example `list[str]`.",
                lambda e: "is a list" in e.text, ("the types",)),
        Mistake("A model sends values by name. Write each parameter out, with a simple type.",
                lambda e: e.error is not None, ("the types",)),
        Mistake("The name `calculator` is taken. Give your tool another name.",
                lambda e: e.kind == "ValueError", (_ASKED,)),
        Mistake("The question lacks a value for a required parameter. Put it in.",
                lambda e: "I need more" in e.run(said, e.answer).value, (_ASKED,)),
        Mistake("This is a calculation, and the calculator does it. Ask what it cannot know.",
                lambda e: e.same("calculator") and is_described(e.answer), (_ASKED,)),
        Mistake("Your description is too wide. Say when to use it.",
                lambda e: e.error is None, ("a percentage", "marks and total")),
        Mistake("Say the value in the question as your type wants it, or take a simpler type.",
                lambda e: e.kind in ("ValueError", "ArgumentError"), ("the values",)),
        Mistake("The model can read only what you return. Return a dictionary.",
                lambda e: e.nothing, ("your tool runs",)),
    ),
    otherwise="Use words of your question in your description.",
)


LESSON = Lesson(
    title="tell the model what it can ask for",
    minutes=45,
    predictions={
        "02.p1": Prediction(
            right="b",
            seen=lambda keys: {("description", "name", "parameters"): "b"}[tuple(keys)],
            options={
                "a": "The model reads no Python. The code stays in your program.",
                "b": "These three are all that the model will ever know about your function.",
                "c": "It cannot ask for what it was not told. The schema goes with the question."}),
        "02.p2": Prediction(
            right="b", seen=lambda value: {None: "a", 2: "b"}[value],
            options={
                "a": "Left out is not None. Nothing was sent, so Python takes the default.",
                "b": "The key is not in the dictionary, so Python takes the default.",
                "c": "Only the names in `required` must come. The other one has a default."}),
        "02.p3": Prediction(
            right="a",
            seen=lambda names: {("topics",): "a", ("topics", "hours"): "b",
                                ("topics", "hours", "today"): "c"}[tuple(names)],
            options={
                "a": "It is the only one without a default. Python cannot fill it in.",
                "b": "A type says what kind of value. It does not say that the value must come.",
                "c": "A parameter with a default may stay away, also when the default is None."}),
        "02.p4": Prediction(
            right="b",
            seen=lambda names: "c" if len(names) > 1 else {
                "lookup_a": "a", "lookup_b": "b"}[names[0]],
            options={
                "a": "Its code finds rooms, but the model never sees code.",
                "b": "Its description says room, and the description is all that the model reads.",
                "c": "The model does not try tools. It chooses one by its description."}),
    },
    checks={"02.1": by_hand, "02.2": json_type, "02.3": schema_of, "02.4": my_tool},
    recall=(
        Recall("03", "What does the model get to know about your function?",
               "Name, description, parameters. Never the code."),
        Recall("05", "Why is a list without `items` a bad schema?",
               "The type of its members is lost; some services refuse it."),
    ),
)
