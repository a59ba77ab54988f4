"""Chat completions on the wire: a checked request as a model's input, a Reply as a response body.

The adapter for OpenAI clients shares none of this, so that the two cannot agree on a mistake.
"""

from __future__ import annotations

import copy

from studybuddy.messages import Reply, calls_of, text_of
from studybuddy.practice import accounting

FINISH = {"stop": "stop", "tool_calls": "tool_calls", "length": "length",
          "blocked": "content_filter", "malformed": "stop", "other": "stop"}


def read(request: dict) -> tuple[list[dict], list[dict], dict | None]:
    """(messages, tools, response schema) of a request that `rules_openai` has checked."""
    messages = copy.deepcopy(request["messages"])
    for message in messages:
        if message["role"] == "developer":  # the newer name of the same role
            message["role"] = "system"
    tools = [tool for tool in request.get("tools") or [] if "function" in tool]
    choice = request.get("tool_choice")
    if choice == "none":
        tools = []
    elif isinstance(choice, dict) and "function" in choice:
        tools = [tool for tool in tools if tool["function"]["name"] == choice["function"]["name"]]
    return messages, tools, _schema(request.get("response_format") or {})


def _schema(form: dict) -> dict | None:
    if form.get("type") == "json_schema":
        return form["json_schema"].get("schema") or {}
    return {"type": "object"} if form.get("type") == "json_object" else None


def write(reply: Reply, request: dict, number: int) -> dict:
    """The body of a `chat.completion`. `number` is the number of the request on this server."""
    message = _message(reply, request, number)
    finish = "tool_calls" if reply.finish == "stop" and calls_of(message) else (
        FINISH.get(reply.finish, "stop"))
    return {
        "id": f"chatcmpl-{accounting.made_id(29, number, request)}",
        "object": "chat.completion",
        "created": accounting.now(),
        "model": request["model"],
        "choices": [{"index": index, "message": copy.deepcopy(message), "logprobs": None,
                     "finish_reason": finish} for index in range(request.get("n") or 1)],
        "usage": _usage(reply, request),
        "service_tier": "default",
        "system_fingerprint": "fp_practice",
    }


def _message(reply: Reply, request: dict, number: int) -> dict:
    calls = copy.deepcopy(calls_of(reply.message))
    text = text_of(reply.message)
    extras = {key: copy.deepcopy(value) for key, value in reply.message.items()
              if key not in ("role", "content", "tool_calls")}
    message = {"role": "assistant", "content": text or (None if calls else ""), "refusal": None,
               "annotations": [], **extras}
    for position, call in enumerate(calls):
        call["id"] = call.get("id") or f"call_{accounting.made_id(24, number, position, request)}"
    if calls:
        message["tool_calls"] = calls
    return message


def _usage(reply: Reply, request: dict) -> dict:
    if reply.usage is not None:
        sent, written = reply.usage.input_tokens, reply.usage.output_tokens
    else:
        sent = accounting.tokens([request["messages"], request.get("tools") or []])
        written = accounting.tokens(text_of(reply.message)) + sum(
            accounting.tokens(call.get("function") or {}) for call in calls_of(reply.message))
    return {
        "prompt_tokens": sent, "completion_tokens": written, "total_tokens": sent + written,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0,
                                      "accepted_prediction_tokens": 0,
                                      "rejected_prediction_tokens": 0},
    }


def models(names: list[str]) -> dict:
    """The body of `GET /v1/models`."""
    return {"object": "list", "data": [one_model(name) for name in names]}


def one_model(name: str) -> dict:
    """The body of `GET /v1/models/{name}`."""
    return {"id": name, "object": "model", "created": accounting.now(), "owned_by": "studybuddy"}
