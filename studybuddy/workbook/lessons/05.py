"""Lesson 05: the loop on google-genai's own types, and the same question in another protocol.

The loop of 05.4 and the two clients of 05.5 work against a practice server that the check starts:
real HTTP on this machine, strict as the services are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from studybuddy.workbook import values
from studybuddy.workbook.define import (
    Case,
    Check,
    Lesson,
    Mistake,
    Order,
    OrderRule,
    Prediction,
    Recall,
)

MODEL = "gemini-3.8-flash"
TODAY = "2026-11-30"
AVERAGE = "(8.2*20 + 9.1*22) / 42"
QUESTION = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"
PERCENT = "What is 15% of 2,480?"


def _import_sdks() -> None:
    """Before the clock runs: each of the two takes most of a second."""
    import google.genai.errors  # noqa: F401
    import openai  # noqa: F401

    import studybuddy.practice.server  # noqa: F401

    # A client of the learner must not ask a proxy for this machine, nor the system for a proxy.
    os.environ.setdefault("NO_PROXY", "127.0.0.1")


def _types():
    from google.genai import types

    return types


# By process: a copy of this process has the objects, but not the threads behind them.
_running: dict[int, tuple] = {}


def _serve(model: Any, fault: str | None = None) -> tuple:
    """(server, google-genai client) of this process, with this model and no requests so far."""
    from google import genai

    from studybuddy import practice

    if os.getpid() not in _running:
        server = practice.serve(model=model, seed="05")
        _running[os.getpid()] = server, genai.Client(
            api_key=server.key, http_options=_types().HttpOptions(
                base_url=server.gemini_base_url, api_version="v1beta",
                client_args={"trust_env": False}))  # no proxy before this machine
    server, client = _running[os.getpid()]
    server.reset()
    server.service.model = model
    if fault:
        server.dial(fault)
    return server, client


# -- 05.1 lines in order -----------------------------------------------------------------------

order = Order(
    name="lines in order",
    lines={
        "a": "contents.append(response.candidates[0].content)",
        "b": "response = client.models.generate_content(...)",
        "c": "if no part is a call: return response.text",
        "d": "contents.append(join_answers(calls, run))",
        "e": "contents.append(types.Content(role=\"model\", parts=[text]))",
    },
    accepted=("bacd",),
    rules=(
        OrderRule("This builds a new content: calls and signature are lost. "
                  "Append the one that came.", lambda s: "e" in s),
        OrderRule("Use four different lines. One of the five is not needed.",
                  lambda s: len(s) != 4 or len(set(s)) != 4),
        OrderRule("Ask first. There is no response yet.", lambda s: not s.startswith("b")),
        OrderRule("The model's turn comes before its answers.",
                  lambda s: s.index("d") < s.index("a")),
        OrderRule("Keep the last turn too. Append, then return.",
                  lambda s: s.index("c") < s.index("a")),
        OrderRule("Without calls there is nothing to join. Ask for the end first.",
                  lambda s: s.index("d") < s.index("c")),
    ),
    passed="ask, keep, stop?, join.",
)


# -- 05.2 answer_part --------------------------------------------------------------------------

_RESULT = {"expression": "31 / 40 * 100", "result": 77.5}
_ERROR = {"error": "There is no tool weather."}


def _asked(call_id: str, name: str, args: dict):
    return _types().FunctionCall(id=call_id, name=name, args=args)


def _one() -> tuple:
    return _asked("c7", "calculator", {"expression": "31 / 40 * 100"}), dict(_RESULT)


def _two() -> tuple:
    return _asked("c8", "weather", {"city": "Pune"}), dict(_ERROR)


def _answer(part: Any):
    return part.function_response


def _part(name: str, args: Callable, passes: Callable, wanted: str, gives: str) -> Case:
    return Case(name, args, passes=passes, shown="answer_part(call, result)", wanted=wanted,
                gives=gives)


answer_part = Check(
    name="answer_part",
    parameters=("call", "result"),
    prepare=_import_sdks,
    cases=(
        _part("one part", _one,
              lambda part: isinstance(part, _types().Part) and _answer(part) is not None,
              "one `types.Part` with a `function_response`", "a Part with a function_response"),
        _part("the name", _one, lambda part: _answer(part).name == "calculator",
              "an answer with the name `calculator`", "the answer names `calculator`"),
        _part("the response", _one, lambda part: _answer(part).response == _RESULT,
              "an answer whose `response` is the dictionary `result`",
              "the response is the result of the tool"),
        _part("the id", _one, lambda part: _answer(part).id == "c7",
              "an answer with the id of the call, `c7`", "the answer carries the id `c7`"),
        _part("another call", _two,
              lambda part: (_answer(part).id, _answer(part).name, _answer(part).response)
              == ("c8", "weather", _ERROR),
              "the id `c8`, the name `weather`, and the error as response",
              "an error goes back under the id `c8`"),
    ),
    mistakes=(
        Mistake("Wrap the FunctionResponse in `types.Part(function_response=...)`.",
                lambda e: isinstance(e.value, _types().FunctionResponse)),
        Mistake("Return one Part. The content around it comes in the next exercise.",
                lambda e: isinstance(e.value, (_types().Content, list, tuple))),
        Mistake("The SDK wants its own types. Return a `types.Part`, no dictionary.",
                lambda e: isinstance(e.value, dict)),
        Mistake("A Part with a call is what the model sends. An answer is a `function_response`.",
                lambda e: e.value.function_call is not None),
        Mistake("This is a Part with a text. `function_response=...` makes one with an answer.",
                lambda e: e.value.text is not None, ("one part",)),
        Mistake("`response` must be a dictionary, not a text.",
                lambda e: (e.kind == "ValidationError"
                           or isinstance(_answer(e.value).response, str))),
        Mistake("The answer names its function too: `name=call.name`.",
                lambda e: _answer(e.value).name != "calculator", ("the name",)),
        Mistake("The response is missing. Set it to `result`.",
                lambda e: _answer(e.value).response is None, ("the response",)),
        Mistake("This sends the arguments back. The response is `result`.",
                lambda e: "result" not in _answer(e.value).response, ("the response",)),
        Mistake("`result` is a dictionary already. Send it as it is.",
                lambda e: isinstance(_answer(e.value).response, dict), ("the response",)),
        Mistake("The id is missing. Set `call.id`: `from_function_response` would set none.",
                lambda e: _answer(e.value).id is None, ("the id",)),
        Mistake("Take `call.id`. Two calls can have one name.",
                lambda e: _answer(e.value).id == "calculator", ("the id",)),
        Mistake("Each call has an id of its own. Take `call.id`.",
                lambda e: _answer(e.value).id != ("c7" if e.case == "the id" else "c8"),
                ("the id", "another call")),
    ),
    otherwise="Compare with `answered` in Part 3: id, name, response. Which one differs?",
)


# -- 05.3 join_answers -------------------------------------------------------------------------

_CALLS = (("c1", "calculator", {"expression": AVERAGE}),
          ("c2", "calculator", {"expression": "31 / 40 * 100"}),
          ("c3", "days_until", {"exam_date": "2026-12-10"}))


class _Joined:
    """What `join_answers` returned, and which tools it ran for that."""

    def __init__(self, content: object, ran: list):
        self.content: Any = content
        self.ran = ran

    def __repr__(self) -> str:
        return repr(self.content)

    @property
    def ids(self) -> list:
        return [part.function_response.id for part in self.content.parts]


def _join(join_answers: Callable, count: int, failing: bool = False) -> _Joined | None:
    """The learner's function on the first `count` calls, with a tool that notes each run."""
    ran = []

    def run(name: str, args: dict) -> dict:
        ran.append((name, args))
        return dict(_ERROR) if failing and len(ran) == 1 else {"answer": len(ran)}

    content = join_answers([_asked(*one) for one in _CALLS[:count]], run)
    return None if content is None else _Joined(content, ran)


