"""Google's OpenAI-compatible endpoint: chat completions with thought signatures and list errors.

The signature of a call stands in `extra_content.google.thought_signature` of the call, and an error
is a list with one Google error in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from studybuddy.practice.answer import Answer, reply
from studybuddy.practice.refusal import GoogleRefusal, Refusal
from studybuddy.practice.rules_gemini import gives_signatures, missing_signature, needs_signatures
from studybuddy.practice.signatures import Signer


def as_google(answer: Callable[[], Answer]) -> Answer:
    """The answer; a refusal in the shape of this endpoint."""
    try:
        return answer()
    except Refusal as refusal:
        google = GoogleRefusal(refusal.message, refusal.status)
        return reply([google.body()], google=True, status=refusal.status)


def check_signatures(messages: list[dict], model: str, signer: Signer) -> None:
    """The same rule as for contents: unchanged, and in the current turn none missing.

    Raises GoogleRefusal (400).
    """
    current = max((index for index, message in enumerate(messages)
                   if message["role"] == "user"), default=0)
    for index, message in enumerate(messages):
        # Only a turn of the model has calls that were looked at; elsewhere the key says nothing.
        calls = message.get("tool_calls") if message["role"] == "assistant" else None
        for position, call in enumerate(calls or []):
            signature = _signature(call)
            if signature is not None and not signer.accepts(signature, _part(call)):
                raise GoogleRefusal("Corrupted thought signature.")
            if signature is None and position == 0 and index > current and needs_signatures(model):
                raise missing_signature(_part(call)["functionCall"]["name"], index + 1)


def sign(body: dict, model: str, signer: Signer) -> None:
    """Sign the first call of each choice. Replies of a shape that no service sends are passed."""
    for choice in body.get("choices") or []:
        message = choice.get("message")
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        if calls and gives_signatures(model):
            calls[0]["extra_content"] = {"google": {
                "thought_signature": signer.sign(_part(calls[0]))}}


def _signature(call: dict) -> object:
    extra = call.get("extra_content")
    google = extra.get("google") if isinstance(extra, dict) else None
    return google.get("thought_signature") if isinstance(google, dict) else None


def _part(call: dict) -> dict:
    """The call as the part that is signed."""
    function = call.get("function") or {}
    arguments = function.get("arguments")
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            pass  # signed as the text that it is
    return {"functionCall": {"name": function.get("name"), "args": arguments}}
