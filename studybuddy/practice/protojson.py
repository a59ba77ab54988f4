"""Reading a generateContent request as Google's servers do: protobuf messages written as JSON.

Every field has two names (`functionCall`, `function_call`) and both are accepted. A name that no
field has, or a value of the wrong kind, is refused with its place. Only what tool calling needs is
described; other parts are passed through as they are.
"""

from __future__ import annotations

import re

from studybuddy.practice.refusal import GoogleRefusal
from studybuddy.practice.signatures import decode

ANY, STRING, BOOL, NUMBER, INTEGER, BYTES, STRUCT = (
    "any", "string", "bool", "number", "integer", "bytes", "struct")
MAX_VIOLATIONS = 20  # in one error

_PROTO = {STRING: "TYPE_STRING", BOOL: "TYPE_BOOL", NUMBER: "TYPE_FLOAT", INTEGER: "TYPE_INT32",
          BYTES: "TYPE_BYTES"}

# A leading "*" is a list, "%" a map from text.
MESSAGES: dict[str, dict[str, str]] = {
    "GenerateContentRequest": {
        "contents": "*Content", "systemInstruction": "Content", "tools": "*Tool",
        "toolConfig": "ToolConfig", "safetySettings": "*any", "generationConfig":
        "GenerationConfig", "cachedContent": STRING, "model": STRING, "labels": ANY,
        "serviceTier": ANY, "store": BOOL},
    "Content": {"parts": "*Part", "role": STRING},
    "Part": {
        "text": STRING, "thought": BOOL, "thoughtSignature": BYTES, "inlineData": ANY,
        "fileData": ANY, "functionCall": "FunctionCall", "functionResponse": "FunctionResponse",
        "executableCode": ANY, "codeExecutionResult": ANY, "toolCall": ANY, "toolResponse": ANY,
        "videoMetadata": ANY, "partMetadata": ANY, "mediaResolution": ANY},
    "FunctionCall": {"id": STRING, "name": STRING, "args": STRUCT, "partialArgs": ANY,
                     "willContinue": BOOL},
    "FunctionResponse": {"id": STRING, "name": STRING, "response": STRUCT, "parts": ANY,
                         "willContinue": BOOL, "scheduling": ANY},
    "Tool": {
        "functionDeclarations": "*FunctionDeclaration", "googleSearch": ANY,
        "googleSearchRetrieval": ANY, "codeExecution": ANY, "urlContext": ANY, "googleMaps": ANY,
        "computerUse": ANY, "fileSearch": ANY, "mcpServers": ANY, "retrieval": ANY,
        "enterpriseWebSearch": ANY},
    "FunctionDeclaration": {
        "name": STRING, "description": STRING, "behavior": ANY, "parameters": "Schema",
        "parametersJsonSchema": ANY, "response": "Schema", "responseJsonSchema": ANY},
    "Schema": {
        "type": "Type", "format": STRING, "title": STRING, "description": STRING,
        "nullable": BOOL, "enum": "*string", "maxItems": ANY, "minItems": ANY,
        "properties": "%Schema", "required": "*string", "minProperties": ANY,
        "maxProperties": ANY, "minLength": ANY, "maxLength": ANY, "pattern": STRING,
        "example": ANY, "anyOf": "*Schema", "propertyOrdering": "*string", "default": ANY,
        "items": "Schema", "minimum": NUMBER, "maximum": NUMBER},
    "ToolConfig": {"functionCallingConfig": "FunctionCallingConfig", "retrievalConfig": ANY,
                   "includeServerSideToolInvocations": BOOL},
    "FunctionCallingConfig": {"mode": "Mode", "allowedFunctionNames": "*string",
                              "streamFunctionCallArguments": BOOL},
    "GenerationConfig": {
        "stopSequences": "*string", "responseMimeType": STRING, "responseSchema": "Schema",
        "responseJsonSchema": ANY, "responseFormat": ANY, "responseModalities": "*string",
        "candidateCount": INTEGER, "maxOutputTokens": INTEGER, "temperature": NUMBER,
        "topP": NUMBER, "topK": NUMBER, "seed": INTEGER, "presencePenalty": NUMBER,
        "frequencyPenalty": NUMBER, "responseLogprobs": BOOL, "logprobs": INTEGER,
        "enableEnhancedCivicAnswers": BOOL, "speechConfig": ANY, "thinkingConfig": ANY,
        "imageConfig": ANY, "mediaResolution": ANY, "audioTimestamp": BOOL, "routingConfig": ANY,
        "modelSelectionConfig": ANY},
}
ENUMS = {
    "Type": ("TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT",
             "NULL"),
    "Mode": ("MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"),
}
_ENUM_NAMES = {
    "Type": "type.googleapis.com/google.ai.generativelanguage.v1beta.Type",
    "Mode": "type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode",
}
_DATA = ("text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode",
         "codeExecutionResult", "toolCall", "toolResponse")
