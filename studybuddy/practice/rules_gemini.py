"""What the Gemini API refuses in a generateContent request, in its own words.

The sentences are Google's, as reported in public. `protojson` has read the request before: names
and kinds of fields are right by now.
"""

from __future__ import annotations

import re

from studybuddy.practice import schemacheck
from studybuddy.practice.protojson import data_fields, snake
from studybuddy.practice.refusal import GoogleRefusal
from studybuddy.practice.signatures import Signer

MAX_NAME = 64  # characters of a function's name
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}")


def check(request: dict, model: str, signer: Signer) -> None:
    """Raise GoogleRefusal (400) when the service would refuse this request."""
    contents = request.get("contents") or []
    faults = _content_faults(contents) + _tool_faults(request) + _config_faults(request)
    if faults:
        raise GoogleRefusal("".join(f"* GenerateContentRequest.{fault}\n" for fault in faults))
    _check_roles(contents)
    _check_config(request)
    _check_turns(contents)
    _check_signatures(contents, needs_signatures(model), signer)


def needs_signatures(model: str) -> bool:
    """Whether a model refuses calls without a thought signature: Gemini 3 and all that follow.

    A name without a version, such as an alias for the newest model, counts as current.
    """
    version = re.match(r"gemini-(\d+)", model)
    return version is None or int(version[1]) >= 3


def gives_signatures(model: str) -> bool:
    """Whether a model sends thought signatures at all: Gemini 2.5 and all that follow."""
    return needs_signatures(model) or model.startswith("gemini-2.5")


def calls(content: dict) -> list[dict]:
    """The function calls of one content, in order."""
    return [part["functionCall"] for part in content.get("parts", []) if "functionCall" in part]


def responses(content: dict) -> list[dict]:
    """The function responses of one content, in order."""
    return [part["functionResponse"] for part in content.get("parts", [])
            if "functionResponse" in part]


def role(content: dict) -> str:
    """The role of a content; without one it is the user's."""
    return content.get("role") or "user"


# -- fields -----------------------------------------------------------------------------------


def _content_faults(contents: list[dict]) -> list[str]:
    if not contents:
        return ["contents: contents is not specified"]
    faults = []
    for index, content in enumerate(contents):
        place = f"contents[{index}].parts"
        if not content.get("parts"):
            faults.append(f"{place}: contents.parts must not be empty.")
        for position, part in enumerate(content.get("parts", [])):
            if not data_fields(part):
                faults.append(f"{place}[{position}].data: required oneof field 'data' must have "
                              "one initialized field")
            for key in ("functionCall", "functionResponse"):
                if key in part and not part[key].get("name"):
                    faults.append(f"{place}[{position}].{snake(key)}.name: Name cannot be empty.")
    return faults


def _declarations(request: dict) -> list[tuple[str, dict]]:
    return [(f"tools[{index}].function_declarations[{position}]", declaration)
            for index, tool in enumerate(request.get("tools", []))
            for position, declaration in enumerate(tool.get("functionDeclarations", []))]


def _tool_faults(request: dict) -> list[str]:
    faults = []
    for place, declaration in _declarations(request):
        if not _NAME.fullmatch(declaration.get("name", "")):
            faults.append(f"{place}.name: Invalid function name. Must start with a letter or an "
                          "underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots "
                          f"(.), colons (:), or dashes (-), with a maximum length of {MAX_NAME}.")
        if "parameters" in declaration and "parametersJsonSchema" in declaration:
            # The rule is Google's ("mutually exclusive"), the sentence is not known.
            faults.append(f"{place}.parameters_json_schema: parameters and parameters_json_schema "
                          "are mutually exclusive.")
        schema = declaration.get("parameters", declaration.get("parametersJsonSchema"))
        if schema is not None and not isinstance(schema, dict):
            faults.append(f"{place}.parameters_json_schema: must be a JSON Schema object.")
            continue
        if schema and schemacheck.types(schema) not in ([], ["object"]):
            faults.append(f"{place}.parameters.type: must be OBJECT.")
        for path in schemacheck.arrays_without_items(schema):
            faults.append(f"{place}.parameters{_path(path)}.items: missing field.")
        for path, index in schemacheck.undefined_required(schema):
            faults.append(f"{place}.parameters{_path(path)}.required[{index}]: property is not "
                          "defined")
    return faults


def _path(path: tuple) -> str:
    """('properties', 'topics', 'items') as `.properties[topics].items`."""
    text, inside = "", False
    for key in path:
        text += f"[{key}]" if inside else f".{snake(key)}"
        inside = not inside and key not in ("items", "additionalProperties")
    return text


