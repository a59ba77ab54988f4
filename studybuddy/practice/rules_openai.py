"""What an OpenAI-compatible service refuses in a request, in the words of the real ones.

The sentences are OpenAI's own, as reported in public, in the order in which it reports them. Where
compatible servers differ, what one of them accepts is accepted here; a rule that is not OpenAI's
names its service.
"""

from __future__ import annotations

import json
import re

from studybuddy.practice import schemacheck
from studybuddy.practice.refusal import OpenAIRefusal

ROLES = ("system", "assistant", "user", "function", "tool", "developer")
PARAMETERS = frozenset("""
    audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens
    max_tokens messages metadata modalities model moderation n parallel_tool_calls prediction
    presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort
    response_format safety_identifier seed service_tier stop store stream stream_options
    temperature tool_choice tools top_logprobs top_p user verbosity web_search_options
""".split())
# Of compatible services: OpenRouter, Mistral, Groq, DeepSeek, Ollama, vLLM, Google.
OTHER_PARAMETERS = frozenset("""
    chat_template_kwargs citation_options documents enable_thinking extra_body guided_json
    include_reasoning keep_alive min_p models options plugins prompt_mode provider random_seed
    reasoning reasoning_format repetition_penalty route safe_prompt think thinking top_k transforms
    usage
""".split())
MAX_NAME = 64  # characters of a function's name
MAX_ID = 40  # characters of a call's id
_NAME = re.compile(r"[a-zA-Z0-9_-]+")


def check(request: object) -> dict:
    """The request itself when a service would accept it. Raises OpenAIRefusal, else."""
    if not isinstance(request, dict):
        raise OpenAIRefusal("We could not parse the JSON body of your request. (HINT: This likely "
                            "means you aren't using your HTTP library correctly. The OpenAI API "
                            "expects a JSON payload, but what was sent was not valid JSON.)")
    if not request.get("model"):
        raise OpenAIRefusal("you must provide a model parameter")
    _type(request, "model", str)
    if "messages" not in request:
        raise _missing("messages")
    for name in request:
        if name not in PARAMETERS and name not in OTHER_PARAMETERS:
            raise OpenAIRefusal(f"Unknown parameter: '{name}'.", name, "unknown_parameter")
    _objects(request["messages"], "messages")
    _check_numbers(request)
    _check_messages(request["messages"])
    _check_tools(request)
    _check_format(request)
    if request.get("stream"):
        # The services do stream. This sentence is the practice server's own.
        raise OpenAIRefusal("This practice server does not stream. Send \"stream\": false.",
                            "stream", "unsupported_value")
    _check_content(request["messages"])
    _check_answers(request["messages"])
    return request


def parse_failed() -> OpenAIRefusal:
    """The refusal of a body that is not JSON."""
    try:
        check(None)
    except OpenAIRefusal as refusal:
        return refusal
    raise AssertionError("None is no request")


# -- parameters -------------------------------------------------------------------------------


def _check_numbers(request: dict) -> None:
    for name, low, high in (("temperature", 0, 2), ("top_p", 0, 1), ("frequency_penalty", -2, 2),
                            ("presence_penalty", -2, 2)):
        value = request.get(name)
        if value is not None:
            _type(request, name, (int, float), "a decimal")
            _range(name, value, low, high, "decimal")
    for name, most in (("n", 8), ("max_tokens", None), ("max_completion_tokens", None)):
        value = request.get(name)
        if value is not None:
            _type(request, name, int, "an integer")
            _range(name, value, 1, most, "integer")
    for name in ("stream", "store", "parallel_tool_calls", "logprobs"):
        if request.get(name) is not None:
            _type(request, name, bool, "a boolean")


def _range(name: str, value: float, low: float, high: float | None, kind: str) -> None:
    if value < low:
        raise OpenAIRefusal(f"Invalid '{name}': {kind} below minimum value. Expected a value >= "
                            f"{low}, but got {value} instead.", name, f"{kind}_below_min_value")
    if high is not None and value > high:
        raise OpenAIRefusal(f"Invalid '{name}': {kind} above maximum value. Expected a value <= "
                            f"{high}, but got {value} instead.", name, f"{kind}_above_max_value")


