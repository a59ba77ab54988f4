"""Faults of a reply in the generateContent shape."""

from __future__ import annotations

import copy
import json

from studybuddy.practice.catalogue import FENCED, Collector

effect = Collector()

_SAY = "The answer is 42."


# -- ids and kinds ----------------------------------------------------------------------------


@effect("call_id_missing", "call", runs=True)
def _(call, about):
    del call["id"]


@effect("call_id_empty", "call", runs=True)
def _(call, about):
    call["id"] = ""


@effect("call_ids_equal", "message", calls=True, runs=True)
def _(candidate, about):
    parts = candidate["content"]["parts"]
    parts.append(copy.deepcopy(parts[-1]))


@effect("parallel_calls", "message", calls=True, runs=True)
def _(candidate, about):
    parts = candidate["content"]["parts"]
    twin = copy.deepcopy(parts[-1])
    twin["functionCall"]["id"] += "b"
    parts.append(twin)


@effect("call_id_reused", "message", earlier=True, runs=True)
def _(candidate, about):
    _ask(candidate, about.earlier_calls()[0])


@effect("same_call_again", "message", "stuck", runs=True)
def _(candidate, about):
    earlier = about.earlier_calls()
    if earlier:
        _ask(candidate, {**earlier[0], "id": f"again{about.number:03d}"})


def _ask(candidate: dict, call: dict) -> None:
    function = call["function"]
    candidate["content"]["parts"] = [{"functionCall": {
        "name": function["name"], "args": json.loads(function["arguments"]), "id": call["id"]}}]


@effect("text_and_call", "message", calls=True, runs=True)
def _(candidate, about):
    candidate["content"]["parts"].insert(0, {"text": "Let me work that out."})


@effect("text_call_text", "message", calls=True, runs=True)
def _(candidate, about):
    candidate["content"]["parts"].insert(0, {"text": "I will compute this."})
    candidate["content"]["parts"].append({"text": "If it fails, check it yourself."})


# -- names ------------------------------------------------------------------------------------


@effect("tool_unknown", "call", runs=False)
def _(call, about):
    call["name"] = "launch_rocket"


@effect("tool_name_prefix", "call")
def _(call, about):
    call["name"] = "default_api:" + call["name"]


@effect("tool_name_blank", "call")
def _(call, about):
    call["name"] = f" {call['name']}\n"


@effect("tool_name_missing", "call", runs=False)
def _(call, about):
    del call["name"]


# -- arguments --------------------------------------------------------------------------------


def _arguments(name: str, change, always: str | None = None, runs: bool | None = False) -> None:
    """A fault of the arguments: `change` makes the new ones from the good object."""

    @effect(name, "call", "answered", always, runs=runs)
    def _(call, about):
        call["args"] = change(call["args"])


def _deep(args: dict) -> dict:
    value: object = 1
    for _ in range(90):
        value = [value]
    return {**args, "deep": value}


_arguments("arguments_null", lambda args: None)
_arguments("arguments_text", json.dumps, "failed:bad_response", None)
_arguments("arguments_list", lambda args: list(args.values()), "failed:bad_response", None)
_arguments("arguments_number", lambda args: 372, "failed:bad_response", None)
_arguments("arguments_deep", _deep)
_arguments("field_wrong_type", lambda args: {key: {"value": args[key]} for key in args})
_arguments("field_missing", lambda args: {})
_arguments("field_extra", lambda args: {**args, "colour": "blue"})
_arguments("field_working_directory", lambda args: {**args, "working_directory": "/"})
_arguments("field_approved", lambda args: {**args, "approved": True})


@effect("arguments_missing", "call", runs=False)
def _(call, about):
    del call["args"]


# -- content ----------------------------------------------------------------------------------


def _content(name: str, content: object, ends: str = "answered", always: str | None = None,
             finish: str = "STOP", message: str | None = None) -> None:
    """A candidate without calls: this content, finish reason and finish message."""

    @effect(name, "message", ends, always)
    def _(candidate, about):
        candidate.pop("finishMessage", None)
        candidate.pop("content")
        if content is not None:
            candidate["content"] = copy.deepcopy(content)
        candidate["finishReason"] = finish
        if message:
            candidate["finishMessage"] = message


