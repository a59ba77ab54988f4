"""What the practice server refuses, sentence by sentence, as the real services do."""

import copy
import json

import pytest

from studybuddy.models.scripted import ScriptedModel
from studybuddy.practice.handle import Service
from studybuddy.practice.signatures import BYPASS, Signer, decode

CALL = {"id": "c1", "type": "function",
        "function": {"name": "calculator", "arguments": '{"expression": "1+1"}'}}
TOOL = {"type": "function", "function": {
    "name": "calculator", "description": "Work out an expression.", "parameters": {
        "type": "object", "properties": {"expression": {"type": "string"}},
        "required": ["expression"]}}}
USER = {"role": "user", "content": "What is 1+1?"}
ASKS = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWER = {"role": "tool", "tool_call_id": "c1", "content": '{"result": 2}'}


@pytest.fixture(scope="module")
def service():
    return Service(ScriptedModel([lambda messages: "Two."] * 30), key="secret")


def post(service, path, body, key="secret"):
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    status, headers, answer = service.handle("POST", path, {"Authorization": f"Bearer {key}"}, raw)
    return status, json.loads(answer)


def chat(service, **changes):
    body = {"model": "m", "messages": [USER], **changes}
    return post(service, "/v1/chat/completions", {k: v for k, v in body.items() if v != "(none)"})


def with_tool(**function):
    return [{"type": "function", "function": {**TOOL["function"], **function}}]


def call(**changes):
    changed = copy.deepcopy(CALL)
    changed["function"].update({k: v for k, v in changes.items() if k in ("name", "arguments")})
    changed.update({k: v for k, v in changes.items() if k not in ("name", "arguments")})
    return [USER, {**ASKS, "tool_calls": [changed]},
            {**ANSWER, "tool_call_id": changed.get("id") or "c1"}]


