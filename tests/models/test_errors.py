"""What services answer when something is wrong, through both real SDKs over loopback HTTP."""

import socket
from email.utils import formatdate

import pytest

from studybuddy import GeminiModel, ModelError, OpenAIModel
from studybuddy.models import errors, retry
from studybuddy.models.errors import Service, from_body, mask
from tests.models.stub import serve

KEY = "sk-proj-abcDEF123456789"
ASK = [{"role": "user", "content": "hi"}]
PAGE = "<!DOCTYPE html><html><head><title>Login</title></head><body>Wi-Fi</body></html>"


@pytest.fixture(autouse=True)
def no_waits(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.0)


def openai_model(url, **options):
    return OpenAIModel("some-model", f"{url}/v1", KEY, **options)


def gemini_model(url, **options):
    return GeminiModel("some-model", url, KEY, **options)


def fails(make, *answers, **options):
    """(the ModelError, number of requests)"""
    with serve(*answers) as server:
        with pytest.raises(ModelError) as caught:
            make(server.url, **options).complete(ASK, [])
        error, count = caught.value, len(server.sent)
    assert KEY not in str(error) and KEY not in repr(vars(error))
    assert error.__cause__ is None and error.__context__ is None  # where an SDK's error would hide
    assert str(error)[0].isupper() or str(error)[0].isdigit() or str(error).startswith("http")
    return error, count


def google(code, status, message="Something.", *details):
    return {"error": {"code": code, "status": status, "message": message, "details": list(details)}}


PER_DAY = {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    "violations": [
        {"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier", "quotaValue": "20"}
    ],
}
PER_MINUTE = {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    "violations": [
        {"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "quotaValue": "5"}
    ],
}
NOT_FREE = {"violations": [{"quotaId": "InputTokensPerModelPerMinute", "quotaValue": "0"}]}
BAD_KEY = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}


