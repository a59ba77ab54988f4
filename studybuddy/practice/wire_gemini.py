"""generateContent on the wire: a checked request as a model's input, a Reply as a response body.

The adapter for google-genai shares none of this, so that the two cannot agree on a mistake.
"""

from __future__ import annotations

import json

from studybuddy.messages import Reply, assistant, call, calls_of, system, text_of, tool, user
from studybuddy.practice import accounting
from studybuddy.practice.rules_gemini import calls, calls_before, gives_signatures, role
from studybuddy.practice.signatures import Signer

FINISH = {"stop": "STOP", "tool_calls": "STOP", "length": "MAX_TOKENS", "blocked": "SAFETY",
          "malformed": "MALFORMED_FUNCTION_CALL", "other": "OTHER"}


# -- reading ----------------------------------------------------------------------------------


def read(request: dict) -> tuple[list[dict], list[dict], dict | None]:
    """(messages, tools, response schema) of a request that `rules_gemini` has checked."""
    messages = []
    instruction = _text(request.get("systemInstruction", {}))
    if instruction:
        messages.append(system(instruction))
    ids: list[tuple[str, str, str]] = []  # (wire id, name, id in the messages) of open calls
    for index, content in enumerate(request["contents"]):
        if role(content) == "model":
            entries = []
            for position, asked in enumerate(calls(content)):
                made = asked.get("id") or f"call{index:04d}{position:02d}"
                ids.append((asked.get("id", ""), asked["name"], made))
                entries.append(call(asked["name"], asked.get("args", {}), made))
            messages.append(assistant(_text(content), entries))
        else:
            messages += _user(content, ids)
            if calls_before(request["contents"], index):
                ids.clear()
    return messages, _tools(request), _schema(request.get("generationConfig", {}))


def _user(content: dict, ids: list[tuple[str, str, str]]) -> list[dict]:
    messages = []
    for part in content["parts"]:
        answer = part.get("functionResponse")
        if answer is not None:
            messages.append(tool(_take(answer, ids), _result(answer.get("response", {}))))
    text = _text(content)
    if text or not messages:
        messages.append(user(text))
    return messages


def _take(answer: dict, ids: list[tuple[str, str, str]]) -> str:
    """The id of the call that a response answers; that call is then no longer open."""
    for entry in ids:
        if answer.get("id") and entry[0] == answer["id"]:
            ids.remove(entry)
            return entry[2]
    for entry in ids:
        if entry[1] == answer["name"]:
            ids.remove(entry)
            return entry[2]
    return ""


def _result(response: dict) -> str:
    """A function's result as JSON text. Google documents the keys `output` and `error`; `result`
    is common. A result that stands alone under such a key is taken out of it."""
    if len(response) == 1:
        key, value = next(iter(response.items()))
        if key in ("output", "result"):
            if isinstance(value, str) and value.lstrip().startswith("{"):
                return value
            if isinstance(value, dict):
                return json.dumps(value, ensure_ascii=False)
    return json.dumps(response, ensure_ascii=False)


def _text(content: dict) -> str:
    return "".join(part["text"] for part in content.get("parts", [])
                   if "text" in part and not part.get("thought"))


def _tools(request: dict) -> list[dict]:
    config = request.get("toolConfig", {}).get("functionCallingConfig", {})
    if config.get("mode") == "NONE":
        return []
    allowed = config.get("allowedFunctionNames")
    found = []
    for declared in request.get("tools", []):
        for declaration in declared.get("functionDeclarations", []):
            if allowed and declaration["name"] not in allowed:
                continue
            schema = declaration.get("parametersJsonSchema") or _json_schema(
                declaration.get("parameters", {"type": "OBJECT", "properties": {}}))
            found.append({"type": "function", "function": {
                "name": declaration["name"], "description": declaration.get("description", ""),
                "parameters": schema}})
    return found


