"""Both adapters: spoilt replies over loopback HTTP, read by the real SDKs and the loop."""

from __future__ import annotations

import base64
import functools
import gzip
import json
import ssl

from hypothesis import strategies as st

from studybuddy import Agent, GeminiModel, ModelError, OpenAIModel, Run, ToolRegistry, trace
from studybuddy.messages import Reply, Usage
from studybuddy.models import retry
from tests.fuzz.mutate import byte_changes, json_changes, place, spoil, spoil_json
from tests.fuzz.running import ROOT
from tests.fuzz.target import Target, require_sentence
from tests.fuzz.targets.runs import require_valid
from tests.fuzz.wire import Answer, Server
from tests.models.stub import chat, chat_call, gemini, gemini_call

TIMEOUT = 2.0  # seconds for one request
KEY = "the-word-that-no-error-may-show"
FINISH = {"stop", "tool_calls", "length", "malformed", "blocked", "other"}
RECORDED = ROOT.parent / "shared" / "recorded"  # genuine replies, where they lie beside the project

ssl.create_default_context = functools.lru_cache(maxsize=None)(ssl.create_default_context)
retry.FIRST_WAIT = 0.001  # what is looked at is not the waiting
retry.MAX_WAIT = 0.1

SIGNED = base64.b64encode(b"signature").decode()
CHATS = [
    chat("Hello."), chat(calls=[chat_call()]), chat("Both.", [chat_call(), chat_call("call_2")]),
    chat("", [chat_call(extra_content={"google": {"thought_signature": SIGNED}})],
         reasoning_content="I think."),
    {"error": {"message": "Rate limit reached. Try again in 0.02s", "type": "requests",
               "code": "rate_limit_exceeded", "metadata": {"raw": "x"}}},
    [{"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "API key not valid.",
                "details": [{"reason": "API_KEY_INVALID", "violations": [{"quotaId": "PerDay"}],
                             "retryDelay": "0.01s"}]}}],
    {"detail": [{"msg": "wrong", "loc": ["body"]}]},
]
TURNS = [
    gemini({"text": "Hello."}), gemini(gemini_call()),
    gemini({"text": "I think.", "thought": True}, gemini_call(id="a", signature=SIGNED),
           gemini_call()),
    gemini(finish="MALFORMED_FUNCTION_CALL", finishMessage="print(add"),
    {"promptFeedback": {"blockReason": "SAFETY"}}, {"candidates": []},
    gemini({"executableCode": {"language": "PYTHON", "code": "1"}},
           {"inlineData": {"mimeType": "image/png", "data": SIGNED}}),
    CHATS[5][0], CHATS[5],
]
STATUS = ["200 OK"] * 6 + ["201 Created", "204 No Content", "206 Partial", "400 Bad Request",
                           "401 No", "403 No", "404 No", "408 Late", "413 Large", "422 No",
                           "429 Too Many", "500 Oops", "503 Busy", "529 Overloaded", "599 ?",
                           "304 Same", "307 Elsewhere", "000 Zero", "999 What", "abc", "-1 x"]
HEADERS = [
    ("Content-Type", "text/html"), ("Content-Type", "application/json; charset=utf-16"),
    ("Content-Type", "application/json; charset=nonsense"), ("Content-Type", "\u00ff"),
    ("Content-Type", "text/event-stream"), ("Content-Encoding", "gzip"),
    ("Content-Encoding", "br"), ("Content-Encoding", "deflate, gzip"),
    ("Retry-After", "0"), ("Retry-After", "-5"), ("Retry-After", "nan"), ("Retry-After", "9" * 400),
    ("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT"), ("Retry-After", "Mon, 99 Foo 0000 00:00:00"),
    ("Retry-After", "Thu, 01 Jan 1970 00:00:00 -9999"), ("retry-after-ms", "1e3"),
    ("retry-after-ms", "5"), ("x-should-retry", "true"), ("x-request-id", "\u00e9" * 900),
    ("Set-Cookie", "a=b"), ("Location", "/again"), ("Location", "::"), ("bad header", "x")]


def add(a: int, b: int) -> dict:
    """Add two numbers."""
    return {"sum": a + b}


