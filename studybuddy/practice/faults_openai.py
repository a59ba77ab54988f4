"""Faults of a reply in the chat-completions shape."""

from __future__ import annotations

import copy
import json

from studybuddy.practice.catalogue import FENCED, Collector

effect = Collector()


# -- ids and kinds ----------------------------------------------------------------------------


@effect("call_id_missing", "call", runs=True)
def _(call, about):
    del call["id"]


@effect("call_id_null", "call", runs=True)
def _(call, about):
    call["id"] = None


@effect("call_id_empty", "call", runs=True)
def _(call, about):
    call["id"] = ""


@effect("call_ids_equal", "message", calls=True, runs=True)
def _(message, about):
    message["tool_calls"].append(copy.deepcopy(message["tool_calls"][0]))


@effect("parallel_calls", "message", calls=True, runs=True)
def _(message, about):
    twin = copy.deepcopy(message["tool_calls"][0])
    twin["id"] = twin["id"][:30] + "_b"
    message["tool_calls"].append(twin)


@effect("call_id_reused", "choice", earlier=True, runs=True)
def _(choice, about):
    _ask(choice, about.earlier_calls()[0])


@effect("same_call_again", "choice", "stuck", runs=True)
def _(choice, about):
    earlier = about.earlier_calls()
    if earlier:
        _ask(choice, {**earlier[0], "id": f"again{about.number:04d}"})


def _ask(choice: dict, call: dict) -> None:
    choice["message"].update(content=None, tool_calls=[copy.deepcopy(call)])
    choice["finish_reason"] = "tool_calls"


@effect("call_type_missing", "call", runs=True)
def _(call, about):
    del call["type"]


@effect("call_type_unknown", "call", runs=False)
def _(call, about):
    call.update(type="custom", custom={"name": call["function"]["name"], "input": "2+2"})
    del call["function"]


@effect("text_and_call", "message", calls=True, runs=True)
def _(message, about):
    message["content"] = "Let me work that out."


# -- names ------------------------------------------------------------------------------------


@effect("tool_unknown", "call", runs=False)
def _(call, about):
    call["function"]["name"] = "launch_rocket"


@effect("tool_name_prefix", "call")
def _(call, about):
    call["function"]["name"] = "functions." + call["function"]["name"]


@effect("tool_name_blank", "call")
def _(call, about):
    call["function"]["name"] = f" {call['function']['name']}\n"


@effect("tool_name_missing", "call", runs=False)
def _(call, about):
    del call["function"]["name"]


# -- arguments --------------------------------------------------------------------------------


def _arguments(name: str, change, runs: bool = False) -> None:
    """A fault of the arguments: `change` makes the new ones from the good text."""

    @effect(name, "call", runs=runs)
    def _(call, about):
        call["function"]["arguments"] = change(call["function"]["arguments"])


def _duplicate(text: str) -> str:
    pairs = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in json.loads(text).items()]
    return "{" + ", ".join(pairs * 2) + "}"


def _with_number(text: str, number: str) -> str:
    return text.rstrip().removesuffix("}") + (", " if json.loads(text) else "") + (
        f'"number": {number}}}')


def _field(text: str, **more: object) -> str:
    return json.dumps({**json.loads(text), **more})


def _wrong_type(text: str) -> str:
    return json.dumps({key: {"value": value} for key, value in json.loads(text).items()})


_arguments("arguments_empty", lambda text: "")
_arguments("arguments_null", lambda text: None)
_arguments("arguments_dict", json.loads, runs=True)
_arguments("arguments_list", lambda text: json.dumps(list(json.loads(text).values())))
_arguments("arguments_number", lambda text: "372")
_arguments("arguments_double", json.dumps, runs=True)
_arguments("arguments_fenced", lambda text: f"```json\n{text}\n```")
_arguments("arguments_trailing_comma", lambda text: text.rstrip()[:-1] + ",}")
_arguments("arguments_single_quotes", lambda text: str(json.loads(text)))
_arguments("arguments_nan", lambda text: _with_number(text, "NaN"))
_arguments("arguments_duplicate_keys", _duplicate)
_arguments("arguments_huge_integer", lambda text: _with_number(text, "9" * 5000))
_arguments("arguments_deep", lambda text: _with_number(text, "[" * 5000 + "]" * 5000))
_arguments("field_wrong_type", _wrong_type)
_arguments("field_missing", lambda text: "{}")
_arguments("field_extra", lambda text: _field(text, colour="blue"))
_arguments("field_working_directory", lambda text: _field(text, working_directory="/"))
_arguments("field_approved", lambda text: _field(text, approved=True))