def _joins(name: str, count: int, passes: Callable[[_Joined], object], wanted: str, gives: str,
           failing: bool = False) -> Case:
    calls = {1: "[call]", 2: "[call, call]", 3: "[call, call, call]"}[count]
    return Case(name, run=lambda answer: _join(answer, count, failing), passes=passes,
                shown=f"join_answers({calls}, run)", wanted=wanted, gives=gives)


def _is_content(joined: _Joined) -> bool:
    return isinstance(joined.content, _types().Content)


join_answers = Check(
    name="join_answers",
    parameters=("calls", "run"),
    prepare=_import_sdks,
    cases=(
        _joins("one call", 1,
               lambda j: _is_content(j) and len(j.content.parts) == 1
               and j.content.parts[0].function_response is not None,
               "one `types.Content` with one answer", "one content with one answer"),
        _joins("the role", 1, lambda j: j.content.role == "user", "a content with the role `user`",
               "the role is `user`"),
        _joins("three calls", 3, lambda j: _is_content(j) and len(j.content.parts) == 3,
               "one content with three answers", "three answers in one content"),
        _joins("ids in order", 3, lambda j: j.ids == ["c1", "c2", "c3"],
               "answers with the ids `c1`, `c2`, `c3`, in this order",
               "the ids are `c1`, `c2`, `c3`"),
        _joins("each tool once", 3,
               lambda j: j.ran == [(name, args) for _, name, args in _CALLS],
               "each tool runs once, in the order of the calls", "three tools ran, each once"),
        _joins("its own result", 3,
               lambda j: [part.function_response.response for part in j.content.parts]
               == [{"answer": 1}, {"answer": 2}, {"answer": 3}],
               "each answer holds the result of its own call",
               "each answer holds its own result"),
        _joins("an error first", 2,
               lambda j: j.ids == ["c1", "c2"]
               and j.content.parts[0].function_response.response == _ERROR,
               "two answers: after an error the next call still needs its own",
               "an error is an answer too", failing=True),
    ),
    mistakes=(
        Mistake("All answers of a turn go into one content.",
                lambda e: isinstance(e.value.content, (list, tuple))
                and isinstance(e.value.content[0], _types().Content)),
        Mistake("Put the list of parts into one `types.Content(role=\"user\", parts=...)`.",
                lambda e: isinstance(e.value.content, (list, tuple))),
        Mistake("Return a content, not a single part.",
                lambda e: isinstance(e.value.content, _types().Part)),
        Mistake("The SDK wants its own types. Return a `types.Content`, no dictionary.",
                lambda e: isinstance(e.value.content, dict)),
        Mistake("This is not the model's turn. Use role `user`.",
                lambda e: e.value.content.role == "model"),
        Mistake("Gemini knows user and model only. Answers have role `user`.",
                lambda e: e.value.content.role != "user"),
        Mistake("`run` takes two values: `run(call.name, call.args)`.",
                lambda e: e.kind == "TypeError" and "run()" in e.text),
        Mistake("`args` is a dictionary already. Give it to `run` as it is.",
                lambda e: any(isinstance(args, str) for _, args in e.value.ran)
                or e.kind == "TypeError" and "JSON object must be" in e.text),
        Mistake("Each part must be what `answer_part` returns. Does check 05.2 pass?",
                lambda e: e.kind == "ValidationError"
                or any(part.function_response is None for part in e.value.content.parts)),
        Mistake("No answer is in it. Append one part for each call.",
                lambda e: e.value.content.parts == [], ("one call",)),
        Mistake("One call has no answer. Loop over all calls.",
                lambda e: len(e.value.content.parts) < 3, ("three calls",)),
        Mistake("There are more answers than calls. Append one part for each call.",
                lambda e: len(e.value.content.parts) > 3, ("three calls",)),
        Mistake("Keep the order of the calls.",
                lambda e: sorted(e.value.ids) == ["c1", "c2", "c3"], ("ids in order",)),
        Mistake("Each answer carries the id of its own call: `answer_part(call, ...)`.",
                lambda e: len(e.value.ids) == 3, ("ids in order",)),
        Mistake("No tool ran. Get each result with `run(call.name, call.args)`.",
                lambda e: not e.value.ran, ("each tool once",)),
        Mistake("A tool ran twice for one call. Call `run` once each.",
                lambda e: len(e.value.ran) > 3, ("each tool once",)),
        Mistake("Call `run` with the name and the args of each call, in order.",
                lambda e: len(e.value.ran) <= 3, ("each tool once",)),
        Mistake("After an error the next call still needs its answer.",
                lambda e: len(e.value.content.parts) < 2, ("an error first",)),
    ),
    otherwise="One call, one result, one part: follow the calls of this case by hand.",
)