"""The fields of a part of which exactly one is set."""


def read(request: object) -> dict:
    """The request with camelCase names, lists where lists belong, and upper-case enums.

    Raises GoogleRefusal (400) that lists every place that does not fit.
    """
    if not isinstance(request, dict):
        raise parse_failed("Root element must be a message.")
    violations: list[tuple[str, str]] = []
    plain = _message(request, "GenerateContentRequest", "", violations)
    if violations:
        details = [{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [
            {"field": place, "description": words} if place else {"description": words}
            for place, words in violations[:MAX_VIOLATIONS]]}]
        raise GoogleRefusal("\n".join(words for _, words in violations[:MAX_VIOLATIONS]),
                            details=details)
    return plain


def parse_failed(why: str = "Expected a value.") -> GoogleRefusal:
    """The refusal of a body that is not JSON."""
    return GoogleRefusal(f"Invalid JSON payload received. {why}")


def camel(name: str) -> str:
    """`function_call` as `functionCall`."""
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


def snake(name: str) -> str:
    """`functionCall` as `function_call`."""
    return re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), name)


def data_fields(part: dict) -> list[str]:
    """Which of the fields are set of which a part has exactly one."""
    return [name for name in part if name in _DATA]


def _message(value: dict, kind: str, place: str, violations: list) -> dict:
    fields = MESSAGES[kind]
    plain: dict = {}
    for name, item in value.items():
        key = camel(name)
        if key not in fields:
            at = f" at '{place}'" if place else ""
            violations.append((place, f'Invalid JSON payload received. Unknown name "{name}"{at}: '
                                      "Cannot find field."))
        elif item is not None:  # null means: not set
            if kind == "Part" and key in _DATA and data_fields(plain):
                violations.append((place, f"Invalid value at '{place}' (oneof), oneof field 'data' "
                                          f"is already set. Cannot set '{key}'"))
                continue
            where = f"{place}.{snake(key)}" if place else snake(key)
            read_item = _field(item, fields[key], where, name, place, violations)
            if read_item is not None:
                plain[key] = read_item
    return plain


def _field(value: object, kind: str, where: str, name: str, place: str, violations: list):
    if kind.startswith("*"):
        items = value if isinstance(value, list) else [value]  # one alone stands for a list of one
        read_items = []
        for index, item in enumerate(items):
            at = f"{where}[{index}]" if isinstance(value, list) else where
            read_items.append(_single(item, kind[1:], at, violations))
        return [item for item in read_items if item is not None]
    if isinstance(value, list) and kind != ANY:
        at = f" at '{place}'" if place else ""
        violations.append((place, f'Invalid JSON payload received. Unknown name "{name}"{at}: '
                                  "Proto field is not repeating, cannot start list."))
        return None
    if kind.startswith("%"):
        if not isinstance(value, dict):
            return _wrong(value, "TYPE_MESSAGE", where, violations)
        return {str(key): read for index, (key, item) in enumerate(value.items())
                if (read := _single(item, kind[1:], f"{where}[{index}].value", violations))
                is not None}
    return _single(value, kind, where, violations)


def _single(value: object, kind: str, where: str, violations: list):
    if kind in MESSAGES:
        if isinstance(value, dict):
            return _message(value, kind, where, violations)
        return _wrong(value, f"type.googleapis.com/google.ai.generativelanguage.v1beta.{kind}",
                      where, violations)
    if kind == ANY:
        return value
    if kind in ENUMS:
        if isinstance(value, str) and value.upper() in ENUMS[kind]:
            return value.upper()
        return _wrong(value, _ENUM_NAMES[kind], where, violations)
    if kind == STRUCT:
        return value if isinstance(value, dict) else _wrong(
            value, "type.googleapis.com/google.protobuf.Struct", where, violations)
    if kind == BYTES:
        if isinstance(value, str) and decode(value) is not None:
            return value
        violations.append((where, f"Invalid value at '{where}' (TYPE_BYTES), Base64 decoding "
                                  f"failed for {_quote(value)}"))
        return None
    return value if _fits(value, kind) else _wrong(value, _PROTO[kind], where, violations)


def _fits(value: object, kind: str) -> bool:
    if kind == STRING:
        return isinstance(value, str)
    if kind == BOOL or isinstance(value, bool):
        return kind == BOOL and isinstance(value, bool)
    if kind == INTEGER and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, (int, float))


def _wrong(value: object, expected: str, where: str, violations: list) -> None:
    violations.append((where, f"Invalid value at '{where}' ({expected}), {_quote(value)}"))


def _quote(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    text = text if len(text) <= 60 else text[:57] + "..."
    return f'"{text}"' if isinstance(value, str) else text