def _config_faults(request: dict) -> list[str]:
    config = request.get("generationConfig", {})
    place = "generation_config"
    faults = []
    temperature, top_p = config.get("temperature"), config.get("topP")
    if temperature is not None and not 0 <= temperature <= 2:
        faults.append(f"{place}.temperature: temperature must be in the range [0.0, 2.0].")
    if top_p is not None and not 0 <= top_p <= 1:
        faults.append(f"{place}.top_p: top_p must be in the range [0.0, 1.0].")
    if len(config.get("stopSequences", [])) > 5:
        faults.append(f"{place}.stop_sequences: the number of stop_sequences must not exceed 5.")
    return faults


def _check_config(request: dict) -> None:
    names = [declaration.get("name") for _, declaration in _declarations(request)]
    for name in names:
        if names.count(name) > 1:
            raise GoogleRefusal(f"Duplicate function declaration found: {name}")
    calling = request.get("toolConfig", {}).get("functionCallingConfig")
    if calling is not None and not names:
        raise GoogleRefusal("Function calling config is set without function_declarations.")
    for name in (calling or {}).get("allowedFunctionNames", []):
        if name not in names:
            raise GoogleRefusal(f"The allowed function name {name!r} is not declared.")
    if request.get("generationConfig", {}).get("candidateCount", 1) > 1:
        raise GoogleRefusal("Multiple candidates is not enabled for this model")


# -- turns ------------------------------------------------------------------------------------


def _check_roles(contents: list[dict]) -> None:
    if any(role(content) not in ("user", "model") for content in contents):
        raise GoogleRefusal("Please use a valid role: user, model.")


def _check_turns(contents: list[dict]) -> None:
    """Calls stand behind what the user said or an answer; answers right behind their calls."""
    for index, content in enumerate(contents):
        if calls(content) and (role(content) != "model" or index == 0):
            raise GoogleRefusal("Please ensure that function call turn comes immediately after a "
                                "user turn or after a function response turn.")
        if responses(content) and (
                role(content) != "user" or index == 0 or not calls_before(contents, index)):
            raise GoogleRefusal("Please ensure that function response turn comes immediately after "
                                "a function call turn.")
        if role(content) == "user":
            asked = calls_before(contents, index)
            if asked and not _pair_off(asked, responses(content)):
                raise GoogleRefusal("Please ensure that the number of function response parts is "
                                    "equal to the number of function call parts of the function "
                                    "call turn.")
    if role(contents[-1]) != "user":
        if len(contents) == 1:
            raise GoogleRefusal("Please ensure that single turn requests end with a user role or "
                                "the role field is empty.")
        raise GoogleRefusal("Please ensure that multiturn requests end with a user role or a "
                            "function response.")


def calls_before(contents: list[dict], index: int) -> list[dict]:
    """The calls of the model's contents right before this one; several in a row are one turn."""
    asked: list[dict] = []
    while index > 0 and role(contents[index - 1]) == "model":
        index -= 1
        asked = calls(contents[index]) + asked
    return asked


def _pair_off(asked: list[dict], answers: list[dict]) -> bool:
    """Whether each call has one answer: of the same id, or of the same name where one has no id."""
    left = list(answers)
    for call in asked:
        fitting = next((answer for answer in left if call.get("id") and answer.get("id") and
                        answer["id"] == call["id"]), None)
        if fitting is None:
            fitting = next((answer for answer in left if answer["name"] == call["name"] and not (
                call.get("id") and answer.get("id"))), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return not left


def _check_signatures(contents: list[dict], needed: bool, signer: Signer) -> None:
    """Signatures that came back must be unchanged; in the current turn none may be missing.

    The current turn begins with the last thing that the user said; answers of functions belong to
    it. Of parallel calls only the first carries a signature.
    """
    current = max((index for index, content in enumerate(contents) if role(content) == "user" and
                   len(responses(content)) < len(content["parts"])), default=0)
    for index, content in enumerate(contents):
        first = True
        for part in content["parts"]:
            signature = part.get("thoughtSignature")
            if signature is not None and not signer.accepts(signature, part):
                raise GoogleRefusal("Corrupted thought signature.")
            if "functionCall" in part:
                if first and needed and signature is None and index > current:
                    raise missing_signature(part["functionCall"]["name"], index + 1)
                first = False


def missing_signature(name: str, position: int) -> GoogleRefusal:
    """The refusal of a call without its signature; `position` counts the contents from 1."""
    return GoogleRefusal(
        "Function call is missing a thought_signature in functionCall parts. This is required for "
        "tools to work correctly, and missing thought_signature may lead to degraded model "
        f"performance. Additional data, function call `default_api:{name}` , position {position}. "
        "Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more "
        "details.")