# -- 05.4 small_gemini_loop --------------------------------------------------------------------


def _call(call_id: str, expression: str) -> dict:
    return {"id": call_id, "type": "function", "function": {
        "name": "calculator", "arguments": json.dumps({"expression": expression})}}


def _says(*calls: dict, text: str = "") -> dict:
    return {"role": "assistant", "content": text, "tool_calls": list(calls)}


_ONE_CALL = [_says(_call("c1", AVERAGE)), "Your average is 8.67."]
_TWO_CALLS = [_says(_call("c1", AVERAGE), _call("c2", "31 / 40 * 100")), "8.67 and 77.5%."]
_TWO_STEPS = [_says(_call("c1", AVERAGE)), _says(_call("c2", "(9.0*62 - 364.2) / 20")),
              "8.67 and 9.69."]
_TEXT_AND_CALL = [_says(_call("c1", AVERAGE), text="I calculate."), "Your average is 8.67."]


def _stuck(history: list[dict]) -> dict:
    return _says(_call(f"c{len(history)}", "2 + 3"))


class _Stage:
    """A practice server with a script, and what a loop needs to play on it."""

    def __init__(self, script: list, fault: str | None):
        from studybuddy import ScriptedModel

        types = _types()
        self.server, self.client = _serve(ScriptedModel(script), fault)
        self.models = self  # a loop asks `client.models.generate_content`
        self.came: list = []
        self.contents = [types.Content(role="user", parts=[types.Part(text=QUESTION)])]
        schema = {"type": "object", "properties": {"expression": {"type": "string"}},
                  "required": ["expression"]}
        self.config = types.GenerateContentConfig(
            tools=[types.Tool(function_declarations=[types.FunctionDeclaration(
                name="calculator", description="Calculate an expression.",
                parameters_json_schema=schema)])],
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True))

    def generate_content(self, **kwargs):
        """As the client does it; what came is noted."""
        response = self.client.models.generate_content(**kwargs)
        self.came.append(response.candidates[0].content if response.candidates else None)
        return response

    def play(self, loop: Callable, max_steps: int) -> _Played | None:
        text = loop(self, MODEL, self.contents, self.config, _run, max_steps)
        return None if text is None else _Played(text, self)