def _check_format(request: dict) -> None:
    form = request.get("response_format")
    if form is None:
        return
    _type(request, "response_format", dict, "an object")
    kind = form.get("type")
    if kind is None:
        raise _missing("response_format.type")
    if kind not in ("text", "json_object", "json_schema"):
        raise _not_one_of(kind, ("json_object", "json_schema", "text"), "response_format.type")
    if kind == "json_schema":
        schema = form.get("json_schema")
        if not isinstance(schema, dict):
            raise _missing("response_format.json_schema")
        if not schema.get("name"):
            raise _missing("response_format.json_schema.name")
    elif kind == "json_object" and "json" not in json.dumps(request["messages"]).lower():
        raise OpenAIRefusal("'messages' must contain the word 'json' in some form, to use "
                            "'response_format' of type 'json_object'.", "messages")


# -- messages ---------------------------------------------------------------------------------


def _check_messages(messages: list[dict]) -> None:
    for index, message in enumerate(messages):
        place = f"messages[{index}]"
        if message.get("role") is None:
            raise _missing(f"{place}.role")
        if message["role"] not in ROLES:
            raise _not_one_of(message["role"], ROLES, f"{place}.role")
    for index, message in enumerate(messages):
        place = f"messages[{index}]"
        content = message.get("content")
        if content is not None and not isinstance(content, (str, list)):
            raise _wrong(f"{place}.content", "one of a string or array of objects", content)
        if isinstance(content, list):
            _check_parts(content, f"{place}.content")
        if message.get("tool_calls") is not None and message["role"] == "assistant":
            _objects(message["tool_calls"], f"{place}.tool_calls")
            for position, call in enumerate(message["tool_calls"]):
                _check_call(call, f"{place}.tool_calls[{position}]")
        if message["role"] == "tool":
            if message.get("tool_call_id") is None:
                raise _missing(f"{place}.tool_call_id")
            _text(message, "tool_call_id", place)


def _check_parts(content: list, place: str) -> None:
    for index, part in enumerate(content):
        if not isinstance(part, dict):
            raise _wrong(f"{place}[{index}]", "an object", part)
        if part.get("type") is None:
            raise _missing(f"{place}[{index}].type")
        if part["type"] == "text" and not isinstance(part.get("text"), str):
            if part.get("text") is None:
                raise _missing(f"{place}[{index}].text")
            raise _wrong(f"{place}[{index}].text", "a string", part["text"])


def _check_call(call: dict, place: str) -> None:
    if call.get("id") is None:
        raise _missing(f"{place}.id")
    _text(call, "id", place)
    if not call["id"]:
        raise OpenAIRefusal(f"Invalid '{place}.id': empty string. Expected a string with minimum "
                            "length 1, but got an empty string instead.", f"{place}.id",
                            "empty_string")
    _length(call["id"], MAX_ID, f"{place}.id")
    if call.get("type") is None:
        raise _missing(f"{place}.type")
    if call["type"] == "custom":
        return
    if call["type"] != "function":
        raise _not_one_of(call["type"], ("function", "custom"), f"{place}.type")
    function = call.get("function")
    if function is None:
        raise _missing(f"{place}.function")
    if not isinstance(function, dict):
        raise _wrong(f"{place}.function", "an object", function)
    for key in ("name", "arguments"):
        if function.get(key) is None:
            raise _missing(f"{place}.function.{key}")
        _text(function, key, f"{place}.function")
    _name(function["name"], f"{place}.function.name")
    if not _is_object(function["arguments"]):
        # DashScope's words (Qwen). Mistral, Groq and Google's endpoint refuse it too; OpenAI's own
        # service lets it pass.
        raise OpenAIRefusal('The "function.arguments" parameter of the code model must be in JSON '
                            "format.", None, "invalid_parameter_error")


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _check_content(messages: list[dict]) -> None:
    for index, message in enumerate(messages):
        if message.get("content") is not None:
            continue
        if message["role"] == "developer":
            raise _missing(f"messages[{index}].content")
        instead = ("tool_calls", "function_call", "refusal", "audio")
        if message["role"] == "assistant" and any(message.get(key) for key in instead):
            continue
        raise OpenAIRefusal("Invalid value for 'content': expected a string, got null.",
                            f"messages.[{index}].content")


