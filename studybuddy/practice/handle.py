"""The core of the practice server: one function from a request to an answer, without a network.

    service = Service(PracticeModel())
    status, headers, body = service.handle("POST", "/v1/chat/completions", headers, body)

`server` puts it behind HTTP; an in-process transport, or a browser without sockets, can call it
directly.
"""

from __future__ import annotations

import collections
import contextlib
import hashlib
import hmac
import re
import secrets
import threading
import urllib.parse
from collections.abc import Callable, Iterable

from studybuddy.messages import Record, Reply
from studybuddy.models.base import Model, ModelError
from studybuddy.practice import (
    bodyjson,
    compat,
    embeddings,
    faults,
    protojson,
    rules_gemini,
    rules_openai,
    wire_gemini,
    wire_openai,
)
from studybuddy.practice.answer import Answer, page, refuse, reply
from studybuddy.practice.faults import GEMINI, OPENAI, About, Setting
from studybuddy.practice.refusal import (
    GoogleRefusal,
    OpenAIRefusal,
    Refusal,
    missing_google_key,
    missing_openai_key,
    unknown_google_model,
    unknown_openai_model,
    wrong_google_key,
    wrong_openai_key,
)
from studybuddy.practice.signatures import Signer

MAX_BODY = 16_000_000  # bytes of one request
KEEP = 1000  # requests that are remembered
MODELS = ("gemini-3.8-flash", "gemini-3.5-flash-lite", "practice")
"""What the lists of models name. Any other name is accepted too, unless `models` is given."""

_CHAT = re.compile(r"/(v1|v1beta/openai)/chat/completions")
_EMBEDDINGS = "/v1/embeddings"
_GENERATE = re.compile(r"/(v1|v1beta)/models/([^/:]+):(\w+)")
_MODELS = re.compile(r"/(v1|v1beta|v1beta/openai)/models(?:/([^/:]+))?")


class Seen(Record):
    """A request that came: `method`, `path` (without a key), `protocol` ("openai", "gemini" or
    ""), `model`, `body` (the JSON value, None when there is none), `status` of the answer, and
    `fault`, the name of the fault that was applied, or None."""

    __slots__ = ("method", "path", "protocol", "model", "body", "status", "fault")

    def __init__(self, method: str, path: str):
        self.method = method
        self.path = path
        self.protocol = self.model = ""
        self.body: object = None
        self.status = 0
        self.fault: str | None = None