def _run(name: str, args: dict) -> dict:
    from studybuddy.tools.calculator import calculator

    return calculator(**args)


class _Played:
    """How a loop ended: what it returned, its requests, and the history it left."""

    def __init__(self, text: object, stage: _Stage):
        self.text = text
        self.requests = len(stage.server.requests)
        self.roles = [content.role for content in stage.contents]
        own = [content for content in stage.contents if content.role == "model"]
        self.kept = own == [content for content in stage.came if content is not None]

    def __repr__(self) -> str:
        count = "1 request" if self.requests == 1 else f"{self.requests} requests"
        return f"{values.shown(self.text)}, after {count}"

    @property
    def is_sentence(self) -> bool:
        return isinstance(self.text, str) and bool(self.text.strip())


def _plays(name: str, script: list, passes: Callable[[_Played], object], wanted: str,
           gives: str, fault: str | None = None, max_steps: int = 20) -> Case:
    return Case(name, lambda: (_Stage(script, fault),),
                run=lambda loop, stage: stage.play(loop, max_steps), passes=passes,
                shown="small_gemini_loop(client, model, contents, config, run"
                + (f", max_steps={max_steps})" if max_steps != 20 else ")"),
                wanted=wanted, gives=gives, may_change=True)


def _ends(name: str, script: list, requests: int, gives: str) -> Case:
    count = "1 request" if requests == 1 else f"{requests} requests"
    return _plays(name, script, lambda p: p.text == script[-1] and p.requests == requests,
                  f"`{script[-1]!r}`, after {count}", gives)