def _check_answers(messages: list[dict]) -> None:
    """Each call has exactly one answer, right behind the message that asks for it."""
    index = 0
    while index < len(messages):
        message = messages[index]
        if message["role"] == "tool":
            raise OpenAIRefusal("Invalid parameter: messages with role 'tool' must be a response "
                                "to a preceeding message with 'tool_calls'.",
                                f"messages.[{index}].role")
        index += 1
        if message["role"] == "assistant" and message.get("tool_calls"):
            index = _check_turn(messages, index, [call["id"] for call in message["tool_calls"]])


def _check_turn(messages: list[dict], index: int, open_ids: list[str]) -> int:
    """The place behind the answers to the calls with these ids."""
    answered: dict[str, int] = {}
    asked = set(open_ids)
    while index < len(messages) and messages[index]["role"] == "tool":
        call_id = messages[index]["tool_call_id"]
        param = f"messages.[{index}].tool_call_id"
        if call_id not in asked:
            raise OpenAIRefusal(f"Invalid parameter: 'tool_call_id' of '{call_id}' not found in "
                                "'tool_calls' of previous message.", param)
        if call_id in answered:
            raise OpenAIRefusal(f"Invalid parameter: Duplicate value for 'tool_call_id' of "
                                f"'{call_id}', in messages[{answered[call_id]}] and "
                                f"messages[{index}].", param)
        answered[call_id] = index
        open_ids.remove(call_id)  # of two calls with one id, the second stays open
        index += 1
    if open_ids:
        raise OpenAIRefusal(
            "An assistant message with 'tool_calls' must be followed by tool messages responding "
            "to each 'tool_call_id'. The following tool_call_ids did not have response messages: "
            + ", ".join(open_ids), f"messages.[{min(index, len(messages) - 1)}].role")
    return index


# -- tools ------------------------------------------------------------------------------------


def _check_tools(request: dict) -> None:
    tools = request.get("tools")
    names = []
    if tools is not None:
        _objects(tools, "tools")
        for index, tool in enumerate(tools):
            names.append(_check_tool(tool, f"tools[{index}]"))
    choice = request.get("tool_choice")
    for name in ("tool_choice", "parallel_tool_calls"):
        if request.get(name) is not None and not tools:
            raise OpenAIRefusal(f"Invalid value for '{name}': '{name}' is only allowed when "
                                "'tools' are specified.", name)
    if isinstance(choice, str):
        if choice not in ("none", "auto", "required", "any"):  # "any" is Mistral's
            raise _not_one_of(choice, ("none", "auto", "required"), "tool_choice")
    elif isinstance(choice, dict):
        function = choice.get("function")
        if choice.get("type", "function") == "allowed_tools":
            return
        if not isinstance(function, dict):
            raise _missing("tool_choice.function")
        if not isinstance(function.get("name"), str):
            raise _missing("tool_choice.function.name")
        if function["name"] not in names:
            raise OpenAIRefusal(f"Tool choice '{function['name']}' not found in 'tools' parameter.",
                                "tool_choice")
    elif choice is not None:
        raise _wrong("tool_choice", "one of one of 'none', 'auto', or 'required' or object", choice)