PATTERN = "Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
OPENAI = [
    # name, changes of the request, message, param, code
    ("no model", {"model": "(none)"}, "you must provide a model parameter", None, None),
    ("model of a wrong kind", {"model": 7},
     "Invalid type for 'model': expected a string, but got an integer instead.", "model",
     "invalid_type"),
    ("no messages", {"messages": "(none)"}, "Missing required parameter: 'messages'.", "messages",
     "missing_required_parameter"),
    ("empty messages", {"messages": []},
     "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty "
     "array instead.", "messages", "empty_array"),
    ("unknown parameter", {"colour": "blue"}, "Unknown parameter: 'colour'.", "colour",
     "unknown_parameter"),
    ("unknown role", {"messages": [{"role": "robot", "content": "x"}]},
     "Invalid value: 'robot'. Supported values are: 'system', 'assistant', 'user', 'function', "
     "'tool', and 'developer'.", "messages[0].role", "invalid_value"),
    ("no role", {"messages": [{"content": "x"}]},
     "Missing required parameter: 'messages[0].role'.", "messages[0].role",
     "missing_required_parameter"),
    ("a message that is a text", {"messages": ["hello"]},
     "Invalid type for 'messages[0]': expected an object, but got a string instead.",
     "messages[0]", "invalid_type"),
    ("null content of a user", {"messages": [{"role": "user", "content": None}]},
     "Invalid value for 'content': expected a string, got null.", "messages.[0].content", None),
    ("null content of an answer", {"messages": [USER, ASKS, {**ANSWER, "content": None}]},
     "Invalid value for 'content': expected a string, got null.", "messages.[2].content", None),
    ("null content without calls", {"messages": [USER, {"role": "assistant", "content": None}]},
     "Invalid value for 'content': expected a string, got null.", "messages.[1].content", None),
    ("content that is a number", {"messages": [{"role": "user", "content": 7}]},
     "Invalid type for 'messages[0].content': expected one of a string or array of objects, but "
     "got an integer instead.", "messages[0].content", "invalid_type"),
    ("content that is an object", {"messages": [USER, ASKS, {**ANSWER, "content": {"a": 1}}]},
     "Invalid type for 'messages[2].content': expected one of a string or array of objects, but "
     "got an object instead.", "messages[2].content", "invalid_type"),
    ("an empty list of calls", {"messages": [USER, {**ASKS, "tool_calls": []}]},
     "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but "
     "got an empty array instead.", "messages[1].tool_calls", "empty_array"),
    ("a call without an id", {"messages": call(id=None)},
     "Missing required parameter: 'messages[1].tool_calls[0].id'.",
     "messages[1].tool_calls[0].id", "missing_required_parameter"),
    ("a call with a long id", {"messages": call(id="c" * 41)},
     "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum "
     "length 40, but got a string with length 41 instead.", "messages[1].tool_calls[0].id",
     "string_above_max_length"),
    ("a call without a type", {"messages": call(type=None)},
     "Missing required parameter: 'messages[1].tool_calls[0].type'.",
     "messages[1].tool_calls[0].type", "missing_required_parameter"),
    ("a call without a name", {"messages": call(name=None)},
     "Missing required parameter: 'messages[1].tool_calls[0].function.name'.",
     "messages[1].tool_calls[0].function.name", "missing_required_parameter"),
    ("a call with a dotted name", {"messages": call(name="functions.calculator")},
     "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. "
     + PATTERN, "messages[1].tool_calls[0].function.name", "invalid_value"),
    ("arguments that are an object", {"messages": call(arguments={"expression": "1+1"})},
     "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got "
     "an object instead.", "messages[1].tool_calls[0].function.arguments", "invalid_type"),
    ("arguments that are no JSON", {"messages": call(arguments='{"expression": "1')},
     'The "function.arguments" parameter of the code model must be in JSON format.', None,
     "invalid_parameter_error"),
    ("arguments that are a list", {"messages": call(arguments="[1]")},
     'The "function.arguments" parameter of the code model must be in JSON format.', None,
     "invalid_parameter_error"),
    ("an unanswered call", {"messages": [USER, ASKS]},
     "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
     "'tool_call_id'. The following tool_call_ids did not have response messages: c1",
     "messages.[1].role", None),
    ("a call answered too late", {"messages": [USER, ASKS, USER, ANSWER]},
     "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
     "'tool_call_id'. The following tool_call_ids did not have response messages: c1",
     "messages.[2].role", None),
    ("two calls with one id, one answer",
     {"messages": [USER, {**ASKS, "tool_calls": [CALL, CALL]}, ANSWER]},
     "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
     "'tool_call_id'. The following tool_call_ids did not have response messages: c1",
     "messages.[2].role", None),
    ("an answer twice", {"messages": [USER, ASKS, ANSWER, ANSWER]},
     "Invalid parameter: Duplicate value for 'tool_call_id' of 'c1', in messages[2] and "
     "messages[3].", "messages.[3].tool_call_id", None),
    ("an answer to another call",
     {"messages": [USER, ASKS, {**ANSWER, "tool_call_id": "c2"}]},
     "Invalid parameter: 'tool_call_id' of 'c2' not found in 'tool_calls' of previous message.",
     "messages.[2].tool_call_id", None),
    ("an answer without a call", {"messages": [USER, ANSWER]},
     "Invalid parameter: messages with role 'tool' must be a response to a preceeding message "
     "with 'tool_calls'.", "messages.[1].role", None),
    ("an answer without an id", {"messages": [USER, ASKS, {"role": "tool", "content": "2"}]},
     "Missing required parameter: 'messages[2].tool_call_id'.", "messages[2].tool_call_id",
     "missing_required_parameter"),
    ("no tools in the list", {"tools": []},
     "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty "
     "array instead.", "tools", "empty_array"),
    ("a tool without a function", {"tools": [{"type": "function"}]},
     "Missing required parameter: 'tools[0].function'.", "tools[0].function",
     "missing_required_parameter"),
    ("a tool without a name", {"tools": [{"type": "function", "function": {}}]},
     "Missing required parameter: 'tools[0].function.name'.", "tools[0].function.name",
     "missing_required_parameter"),
    ("a tool name with a blank", {"tools": with_tool(name="my tool")},
     "Invalid 'tools[0].function.name': string does not match pattern. " + PATTERN,
     "tools[0].function.name", "invalid_value"),
    ("a tool name that is too long", {"tools": with_tool(name="t" * 65)},
     "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length "
     "64, but got a string with length 65 instead.", "tools[0].function.name",
     "string_above_max_length"),
    ("a list schema without items",
     {"tools": with_tool(parameters={"type": "object", "properties": {
         "topics": {"type": "array"}}})},
     "Invalid schema for function 'calculator': In context=('properties', 'topics'), array schema "
     "missing items.", "tools[0].function.parameters", "invalid_function_parameters"),
    ("a schema that is no object", {"tools": with_tool(parameters={"type": "string"})},
     "Invalid schema for function 'calculator': schema must be a JSON Schema of 'type: "
     "\"object\"', got 'type: \"string\"'.", "tools[0].function.parameters",
     "invalid_function_parameters"),
    ("a choice without tools", {"tool_choice": "auto"},
     "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
     "tool_choice", None),
    ("an unknown choice", {"tools": [TOOL], "tool_choice": "always"},
     "Invalid value: 'always'. Supported values are: 'none', 'auto', and 'required'.",
     "tool_choice", "invalid_value"),
    ("a choice of a tool that is not there",
     {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "mail"}}},
     "Tool choice 'mail' not found in 'tools' parameter.", "tool_choice", None),
    ("temperature too high", {"temperature": 2.5},
     "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 "
     "instead.", "temperature", "decimal_above_max_value"),
    ("temperature too low", {"temperature": -0.5},
     "Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got -0.5 "
     "instead.", "temperature", "decimal_below_min_value"),
    ("temperature in words", {"temperature": "hot"},
     "Invalid type for 'temperature': expected a decimal, but got a string instead.",
     "temperature", "invalid_type"),
    ("a huge number of choices", {"n": 10**400},
     "Invalid 'n': integer above maximum value. Expected a value <= 8, but got "
     f"{10**400} instead.", "n", "integer_above_max_value"),
    ("an unknown format", {"response_format": {"type": "xml"}},
     "Invalid value: 'xml'. Supported values are: 'json_object', 'json_schema', and 'text'.",
     "response_format.type", "invalid_value"),
    ("JSON that nobody mentioned", {"response_format": {"type": "json_object"}},
     "'messages' must contain the word 'json' in some form, to use 'response_format' of type "
     "'json_object'.", "messages", None),
    ("streaming", {"stream": True},
     'This practice server does not stream. Send "stream": false.', "stream", "unsupported_value"),
]