def _left_by(loop: Callable) -> _Stage:
    """The stage after a loop with one call, also when that ended in an error."""
    stage = _Stage(_ONE_CALL, None)
    try:
        loop(stage, MODEL, stage.contents, stage.config, _run, 20)
    except Exception:
        pass  # it is known already
    return stage


def _took_apart(e) -> bool:
    """Whether a content was put into the history as its fields: as pairs of name and value."""
    return any(isinstance(one, tuple) and one[0] in ("parts", "role")
               for one in e.run(_left_by, e.answer).value.contents)


def _made_anew(e) -> bool:
    """Whether the model's turn is in the history only as a content that the loop made."""
    stage = e.run(_left_by, e.answer).value
    return stage.came[0] not in stage.contents and any(
        content.role == "model" and not any(part.function_response for part in content.parts or [])
        for content in stage.contents)


_CRASH = ("IndexError", "TypeError", "AttributeError")

small_gemini_loop = Check(
    name="small_gemini_loop",
    parameters=("client", "model", "contents", "config", "run", "max_steps"),
    prepare=_import_sdks,
    cases=(
        _ends("an answer at once", ["Good morning."], 1, "without a call, one request"),
        _ends("one call", _ONE_CALL, 2, "one call: two requests, then the answer"),
        _plays("every turn kept", _ONE_CALL,
               lambda p: p.roles == ["user", "model", "user", "model"] and p.kept,
               "the roles user, model, user, model, and the contents as they came",
               "four contents, those of the model as they came"),
        _ends("two calls", _TWO_CALLS, 2, "two calls in a turn: one content answers both"),
        _ends("text and a call", _TEXT_AND_CALL, 2, "words beside a call do not end the loop"),
        _ends("two steps", _TWO_STEPS, 3, "the second call comes after the first result"),
        _plays("no end in sight", [_stuck] * 9,
               lambda p: p.requests == 3 and p.is_sentence,
               "a sentence, after 3 requests", "at the limit: 3 requests and a sentence",
               max_steps=3),
        _plays("no candidate", ["Good morning."], lambda p: p.is_sentence, "a sentence",
               "a reply without a candidate ends in a sentence", fault="choices_empty"),
        _plays("an empty answer", ["Good morning."], lambda p: p.is_sentence, "a sentence",
               "a content without parts ends in a sentence", fault="content_null"),
        _plays("a blocked answer", ["Good morning."], lambda p: p.is_sentence, "a sentence",
               "a candidate without content ends in a sentence", fault="blocked"),
    ),
    mistakes=(
        Mistake("The loop went on after the answer. Return when no part is a call.",
                lambda e: e.kind in ("ClientError", "ServerError") or e.value.requests > 1,
                ("an answer at once",)),
        Mistake("Refused: the signature is gone. Append the content itself.",
                lambda e: "thought_signature" in e.text or "thought signature" in e.text),
        Mistake("Gemini knows user and model only. Append what `join_answers` returns.",
                lambda e: "valid role" in e.text),
        Mistake("The model's turn is missing or too late. Append its content before the answers.",
                lambda e: "function response turn comes" in e.text),
        Mistake("The answers are missing. Append `join_answers(calls, run)`.",
                lambda e: "requests end with a user role" in e.text),
        Mistake("Add one content with `append`. `extend` and `+=` take it apart.",
                _took_apart, ("an answer at once", "one call")),
        Mistake("Your `join_answers` is used here. Do checks 05.2 and 05.3 pass?",
                lambda e: e.kind in ("ValidationError", "ValueError")
                or "number of function response parts" in e.text
                or "must not be empty" in e.text, ("one call",)),
        Mistake("Each call of the turn needs one answer. Give all calls to `join_answers`.",
                lambda e: "number of function response parts" in e.text),
        Mistake("No candidate came. Ask before you index.",
                lambda e: e.kind in _CRASH, ("no candidate",)),
        Mistake("`parts` can be None. Use `or []`.", lambda e: e.kind in _CRASH,
                ("an empty answer",)),
        Mistake("The candidate has no content. Ask before you read its parts.",
                lambda e: e.kind in _CRASH, ("a blocked answer",)),
        Mistake("An empty answer needs a sentence of your own.",
                lambda e: e.nothing and not e.printed or not e.value.is_sentence,
                ("no candidate", "an empty answer", "a blocked answer")),
        Mistake("At the limit nothing came back. Return a sentence that says so.",
                lambda e: e.nothing or not e.value.is_sentence, ("no end in sight",)),
        Mistake("Return the text of the answer, `response.text`.",
                lambda e: not isinstance(e.value.text, str) or e.value.text != "Good morning.",
                ("an answer at once",)),
        Mistake("Words and calls can come together. Look for calls first.",
                lambda e: e.value.requests == 1, ("text and a call",)),
        Mistake("Your loop stopped after the first call. It must ask again with the answers.",
                lambda e: e.value.requests == 2, ("two steps",)),
        Mistake("STOP comes with calls too. Look at the parts.",
                lambda e: e.nothing and not e.printed or e.value.requests == 1, ("one call",)),
        Mistake("Count requests: exactly `max_steps` at most.",
                lambda e: e.value.requests != 3, ("no end in sight",)),
        Mistake("The caller's list did not grow. Append to `contents` itself.",
                lambda e: e.value.roles == ["user"], ("every turn kept",)),
        Mistake("Keep the last turn too. Append, then return.",
                lambda e: e.value.roles == ["user", "model", "user"], ("every turn kept",)),
        Mistake("This content is not the one that came. Append `response.candidates[0].content`.",
                lambda e: _made_anew(e) if e.case == "one call" else not e.value.kept,
                ("one call", "every turn kept")),
    ),
    otherwise="Follow this case: ask, keep, stop?, join. Where does your loop leave?",
)