class Service(Target):
    """A Reply or a ModelError from the adapter, and a valid history from the loop, in time."""

    seconds = 12.0
    batch = 25
    make: type
    good: list
    endpoint: str

    def __init__(self, folder):
        super().__init__(folder)
        import google.genai  # noqa: F401  here: to import them is no part of a request's time
        import openai  # noqa: F401

        self.server = Server()
        self.number = 0
        recorded = [json.loads(path.read_text(encoding="utf-8"))
                    for path in sorted(RECORDED.glob("*.json"))]
        self.documents = self.good + [one["response"] for one in recorded if (
            one["endpoint"] == "generateContent") == (self.endpoint == "generateContent")]

    def strategy(self):
        body = st.tuples(place, json_changes(), byte_changes(2) | st.just([]), st.sampled_from(
            ["utf-8"] * 5 + ["utf-16", "utf-8-sig", "latin-1", "gzip", "cp1252"]))
        status = st.sampled_from(STATUS[:6]) | st.sampled_from(STATUS)
        headers = st.lists(st.sampled_from(HEADERS), max_size=2) | st.just([])
        ending = st.tuples(
            st.sampled_from([None] * 6 + [-1, 0, 3, 10**6, 10**12]),
            st.sampled_from([1.0] * 6) | st.floats(0, 1), st.sampled_from([False] * 39 + [True]),
            st.sampled_from([False, False, True]))
        return st.lists(st.tuples(body, status, headers, ending), min_size=1, max_size=3)

    def answers(self, value) -> list[Answer]:
        made = []
        for (which, inner, outer, encoding), status, headers, ending in value:
            text = spoil_json(self.documents[which % len(self.documents)], inner)
            if encoding == "gzip":
                data = gzip.compress(text.encode())
                headers = [*headers, ("Content-Encoding", "gzip")]
            else:
                data = text.encode(encoding, "replace")
            kept = [("Content-Type", "application/json")] * all(
                name != "Content-Type" for name, _ in headers) + list(headers)
            length, cut, stall, chunked = ending
            made.append(Answer(status, tuple(kept), spoil(data, outer), length, cut, stall,
                               chunked))
        return made

    def check(self, value):
        self.number += 1
        model = self.make("m", self.server.url, KEY, timeout=TIMEOUT)
        answers = self.answers(value)
        question = f"value-{self.number}- What is it?"
        self.server.say(self.number, answers)
        self._alone(model, question)
        last = Answer(body=json.dumps(self.good[0]).encode())
        self.server.say(self.number, [*answers, last])
        self._in_a_loop(model, question)

    def _alone(self, model, question: str) -> None:
        schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
        for wanted in (None, schema):
            try:
                reply = model.complete([{"role": "user", "content": question}], [],
                                       response_schema=wanted)
            except ModelError as error:
                require_error(error)
                continue
            assert isinstance(reply, Reply) and reply.finish in FINISH
            assert isinstance(reply.message, dict) and isinstance(reply.text, str)
            assert all(isinstance(entry, dict) for entry in reply.tool_calls)
            assert reply.usage is None or isinstance(reply.usage, Usage)
            assert self.server.asked[self.number] <= 30

    def _in_a_loop(self, model, question: str) -> None:
        file = self.folder / "run.jsonl"
        run = Agent(ToolRegistry([add]), model=model, max_steps=5).start(question, file).advance()
        if run.status == "failed":
            require_error(run.error)
        require_valid(run)
        assert run.answer is None or run.answer.strip()
        trace.text(run).encode("utf-8")
        str(run.audit()).encode("utf-8")
        data = file.read_bytes()
        again = Run.load(file, run.agent)
        assert again.messages == run.messages and again.status == run.status
        assert KEY not in str(run.error) and KEY.encode() not in data
        if run.status == "answered":  # what came in can go out again, to this service and another
            for other in self._services():
                again.agent.model = other
                self.server.say(self.number, [Answer(body=json.dumps(
                    (TURNS if other.__class__ is GeminiModel else CHATS)[0]).encode())])
                again.ask(question)
                assert again.status == "answered", again.error
                require_valid(again)

    def _services(self):
        for make in (self.make, GeminiModel if self.make is OpenAIModel else OpenAIModel):
            yield make("m", self.server.url, KEY, timeout=30)


def require_error(error) -> None:
    assert isinstance(error, ModelError), error
    require_sentence(error.message, 2_000)
    assert KEY not in error.message
    assert error.retry_after is None or 0 <= error.retry_after < float("inf")


class OpenAIService(Service):
    make, good, endpoint = OpenAIModel, CHATS, "chat"


class GeminiService(Service):
    make, good, endpoint = GeminiModel, TURNS, "generateContent"


class AnyBytes(Service):
    """No reply at all, but bytes: below HTTP, and at its edges."""

    make, good, endpoint = OpenAIModel, CHATS, "chat"

    def strategy(self):
        return st.tuples(st.booleans(), byte_changes(5), place,
                         st.sampled_from([True] * 3 + [False]))

    def check(self, value):
        native, changes, which, chunked = value
        self.make = GeminiModel if native else OpenAIModel
        documents = TURNS if native else CHATS
        body = json.dumps(documents[which % len(documents)]).encode()
        self.number += 1
        self.server.say(self.number, [Answer(body=body, chunked=chunked, changes=tuple(changes))])
        model = self.make("m", self.server.url, KEY, timeout=TIMEOUT)
        self._alone(model, f"value-{self.number}- What?")


TARGETS = {"openai": OpenAIService, "gemini": GeminiService, "wire": AnyBytes}