def delay(text):
    return {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": text}


OPENAI = [
    (
        "wrong key",
        (
            401,
            {
                "error": {
                    "message": f"Incorrect API key provided: {KEY}.",
                    "code": "invalid_api_key",
                }
            },
        ),
        "auth",
        "the key in the program",
        1,
    ),
    ("no right", (403, {"error": "forbidden"}), "auth", "the key", 1),
    (
        "no such model",
        (
            404,
            {
                "error": {
                    "message": "The model `some-model` does not exist",
                    "code": "model_not_found",
                }
            },
        ),
        "model_not_found",
        "'some-model'",
        1,
    ),
    (
        "mistral: no such model",
        (400, {"object": "error", "message": "Invalid model: some-model", "type": "invalid_model"}),
        "model_not_found",
        "some-model",
        1,
    ),
    (
        "openrouter: no such model",
        (400, {"error": {"message": "x is not a valid model ID", "code": 400}}),
        "model_not_found",
        "x is not",
        1,
    ),
    ("wrong address", (404, {"detail": "Not Found"}), "model_not_found", "/v1", 1),
    (
        "quota",
        (
            429,
            {
                "error": {
                    "message": "You exceeded your current quota.",
                    "type": "insufficient_quota",
                    "code": "insufficient_quota",
                }
            },
        ),
        "quota",
        "Waiting a minute does not help",
        1,
    ),
    ("no money", (402, {"error": {"message": "Insufficient Balance"}}), "quota", "plan", 1),
    (
        "rate limit",
        (429, {"error": {"message": "Rate limit reached"}}),
        "rate_limit",
        "Wait a minute",
        4,
    ),
    ("server", (500, {"error": {"message": "oops"}}), "network", "status 500", 4),
    ("overloaded", (503, PAGE), "network", "status 503", 4),
    ("gateway timeout", (504, ""), "timeout", "did not answer in time", 4),
    (
        "too long",
        (
            400,
            {
                "error": {
                    "message": "maximum context length is 8192 tokens",
                    "code": "context_length_exceeded",
                }
            },
        ),
        "bad_response",
        "too long",
        1,
    ),
    ("too large", (413, {"error": "Payload"}), "bad_response", "too long", 1),
    (
        "azure filter",
        (400, {"error": {"message": "filtered", "code": "content_filter"}}),
        "blocked",
        "another way",
        1,
    ),
    (
        "groq",
        (
            400,
            {
                "error": {
                    "message": "Failed to call a function.",
                    "code": "tool_use_failed",
                    "failed_generation": "<function=add>",
                }
            },
        ),
        "bad_response",
        "tool call in a wrong form",
        2,
    ),
    (
        "google's list",
        (400, [google(400, "INVALID_ARGUMENT", "Function call is not signed.")]),
        "bad_response",
        "Function call is not signed.",
        1,
    ),
    (
        "google's list, key",
        (400, [google(400, "INVALID_ARGUMENT", "API key not valid.", BAD_KEY)]),
        "auth",
        "the key",
        1,
    ),
    (
        "list of faults",
        (422, {"detail": [{"msg": "field required"}, {"msg": "no"}]}),
        "bad_response",
        "field required; no",
        1,
    ),
    (
        "router",
        (
            400,
            {
                "error": {
                    "message": "Provider returned error",
                    "code": 400,
                    "metadata": {"raw": "list too short"},
                }
            },
        ),
        "bad_response",
        "list too short",
        1,
    ),
    ("empty body", (400, ""), "bad_response", "does not say why", 1),
    ("proxy's page", (403, PAGE), "bad_response", "web page", 1),
    ("proxy's page with 200", PAGE, "bad_response", "web page", 1),
    ("proxy's login", (407, ""), "network", "proxy", 1),
    ("a text with 200", "pong", "bad_response", "no reply", 1),
    ("error with 200", {"error": {"message": "overloaded"}}, "bad_response", "overloaded", 1),
    ("limit with 200", {"error": {"message": "slow", "code": 429}}, "rate_limit", "Wait", 4),
    ("no choices", {"choices": []}, "bad_response", "no answer", 2),
    ("null choices", {"choices": None}, "bad_response", "no answer", 2),
    ("no message", {"choices": [{"finish_reason": "stop"}]}, "bad_response", "no answer", 2),
    (
        "broken JSON",
        (200, "{", {"Content-Type": "application/json"}),
        "bad_response",
        "cannot be",
        2,
    ),
]
GEMINI = [
    (
        "wrong key",
        (400, google(400, "INVALID_ARGUMENT", f"API key not valid: {KEY}", BAD_KEY)),
        "auth",
        "the key in the program",
        1,
    ),
    (
        "leaked key",
        (403, google(403, "PERMISSION_DENIED", "Your API key was reported as leaked.")),
        "auth",
        "leaked",
        1,
    ),
    (
        "no such model",
        (404, google(404, "NOT_FOUND", "models/some-model is not found for API version v1beta")),
        "model_not_found",
        "'some-model'",
        1,
    ),
    (
        "day is used up",
        (
            429,
            google(
                429,
                "RESOURCE_EXHAUSTED",
                "You exceeded your current quota, please check your plan and billing details.",
                PER_DAY,
                delay("20s"),
            ),
        ),
        "quota",
        "until tomorrow",
        1,
    ),
    (
        "not free",
        (429, google(429, "RESOURCE_EXHAUSTED", "limit: 0", NOT_FREE)),
        "quota",
        "plan",
        1,
    ),
    (
        "a minute's limit",
        (
            429,
            google(
                429,
                "RESOURCE_EXHAUSTED",
                "You exceeded your current quota, please check your plan and billing details.",
                PER_MINUTE,
            ),
        ),
        "rate_limit",
        "Wait a minute",
        4,
    ),
    (
        "overloaded",
        (503, google(503, "UNAVAILABLE", "The model is overloaded.")),
        "network",
        "503",
        4,
    ),
    ("deadline", (504, google(504, "DEADLINE_EXCEEDED")), "timeout", "in time", 4),
    (
        "too long",
        (400, google(400, "INVALID_ARGUMENT", "The input token count (9) exceeds the maximum")),
        "bad_response",
        "too long",
        1,
    ),
    (
        "no signature",
        (
            400,
            google(
                400,
                "INVALID_ARGUMENT",
                "Function call is missing a thought_signature in functionCall parts.",
            ),
        ),
        "bad_response",
        "missing a thought_signature",
        1,
    ),
    (
        "in a list",
        (
            400,
            [google(400, "FAILED_PRECONDITION", "User location is not supported for the API use.")],
        ),
        "bad_response",
        "location is not supported",
        1,
    ),
    ("proxy's page", (403, PAGE), "bad_response", "web page", 1),
    ("proxy's page with 200", PAGE, "bad_response", "web page", 1),
    (
        "broken JSON",
        (200, "{", {"Content-Type": "application/json"}),
        "bad_response",
        "cannot be",
        2,
    ),
    ("null", {"candidates": None}, "bad_response", "no answer", 2),
    ("no candidates", {"candidates": []}, "bad_response", "no answer", 2),
    (
        "a blocked question",
        {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}},
        "blocked",
        "PROHIBITED_CONTENT",
        1,
    ),
]