# -- 05.5 ask_both -----------------------------------------------------------------------------


class _Both:
    """What `ask_both` returned, and what the server saw of it."""

    def __init__(self, result: object, server):
        self.result: Any = result
        good = [seen.protocol for seen in server.requests if seen.status == 200]
        self.protocols = set(good)
        self.requests = len(good)
        self.key = server.key

    def __repr__(self) -> str:
        return repr(self.result).replace(self.key, "<the key>")

    @property
    def texts(self) -> list:
        return list(self.result.values())

    def hold(self, number: str) -> bool:
        return (self.result.keys() == {"gemini", "openai"}
                and all(isinstance(text, str) and number in text for text in self.texts))


def _ask(ask_both: Callable, question: str) -> _Both | None:
    from studybuddy import PracticeModel

    server, _ = _serve(PracticeModel(today=TODAY))
    result = ask_both(question, server)
    return None if result is None else _Both(result, server)


def _asks(name: str, question: str, passes: Callable[[_Both], object], wanted: str,
          gives: str) -> Case:
    return Case(name, run=lambda answer: _ask(answer, question), passes=passes,
                shown=f"ask_both({question!r}, server)", wanted=wanted, gives=gives)


def _wrong_address(e) -> bool:
    return e.kind == "NotFoundError" or (e.kind == "ServiceError" and "Invalid URL" in e.text)


