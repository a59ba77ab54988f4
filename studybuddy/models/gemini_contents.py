"""The history as Gemini's contents, and Gemini's contents as messages.

Gemini knows two roles, `user` and `model`. The answers to all calls of a turn go back in one
`user` content. A turn that Gemini wrote is kept as it came, because its parts carry signatures
that the service checks; it goes back unchanged to the place that it came from. Any other turn is
rebuilt from the plain fields.
"""

from __future__ import annotations

import json
import re
from typing import Any

from studybuddy.jsontext import JSONTextError, dump, read_object, well_formed
from studybuddy.messages import Reply, Usage, calls_of, text_of
from studybuddy.models import origin
from studybuddy.models.base import ModelError
from studybuddy.models.errors import QUOTED, ServiceError, mask

# What stands for a signature on a call that Gemini did not write, as documented under "FAQs" on
# https://ai.google.dev/gemini-api/docs/thought-signatures (of parallel calls, on the first one).
UNSIGNED = b"skip_thought_signature_validator"

FINISH = {"STOP": "stop", "MAX_TOKENS": "length"}
BLOCKED = {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE",
           "MODEL_ARMOR", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"}
MALFORMED = {"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
             "MALFORMED_RESPONSE", "MISSING_THOUGHT_SIGNATURE"}


# -- what goes out -------------------------------------------------------------------------------


def to_contents(messages: list[dict], where: dict) -> tuple[str, list]:
    """(system instruction, list of `types.Content`) for the service at `where`."""
    from google.genai import types

    instructions: list[str] = []
    contents: list = []
    asked: list[tuple[Any, Any, str]] = []  # (our id, id as sent, name) of the last calls
    answers: Any = None  # the content that collects the answers of one turn
    for message in messages:
        role = message.get("role")
        if role == "tool":
            if answers is None:
                answers = types.Content(role="user", parts=[])
                contents.append(answers)
            call_id = message.get("tool_call_id")
            sent_id, name = next(((sent, name) for own, sent, name in asked if own == call_id),
                                 (call_id, "unknown"))
            answers.parts.append(types.Part(function_response=types.FunctionResponse(
                id=sent_id, name=name, response=tool_response(message.get("content")))))
            continue
        answers = None
        if role == "system":
            instructions.append(well_formed(text_of(message)))
        elif role == "assistant":
            content = _native(message, where, types) or _rebuilt(message, types)
            if content.parts:
                contents.append(content)
            sent_calls = [part.function_call for part in content.parts
                          if part.function_call and not part.thought]
            asked = [(entry.get("id"), sent.id, sent.name or "unknown")
                     for entry, sent in zip(calls_of(message), sent_calls, strict=False)]
        else:
            text = well_formed(text_of(message)) or " "  # an empty one is refused
            last = contents[-1] if contents else None
            if last is not None and last.role == "user" and last.parts[-1].text is not None:
                last.parts[-1].text += f"\n\n{text}"
            else:
                contents.append(types.Content(role="user", parts=[types.Part(text=text)]))
    return "\n\n".join(filter(None, instructions)), contents


def _native(message: dict, where: dict, types):
    """The turn as Gemini wrote it, when it came from this place and was not edited."""
    kept = origin.kept_for(message, where)
    if kept is None or not isinstance(kept.get("content"), dict):
        return None
    try:
        content = types.Content.model_validate_json(json.dumps(kept["content"]))
    except ValueError:  # another version of the SDK wrote it
        return None
    first = next((part for part in content.parts or () if part.function_call), None)
    if first is not None and first.thought_signature is None:
        first.thought_signature = UNSIGNED  # it came without, and would be refused
    return content


def _rebuilt(message: dict, types):
    parts = []
    if text := well_formed(text_of(message)):
        parts.append(types.Part(text=text))
    signature: bytes | None = UNSIGNED
    for entry in calls_of(message):
        function = entry.get("function")
        function = function if isinstance(function, dict) else {}
        try:
            arguments = read_object(function.get("arguments"))
        except JSONTextError:
            arguments = {}
        parts.append(types.Part(thought_signature=signature, function_call=types.FunctionCall(
            id=entry.get("id") or None, args=arguments,
            name=re.sub(r"[^A-Za-z0-9_.:-]", "_", str(function.get("name") or "unknown"))[:64])))
        signature = None
    return types.Content(role="model", parts=parts)


def tool_response(content: object) -> dict:
    """A tool's answer under the keys that Gemini documents: `output`, or `error`."""
    try:
        answer = read_object(content)
    except JSONTextError:
        return {"output": content if isinstance(content, str) else str(content)}
    if "error" in answer:
        return {"error": answer["error"] if len(answer) == 1 else answer}
    return {"output": answer}


# -- what comes back -----------------------------------------------------------------------------


def to_reply(response: object, where: dict, secrets: tuple[str, ...] = ()) -> Reply:
    """The first candidate as a Reply. Raises ModelError when the question itself was blocked,
    or when no candidate came."""
    candidates = getattr(response, "candidates", None)
    usage = _usage(getattr(response, "usage_metadata", None))
    if not isinstance(candidates, (list, tuple)) or not candidates:
        feedback = getattr(response, "prompt_feedback", None)
        if reason := getattr(feedback, "block_reason", None):
            raise ModelError("blocked", f"Gemini blocked this question ({_word(reason)}). "
                             "Ask in another way.")
        raise ServiceError("bad_response", "Gemini sent no answer. Ask again.", mistake=True)
    candidate = candidates[0]
    content = getattr(candidate, "content", None)
    reason = _word(getattr(candidate, "finish_reason", None))
    message = _message(content)
    if message.get("tool_calls") or message["content"]:
        _keep(message, content, where)
    elif reason in MALFORMED:
        said = getattr(candidate, "finish_message", None)
        said = f" Gemini says: {mask(said, secrets)[:QUOTED]}" if isinstance(said, str) else ""
        raise ServiceError("bad_response", "The model tried to ask for a tool in a wrong form "
                           f"({reason}). Ask again, or in other words.{said}", mistake=True)
    return Reply(message, _finish(reason, message), usage)


def _message(content: object) -> dict:
    """Text and calls of a content; what the model thinks aloud is no part of it."""
    words: list[str] = []
    calls = []
    for part in getattr(content, "parts", None) or ():
        if getattr(part, "thought", None):
            continue
        text, call = getattr(part, "text", None), getattr(part, "function_call", None)
        if isinstance(text, str):
            words.append(text)
        if call is not None:
            calls.append({"id": getattr(call, "id", None) or "", "type": "function", "function": {
                "name": getattr(call, "name", None), "arguments": _arguments(call)}})
    message: dict = {"role": "assistant", "content": "".join(words)}
    if calls:
        message["tool_calls"] = calls
    return message


def _arguments(call: object) -> str:
    arguments = getattr(call, "args", None)
    if isinstance(arguments, str):
        return arguments
    try:
        return dump(dict(arguments or {}))
    except (TypeError, ValueError):  # NaN and the like; the loop says what is wrong
        return json.dumps(arguments, default=str)


def _keep(message: dict, content: Any, where: dict) -> None:
    """Keep the whole turn as JSON in the message, when it can be sent again."""
    if not hasattr(content, "model_dump"):
        return
    for part in content.parts:  # what the service itself would refuse is not kept
        if part.function_call is not None and (
                part.text is not None or not part.function_call.name):
            return
    if all(part.model_fields_set == {"text"} for part in content.parts):
        return  # plain words hold nothing that the message does not
    whole = content.model_dump(mode="json", exclude_none=True, by_alias=True)
    whole["role"] = "model"
    try:
        text = json.dumps(whole, allow_nan=False, ensure_ascii=False)
    except ValueError:
        return
    if text == well_formed(text):
        origin.mark(message, where, content=whole)


def _finish(reason: str, message: dict) -> str:
    if reason in MALFORMED:
        return "malformed"
    if reason in BLOCKED:
        return "blocked"
    finish = FINISH.get(reason, "other")
    return "tool_calls" if finish in ("stop", "other") and message.get("tool_calls") else finish


def _word(value: object) -> str:
    return str(getattr(value, "value", value) or "")


def _usage(counts: object) -> Usage | None:
    """Gemini counts thinking apart; the total is Google's own."""
    def count(name: str) -> int:
        value = getattr(counts, name, None)
        return value if type(value) is int else 0

    given = count("prompt_token_count") + count("tool_use_prompt_token_count")
    made = count("candidates_token_count") + count("thoughts_token_count")
    total = count("total_token_count") or given + made
    return Usage(given, made, total) if total else None