@pytest.mark.parametrize(
    ("make", "answer", "kind", "words", "requests"),
    [
        pytest.param(make, *row[1:], id=f"{name}: {row[0]}")
        for name, make, rows in (("openai", openai_model, OPENAI), ("gemini", gemini_model, GEMINI))
        for row in rows
    ],
)
def test_each_answer_becomes_one_sentence(make, answer, kind, words, requests):
    error, count = fails(make, answer)
    assert (error.kind, count) == (kind, requests)
    assert words in str(error)


BOTH = pytest.mark.parametrize("make", [openai_model, gemini_model])


@BOTH
def test_nobody_listens(make):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(ModelError, match="Nothing answers at http://127") as caught:
        make(url).complete(ASK, [])
    assert caught.value.kind == "network"


@BOTH
def test_a_proxy_does_not_stand_before_this_machine(make, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with serve((401, {})) as server, pytest.raises(ModelError) as caught:
        make(server.url).complete(ASK, [])
    assert caught.value.kind == "auth"  # the server itself has answered


@BOTH
def test_a_host_that_does_not_exist(make):
    with pytest.raises(ModelError, match="no connection to http://nowhere.invalid") as caught:
        make("http://nowhere.invalid").complete(ASK, [])
    assert caught.value.kind == "network"


@BOTH
@pytest.mark.parametrize("url", ["localhost:1", "ftp://x", "http://["])
def test_an_address_that_is_none(make, url):
    with pytest.raises(ModelError) as caught:
        make(url).complete(ASK, [])
    assert caught.value.kind == "network"


@BOTH
@pytest.mark.parametrize("key", ["kéy-with-accent", "two words", "line\nbreak", "tab\tkey"])
def test_a_key_that_no_header_can_hold(make, key):
    with pytest.raises(ModelError) as caught:
        (OpenAIModel if make is openai_model else GeminiModel)("m", "http://127.0.0.1:1", key)
    assert caught.value.kind == "auth" and key not in str(caught.value)


def test_the_error_names_the_variable(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", KEY)
    monkeypatch.setenv("LLM_MODEL", "typo-4")
    with serve((401, {}), (404, {"error": {"code": "model_not_found"}})) as server:
        monkeypatch.setenv("LLM_BASE_URL", server.url)
        model = OpenAIModel()
        for words in ("the key in LLM_API_KEY", "'typo-4'.*LLM_MODEL"):
            with pytest.raises(ModelError, match=words):
                model.complete(ASK, [])
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    monkeypatch.setenv("GEMINI_MODEL", "typo-5")
    with serve((403, {}), (404, google(404, "NOT_FOUND", "models/typo-5 is not found"))) as server:
        model = GeminiModel(base_url=server.url)
        for words in ("the key in GEMINI_API_KEY", "'typo-5'.*GEMINI_MODEL"):
            with pytest.raises(ModelError, match=words):
                model.complete(ASK, [])


def test_without_a_key():
    for make, name in ((OpenAIModel, "LLM_API_KEY"), (GeminiModel, "GEMINI_API_KEY")):
        with pytest.raises(ModelError, match=name) as caught:
            make()
        assert caught.value.kind == "auth"


@pytest.mark.parametrize(
    ("make", "package"), [(openai_model, "openai"), (gemini_model, "google-genai")]
)
def test_without_the_sdk(make, package, monkeypatch):
    import sys

    import google

    monkeypatch.setitem(sys.modules, "openai", None)
    monkeypatch.setitem(sys.modules, "google.genai", None)
    monkeypatch.delattr(google, "genai", raising=False)
    with pytest.raises(ModelError, match=f"pip install {package}"):
        make("http://127.0.0.1:1").complete(ASK, [])


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"retry-after": "7"}, {}, 7),
        ({"retry-after": "0.5"}, {}, 0.5),
        ({"retry-after-ms": "1500"}, {}, 1.5),
        ({"retry-after": "soon"}, {}, None),
        ({"retry-after": "-3"}, {}, None),
        ({"retry-after": "nan"}, {}, None),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, {}, 0),
        ({}, google(429, "RESOURCE_EXHAUSTED", "x", delay("34.07s")), 34.07),
        ({}, {"error": {"message": "Please try again in 7m12.5s. Visit us"}}, 432.5),
        ({}, {"error": {"message": "Please try again in 250ms."}}, 0.25),
        ({}, {"error": {"message": "Please retry in 12s."}}, 12),
        ({}, {"error": "again in a bit"}, None),
    ],
)
def test_the_wait_that_is_asked_for(headers, body, seconds):
    error = from_body(429, body, Service("S", "m", "http://s"), headers)
    assert error.retry_after == (seconds if seconds is None else pytest.approx(seconds))


