"""Gemini through google-genai, with its native function calling."""

from __future__ import annotations

import logging

from studybuddy.messages import Reply
from studybuddy.models import origin
from studybuddy.models.base import ModelError
from studybuddy.models.errors import Service, is_loopback
from studybuddy.models.gemini_contents import to_contents, to_reply, tool_response
from studybuddy.models.service import PLAIN, SCHEMA, TIMEOUT, ServiceModel, check, in_words, setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from google import genai
    from google.genai import types

DEFAULT_MODEL = "gemini-3.8-flash"
DEFAULT_URL = "https://generativelanguage.googleapis.com"
API_VERSION = "v1beta"  # the SDK's own default, v1, does not know names such as gemini-flash-latest


class GeminiModel(ServiceModel):
    """A Gemini model.

    `model` and `api_key` are texts; what is not given comes from the environment: GEMINI_MODEL,
    GEMINI_API_KEY. `base_url` is another server of the same form, `api_version` the first part of
    its paths, `client` a `google.genai.Client` to use instead of our own.
    `temperature` (a number, 0 to 2) is sent only when set; `timeout` is in seconds. Settings in
    a `.env` inside the folder `outside` do not count.

    Raises ModelError (`auth`) when there is no key.
    """

    def __init__(self, model: str | None = None, base_url: str | None = None,
                 api_key: str | None = None, client: genai.Client | None = None, *,
                 api_version: str = API_VERSION, temperature: float | None = None,
                 timeout: float = TIMEOUT, outside: Path | str | None = None):
        model, model_name = setting("GEMINI_MODEL", model, DEFAULT_MODEL, outside)
        self._client = client
        self.api_version = api_version
        key_name = "the client"
        if client is None:
            api_key, key_name = setting("GEMINI_API_KEY", api_key, None, outside)
            if not api_key:
                raise ModelError("auth", "There is no key. Write GEMINI_API_KEY=your-key into the "
                                 "file .env. A free key: https://aistudio.google.com/apikey")
        else:
            inner = getattr(client, "_api_client", None)
            api_key = getattr(inner, "api_key", None)
            options = getattr(inner, "_http_options", None)
            base_url = base_url or getattr(options, "base_url", None)
        self._url = base_url if isinstance(base_url, str) and base_url else DEFAULT_URL
        self._key = api_key
        self._where = origin.place("gemini", self._url)
        shown = self._where["base_url"]
        super().__init__(
            Service("Gemini", model or DEFAULT_MODEL, shown, key_name, model_name,
                    "the program" if shown != DEFAULT_URL else "",
                    (api_key,) if isinstance(api_key, str) else ()), temperature, timeout)
        if client is None:
            check(api_key, self._url, self.service)

    @property
    def name(self) -> str:
        """Who answers, in words."""
        return f"Gemini ({self.model})"

    def complete(self, messages: list[dict], tools: list[dict], *,
                 response_schema: dict | None = None,
                 cancel: threading.Event | None = None,
                 on_event: Callable[[dict], None] | None = None) -> Reply:
        """Write the next message: see `studybuddy.models.base.Model`. Raises ModelError."""

        def ask(mode: str) -> Reply:
            return self._persist(
                lambda: self._send(messages, tools, response_schema, mode),
                lambda response: to_reply(response, self._where, self.service.secrets),
                cancel, on_event)

        return self._in_best_mode(response_schema, ask)

    def _send(self, messages: list[dict], tools: list[dict], schema: dict | None,
              mode: str) -> types.GenerateContentResponse:
        client = self._sdk()
        from google.genai import types

        system, contents = to_contents(messages, self._where)
        if schema is not None and mode != SCHEMA:
            system = f"{system}\n\n{in_words(schema)}".strip()
        config: dict = {
            # The SDK would run Python functions past the allow list and the approval.
            "automatic_function_calling": types.AutomaticFunctionCallingConfig(disable=True),
            "http_options": types.HttpOptions(  # milliseconds; the retries are ours
                timeout=int(self.timeout * 1000),
                retry_options=types.HttpRetryOptions(attempts=1)),
        }
        if system:
            config["system_instruction"] = system
        if self.temperature is not None:
            config["temperature"] = self.temperature
        if tools:
            config["tools"] = [types.Tool(function_declarations=[
                types.FunctionDeclaration(**declaration(tool)) for tool in tools])]
        if schema is not None and mode != PLAIN:
            config["response_mime_type"] = "application/json"
        if schema is not None and mode == SCHEMA:
            config["response_json_schema"] = schema
        return client.models.generate_content(
            model=self.model, contents=contents, config=types.GenerateContentConfig(**config))

    def _sdk(self) -> genai.Client:
        """The client, made at first use: importing the SDK takes most of a second.

        It is kept: a client that nothing refers to closes its connections.
        """
        with self._making:
            if self._client is None:
                try:
                    from google import genai
                except ImportError:
                    raise ModelError("model_not_found", "The package google-genai is not "
                                     "installed. Install it with: pip install google-genai"
                                     ) from None
                # A proxy that the environment names must not stand before this machine itself.
                direct = {"trust_env": False} if is_loopback(self._url) else None
                # Everything is said, because the SDK fills gaps from variables of its own. It
                # warns that GOOGLE_API_KEY would win, which is not so when a key is given.
                log = logging.getLogger("google_genai._api_client")
                log.addFilter(_no_word_on_variables)
                try:
                    self._client = genai.Client(
                        vertexai=False, api_key=self._key, http_options=genai.types.HttpOptions(
                            base_url=self._url, api_version=self.api_version,
                            timeout=int(self.timeout * 1000), client_args=direct))
                finally:
                    log.removeFilter(_no_word_on_variables)
        return self._client


def _no_word_on_variables(record: logging.LogRecord) -> bool:
    return "GOOGLE_API_KEY" not in record.getMessage()


def declaration(tool: dict) -> dict:
    """An OpenAI tool schema as the keywords of `types.FunctionDeclaration`."""
    from studybuddy.schema import for_gemini

    function = tool["function"]
    made = {"name": function["name"], "description": function.get("description") or ""}
    if function.get("parameters"):
        made["parameters_json_schema"] = for_gemini(function["parameters"])
    return made


def call_function(function_call: types.FunctionCall, verbose: bool = False) -> types.Content:
    """Run one Gemini function call through the default registry: a `types.Content`.

    `function_call` is a `types.FunctionCall`. The content has the role `user` and one part, the
    answer with the call's own id: `{"output": ...}` or `{"error": ...}`. Join the parts of all
    answers to a turn into one content before you send them. With `verbose` the call and its
    result are printed. A call that needs a person is not run; the answer says so. Never raises.
    """
    from google.genai import types

    from studybuddy.defaults import registry

    name, arguments = function_call.name or "unknown", function_call.args
    if verbose:
        print(f"-> {name}({arguments or {}})")
    content = registry.run_tool(name, arguments)
    if verbose:
        print(f"<- {content}")
    return types.Content(role="user", parts=[types.Part(function_response=types.FunctionResponse(
        id=function_call.id, name=name, response=tool_response(content)))])