@pytest.mark.parametrize("name,changes,message,param,code", OPENAI, ids=[row[0] for row in OPENAI])
def test_openai_refuses(service, name, changes, message, param, code):
    status, body = chat(service, **changes)
    assert (status, body) == (400, {"error": {
        "message": message, "type": "invalid_request_error", "param": param, "code": code}})


@pytest.mark.parametrize("messages", [
    [USER, ASKS, ANSWER],
    [USER, {**ASKS, "content": ""}, ANSWER],
    [{"role": "system", "content": "s"}, {"role": "developer", "content": "d"}, USER],
    [USER, {"role": "assistant", "content": None, "refusal": "No."}, USER],
    [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
    [USER, {**ASKS, "tool_calls": [CALL, {**CALL, "id": "c2"}]},
     {**ANSWER, "tool_call_id": "c2"}, ANSWER, USER],
    [USER, {**ASKS, "reasoning_content": "r", "extra_content": {}}, ANSWER],
])
def test_openai_accepts(service, messages):
    status, body = chat(service, messages=messages, tools=[TOOL])
    assert status == 200, body
    assert body["choices"][0]["message"]["content"] == "Two."


# -- Gemini ------------------------------------------------------------------------------------

GEMINI = "/v1beta/models/gemini-3.8-flash:generateContent"
SAID = {"role": "user", "parts": [{"text": "What is 1+1?"}]}
SIGNER_PART = {"functionCall": {"name": "calculator", "args": {"expression": "1+1"}, "id": "c1"}}
RESPONSE = {"functionResponse": {"name": "calculator", "id": "c1", "response": {"output": 2}}}
BACK = {"role": "user", "parts": [RESPONSE]}


def asks(service, *more, **changes):
    part = {**copy.deepcopy(SIGNER_PART), "thoughtSignature": service.signer.sign(SIGNER_PART)}
    part.update(changes)
    return {"role": "model", "parts": [part, *more]}


def declare(**function):
    return [{"functionDeclarations": [{"name": "calculator", **function}]}]


def text(words, role="user"):
    return {"role": role, "parts": [{"text": words}]}


NUMBER = ("Please ensure that the number of function response parts is equal to the number of "
          "function call parts of the function call turn.")
AFTER_CALL = ("Please ensure that function response turn comes immediately after a function call "
              "turn.")
AFTER_USER = ("Please ensure that function call turn comes immediately after a user turn or after "
              "a function response turn.")
MISSING = ("Function call is missing a thought_signature in functionCall parts. This is required "
           "for tools to work correctly, and missing thought_signature may lead to degraded model "
           "performance. Additional data, function call `default_api:calculator` , position 2. "
           "Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more "
           "details.")
UNKNOWN = "Invalid JSON payload received. Unknown name "
TWIN = {"functionCall": {"name": "calculator", "args": {}, "id": "c2"}}
LIST = {"type": "object", "properties": {"topics": {"type": "array"}}}

GEMINI_ROWS = [
    ("no contents", lambda s: {"contents": []},
     "* GenerateContentRequest.contents: contents is not specified\n"),
    ("no parts", lambda s: {"contents": [SAID, {"role": "model", "parts": []}, SAID]},
     "* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.\n"),
    ("an empty part", lambda s: {"contents": [{"role": "user", "parts": [{}]}]},
     "* GenerateContentRequest.contents[0].parts[0].data: required oneof field 'data' must have "
     "one initialized field\n"),
    ("a part of two kinds", lambda s: {"contents": [
        {"role": "user", "parts": [{"text": "x", "functionResponse": {"name": "f"}}]}]},
     "Invalid value at 'contents[0].parts[0]' (oneof), oneof field 'data' is already set. Cannot "
     "set 'functionResponse'"),
    ("role assistant", lambda s: {"contents": [SAID, text("hi", "assistant"), SAID]},
     "Please use a valid role: user, model."),
    ("role tool", lambda s: {"contents": [SAID, asks(s), {**BACK, "role": "tool"}]},
     "Please use a valid role: user, model."),
    ("role system", lambda s: {"contents": [text("be short", "system"), SAID]},
     "Please use a valid role: user, model."),
    ("one answer for two calls", lambda s: {"contents": [SAID, asks(s, TWIN), BACK]}, NUMBER),
    ("two answers for one call",
     lambda s: {"contents": [SAID, asks(s), {"role": "user", "parts": [RESPONSE, RESPONSE]}]},
     NUMBER),
    ("answers in two contents", lambda s: {"contents": [
        SAID, asks(s, TWIN), BACK,
        {"role": "user", "parts": [{"functionResponse": {"name": "calculator", "id": "c2"}}]}]},
     NUMBER),
    ("text where an answer belongs", lambda s: {"contents": [SAID, asks(s), SAID]}, NUMBER),
    ("an answer to another call", lambda s: {"contents": [SAID, asks(s), {"role": "user", "parts": [
        {"functionResponse": {"name": "calculator", "id": "c9", "response": {}}}]}]}, NUMBER),
    ("an answer without a call", lambda s: {"contents": [SAID, text("hm", "model"), BACK]},
     AFTER_CALL),
    ("an answer first", lambda s: {"contents": [BACK]}, AFTER_CALL),
    ("a call first", lambda s: {"contents": [asks(s), BACK]}, AFTER_USER),
    ("a call by the user", lambda s: {"contents": [SAID, {**asks(s), "role": "user"}, BACK]},
     AFTER_USER),
    ("ends with the model", lambda s: {"contents": [SAID, text("hi", "model")]},
     "Please ensure that multiturn requests end with a user role or a function response."),
    ("only the model", lambda s: {"contents": [text("hi", "model")]},
     "Please ensure that single turn requests end with a user role or the role field is empty."),
    ("no signature", lambda s: {"contents": [SAID, asks(s, thoughtSignature=None), BACK]}, MISSING),
    ("a signature that is not base64",
     lambda s: {"contents": [SAID, asks(s, thoughtSignature="no base64!"), BACK]},
     "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding "
     "failed for \"no base64!\""),
    ("a signature of something else",
     lambda s: {"contents": [SAID, asks(s, thoughtSignature=s.signer.sign({"text": "x"})), BACK]},
     "Corrupted thought signature."),
    ("changed arguments", lambda s: {"contents": [SAID, asks(s, functionCall={
        **SIGNER_PART["functionCall"], "args": {"expression": "2+2"}}), BACK]},
     "Corrupted thought signature."),
    ("a signature in an old turn", lambda s: {"contents": [
        SAID, asks(s, thoughtSignature="c2lnbmF0dXJl"), BACK, text("2", "model"), SAID]},
     "Corrupted thought signature."),
    ("a call without a name",
     lambda s: {"contents": [SAID, {"role": "model", "parts": [{"functionCall": {}}]}, BACK]},
     "* GenerateContentRequest.contents[1].parts[0].function_call.name: Name cannot be empty.\n"),
    ("an answer without a name", lambda s: {"contents": [
        SAID, asks(s), {"role": "user", "parts": [{"functionResponse": {"id": "c1"}}]}]},
     "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be "
     "empty.\n"),
    ("an answer that is a text", lambda s: {"contents": [SAID, asks(s), {"role": "user", "parts": [
        {"functionResponse": {"name": "calculator", "response": "2"}}]}]},
     "Invalid value at 'contents[2].parts[0].function_response.response' "
     "(type.googleapis.com/google.protobuf.Struct), \"2\""),
    ("arguments that are a text", lambda s: {"contents": [SAID, {"role": "model", "parts": [
        {"functionCall": {"name": "calculator", "args": "{}"}}]}, BACK]},
     "Invalid value at 'contents[1].parts[0].function_call.args' "
     "(type.googleapis.com/google.protobuf.Struct), \"{}\""),
    ("an unknown field", lambda s: {"contents": [SAID], "messages": []},
     UNKNOWN + '"messages": Cannot find field.'),
    ("an unknown field of a part",
     lambda s: {"contents": [{"role": "user", "parts": [{"text": "x", "content": "y"}]}]},
     UNKNOWN + "\"content\" at 'contents[0].parts[0]': Cannot find field."),
    ("two unknown fields", lambda s: {"contents": [SAID], "a": 1, "b": 2},
     UNKNOWN + '"a": Cannot find field.\n' + UNKNOWN + '"b": Cannot find field.'),
    ("JSON Schema words in Google's schema",
     lambda s: {"contents": [SAID], "tools": declare(parameters={
         "type": "object", "properties": {"a": {"type": "string", "$ref": "#"}}})},
     UNKNOWN + "\"$ref\" at 'tools[0].function_declarations[0].parameters.properties[0].value': "
     "Cannot find field."),
    ("a list of types in Google's schema",
     lambda s: {"contents": [SAID], "tools": declare(parameters={
         "type": "object", "properties": {"a": {"type": ["string", "null"]}}})},
     UNKNOWN + "\"type\" at 'tools[0].function_declarations[0].parameters.properties[0].value': "
     "Proto field is not repeating, cannot start list."),
    ("an unknown type",
     lambda s: {"contents": [SAID], "tools": declare(parameters={"type": "text"})},
     "Invalid value at 'tools[0].function_declarations[0].parameters.type' "
     "(type.googleapis.com/google.ai.generativelanguage.v1beta.Type), \"text\""),
    ("a list schema without items",
     lambda s: {"contents": [SAID], "tools": declare(parameters=LIST)},
     "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[topics]."
     "items: missing field.\n"),
    ("a JSON Schema list without items",
     lambda s: {"contents": [SAID], "tools": declare(parametersJsonSchema={
         "type": "object", "properties": {"p": {"type": "array", "items": LIST}}})},
     "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[p].items."
     "properties[topics].items: missing field.\n"),
    ("a required field that is not there",
     lambda s: {"contents": [SAID], "tools": declare(parameters={
         "type": "object", "properties": {}, "required": ["a"]})},
     "* GenerateContentRequest.tools[0].function_declarations[0].parameters.required[0]: property "
     "is not defined\n"),
    ("both kinds of schema",
     lambda s: {"contents": [SAID], "tools": declare(
         parameters={"type": "object"}, parameters_json_schema={"type": "object"})},
     "* GenerateContentRequest.tools[0].function_declarations[0].parameters_json_schema: "
     "parameters and parameters_json_schema are mutually exclusive.\n"),
    ("a bad name",
     lambda s: {"contents": [SAID], "tools": declare(name="2 add")},
     "* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name. "
     "Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores "
     "(_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n"),
    ("a tool twice", lambda s: {"contents": [SAID], "tools": declare() + declare()},
     "Duplicate function declaration found: calculator"),
    ("a choice without tools",
     lambda s: {"contents": [SAID], "toolConfig": {"functionCallingConfig": {"mode": "ANY"}}},
     "Function calling config is set without function_declarations."),
    ("an unknown mode", lambda s: {"contents": [SAID], "tools": declare(),
                                   "tool_config": {"function_calling_config": {"mode": "MAYBE"}}},
     "Invalid value at 'tool_config.function_calling_config.mode' "
     "(type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), "
     "\"MAYBE\""),
    ("temperature too high",
     lambda s: {"contents": [SAID], "generationConfig": {"temperature": 3}},
     "* GenerateContentRequest.generation_config.temperature: temperature must be in the range "
     "[0.0, 2.0].\n"),
    ("a seed that is no whole number",
     lambda s: {"contents": [SAID], "generationConfig": {"seed": 1.5}},
     "Invalid value at 'generation_config.seed' (TYPE_INT32), 1.5"),
    ("two candidates", lambda s: {"contents": [SAID], "generationConfig": {"candidateCount": 2}},
     "Multiple candidates is not enabled for this model"),
]


@pytest.mark.parametrize("name,make,message", GEMINI_ROWS, ids=[row[0] for row in GEMINI_ROWS])
def test_gemini_refuses(service, name, make, message):
    status, body = post(service, GEMINI, make(service))
    body["error"].pop("details", None)
    assert (status, body) == (400, {"error": {
        "code": 400, "message": message, "status": "INVALID_ARGUMENT"}})


def test_unknown_fields_are_listed_one_by_one(service):
    _, body = post(service, GEMINI, {"contents": [SAID], "a": 1})
    assert body["error"]["details"] == [{
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        "fieldViolations": [{"description": UNKNOWN + '"a": Cannot find field.'}]}]


@pytest.mark.parametrize("make", [
    lambda s: {"contents": [SAID, asks(s), BACK]},
    lambda s: {"contents": [SAID, asks(s, TWIN), {"role": "user", "parts": [
        {"functionResponse": {"name": "calculator", "id": "c2"}}, RESPONSE]}]},  # any order
    lambda s: {"contents": [SAID, asks(s), asks(s, functionCall=SIGNER_PART["functionCall"]),
                            {"role": "user", "parts": [RESPONSE, RESPONSE]}]},
    lambda s: {"contents": [{"parts": [{"text": "no role"}]}]},
    lambda s: {"contents": [SAID], "generationConfig": {"seed": 10**400, "maxOutputTokens": 5.0}},
    lambda s: {"contents": SAID},  # one alone stands for a list
    lambda s: {"contents": [SAID, asks(s, thoughtSignature=None), BACK, text("2", "model"), SAID]},
    lambda s: {"contents": [SAID], "system_instruction": {"parts": [{"text": "Be short."}]},
               "tools": declare(parameters={"type": "OBJECT", "properties": {
                   "n": {"type": "integer", "nullable": True}}})},
    lambda s: {"contents": [SAID], "tools": declare(parametersJsonSchema={
        "type": "object", "additionalProperties": False, "$defs": {},
        "properties": {"a": {"type": ["string", "null"]}}})},
])
def test_gemini_accepts(service, make):
    status, body = post(service, GEMINI, make(service))
    assert status == 200, body
    assert body["candidates"][0]["content"]["parts"][0]["text"] == "Two."


@pytest.mark.parametrize("bypass", sorted(BYPASS))
def test_the_documented_bypass_values_are_accepted_raw_and_encoded(service, bypass):
    import base64

    for signature in (bypass.decode(), base64.b64encode(bypass).decode(),
                      base64.urlsafe_b64encode(bypass).decode()):
        status, body = post(service, GEMINI, {
            "contents": [SAID, asks(service, thoughtSignature=signature), BACK]})
        assert status == 200, body


def test_an_older_model_needs_no_signature_and_refuses_a_changed_one(service):
    path = "/v1beta/models/gemini-2.5-flash:generateContent"
    unsigned = {"contents": [SAID, asks(service, thoughtSignature=None), BACK]}
    assert post(service, path, unsigned)[0] == 200
    changed = {"contents": [SAID, asks(service, thoughtSignature="c2lnbmF0dXJl"), BACK]}
    assert post(service, path, changed)[1]["error"]["message"] == "Corrupted thought signature."


# -- signatures --------------------------------------------------------------------------------


def test_a_signature_holds_for_its_part_only():
    signer = Signer(b"one")
    part = {"functionCall": {"name": "f", "args": {"a": 2, "b": [1.0]}, "id": "x"}}
    signature = signer.sign(part)
    assert signature.startswith("CsEBEr4B") and len(decode(signature)) == 196
    url_safe = signature.replace("+", "-").replace("/", "_").rstrip("=")
    for same in (signature, url_safe):
        assert signer.accepts(same, part)
        assert signer.accepts(same, {"functionCall": {  # another order, 2.0 for 2, no id
            "name": "f", "args": {"b": [1], "a": 2.0}}})
        assert not signer.accepts(same, {"functionCall": {"name": "g", "args": {"a": 2}}})
        assert not signer.accepts(same, {"text": "f"})
        assert not Signer(b"two").accepts(same, part)
    assert not signer.accepts(signature[:-4] + "AAA=", part)
    assert not signer.accepts("", part) and not signer.accepts(None, part)


def test_a_signature_of_another_service_counts_once_it_is_adopted():
    signer = Signer(b"one")
    part = {"functionCall": {"name": "f", "args": {}}}
    signer.adopt("QUJD-_8=", part)
    assert signer.accepts("QUJD+/8=", part)
    assert not signer.accepts("QUJD+/8=", {"functionCall": {"name": "f", "args": {"a": 1}}})
    with pytest.raises(ValueError, match="not base64"):
        signer.adopt("no!", part)


# -- Google's OpenAI-compatible endpoint ---------------------------------------------------------


def test_the_compatible_endpoint_asks_for_the_signature_in_extra_content():
    service = Service(ScriptedModel([ASKS, "Two."]), key="secret")
    path = "/v1beta/openai/chat/completions"
    request = {"model": "gemini-3.8-flash", "messages": [USER], "tools": [TOOL]}
    _, body = post(service, path, request)
    message = body["choices"][0]["message"]
    signature = message["tool_calls"][0]["extra_content"]["google"]["thought_signature"]

    request["messages"] = [USER, message, ANSWER]
    assert post(service, path, request)[0] == 200
    message["tool_calls"][0]["extra_content"]["google"]["thought_signature"] = "QUJD" + signature
    status, body = post(service, path, request)
    assert (status, body) == (400, [{"error": {"code": 400, "status": "INVALID_ARGUMENT",
                                               "message": "Corrupted thought signature."}}])
    del message["tool_calls"][0]["extra_content"]
    assert post(service, path, request)[1][0]["error"]["message"] == MISSING
    request["model"] = "gemini-2.5-flash"
    assert post(service, path, request)[0] == 200