def _check_tool(tool: dict, place: str) -> str:
    kind = tool.get("type", "function")  # Groq and Mistral take a tool without a type
    if kind == "custom":
        return str((tool.get("custom") or {}).get("name", ""))
    if kind != "function":
        raise _not_one_of(kind, ("function", "custom"), f"{place}.type")
    function = tool.get("function")
    if function is None:
        raise _missing(f"{place}.function")
    if not isinstance(function, dict):
        raise _wrong(f"{place}.function", "an object", function)
    if function.get("name") is None:
        raise _missing(f"{place}.function.name")
    _text(function, "name", f"{place}.function")
    _name(function["name"], f"{place}.function.name")
    if function.get("description") is not None:
        _text(function, "description", f"{place}.function")
    if function.get("parameters") is not None:
        if not isinstance(function["parameters"], dict):
            raise _wrong(f"{place}.function.parameters", "an object", function["parameters"])
        _check_schema(function["name"], function["parameters"], f"{place}.function.parameters")
    return function["name"]


def _check_schema(name: str, schema: dict, place: str) -> None:
    def bad(why: str) -> OpenAIRefusal:
        return OpenAIRefusal(f"Invalid schema for function '{name}': {why}", place,
                             "invalid_function_parameters")

    if schema and schemacheck.types(schema) not in ([], ["object"]):
        raise bad(f"schema must be a JSON Schema of 'type: \"object\"', got 'type: "
                  f"{json.dumps(schema.get('type'))}'.")
    for path in schemacheck.arrays_without_items(schema):
        raise bad(f"In context={path!r}, array schema missing items.")


# -- words ------------------------------------------------------------------------------------


def kind_of(value: object) -> str:
    """The kind of a JSON value in OpenAI's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int):
        return "an integer"
    if isinstance(value, float):
        return "a decimal number"
    if isinstance(value, str):
        return "a string"
    return "an array" if isinstance(value, list) else "an object"


def _wrong(place: str, expected: str, value: object) -> OpenAIRefusal:
    return OpenAIRefusal(f"Invalid type for '{place}': expected {expected}, but got "
                         f"{kind_of(value)} instead.", place, "invalid_type")


def _missing(place: str) -> OpenAIRefusal:
    return OpenAIRefusal(f"Missing required parameter: '{place}'.", place,
                         "missing_required_parameter")


def _not_one_of(value: object, known: tuple[str, ...], place: str) -> OpenAIRefusal:
    if not isinstance(value, str):
        return _wrong(place, "a string", value)
    names = ", ".join(f"'{name}'" for name in known[:-1])
    comma = "," if len(known) > 2 else ""
    return OpenAIRefusal(f"Invalid value: '{value}'. Supported values are: {names}{comma} and "
                         f"'{known[-1]}'.", place, "invalid_value")


def _type(request: dict, name: str, kind: type | tuple, words: str = "a string") -> None:
    value = request[name]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _wrong(name, words, value)


def _text(owner: dict, key: str, place: str) -> None:
    if not isinstance(owner[key], str):
        raise _wrong(f"{place}.{key}", "a string", owner[key])


def _objects(value: object, place: str) -> None:
    """A list of objects with at least one in it."""
    if not isinstance(value, list):
        raise _wrong(place, "an array of objects", value)
    if not value:
        raise OpenAIRefusal(f"Invalid '{place}': empty array. Expected an array with minimum "
                            "length 1, but got an empty array instead.", place, "empty_array")
    for index, item in enumerate(value):
        if not isinstance(item, dict):
            raise _wrong(f"{place}[{index}]", "an object", item)


def _name(name: str, place: str) -> None:
    if not _NAME.fullmatch(name):
        raise OpenAIRefusal(f"Invalid '{place}': string does not match pattern. Expected a string "
                            "that matches the pattern '^[a-zA-Z0-9_-]+$'.", place, "invalid_value")
    _length(name, MAX_NAME, place)


def _length(text: str, most: int, place: str) -> None:
    if len(text) > most:
        raise OpenAIRefusal(f"Invalid '{place}': string too long. Expected a string with maximum "
                            f"length {most}, but got a string with length {len(text)} instead.",
                            place, "string_above_max_length")