ask_both = Check(
    name="ask_both",
    parameters=("question", "server"),
    prepare=_import_sdks,
    cases=(
        _asks("two texts", PERCENT,
              lambda both: both.result.keys() == {"gemini", "openai"}
              and all(isinstance(text, str) for text in both.texts),
              "a dictionary with the keys `gemini` and `openai`, and two texts", "two texts"),
        _asks("both protocols", PERCENT, lambda both: both.protocols == {"gemini", "openai"},
              "one question in each protocol, to this server", "the server saw both protocols"),
        _asks("a percentage", PERCENT, lambda both: both.hold("372"),
              "two texts with the number 372", "both texts say 372"),
        _asks("Meera's average", QUESTION, lambda both: both.hold("8.67"),
              "two texts with the number 8.67", "both texts say 8.67"),
        _asks("no key inside", PERCENT, lambda both: both.key not in str(both.result),
              "texts without the key of the server", "the key stays out of the result"),
    ),
    mistakes=(
        Mistake("Nothing came back. Return the dictionary with both texts.",  # run_agent prints
                lambda e: e.nothing),
        Mistake("Not found. The OpenAI base URL ends in `/v1`.", _wrong_address),
        Mistake("The server does not know this key. Use `server.key` of the parameter.",
                lambda e: e.kind in ("AuthenticationError", "ClientError", "ServiceError",
                                     "ModelError")
                and any(word in e.text for word in ("API key", "api key", "API_KEY", "401"))),
        Mistake("There is no key. Give `server.key` to the client.",
                lambda e: e.kind in ("OpenAIError", "ValueError", "ModelError")
                and "key" in e.text.lower()),
        Mistake("Return one dictionary, with the keys `gemini` and `openai`.",
                lambda e: not isinstance(e.value.result, dict)
                or e.value.result.keys() != {"gemini", "openai"}
                and len(e.value.result) < 3 and e.value.key not in str(e.value.result)),
        Mistake("One answer is None. Did the loop end with a text?",
                lambda e: None in e.value.texts),
        Mistake("Return the text, not the response object.",
                lambda e: any(not isinstance(text, str) for text in e.value.texts)),
        Mistake("A key stands in the result. Leave it out.",
                lambda e: e.value.key in str(e.value.result)),
        Mistake("Use the two keys `gemini` and `openai`, and no other.",
                lambda e: e.value.result.keys() != {"gemini", "openai"}),
        Mistake("Nothing reached this server. Take address and key from the parameter `server`.",
                lambda e: not e.value.protocols, ("both protocols",)),
        Mistake("Both requests used one protocol. Use the other client.",
                lambda e: len(e.value.protocols) == 1 and e.value.requests > 2,
                ("both protocols",)),
        Mistake("One question did not reach this server. Make both clients from the parameter.",
                lambda e: len(e.value.protocols) == 1, ("both protocols",)),
        Mistake("The answer does not fit the question. Send the parameter `question`.",
                lambda e: e.value.hold("8.67") or e.value.hold("372"),
                ("a percentage", "Meera's average")),
    ),
    otherwise="A text lacks the number. Let a loop run, so that the tool is used.",
)


LESSON = Lesson(
    title="the same loop on real providers",
    minutes=45,
    predictions={
        "05.p1": Prediction(
            right="b", seen={"str": "a", "dict": "b", "list": "c"}.__getitem__,
            options={
                "a": "In OpenAI's form it is a text. Gemini sends an object.",
                "b": "The arguments travel as an object, and the SDK makes a dictionary of it.",
                "c": "Values come with their names, so a dictionary holds them."}),
        "05.p2": Prediction(
            right="a", seen={"STOP": "a", "TOOL_CALLS": "b", None: "c"}.__getitem__,
            options={
                "a": "Gemini says STOP after a text and after a call.",
                "b": "The other protocol has such a word. Gemini has none.",
                "c": "The model is at the end of this reply, so a reason comes."}),
        "05.p3": Prediction(
            right="b", seen={200: "a", 400: "b"}.__getitem__,
            options={
                "a": "The meaning is the same, but the signature is gone.",
                "b": "Only the content that came carries the signature.",
                "c": "The question stands in the history. The signature holds the thinking."}),
        "05.p4": Prediction(
            right="b", seen={"ValidationError": "a", 400: "b", 200: "c"}.__getitem__,
            options={
                "a": "For the SDK a role is any text. It does not check it.",
                "b": "The SDK takes any text as a role. The service knows user and model only.",
                "c": "It worked with old services. This one refuses the role."}),
        "05.p5": Prediction(
            right="c",
            seen=lambda pair: "a" if pair[0] == pair[1] else "b" if pair[0] > pair[1] else "c",
            options={
                "a": "Each request carries the whole history, not only what is new.",
                "b": "The service remembers nothing between two requests.",
                "c": "Each request carries the whole history, and the history grows."}),
    },
    checks={"05.1": order, "05.2": answer_part, "05.3": join_answers,
            "05.4": small_gemini_loop, "05.5": ask_both},
    recall=(
        Recall("06", "Why is the model's content kept untouched?",
               "It carries a signature that the service wants back."),
        Recall("08", "How do you know that a Gemini reply asks for a function?",
               "Look at the parts. The finish reason is STOP either way."),
    ),
)
