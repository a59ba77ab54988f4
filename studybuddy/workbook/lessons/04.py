"""Lesson 04: the loop that asks, runs and asks again, until an answer comes."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

from studybuddy.messages import assistant, call, calls_of, text_of, tool, user
from studybuddy.workbook import faults, values
from studybuddy.workbook.define import (
    LIST,
    Case,
    Check,
    Lesson,
    Mistake,
    Order,
    OrderRule,
    Prediction,
    Recall,
)

TODAY = "2026-11-30"
AVERAGE_CALL = '{"expression": "(8.2*20 + 9.1*22) / 42"}'


def _run_tool(name: str, text: str) -> str:
    from studybuddy.workbook.small import run_tool

    return run_tool(name, text)


# -- what a script says ------------------------------------------------------------------------


def _load() -> None:
    """What the checks need, before the clock runs."""
    from studybuddy import PracticeModel
    from studybuddy.practice.strict import StrictModel

    StrictModel(["x"]).complete([user("x")], [])
    PracticeModel(today=TODAY)
    _run_tool("calculator", AVERAGE_CALL)


def _is_message(item: object) -> bool:
    """Whether a model can say this: a text, a message of role assistant, or a function."""
    return isinstance(item, str) or callable(item) or (
        isinstance(item, dict) and item.get("role") == "assistant")


def _is_call(entry: object) -> bool:
    """Whether this is a call with its name and its arguments in their places."""
    function = entry.get("function") if isinstance(entry, dict) else None
    return isinstance(function, dict) and isinstance(function.get("name"), str) and (
        "arguments" in function)


def _calls(item: object) -> Any:
    """What stands under `tool_calls` of an item, or a word that says why nothing does."""
    return item.get("tool_calls", "no tool_calls") if isinstance(item, dict) else "no call"


def _play(script: list) -> list[dict]:
    """The history that a script makes, by a loop that repairs nothing."""
    from studybuddy import ScriptedModel

    messages = [user("a question")]
    model = ScriptedModel(script)
    for _ in script:
        message = model.complete(messages, []).message
        messages.append(message)
        if not calls_of(message):
            break
        for entry in calls_of(message):
            function = entry["function"]
            messages.append(tool(entry["id"], _run_tool(function["name"], function["arguments"])))
    return messages


def _asked(script: list) -> list[dict]:
    """All calls of the history, in order."""
    return [entry for message in _play(script) for entry in calls_of(message)]


def _answers(script: list) -> list[str]:
    """The contents of all tool messages of the history, in order."""
    return [message["content"] for message in _play(script) if message["role"] == "tool"]


def _last(script: list) -> dict:
    return _play(script)[-1]


class _Outcome(dict):
    """An answer of the dispatcher. Of an error, as many whole sentences stand in a card as have
    room there: a sentence that is cut tells nothing."""

    def __repr__(self) -> str:
        if not values.holds_error(self):
            return super().__repr__()
        first, *more = re.split(r"(?<=[.?])\s+", self["error"])
        told = f"error: {first}"
        for sentence in more:
            if len(told) + 1 + len(sentence) > values.MAX_ERROR:
                break
            told += f" {sentence}"
        return told


def _outcome(answer: str) -> dict:
    """An answer of the dispatcher without the arguments that it repeats."""
    return _Outcome((key, value) for key, value in json.loads(answer).items()
                    if key not in ("expression", "exam_date"))


_NO_TEXT = "The answer of the model is a text, also when it is a number. Put it between quotes."


def _holds_no_text(e) -> bool:
    """Whether an item of the script is a bare number, or nothing."""
    return any(one is None or isinstance(one, (int, float)) for one in e.answer)


_PER_CENT = "Here `%` is the remainder of a division. Write per cent as a division by 100."


def _is_per_cent(e) -> bool:
    return e.value["error"].startswith("% is the remainder")


def _has_error(outcome: dict) -> bool:
    return "error" in outcome


def _tells(text: str, result: str) -> bool:
    """Whether a text holds the result of a tool: a number of it, also rounded, or a word of it."""
    numbers, words = [], []
    held = [value for key, value in json.loads(result).items() if key != "expression"]
    while held:
        one = held.pop()
        if isinstance(one, (list, tuple)):
            held += one
        elif isinstance(one, dict):
            held += one.values()
        elif isinstance(one, (int, float)) and not isinstance(one, bool):
            numbers.append(one)
        else:
            words.append(str(one).lower())
    for written in re.findall(r"-?\d[\d,]*(?:\.\d+)?", text):
        plain = written.replace(",", "")
        digits = len(plain.partition(".")[2])
        if any(math.isclose(float(plain), round(one, digits), rel_tol=1e-9) for one in numbers):
            return True
    return any(word and word in text.lower() for word in words)


# -- 04.1 my_script ----------------------------------------------------------------------------

FIRST = "my_script[0]"

_SAYS = ("what the model says",)
_SHAPE = ("a call first", "its name and arguments")

my_script = Check(
    name="my_script",
    asks=LIST,
    wrong_kind="A script is a list: first a message with a call, then a text.",
    prepare=_load,
    cases=(
        Case("what the model says",
             run=lambda script: [one.get("role") if isinstance(one, dict) else type(one).__name__
                                 for one in script],
             passes=lambda kinds: kinds and all(kind in ("assistant", "str") for kind in kinds),
             shown="my_script", wanted="only texts, and messages of role assistant",
             gives=lambda kinds: f"{len(kinds)} items, all of them said by the model"),
        Case("a call first", run=lambda script: _calls(script[0]),
             passes=lambda calls: isinstance(calls, list) and calls and isinstance(calls[0], dict),
             shown=f'{FIRST}["tool_calls"]', wanted="a list with one call",
             gives=lambda calls: f"a list with {len(calls)} call"),
        Case("its name and arguments", run=lambda script: _calls(script[0])[0],
             passes=_is_call, shown=f'{FIRST}["tool_calls"][0]',
             wanted="`function` with `name` and `arguments`",
             gives=lambda entry: f"it asks for `{entry['function']['name']}`"),
        Case("an id", run=lambda script: _calls(script[0])[0].get("id"),
             passes=lambda found: isinstance(found, str) and found.strip(),
             shown=f'{FIRST}["tool_calls"][0]["id"]', wanted="a text that is not empty",
             gives=lambda found: f"the id is `{values.clipped(found, 40)}`"),
        Case("arguments as text", run=lambda script: _calls(script[0])[0]["function"]["arguments"],
             passes=lambda found: isinstance(found, str), shown='function["arguments"]',
             wanted="a JSON text", gives=lambda found: f"`{values.clipped(found, 80)}`"),
        Case("the tool runs", run=lambda script: _outcome(_answers(script[:1])[0]),
             passes=lambda outcome: values.same(outcome.get("result"), 372),
             shown="run_tool(name, arguments)", wanted="an answer with the `result` 372",
             gives=lambda outcome: f"`run_tool` gives `{values.clipped(str(outcome), 80)}`"),
        Case("a text last", run=lambda script: _last(script),
             passes=lambda message: message["role"] == "assistant" and not calls_of(message)
             and text_of(message).strip(),
             shown="the last message", wanted="an assistant message without calls",
             gives=lambda message: f"the answer is `{values.clipped(text_of(message), 60)}`"),
        Case("the result told", run=lambda script: text_of(_last(script)),
             passes=lambda text: _tells(text, '{"result": 372}'),
             shown="the last text", wanted="a text with 372 in it",
             gives="372 stands in it"),
    ),
    mistakes=(
        Mistake("The list is empty. Put a message with a call in it, then a text.",
                lambda e: e.value == [], _SAYS),
        Mistake("A script holds what the model says. Your code writes the tool message.",
                lambda e: "tool" in e.value, _SAYS),
        Mistake("A script holds what the model says. The question is not part of it.",
                lambda e: "user" in e.value, _SAYS),
        Mistake(_NO_TEXT, _holds_no_text, _SAYS),
        Mistake("A message of the model has the role `assistant`.",
                lambda e: e.case in _SAYS),
        Mistake("`tool_calls` is a list, also for one call.",
                lambda e: isinstance(e.value, dict), ("a call first",)),
        Mistake("The first item must ask for a tool: a message with `tool_calls`.",
                lambda e: e.case == "a call first"),
        Mistake("Name and arguments stand inside `function`.",
                lambda e: e.case in _SHAPE),
        Mistake("Each call needs an id, or its answer cannot be matched.",
                lambda e: e.case == "an id"),
        Mistake("Arguments travel as text. Use `json.dumps({...})`.",
                lambda e: e.case == "arguments as text"),
        Mistake("The tool gives another number. 15% is 15 of 100 parts.",
                lambda e: "result" in e.value, ("the tool runs",)),
        Mistake(_PER_CENT, _is_per_cent, ("the tool runs",)),
        Mistake("The tool refuses this call. Read its error, then look at name and arguments.",
                lambda e: e.case == "the tool runs"),
        Mistake("The last item must be a text, or the loop never ends.",
                lambda e: e.case == "a text last"),
    ),
    otherwise="The last text should tell the result of the tool.",
)


# -- 04.2 lines in order -----------------------------------------------------------------------

one_round = Order(
    name="lines in order",
    lines={"a": "messages.append(message)",
           "b": "message = model.complete(messages, tools).message",
           "c": 'if not message.get("tool_calls"): return message["content"]',
           "d": "messages.extend(answer_calls(message, run_tool))",
           "e": "messages = [message]"},
    accepted=("bacd",),
    rules=(
        OrderRule("This throws the history away. The model would forget the question.",
                  lambda letters: "e" in letters),
        OrderRule("Use four different lines. One of the five is not needed.",
                  lambda letters: len(letters) != 4 or len(set(letters)) != 4),
        OrderRule("Ask first. There is no message yet.",
                  lambda letters: letters[0] != "b"),
        OrderRule("Answers came before the message that asked. Append that one first.",
                  lambda letters: letters.index("d") < letters.index("a")),
        OrderRule("The final answer must be kept too. Append before you return.",
                  lambda letters: letters.index("c") < letters.index("a")),
        OrderRule("The final answer holds no calls. Inspect before you run.",
                  lambda letters: letters.index("d") < letters.index("c")),
    ),
    passed="ask, append, inspect, then run and append the answers.",
)


# -- 04.3 answer_calls -------------------------------------------------------------------------

RESULTS = {AVERAGE_CALL: '{"result": 8.67}', '{"expression": "31 / 40 * 100"}': '{"result": 77.5}',
           '{"expression": "2 +"}': '{"error": "This is not complete."}'}
_ONE = (call("calculator", AVERAGE_CALL, "c1"),)
_TWO = (call("list_topics", "{}", "c2"),
        call("calculator", '{"expression": "31 / 40 * 100"}', "c3"))
_SAME = (call("calculator", AVERAGE_CALL, "c7"),
         call("calculator", '{"expression": "31 / 40 * 100"}', "c4"))
_ERROR = (call("calculator", '{"expression": "2 +"}', "c1"),
          call("calculator", AVERAGE_CALL, "c2"))
BROKEN = '{"expression": "2 + 3",}'


def _tool_of(ran: list) -> Callable[[str, str], str]:
    """A dispatcher that notes what it gets, and answers in JSON always."""

    def run_tool(name: str, arguments_json: str) -> str:
        ran.append((name, arguments_json))
        text = arguments_json if isinstance(arguments_json, str) else json.dumps(arguments_json)
        return RESULTS.get(text, '{"result": "done"}')

    return run_tool


def _given(answer_calls: Callable, message: dict) -> object:
    return answer_calls(message, _tool_of([]))


def _ran(answer_calls: Callable, message: dict) -> list:
    ran: list = []
    answer_calls(message, _tool_of(ran))
    return ran


def _right(calls: tuple) -> list[dict]:
    run_tool = _tool_of([])
    return [tool(one["id"], run_tool(one["function"]["name"], one["function"]["arguments"]))
            for one in calls]


def _fits(answers: object, calls: tuple) -> bool:
    """Whether the answers hold what they must; more keys, such as a name, do no harm."""
    right = _right(calls)
    return (isinstance(answers, list) and len(answers) == len(right)
            and all(isinstance(one, dict) and one | wanted == one
                    for one, wanted in zip(answers, right, strict=True)))


def _answered(name: str, calls: tuple, shown: str) -> Case:
    ids = " and ".join(f"`{one['id']}`" for one in calls)
    return Case(name, lambda: (assistant("", [dict(one) for one in calls]),), run=_given,
                passes=lambda answers: _fits(answers, calls),
                shown=f"answer_calls({shown}, run_tool)",
                wanted=f"{len(calls)} tool message{'s' * (len(calls) > 1)}, for {ids}",
                gives=lambda answers: f"`{shown}` gives " + " and ".join(
                    f"{one['role']} message {one['tool_call_id']}" for one in answers))


_LISTS = ("one call", "two calls", "one name twice", "an error first")

answer_calls = Check(
    name="answer_calls",
    parameters=("message", "run_tool"),
    cases=(
        _answered("one call", _ONE, "one_call"),
        _answered("two calls", _TWO, "two_calls"),
        _answered("one name twice", _SAME, "same_name"),
        _answered("an error first", _ERROR, "error_first"),
        Case("each runs once",
             lambda: (assistant("", [dict(one) for one in _SAME]),),
             run=lambda answer_calls, message: len(_ran(answer_calls, message)), expected=2,
             shown="answer_calls(same_name, run_tool)", wanted="`run_tool` is called 2 times",
             gives="two calls run two times"),
        Case("arguments as they came",
             lambda: (assistant("", [call("calculator", BROKEN, "c1")]),), run=_ran,
             expected=[("calculator", BROKEN)], shown="answer_calls(broken_call, run_tool)",
             wanted="`run_tool` gets the name and the text as they came",
             gives="a broken text reaches `run_tool` as it came"),
    ),
    mistakes=(
        Mistake("Return a list of messages, also for one call.",
                lambda e: isinstance(e.value, (dict, str)), _LISTS),
        Mistake(faults.LOST.format(name="answers", method="append"),
                lambda e: e.nothing and ("answers", "append") in faults.lost_in(e.answer),
                _LISTS),
        Mistake("`run_tool` takes the text as it came. Do not parse the arguments.",
                lambda e: e.kind in ("JSONDecodeError", "TypeError") or e.value[0][1] != BROKEN,
                ("arguments as they came",)),
        Mistake("A tool ran more than once for one call. Call `run_tool` one time each.",
                lambda e: e.value > 2, ("each runs once",)),
        Mistake("Each answer is a dictionary: give `answer_to` a `return`.",
                lambda e: None in e.value, _LISTS),
        Mistake("After an error the next call still needs its answer.",
                lambda e: len(e.value) < 2, ("an error first",)),
        Mistake("One call stayed without an answer. Loop over all of them.",
                lambda e: len(e.value) < len(_TWO) and e.case != "one call" or e.value == [],
                _LISTS),
        Mistake("Only the answers go back. The loop appends the message that asked.",
                lambda e: any(one["role"] == "assistant" and "tool_calls" in one
                              for one in e.value), _LISTS),
        Mistake("The role of an answer is `tool`.",
                lambda e: any(one.get("role") != "tool" for one in e.value), _LISTS),
        Mistake("The key for the id is called `tool_call_id`.",
                lambda e: any("tool_call_id" not in one for one in e.value), _LISTS),
        Mistake("The id matches them, not the name. Two calls can have one name.",
                lambda e: any(one["tool_call_id"] in ("calculator", "list_topics")
                              for one in e.value), _LISTS),
        Mistake("Each answer carries the id of its own call.",
                lambda e: [one["tool_call_id"] for one in e.value]
                not in [[one["id"] for one in calls] for calls in (_ONE, _TWO, _SAME, _ERROR)],
                _LISTS),
        Mistake("Content is the text that `run_tool` returned. Do not parse it.",
                lambda e: any(isinstance(one["content"], (dict, float)) for one in e.value),
                _LISTS),
        Mistake("`function` holds two texts: take its `name` and its `arguments`.",
                lambda e: e.kind in ("KeyError", "TypeError"), _LISTS),
    ),
    otherwise="Compare your message with the tool message of Part 1, key by key.",
)


# -- 04.4 small_loop ---------------------------------------------------------------------------

TOOLS = [{"type": "function", "function": {
    "name": "add", "description": "Add two numbers.",
    "parameters": {"type": "object", "properties": {"a": {"type": "number"},
                                                    "b": {"type": "number"}},
                   "required": ["a", "b"]}}}]
MANY = 60  # requests after which a loop counts as endless


class TooManyRequests(Exception):
    """A loop that was told to stop goes on and on."""


def _add(number: int, id: str) -> dict:
    return call("add", {"a": number, "b": 3}, id)


ONE_CALL = [assistant("", [_add(2, "c1")]), "It is 5."]
TWO_CALLS = [assistant("", [_add(2, "c1"), _add(4, "c2")]), "5 and 7."]
TWO_STEPS = [assistant("", [_add(2, "c1")]), assistant("", [_add(5, "c2")]), "It is 8."]
WITH_WORDS = [assistant("I look.", [_add(2, "c1")]), "It is 5."]


class _Played:
    """What the learner's loop did with a script. `messages` is the caller's own list."""

    def __init__(self, script: list, *, question: str = "2 + 3?"):
        from studybuddy.practice.strict import StrictModel

        self.model = StrictModel(script)
        self.messages: list = [user(question)]
        self.ran: list[str] = []
        self.sent: list = []
        complete = self.model.complete

        def watched(*args, **named):
            if self.model.requests >= MANY:
                raise TooManyRequests(f"{MANY} requests were made")
            self.sent.append(named.get("tools", args[1] if len(args) > 1 else None))
            return complete(*args, **named)

        self.model.complete = watched  # type: ignore[method-assign]

    def run_tool(self, name: str, arguments_json: str) -> str:
        self.ran.append(name)
        numbers = json.loads(arguments_json)
        return json.dumps({"result": numbers["a"] + numbers["b"]})

    def by(self, small_loop: Callable, *limit: int) -> object:
        return small_loop(self.messages, self.model, TOOLS, self.run_tool, *limit)

    @property
    def roles(self) -> str:
        return ", ".join(str(one.get("role")) if isinstance(one, dict) else type(one).__name__
                         for one in self.messages)


def _again(messages: list[dict]) -> dict:
    return assistant("", [_add(2, f"c{len(messages)}")])


STUCK = [_again] * (MANY + 1)


def _answer(small_loop: Callable, script: list) -> object:
    return _Played(script).by(small_loop)


def _roles(small_loop: Callable, script: list) -> str:
    played = _Played(script)
    played.by(small_loop)
    return played.roles


def _roles_so_far(small_loop: Callable, script: list) -> str:
    """As `_roles`, also of a history that was refused on the way."""
    played = _Played(script)
    try:
        played.by(small_loop)
    except Exception:
        pass
    return played.roles


def _requests(small_loop: Callable, *limit: int) -> int:
    played = _Played(STUCK)
    played.by(small_loop, *limit)
    return played.model.requests


def _enough(small_loop: Callable) -> object:
    """Three requests are allowed, and the third one answers."""
    return _Played(TWO_STEPS).by(small_loop, 3)


def _ending(small_loop: Callable) -> object:
    return _Played(STUCK).by(small_loop, 3)


def _kept(small_loop: Callable) -> str:
    played = _Played(STUCK)
    played.by(small_loop, 2)
    return played.roles


def _ran_by(small_loop: Callable) -> list[str]:
    played = _Played(TWO_CALLS)
    played.by(small_loop)
    return played.ran


def _sent(small_loop: Callable) -> bool:
    played = _Played(ONE_CALL)
    played.by(small_loop)
    return all(tools == TOOLS for tools in played.sent)


QUESTION = "My SGPA is 8.2 with 20 credits and 9.1 with 22: what is my CGPA?"


def _practice(small_loop: Callable) -> object:
    from studybuddy import PracticeModel
    from studybuddy.workbook.small import registry

    return small_loop([user(QUESTION)], PracticeModel(today=TODAY), registry.schemas("openai"),
                      _run_tool)


def _keeps_no_message(e) -> bool:
    """Whether a Reply, or its text, went into the history in place of the message."""
    roles = e.run(_roles_so_far, e.answer, ONE_CALL).value.split(", ")
    return e.case in (*_REFUSED, *_ANY_CALL) and ("Reply" in roles or "str" in roles)


_WANTED_ROLES = "user, assistant, tool, assistant"
_SHOWN = "small_loop(messages, model, tools, run_tool{})"
_REFUSED = ("one call", "the list grows", "two calls", "two steps", "text beside a call")
_ANY_CALL = ("no call", "the practice model")
_LIMITS = ("requests at the limit", "the default limit")


def _loop(name: str, script: list, expected: str) -> Case:
    return Case(name, run=lambda small_loop: _answer(small_loop, script), expected=expected,
                shown=_SHOWN.format(""), gives=f"the answer is `{expected}`")


small_loop = Check(
    name="small_loop",
    parameters=("messages", "model", "tools", "run_tool", "max_steps"),
    prepare=_load,
    cases=(
        _loop("no call", ["Hello."], "Hello."),
        _loop("one call", ONE_CALL, "It is 5."),
        Case("the list grows", run=lambda small_loop: _roles(small_loop, ONE_CALL),
             expected=_WANTED_ROLES, shown="messages, after one call",
             wanted=f"`{_WANTED_ROLES}`", gives=f"messages: {_WANTED_ROLES}"),
        _loop("two calls", TWO_CALLS, "5 and 7."),
        _loop("two steps", TWO_STEPS, "It is 8."),
        _loop("text beside a call", WITH_WORDS, "It is 5."),
        Case("your dispatcher", run=_ran_by, expected=["add", "add"],
             shown=_SHOWN.format(""), wanted="the given `run_tool` runs both calls",
             gives="both calls run through `run_tool`"),
        Case("the schemas", run=_sent, expected=True, shown="model.complete(messages, tools)",
             wanted="each request carries `tools`", gives="each request carries `tools`"),
        Case("requests at the limit", run=lambda small_loop: _requests(small_loop, 3), expected=3,
             shown=_SHOWN.format(", 3"), wanted="3 requests to a stuck model",
             gives="a stuck model gets 3 requests"),
        Case("the default limit", run=lambda small_loop: _requests(small_loop), expected=5,
             shown=_SHOWN.format(""), wanted="5 requests to a stuck model",
             gives="without `max_steps` it gets 5 requests"),
        Case("the last request", run=_enough, expected="It is 8.", shown=_SHOWN.format(", 3"),
             wanted="the answer that comes with request 3",
             gives="an answer in the last request counts"),
        Case("a final sentence", run=_ending,
             passes=lambda said: isinstance(said, str) and len(said.split()) > 1,
             shown=_SHOWN.format(", 3"), wanted="a sentence that says: not finished",
             gives=lambda said: f"at the limit: `{values.clipped(said, 60)}`"),
        Case("no call left open", run=_kept, expected="user, assistant, tool, assistant, tool",
             shown="messages, after `max_steps=2`", wanted="the last call is answered too",
             gives="the last call is answered too"),
        Case("the practice model", run=_practice, passes=lambda said: "8.67" in said,
             shown="small_loop(messages, PracticeModel(), tools, run_tool)",
             wanted="an answer with 8.67",
             gives="on the practice model: 8.67 stands in the answer"),
    ),
    mistakes=(
        Mistake(faults.LOST.format(name="messages", method="extend"),
                lambda e: faults.lost_before(e.error, e.answer.__globals__)
                == ("messages", "extend")),
        Mistake("Nothing ends this loop. Use `for` with `max_steps`.",
                lambda e: e.kind in ("TooManyRequests", "NoEnd"), _LIMITS),
        Mistake("Give `max_steps` a default value: `max_steps=5`.",
                lambda e: e.kind == "TypeError" and "'max_steps'" in e.text),
        Mistake("A final answer has no `tool_calls`. Ask with `message.get(\"tool_calls\")`.",
                lambda e: e.kind == "KeyError", ("no call",)),
        Mistake("`complete` returns a Reply: take its `.message`.",
                lambda e: "Reply" in e.text or type(e.value).__name__ == "Reply"
                or _keeps_no_message(e)),
        Mistake("Send the schemas too: `complete` takes `messages` and `tools`.",
                lambda e: e.kind == "TypeError" and "complete()" in e.text),
        Mistake("Send the schemas too, in each request.",
                lambda e: e.case == "the schemas"),
        Mistake("Return the text of the final answer: the message's `content`.",
                lambda e: isinstance(e.value, dict), ("no call", "one call")),
        Mistake("A list stands inside the history. Use `extend` for several messages.",
                lambda e: "list" in e.run(_roles_so_far, e.answer, ONE_CALL).value, _REFUSED),
        Mistake("The caller's list did not grow. Append to `messages` itself.",
                lambda e: e.run(_roles_so_far, e.answer, ONE_CALL).value == "user", _REFUSED),
        Mistake("Answers came before the message that asked. Append that one first.",
                lambda e: e.kind == "ModelError" and e.run(
                    _roles_so_far, e.answer, ONE_CALL).value == "user, tool, assistant", _REFUSED),
        Mistake("The message that asks is missing from the history. Append every message.",
                lambda e: e.kind == "ModelError" and "user, tool" in e.run(
                    _roles_so_far, e.answer, ONE_CALL).value, _REFUSED),
        Mistake("The calls stayed without answers. Use `answer_calls` before you ask again.",
                lambda e: e.kind == "ModelError" and "user, assistant" == e.run(
                    _roles_so_far, e.answer, ONE_CALL).value, _REFUSED),
        Mistake("A call stayed without an answer. Does check 04.3 pass?",
                lambda e: e.kind == "ModelError" and "did not have response" in e.text, _REFUSED),
        Mistake("The answer is missing from the history. Append before you return.",
                lambda e: e.value == "user, assistant, tool", ("the list grows",)),
        Mistake("Your loop stopped after the first call. Move `return` out.",
                lambda e: e.run(_roles_so_far, e.answer, ONE_CALL).value
                == "user, assistant, tool", ("one call",)),
        Mistake("A second step was needed. Go on until a message has no calls.",
                lambda e: e.case == "two steps" and not e.error),
        Mistake("Text and calls can come together. Look at `tool_calls`.",
                lambda e: e.same("I look."), ("text beside a call",)),
        Mistake("Use the `run_tool` that comes as a parameter.",
                lambda e: e.case == "your dispatcher"),
        Mistake("Count requests: the loop may ask exactly `max_steps` times.",
                lambda e: isinstance(e.value, int) and not isinstance(e.value, bool), _LIMITS),
        Mistake("The answer came with the last request. Inspect it before you stop.",
                lambda e: e.error is None, ("the last request",)),
        Mistake("At the limit None came back. Return a sentence that says so.",
                lambda e: e.nothing, ("a final sentence",)),
        Mistake("Return a sentence of your own: it is shown to Meera.",
                lambda e: e.error is None, ("a final sentence",)),
        Mistake("At the limit a call stayed open. Answer it before the loop ends.",
                lambda e: str(e.value).endswith("assistant"), ("no call left open",)),
    ),
    otherwise="Follow this script by hand: ask, append, inspect, run. Where does your loop differ?",
)


# -- 04.5 my_second_script ---------------------------------------------------------------------

_KINDS = ("what the model says",)


def _call_text(entry: dict) -> str:
    return f"{entry['function']['name']} {entry['function']['arguments']}"


def _changed(script: list) -> list[str]:
    return [_call_text(entry) for entry in _asked(script)]


def _last_answer(script: list) -> str:
    return _answers(script)[-1]


def _told(script: list) -> dict:
    return {"text": text_of(_last(script)), "tool": _last_answer(script)}


my_second_script = Check(
    name="my_second_script",
    asks=LIST,
    wrong_kind="A script is a list of messages, with a text at the end.",
    prepare=_load,
    cases=(
        Case("what the model says",
             run=lambda script: [one.get("role", "no role") if isinstance(one, dict)
                                 else "function" if callable(one) else type(one).__name__
                                 for one in script],
             passes=lambda kinds: kinds and all(kind in ("assistant", "str", "function")
                                                for kind in kinds),
             shown="my_second_script", wanted="texts, messages of role assistant, or functions",
             gives=lambda kinds: f"{len(kinds)} items, all of them said by the model"),
        Case("a call first", run=lambda script: _asked(script[:1]),
             passes=lambda calls: calls and all(_is_call(one) for one in calls),
             shown="my_second_script[0]", wanted="a message that asks for a tool",
             gives=lambda calls: f"it asks for `{values.clipped(_call_text(calls[0]), 70)}`"),
        Case("an error comes", run=lambda script: _outcome(_answers(script[:1])[0]),
             passes=_has_error,
             shown="run_tool, with the first call", wanted="an answer with `error`",
             gives=lambda outcome: f"`run_tool` gives `{values.clipped(str(outcome), 90)}`"),
        Case("a second call", run=_changed,
             passes=lambda asked: len(asked) > 1 and len(set(asked)) == len(asked),
             shown="my_second_script[1]", wanted="a call with other arguments",
             gives=lambda asked: f"then `{values.clipped(asked[1], 70)}`"),
        Case("a new id", run=lambda script: [entry.get("id") for entry in _asked(script)],
             passes=lambda ids: all(isinstance(one, str) and one for one in ids)
             and len(set(ids)) == len(ids),
             shown="the ids of the calls", wanted="each id once"),
        Case("the correction works", run=lambda script: _outcome(_last_answer(script)),
             passes=lambda outcome: not _has_error(outcome),
             shown="run_tool, with the last call", wanted="an answer without `error`",
             gives=lambda outcome: f"`run_tool` gives `{values.clipped(str(outcome), 90)}`"),
        Case("a text last", run=_last,
             passes=lambda message: message["role"] == "assistant" and not calls_of(message),
             shown="the last message", wanted="an assistant message without calls",
             gives=lambda message: f"the answer is `{values.clipped(text_of(message), 60)}`"),
        Case("the result told", run=_told, passes=lambda told: _tells(told["text"], told["tool"]),
             shown="the last text", wanted="a text with the result of the tool",
             gives="the result stands in it"),
    ),
    mistakes=(
        Mistake("The list is empty. Put a call in it, then a better call, then a text.",
                lambda e: e.value == [], _KINDS),
        Mistake("A script holds what the model says. Your code writes the tool message.",
                lambda e: "tool" in e.value, _KINDS),
        Mistake(_NO_TEXT, _holds_no_text, _KINDS),
        Mistake("Each item is a text, a message of role `assistant`, or a function.",
                lambda e: e.case in _KINDS),
        Mistake("The first item must ask for a tool. Build it with `asks` and `a_call`.",
                lambda e: e.case == "a call first"),
        Mistake("Your first call worked. Send one that the dispatcher refuses.",
                lambda e: e.case == "an error comes"),
        Mistake("After the error, the model asks again. Add a second call.",
                lambda e: len(e.value) < 2, ("a second call",)),
        Mistake("The second call repeats the first. Change what the error named.",
                lambda e: e.case == "a second call"),
        Mistake("An id is used once in a history. Take a new one.",
                lambda e: e.case == "a new id"),
        Mistake(_PER_CENT, _is_per_cent, ("the correction works",)),
        Mistake("The last call fails too. Read its error, then correct the arguments.",
                lambda e: e.case == "the correction works"),
        Mistake("End with a text, so that the run is answered.",
                lambda e: e.case == "a text last"),
    ),
    otherwise="The last text should hold the tool's result.",
)


def _who_wrote(message: dict) -> str:
    """b when the message holds what the dispatcher of lesson 03 gives for this call."""
    return "b" if message["content"] == _run_tool("calculator", AVERAGE_CALL) else "a"


def _what_came(came: str) -> str:
    return "b" if came.startswith("bad_response") else "a" if "8.67" in came else "c"


LESSON = Lesson(
    title="the agent loop",
    minutes=45,
    predictions={
        "04.p1": Prediction(
            right="b", seen=_who_wrote,
            options={
                "a": "The model wrote two messages, both `assistant`. It ran nothing.",
                "b": "Your code ran the tool. The text is what your `run_tool` gives.",
                "c": "The service only hands on what the model says. It has no tools of yours."}),
        "04.p2": Prediction(
            right="b", seen=_what_came,
            options={
                "a": "The ids would be enough to sort them. But the service does not sort.",
                "b": "A tool message answers the message just before it, or another answer of it.",
                "c": "The history is no loose context. It is checked, and nothing is left out."}),
        "04.p3": Prediction(
            right="b", seen={1: "a", 2: "b", 3: "c"}.__getitem__,
            options={
                "a": "The results do not exist before the first request. They need a second one.",
                "b": "One request gives both calls, and the next one carries both results.",
                "c": "A request gives a reply, not a call. Both calls came in one reply."}),
        "04.p4": Prediction(
            right="b", seen={2: "a", 3: "b", 4: "c"}.__getitem__,
            options={
                "a": "No request is kept for an answer. All three may ask for tools.",
                "b": "The limit counts requests: three, and no more.",
                "c": "There is no extra request. At the limit, your code writes the sentence."}),
    },
    checks={"04.1": my_script, "04.2": one_round, "04.3": answer_calls, "04.4": small_loop,
            "04.5": my_second_script},
    recall=(
        Recall("05", "Why must the assistant message stand before the tool message?",
               "The tool message answers its call; else the history is refused."),
        Recall("07", "A reply holds two calls and you answer one. What happens at the next "
               "request?", "It is refused: each call needs exactly one answer."),
    ),
)