class Service:
    """What answers requests of both protocols.

    `model` is any Model. `key` is the key that requests must bring (None: a random one).
    `faulty` is what `faults.settings` takes. `models` are the names that exist (None: any).
    `seed` makes the thought signatures the same on each run; without it they are as random as the
    key. `on_request` is called with each request (`Seen`) once it was answered. All methods may be
    called from several threads at once.
    """

    def __init__(self, model: Model,
                 faulty: str | Setting | Iterable[str | Setting] | None = None, *,
                 key: str | None = None, models: list[str] | None = None,
                 seed: str | int | None = None,
                 on_request: Callable[[Seen], None] | None = None):
        self.model = model
        self.key = key or f"practice-{secrets.token_hex(16)}"
        self.models = list(models) if models is not None else None
        self.signer = Signer(hashlib.sha256(f"{seed}".encode()).digest() if seed is not None
                             else secrets.token_bytes(32))
        self.settings: list[Setting] = faults.settings(faulty)
        self.on_request = on_request
        self._seen: collections.deque[Seen] = collections.deque(maxlen=KEEP)
        self._number = 0
        self._lock = threading.Lock()

    @property
    def requests(self) -> list[Seen]:
        """What came, oldest first; the last 1,000 are kept."""
        with self._lock:
            return list(self._seen)

    def dial(self, name: str, at: int = 1, times: int = 1, seconds: float | None = None) -> None:
        """Put a fault on the `at`-th request from now on. Raises ValueError for unknown names."""
        setting = Setting(faults.get(name), at, times, seconds)
        with self._lock:
            setting.at += self._number
            self.settings.append(setting)

    def reset(self) -> None:
        """Take every fault off the dial, and forget the requests."""
        with self._lock:
            self.settings.clear()
            self._seen.clear()

    def handle(self, method: str, path: str, headers: dict[str, str] | None = None,
               body: bytes = b"") -> Answer:
        """Answer one request. Never raises, whatever comes.

        `path` may carry a query. `headers` may be in any case. The answer is a tuple
        `(status, headers, body)`; see `answer.Answer`.
        """
        method, path, headers, body = _plain(method, path, headers, body)
        parts = urllib.parse.urlsplit("http://x/" + path.lstrip("/"))
        seen = Seen(method, parts.path)
        try:
            given = _key(headers, parts.query)
            answer = self._route(seen, given, _is_google(headers, parts.query), body)
        except Refusal as refusal:
            answer = refuse(refusal)
        except Exception as error:  # a model that fails, or our own mistake: never a broken server
            answer = refuse(_broken(seen.protocol, error))
        if answer.status == 405:
            answer.headers["allow"] = "GET, HEAD" if _MODELS.fullmatch(seen.path) else "POST"
        seen.status = answer.status
        with self._lock:
            self._seen.append(seen)
        if self.on_request is not None:
            with contextlib.suppress(Exception):  # a listener cannot break the server
                self.on_request(seen)
        return answer if method != "HEAD" else Answer(answer.status, answer.headers, b"")

    # -- routing ------------------------------------------------------------------------------

    def _route(self, seen: Seen, given: str | None, google: bool, body: bytes) -> Answer:
        path = seen.path
        if seen.method == "OPTIONS":  # no page of another origin may use this server: no CORS
            return Answer(204, {"allow": "GET, HEAD, OPTIONS, POST"}, b"")
        generate, models = _GENERATE.fullmatch(path), _MODELS.fullmatch(path)
        chat = _CHAT.fullmatch(path)
        if chat:
            seen.protocol = OPENAI
            self._allow(seen, ("POST",))
            self._check_key(given, OPENAI)
            if chat[1] == "v1":
                return self._chat(seen, body)
            return compat.as_google(lambda: self._chat(seen, body, google=True))
        if path == _EMBEDDINGS:
            seen.protocol = OPENAI
            self._allow(seen, ("POST",))
            self._check_key(given, OPENAI)
            return reply(embeddings.answer(self._read(seen, body)), False)
        if generate:
            seen.protocol = GEMINI
            version, name, verb = generate.groups()
            self._allow(seen, ("POST",))
            self._check_key(given, GEMINI)
            return self._generate(seen, version, urllib.parse.unquote(name), verb, body)
        if models:
            version, name = models.groups()
            google = version == "v1beta" or (version == "v1" and google)
            seen.protocol = GEMINI if google else OPENAI
            self._allow(seen, ("GET", "HEAD"))
            self._check_key(given, seen.protocol)
            return self._list(google, name and urllib.parse.unquote(name))
        if path == "/" and seen.method in ("GET", "HEAD"):
            return page("StudyBuddy practice server", "Fixed rules on this machine, no language "
                        "model. It speaks /v1/chat/completions and "
                        "/v1beta/models/NAME:generateContent.", 200)
        if path.startswith("/v1beta"):
            return page("Error 404 (Not Found)", "The requested URL was not found on this server.",
                        404)
        raise OpenAIRefusal(f"Invalid URL ({seen.method} {path[:200]})", status=404)

    def _allow(self, seen: Seen, methods: tuple[str, ...]) -> None:
        if seen.method in methods:
            return
        if seen.protocol == GEMINI:
            raise GoogleRefusal(f"The method {seen.method} is not allowed here.", 405)
        raise OpenAIRefusal(f"Not allowed to {seen.method} on {seen.path}. (HINT: Perhaps you "
                            "meant to use a different HTTP method?)", None,
                            "method_not_supported", status=405)

    def _check_key(self, given: str | None, protocol: str) -> None:
        if given is None:
            raise missing_openai_key() if protocol == OPENAI else missing_google_key()
        if not hmac.compare_digest(given.encode("utf-8", "replace"), self.key.encode()):
            raise wrong_openai_key(given) if protocol == OPENAI else wrong_google_key()

    def _list(self, google: bool, name: str | None) -> Answer:
        names = list(MODELS) if self.models is None else self.models
        wire = wire_gemini if google else wire_openai
        if name is None:
            return reply(wire.models(names), google)
        if self.models is not None and name not in names:
            raise unknown_google_model(name) if google else unknown_openai_model(name)
        return reply(wire.one_model(name), google)

    # -- the two protocols --------------------------------------------------------------------

    def _read(self, seen: Seen, body: bytes) -> object:
        """The JSON value of a request in the OpenAI protocol."""
        if len(body) > MAX_BODY:
            raise OpenAIRefusal("The request is too large.", status=413)
        try:
            seen.body = bodyjson.read(body)
        except bodyjson.BodyError:
            raise rules_openai.parse_failed() from None
        return seen.body

    def _chat(self, seen: Seen, body: bytes, google: bool = False) -> Answer:
        request = rules_openai.check(self._read(seen, body))
        seen.model = request["model"]
        if self.models is not None and seen.model not in self.models:
            raise unknown_openai_model(seen.model)
        if google:
            compat.check_signatures(request["messages"], seen.model, self.signer)

        def write(said: Reply, number: int) -> dict:
            return wire_openai.write(said, request, number)

        def sign(reply_body: dict) -> None:
            if google:
                compat.sign(reply_body, seen.model, self.signer)

        return self._answer(seen, wire_openai.read(request), write, sign)

    def _generate(self, seen: Seen, version: str, name: str, verb: str, body: bytes) -> Answer:
        seen.model = name
        if verb != "generateContent":
            if verb == "streamGenerateContent":
                raise GoogleRefusal("This practice server does not stream. Use generateContent.")
            raise unknown_google_model(name, version)
        if self.models is not None and name not in self.models:
            raise unknown_google_model(name, version)
        if len(body) > MAX_BODY:
            raise GoogleRefusal("Request payload size exceeds the limit.", 413)
        try:
            seen.body = bodyjson.read(body)
        except bodyjson.BodyError:
            raise protojson.parse_failed() from None
        request = protojson.read(seen.body)
        rules_gemini.check(request, name, self.signer)

        def write(said: Reply, number: int) -> dict:
            return wire_gemini.write(said, request, name, number)

        def sign(reply_body: dict) -> None:
            wire_gemini.sign(reply_body, name, self.signer)

        return self._answer(seen, wire_gemini.read(request), write, sign)

    def _answer(self, seen: Seen, given: tuple, write: Callable[[Reply, int], dict],
                sign: Callable[[dict], None]) -> Answer:
        """Ask the model, unless a fault says otherwise, and let a fault change what it said."""
        messages, tools, schema = given
        about = About(seen.protocol, seen.model, messages, 0, 0)
        with self._lock:
            self._number += 1
            about.number = self._number
            early = self._take(about, None)
        if early:
            seen.fault = early.fault.name
            return early.fault.effects[seen.protocol].change(None, about)
        said = self.model.complete(messages, tools, response_schema=schema)
        body = write(said, about.number)
        with self._lock:
            late = self._take(about, bool(said.tool_calls))
        if late:
            seen.fault = late.fault.name
            body = _change(late, about, body)
        sign(body)
        if late and late.fault.effects[seen.protocol].on == "signed":
            late.fault.effects[seen.protocol].change(body["candidates"][0], about)
        answer = reply(body, seen.protocol == GEMINI)
        if late and late.fault.effects[seen.protocol].on == "answer":
            answer = late.fault.effects[seen.protocol].change(answer, about)
        return answer

    def _take(self, about: About, has_call: bool | None) -> Setting | None:
        """The fault for this request, taken off the dial. Before the model is asked (`has_call`
        is None) only those that answer in its place."""
        for setting in self.settings:
            effect = setting.fault.effects.get(about.protocol)
            if effect is None or (effect.on == "error") != (has_call is None):
                continue
            if setting.fits(about.protocol, about.number, bool(has_call), about):
                setting.left -= 1
                about.seconds = setting.seconds
                return setting
        return None


