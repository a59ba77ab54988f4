"""Models behind OpenAI's chat completions: OpenAI, Groq, Mistral, Ollama, OpenRouter and others.

The SDK checks no successful body, so everything that servers were seen to send arrives here:
dicts or objects, missing fields, null choices, a web page as text. What goes out is the history
in a form that all of them take: content is a text, arguments are a JSON object as text, and what
only one service may read again goes back to that one.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from studybuddy.jsontext import JSONTextError, dump, read_object, well_formed
from studybuddy.messages import Reply, Usage, calls_of, text_of
from studybuddy.models import origin
from studybuddy.models.base import ModelError
from studybuddy.models.errors import (
    Service,
    ServiceError,
    explain,
    from_body,
    is_loopback,
    is_page,
    known,
)
from studybuddy.models.service import (
    CONNECT,
    JSON,
    PLAIN,
    SCHEMA,
    TIMEOUT,
    ServiceModel,
    check,
    in_words,
    setting,
)

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from studybuddy.models.base import ChatClient

DEFAULT_MODEL = "gpt-5.4-mini"
DEFAULT_URL = "https://api.openai.com/v1"

FINISH = {"stop": "stop", "tool_calls": "tool_calls", "function_call": "tool_calls",
          "length": "length", "content_filter": "blocked"}
MESSAGE_FIELDS = ("role", "content", "tool_calls", "refusal", "reasoning_content")

# Fields that carry no meaning a service would want back; some refuse them.
NOT_RETURNED = {"role", "content", "tool_calls", "refusal", "annotations", "audio",
                "function_call", origin.KEY}
CALL_FIELDS = {"id", "type", "function", "index", "custom"}

# Google's documented value for calls that it did not sign itself, here for its own endpoint in
# OpenAI's form: https://ai.google.dev/gemini-api/docs/thought-signatures
UNSIGNED = {"google": {"thought_signature": "skip_thought_signature_validator"}}


class ClientModel(ServiceModel):
    """A model behind any client with `client.chat.completions.create`.

    `model` is the name that the service knows; without it LLM_MODEL of the environment counts.
    How long to wait and how often to try is the client's own matter.
    """

    def __init__(self, client: ChatClient, model: str | None = None):
        name, where = setting("LLM_MODEL", model, DEFAULT_MODEL)
        address, key = str(_get(client, "base_url") or ""), _get(client, "api_key")
        super().__init__(Service(
            "The service", name or DEFAULT_MODEL, address or "the service", "the client", where,
            "the client", (key,) if isinstance(key, str) else ()), None, TIMEOUT)
        self.client = client
        self._where = origin.place("openai", address)

    @property
    def name(self) -> str:
        """Who answers, in words."""
        return f"{self.model} through a client of yours"

    def complete(self, messages: list[dict], tools: list[dict], *,
                 response_schema: dict | None = None,
                 cancel: threading.Event | None = None,
                 on_event: Callable[[dict], None] | None = None) -> Reply:
        """One request. Raises ModelError when the body holds no usable reply."""
        sent = outgoing(messages, self._where, keep_unmarked=True)

        def ask(mode: str) -> Reply:
            try:
                body = self.client.chat.completions.create(
                    **request_for(self.model, sent, tools, response_schema, mode))
            except Exception as error:
                if not known(error):  # a fault of the caller's own client is the caller's to see
                    raise
                failure = explain(error, self.service)
            else:
                return read_reply(body, self.service)
            raise failure

        if not hasattr(self.client, "base_url"):  # not the SDK: it may take no more than it must
            return ask(PLAIN)
        return self._in_best_mode(response_schema, ask)


class OpenAIModel(ServiceModel):
    """A model behind a service that speaks OpenAI's chat completions.

    `model`, `base_url` and `api_key` are texts; what is not given comes from the environment:
    LLM_MODEL, LLM_BASE_URL, LLM_API_KEY. A server
    of your own that wants no key needs none. `client` is an `openai.OpenAI` to use instead of
    our own. `temperature` (a number, 0 to 2) is sent only when set; `timeout` is in seconds.
    Settings in a `.env` inside the folder `outside` do not count.

    Raises ModelError (`auth`) when there is neither a key nor an address.
    """

    def __init__(self, model: str | None = None, base_url: str | None = None,
                 api_key: str | None = None, client: ChatClient | None = None, *,
                 temperature: float | None = None, timeout: float = TIMEOUT,
                 outside: Path | str | None = None):
        model, model_name = setting("LLM_MODEL", model, DEFAULT_MODEL, outside)
        self._client: Any = None
        if client is not None:
            base_url, address_name = str(_get(client, "base_url") or DEFAULT_URL), "the client"
            api_key, key_name = _get(client, "api_key"), "the client"
            if hasattr(client, "with_options"):  # we own time-outs and retries, once
                client = client.with_options(max_retries=0, timeout=timeout)
            self._client = client
        else:
            base_url, address_name = setting("LLM_BASE_URL", base_url, None, outside)
            api_key, key_name = setting("LLM_API_KEY", api_key, None, outside)
            if not api_key and not base_url:
                raise ModelError("auth", "There is no key. Write LLM_API_KEY=your-key into the "
                                 "file .env, or LLM_BASE_URL=address for a server of your own.")
        secrets = (api_key,) if isinstance(api_key, str) and api_key else ()
        self._where = origin.place("openai", base_url or DEFAULT_URL)
        shown = self._where["base_url"]
        super().__init__(Service(_host(shown), model or DEFAULT_MODEL, shown, key_name, model_name,
                                 address_name, secrets + _login(base_url)), temperature, timeout)
        self._url, self._key = base_url or DEFAULT_URL, api_key
        if client is None:
            check(self._key, self._url, self.service)
        self._concessions: set[str] = set()

    @property
    def name(self) -> str:
        """Who answers, in words."""
        return f"{self.model} at {self.service.name}"

    def complete(self, messages: list[dict], tools: list[dict], *,
                 response_schema: dict | None = None,
                 cancel: threading.Event | None = None,
                 on_event: Callable[[dict], None] | None = None) -> Reply:
        """Write the next message: see `studybuddy.models.base.Model`. Raises ModelError."""

        def ask(mode: str) -> Reply:
            while True:
                sent = outgoing(messages, self._where, concessions=self._concessions)
                request = request_for(self.model, sent, tools, response_schema, mode)
                if self.temperature is not None:
                    request["temperature"] = self.temperature
                try:
                    return self._persist(
                        partial(self._send, request),
                        lambda body: read_reply(body, self.service), cancel, on_event)
                except ServiceError as error:
                    wish = _concession(error, sent)
                    if wish is None or wish in self._concessions:
                        raise
                    self._concessions.add(wish)

        reply = self._in_best_mode(response_schema, ask)
        if any(key not in NOT_RETURNED for key in reply.message) or any(
                key not in CALL_FIELDS for entry in reply.tool_calls for key in entry):
            origin.mark(reply.message, self._where)
        return reply

    def _send(self, request: dict) -> object:
        return self._sdk().chat.completions.create(**request)

    def _sdk(self) -> Any:
        """The client, made at first use: importing the SDK takes most of a second."""
        with self._making:
            if self._client is None:
                try:
                    import openai
                except ImportError:
                    raise ModelError("model_not_found", "The package openai is not installed. "
                                     "Install it with: pip install openai") from None
                # A proxy that the environment names must not stand before this machine itself.
                direct = openai.DefaultHttpxClient(trust_env=False) if is_loopback(
                    self._url) else None
                self._client = openai.OpenAI(
                    base_url=self._url, api_key=self._key or "none", max_retries=0,
                    timeout=openai.Timeout(self.timeout, connect=min(CONNECT, self.timeout)),
                    http_client=direct)
        return self._client


# -- what goes out -------------------------------------------------------------------------------


def request_for(model: str, sent: list[dict], tools: list[dict], schema: dict | None,
                mode: str) -> dict:
    """The keywords of one request; `mode` says how an answer of the shape `schema` is asked for."""
    request: dict = {"model": model, "messages": sent}
    if tools:
        request.update(tools=tools, tool_choice="auto")
    if schema is None:
        return request
    if mode == SCHEMA:
        request["response_format"] = schema_format(schema)
        return request
    request["messages"] = _with_system(sent, in_words(schema))
    if mode == JSON:
        request["response_format"] = {"type": "json_object"}
    return request


def outgoing(messages: list[dict], where: dict, *, keep_unmarked: bool = False,
             concessions: set[str] | frozenset[str] = frozenset()) -> list[dict]:
    """The history as the service at `where` may read it; the history itself is not changed.

    Extras of an assistant message go back to their origin only; with `keep_unmarked`, those
    that carry no mark do too (the caller's own list). `concessions` are the wishes of this
    service: "no_extras", "short_ids", "signature".
    """
    short = _short_id if "short_ids" in concessions else str
    sent = []
    for message in messages:
        if message.get("role") == "assistant":
            ours = "no_extras" not in concessions and (
                origin.kept_for(message, where) is not None
                or (keep_unmarked and origin.KEY not in message))
            sent.append(_assistant(message, ours, short, "signature" in concessions))
            continue
        plain = {key: well_formed(value) if isinstance(value, str) else value
                 for key, value in message.items() if key != origin.KEY}
        if message.get("role") == "tool":
            plain["tool_call_id"] = short(message.get("tool_call_id") or "")
        sent.append(plain)
    return sent


def _assistant(message: dict, ours: bool, short, sign: bool) -> dict:
    sent: dict = {"role": "assistant", "content": well_formed(text_of(message))}
    if ours:
        sent.update((key, value) for key, value in message.items()
                    if key not in NOT_RETURNED and value not in (None, [], {}, ""))
    calls: list[dict] = []
    for entry in calls_of(message):
        function = entry.get("function")
        function = function if isinstance(function, dict) else {}
        call = {"id": short(entry.get("id") or ""), "type": "function", "function": {
            "name": sendable_name(function.get("name")),
            "arguments": _arguments(function.get("arguments"))}}
        if ours:
            call.update((key, value) for key, value in entry.items() if key not in CALL_FIELDS)
        if sign and not calls:  # of parallel calls only the first is signed
            call.setdefault("extra_content", UNSIGNED)
        calls.append(call)
    if calls:
        sent["tool_calls"] = calls
    return sent


def sendable_name(name: object) -> str:
    """A tool's name as services take it back; a model may have asked for "my tool!"."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", str(name or "unknown"))[:64]


def _arguments(raw: object) -> str:
    """Arguments as the text of one object: a broken one would make every later request fail."""
    try:
        arguments = read_object(raw)
    except JSONTextError:
        return "{}"
    return raw if isinstance(raw, str) and raw.lstrip().startswith("{") else dump(arguments)


def _short_id(call_id: str) -> str:
    """The id itself when it has nine letters and digits, else such an id made from it."""
    if re.fullmatch(r"[A-Za-z0-9]{9}", call_id):
        return call_id
    import hashlib

    return hashlib.sha256(call_id.encode("utf-8", "replace")).hexdigest()[:9]


def _concession(error: ServiceError, sent: list[dict]) -> str | None:
    """What a service that refused the history wants otherwise, or None."""
    if error.status not in (400, 422):
        return None
    words = error.detail
    if re.search(r"thought.?signature", words, re.I):
        return "signature"
    if re.search(r"tool.?calls?.{0,20}\bid\b|tool_call_id", words, re.I) and re.search(
            r"length|too long|a-z|pattern|characters", words, re.I):
        return "short_ids"
    extras = {key for message in sent if message.get("role") == "assistant"
              for key in (*message, *(key for call in calls_of(message) for key in call))}
    extras -= NOT_RETURNED | CALL_FIELDS
    return "no_extras" if any(key in words for key in extras) else None


def _with_system(messages: list[dict], words: str) -> list[dict]:
    """`words` behind the system message; some services take only one, and only in front."""
    if messages and messages[0].get("role") == "system":
        return [{**messages[0], "content": f"{text_of(messages[0])}\n\n{words}"}, *messages[1:]]
    return [{"role": "system", "content": words}, *messages]


def schema_format(schema: dict) -> dict:
    """`response_format` for an answer of this shape, strict where the shape allows it."""
    strict = _strict(schema)
    wrapped: dict = {"name": "answer", "schema": schema if strict is None else strict}
    if strict is not None:
        wrapped["strict"] = True
    return {"type": "json_schema", "json_schema": wrapped}


def _strict(schema: object) -> object:
    """The schema with every field required and no other allowed, as strict mode demands.

    None when it holds an object without named fields, which strict mode cannot express.
    """
    if isinstance(schema, list):
        entries = [_strict(entry) for entry in schema]
        return None if None in entries else entries
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "object" and not schema.get("properties"):
        return None
    made: dict = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            fields = {name: _strict(entry) for name, entry in value.items()}
            if None in fields.values():
                return None
            made[key] = fields
        elif key in ("items", "anyOf", "additionalProperties"):
            made[key] = _strict(value)
            if made[key] is None:
                return None
        elif key != "default":
            made[key] = value
    if "properties" in made:
        made.update(additionalProperties=False, required=list(made["properties"]))
    return made


# -- what comes back -----------------------------------------------------------------------------


def read_reply(body: object, service: Service | None = None) -> Reply:
    """The first choice of a chat completion (an SDK object, plain attributes, or a dict).

    Raises ModelError when there is none.
    """
    service = service or Service("The service", "", "the service")
    if isinstance(body, (str, bytes)):
        text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
        if is_page(text):
            raise from_body(200, text, service)
        where = f" Look at the address in {service.address_name}." if service.address_name else ""
        raise ServiceError("bad_response", "The server answered with a text that is no reply."
                           + where)
    fault = _get(body, "error")
    if fault and isinstance(fault, (dict, str)):
        code = _get(fault, "code")
        raise from_body(code if type(code) is int else None, fault, service)
    choices = _get(body, "choices")
    choices = choices if isinstance(choices, (list, tuple)) and choices else [None]
    message = _get(choices[0], "message")
    if message is None:
        raise ServiceError("bad_response", "The service sent no answer. Ask again.", mistake=True)
    plain = read_message(message)
    reason = _get(choices[0], "finish_reason")
    finish = FINISH.get(reason, "other") if isinstance(reason, str) else "other"
    return Reply(plain, "tool_calls" if finish == "stop" and calls_of(plain) else finish,
                 _usage(_get(body, "usage")))


def read_message(message: Any) -> dict:
    """A message as a plain dict, with every key that came and was not null."""
    if hasattr(message, "model_dump"):
        try:
            dumped = message.model_dump(warnings=False)
        except TypeError:  # a fake of the SDK's object
            dumped = message.model_dump()
        message = dumped if isinstance(dumped, dict) else message
    if not isinstance(message, dict):
        fields = {name: _get(message, name) for name in MESSAGE_FIELDS}
        message = {name: value for name, value in fields.items()
                   if isinstance(value, (str, list, tuple))}  # a mock makes up the others
    plain = {key: value for key, value in message.items()
             if value is not None and key != origin.KEY}  # a server cannot say where it came from
    plain.setdefault("role", "assistant")
    plain.setdefault("content", "")
    if isinstance(plain.get("tool_calls"), (list, tuple)):
        plain["tool_calls"] = [_call(entry) for entry in plain["tool_calls"]]
    return plain


def _call(entry: object) -> dict:
    if isinstance(entry, dict):
        return entry
    function = _get(entry, "function")
    return {"id": _get(entry, "id"), "type": _get(entry, "type") or "function", "function": {
        "name": _get(function, "name"), "arguments": _get(function, "arguments")}}


def _usage(usage: object) -> Usage | None:
    counts = [_get(usage, name) for name in ("prompt_tokens", "completion_tokens", "total_tokens")]
    if not any(type(count) is int for count in counts):
        return None
    given, made, total = (count if type(count) is int else 0 for count in counts)
    return Usage(given, made, total or given + made)


def _get(thing: object, name: str) -> Any:
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)


# -- addresses -----------------------------------------------------------------------------------


def _host(address: str) -> str:
    return address.partition("://")[2].partition("/")[0] or address


def _login(address: str | None) -> tuple[str, ...]:
    """A password or a key that stands in the address itself."""
    from urllib.parse import parse_qsl, urlsplit

    try:
        parts = urlsplit(address or "")
        return tuple(filter(None, (parts.password, *(v for _, v in parse_qsl(parts.query)))))
    except ValueError:
        return ()