def _says(*parts: dict) -> dict:
    return {"role": "model", "parts": list(parts)}


_content("content_null", {"role": "model"}, "answered", "failed:bad_response")
_content("content_empty", _says({"text": ""}), "answered", "failed:bad_response")
_content("content_blank", _says({"text": " \n\n "}), "answered", "failed:bad_response")
_content("parts_empty", _says(), "answered", "failed:bad_response")
_content("think_only", _says({"text": "The student wants a number.", "thought": True}),
         "answered", "failed:bad_response")
_content("think_and_text", _says({"text": "The student wants a number.", "thought": True},
                                 {"text": _SAY}))


@effect("text_fenced", "message")
def _(candidate, about):
    parts = (candidate.get("content") or {}).get("parts") or []
    text = "".join(part.get("text", "") for part in parts) or _SAY
    candidate["content"] = _says({"text": FENCED.format(text)})
    candidate["finishReason"] = "STOP"


_content("call_as_text", _says({"text": "```json\n{\"name\": \"calculator\", \"arguments\": "
                                        "{\"expression\": \"6*7\"}}\n```"}))
_content("length_text", _says({"text": "The answer is"}), finish="MAX_TOKENS")
_content("length_nothing", {"role": "model"}, "answered", "failed:bad_response",
         finish="MAX_TOKENS")
_content("finish_unknown", _says({"text": _SAY}), finish="SOME_NEW_REASON")
_content("blocked", None, "failed:blocked", finish="SAFETY",
         message="The response was blocked by a safety filter.")
_content("recitation", None, "failed:blocked", finish="RECITATION")
_content("malformed_call", {}, "answered", "failed:bad_response", finish="MALFORMED_FUNCTION_CALL",
         message="Malformed function call: print(default_api.calculator(expression='6*7'")


@effect("unexpected_call", "message", calls=True, runs=False)
def _(candidate, about):
    candidate["content"]["parts"][-1]["functionCall"]["name"] = "list_files"
    candidate["finishReason"] = "UNEXPECTED_TOOL_CALL"
    candidate["finishMessage"] = ("Unexpected tool call: Model tried to call an undeclared "
                                  "function: list_files")


@effect("extra_fields", "message", calls=True, runs=True)
def _(candidate, about):
    candidate.update(avgLogprobs=-0.25, someNewField={"a": [1]})
    candidate["content"]["parts"][-1]["someNewField"] = True


# -- finish -----------------------------------------------------------------------------------


@effect("finish_missing", "message", calls=True, runs=True)
def _(candidate, about):
    del candidate["finishReason"]


@effect("length_with_call", "message", calls=True, runs=False)
def _(candidate, about):
    candidate["finishReason"] = "MAX_TOKENS"


# -- shapes -----------------------------------------------------------------------------------


@effect("prompt_blocked", "body", "failed:blocked")
def _(body, about):
    del body["candidates"]
    body["promptFeedback"] = {"blockReason": "PROHIBITED_CONTENT"}


@effect("choices_empty", "body", "answered", "failed:bad_response")
def _(body, about):
    body["candidates"] = []


@effect("choices_null", "body", "answered", "failed:bad_response")
def _(body, about):
    body["candidates"] = None


@effect("choice_without_message", "message", "answered", "failed:bad_response")
def _(candidate, about):
    del candidate["content"]


@effect("two_candidates", "body", calls=True, runs=True)
def _(body, about):
    body["candidates"].append({"content": _says({"text": "Something else."}),
                               "finishReason": "STOP", "index": 1})


@effect("usage_missing", "body", calls=True, runs=True)
def _(body, about):
    del body["usageMetadata"]


@effect("error_with_200", "body", "answered", "failed:bad_response")
def _(body, about):
    body.clear()
    body["error"] = {"code": 503, "message": "The model is overloaded. Please try again later.",
                     "status": "UNAVAILABLE"}


# -- signatures: set by the core after these changes -------------------------------------------


@effect("signature_missing", "signed", calls=True, runs=True)
def _(candidate, about):
    for part in candidate["content"]["parts"]:
        part.pop("thoughtSignature", None)


@effect("signature_unreadable", "signed", "answered", "failed:bad_response", calls=True)
def _(candidate, about):
    candidate["content"]["parts"][-1]["thoughtSignature"] = "not base64!"