def _change(setting: Setting, about: About, body: dict) -> dict:
    """The body of a reply with the fault in it."""
    effect = setting.fault.effects[about.protocol]
    if effect.on == "body":
        effect.change(body, about)
    elif about.protocol == OPENAI:
        choice = body["choices"][0]
        if effect.on == "choice":
            effect.change(choice, about)
        elif effect.on == "message":
            effect.change(choice["message"], about)
        elif effect.on == "call":
            effect.change(choice["message"]["tool_calls"][0], about)
    elif effect.on == "message":
        effect.change(body["candidates"][0], about)
    elif effect.on == "call":
        parts = body["candidates"][0]["content"]["parts"]
        effect.change(next(part["functionCall"] for part in parts if "functionCall" in part), about)
    return body


def _broken(protocol: str, error: Exception) -> Refusal:
    """The answer when the model failed. A ModelError's sentence is meant for people; of any other
    exception only the type is told."""
    if isinstance(error, ModelError):  # a script that ran out: asking again would not help
        return GoogleRefusal(error.message) if protocol == GEMINI else OpenAIRefusal(error.message)
    words = f"The practice server failed with {type(error).__name__}."
    if protocol == GEMINI:
        return GoogleRefusal(words, 500)
    return OpenAIRefusal(words, status=500, type="server_error")


def _plain(method: object, path: object, headers: object, body: object) -> tuple:
    """The four as text, text, dict of text in small letters, and bytes."""
    names = {}
    if isinstance(headers, dict):
        names = {str(name).lower(): str(value) for name, value in headers.items()}
    if isinstance(body, str):
        body = body.encode("utf-8", "replace")
    # Control characters and brackets in an address would make the URL reader raise.
    address = re.sub(r"[\x00-\x20\[\]\x7f]|[^\x00-\x7f]", "_", str(path))
    return str(method).upper(), address, names, bytes(body) if isinstance(
        body, (bytes, bytearray, memoryview)) else b""


def _key(headers: dict[str, str], query: str) -> str | None:
    """The key that came, in whichever of the three ways, or None."""
    bearer = re.fullmatch(r"bearer\s+(\S.*)", headers.get("authorization", "").strip(), re.I)
    asked = re.search(r"(?:^|&)key=([^&]*)", query)
    return ((bearer[1] if bearer else "") or headers.get("x-goog-api-key", "")
            or (urllib.parse.unquote_plus(asked[1]) if asked else "")) or None


def _is_google(headers: dict[str, str], query: str) -> bool:
    return "x-goog-api-key" in headers or re.search(r"(?:^|&)key=", query) is not None