def _json_schema(schema: dict) -> dict:
    """Google's own kind of schema, whose types are in capitals, as JSON Schema."""
    plain = dict(schema)
    if "type" in plain:
        plain["type"] = plain["type"].lower()
    if "properties" in plain:
        plain["properties"] = {name: _json_schema(child)
                               for name, child in plain["properties"].items()}
    if "items" in plain:
        plain["items"] = _json_schema(plain["items"])
    if "anyOf" in plain:
        plain["anyOf"] = [_json_schema(child) for child in plain["anyOf"]]
    return plain


def _schema(config: dict) -> dict | None:
    if "responseJsonSchema" in config:
        return config["responseJsonSchema"]
    if "responseSchema" in config:
        return _json_schema(config["responseSchema"])
    return {"type": "object"} if config.get("responseMimeType") == "application/json" else None


# -- writing ----------------------------------------------------------------------------------


def write(reply: Reply, request: dict, model: str, number: int) -> dict:
    """The body of a GenerateContentResponse, its parts not signed yet."""
    parts: list[dict] = []
    text = text_of(reply.message)
    entries = calls_of(reply.message)
    if text or not entries:
        parts.append({"text": text})
    for position, entry in enumerate(entries):
        function = entry.get("function") or {}
        parts.append({"functionCall": {
            "name": function.get("name", ""), "args": _arguments(function.get("arguments")),
            "id": entry.get("id") or accounting.made_id(8, number, position, request)}})
    candidate = {"content": {"parts": parts, "role": "model"},
                 "finishReason": FINISH.get(reply.finish, "OTHER"), "index": 0}
    if entries and candidate["finishReason"] == "STOP":
        candidate["finishMessage"] = "Model generated function call(s)."
    return {
        "candidates": [candidate],
        "usageMetadata": _usage(reply, request, parts, model),
        "modelVersion": model,
        "responseId": accounting.made_id(22, number, request),
    }


def sign(body: dict, model: str, signer: Signer) -> None:
    """Put signatures where the service puts them: on the first call, or on the last text.

    Parts of a shape that no service would send are passed over.
    """
    candidates = body.get("candidates")
    for candidate in candidates if isinstance(candidates, list) else []:
        content = candidate.get("content") if isinstance(candidate, dict) else None
        parts = content.get("parts") if isinstance(content, dict) else None
        parts = [part for part in parts or [] if isinstance(part, dict)]
        signed = [part for part in parts if isinstance(part.get("functionCall"), dict)][:1] or [
            part for part in parts if part.get("text") and not part.get("thought")][-1:]
        if gives_signatures(model) and signed:
            signed[0]["thoughtSignature"] = signer.sign(signed[0])


def _arguments(text: object) -> dict:
    """The arguments of a call as the object that this protocol needs."""
    if isinstance(text, dict):
        return text
    try:
        value = json.loads(text or "{}") if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        value = {}
    return value if isinstance(value, dict) else {}


def _usage(reply: Reply, request: dict, parts: list[dict], model: str) -> dict:
    if reply.usage is not None:
        sent, written = reply.usage.input_tokens, reply.usage.output_tokens
        thought = max(0, reply.usage.total_tokens - sent - written)
    else:
        sent = accounting.tokens([request["contents"], request.get("tools", []),
                                  request.get("systemInstruction", {})])
        written = accounting.tokens(parts)
        # Rules do not think: a fixed share, so that a lesson can show that thinking is counted.
        thought = 2 * written if gives_signatures(model) else 0
    usage = {"promptTokenCount": sent, "candidatesTokenCount": written,
             "totalTokenCount": sent + written + thought,
             "promptTokensDetails": [{"modality": "TEXT", "tokenCount": sent}]}
    if thought:
        usage["thoughtsTokenCount"] = thought
    return usage


def models(names: list[str]) -> dict:
    """The body of `GET /v1beta/models`."""
    return {"models": [one_model(name) for name in names]}


def one_model(name: str) -> dict:
    """The body of `GET /v1beta/models/{name}`."""
    return {"name": f"models/{name}", "version": "practice", "displayName": name,
            "description": "Fixed rules on this machine, no language model.",
            "inputTokenLimit": 1048576, "outputTokenLimit": 65536,
            "supportedGenerationMethods": ["generateContent"]}