@effect("arguments_missing", "call", runs=False)
def _(call, about):
    del call["function"]["arguments"]


# -- content ----------------------------------------------------------------------------------


def _content(name: str, content: object, ends: str = "answered", always: str | None = None,
             finish: str = "stop", **more: object) -> None:
    """A reply without calls: this content and these further fields of the message."""

    @effect(name, "choice", ends, always)
    def _(choice, about):
        choice["message"].pop("tool_calls", None)
        choice["message"].update(content=content, **more)
        choice["finish_reason"] = finish


_SAY = "The answer is 42."
_REFUSE = "I cannot help with that."
_content("content_null", None, "answered", "failed:bad_response")
_content("content_empty", "", "answered", "failed:bad_response")
_content("content_blank", " \n\n ", "answered", "failed:bad_response")
_content("content_list", [{"type": "text", "text": _SAY}])
_content("refusal", None, refusal=_REFUSE)
_content("refusal_part", [{"type": "refusal", "refusal": _REFUSE}])
_content("think_only", "<think>The student wants a number.</think>", "answered",
         "failed:bad_response")
_content("think_and_text", f"<think>The student wants a number.</think>\n\n{_SAY}")


@effect("text_fenced", "choice")
def _(choice, about):
    message = choice["message"]
    message.pop("tool_calls", None)
    message["content"] = FENCED.format(message.get("content") or _SAY)
    choice["finish_reason"] = "stop"


_content("call_as_text", "```json\n{\"name\": \"calculator\", \"arguments\": "
         "{\"expression\": \"6*7\"}}\n```")
_content("tool_calls_empty", _SAY, tool_calls=[])
_content("length_text", "The answer is", finish="length")
_content("length_nothing", "", "answered", "failed:bad_response", finish="length")
_content("finish_unknown", _SAY, finish="some_new_reason")
_content("blocked", None, "failed:blocked", finish="content_filter")


@effect("extra_fields", "message", calls=True, runs=True)
def _(message, about):
    message.update(reasoning_content="A percentage: multiply.", reasoning=None,
                   extra_content={"google": {"thought_signature": "c2lnbmF0dXJl"}})


# -- finish -----------------------------------------------------------------------------------


@effect("finish_stop_with_call", "choice", calls=True, runs=True)
def _(choice, about):
    choice["finish_reason"] = "stop"


@effect("finish_missing", "choice", calls=True, runs=True)
def _(choice, about):
    choice["finish_reason"] = None


@effect("length_cut_arguments", "choice", calls=True, runs=False)
def _(choice, about):
    function = choice["message"]["tool_calls"][0]["function"]
    function["arguments"] = function["arguments"][:-3]
    choice["finish_reason"] = "length"


@effect("length_with_call", "choice", calls=True, runs=False)
def _(choice, about):
    choice["finish_reason"] = "length"


# -- shapes -----------------------------------------------------------------------------------


@effect("choices_empty", "body", "answered", "failed:bad_response")
def _(body, about):
    body["choices"] = []


@effect("choices_null", "body", "answered", "failed:bad_response")
def _(body, about):
    body["choices"] = None


@effect("choice_without_message", "choice", "answered", "failed:bad_response")
def _(choice, about):
    del choice["message"]


@effect("two_candidates", "body", calls=True, runs=True)
def _(body, about):
    body["choices"].append({"index": 1, "finish_reason": "stop", "logprobs": None,
                            "message": {"role": "assistant", "content": "Something else."}})


@effect("usage_missing", "body", calls=True, runs=True)
def _(body, about):
    del body["usage"]


@effect("error_with_200", "body", "answered", "failed:network")
def _(body, about):
    body.clear()
    body["error"] = {"message": "Provider returned error", "code": 502,
                     "metadata": {"provider_name": "practice"}}