def test_the_wait_as_a_date():
    from time import time

    error = from_body(
        429, {}, Service("S", "m", "u"), {"retry-after": formatdate(time() + 30, usegmt=True)}
    )
    assert 27 < error.retry_after <= 30 and "Wait" in error.message


@pytest.mark.parametrize(
    "text",
    [
        f"x {KEY} x",
        "https://host/v1?key=AIzaSyA1234567890abcdef&x=1",
        "Bearer some.token-1",
        "gsk_abcdefghijk1234",
        "the key AIzaSyA1234567890abcdef was",
        "a%2Fkey%2Bplus",
        "sk-abc***wxyz9",
    ],
)
def test_keys_are_masked(text):
    masked = mask(text, (KEY, "a/key+plus"))
    assert "[key]" in masked
    for secret in (KEY, "AIzaSyA1234567890abcdef", "some.token", "gsk_abc", "a%2Fkey", "wxyz9"):
        assert secret not in masked


def test_a_key_in_the_address_is_masked_too():
    with serve((400, {"error": {"message": "bad path /v1?token=hunter2hunter2"}})) as server:
        url = server.url.replace("//", "//me:passw0rd@") + "/v1?token=hunter2hunter2"
        model = OpenAIModel("m", url, KEY)
        with pytest.raises(ModelError) as caught:
            model.complete(ASK, [])
    for text in (str(caught.value), repr(model), repr(model.service), repr(vars(caught.value))):
        assert "hunter2" not in text and "passw0rd" not in text and KEY not in text


def test_an_unknown_exception_shows_its_type_only():
    error = errors.explain(RuntimeError(f"secret {KEY} in /home/someone"), Service("S", "m", "u"))
    assert str(error) == "The request failed with RuntimeError. Ask again."
