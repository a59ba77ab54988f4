"""Faults of the service and of the way to it: statuses, pages, delays, broken connections."""

from __future__ import annotations

from studybuddy.practice.answer import Answer, page, refuse, reply
from studybuddy.practice.catalogue import Collector
from studybuddy.practice.refusal import (
    RPC,
    GoogleRefusal,
    OpenAIRefusal,
    unknown_google_model,
    unknown_openai_model,
    wrong_google_key,
    wrong_openai_key,
)

openai, gemini = Collector(), Collector()


def _both(name: str, on: str, ends: str = "answered", always: str | None = None):
    def keep(change):
        openai(name, on, ends, always)(change)
        gemini(name, on, ends, always)(change)
        return change

    return keep


# -- errors in words --------------------------------------------------------------------------


@openai("rate_limit", "error", "answered", "failed:rate_limit")
def _(_nothing, about):
    wait = _whole(about.seconds)
    return _wait(refuse(OpenAIRefusal(
        f"Rate limit reached for {about.model} on requests per min (RPM): Limit 3, Used 3, "
        f"Requested 1. Please try again in {wait}s.", None, "rate_limit_exceeded", status=429,
        type="requests")), wait)


@gemini("rate_limit", "error", "answered", "failed:rate_limit")
def _(_nothing, about):
    wait = _whole(about.seconds)
    return _wait(refuse(GoogleRefusal(
        f"You exceeded your current quota, please check your plan and billing details. Please "
        f"retry in {wait}s.", 429,
        [_quota_failure("GenerateRequestsPerMinutePerProjectPerModel-FreeTier"),
         {"@type": RPC + "RetryInfo", "retryDelay": f"{wait}s"}])), wait)


@openai("quota", "error", "failed:quota")
def _(_nothing, about):
    return refuse(OpenAIRefusal(
        "You exceeded your current quota, please check your plan and billing details. For more "
        "information on this error, read the docs: "
        "https://platform.openai.com/docs/guides/error-codes/api-errors.", None,
        "insufficient_quota", status=429, type="insufficient_quota"))


@gemini("quota", "error", "failed:quota")
def _(_nothing, about):
    return refuse(GoogleRefusal(
        "You exceeded your current quota, please check your plan and billing details. For more "
        "information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.",
        429, [_quota_failure("GenerateRequestsPerDayPerProjectPerModel-FreeTier")]))


def _quota_failure(quota: str) -> dict:
    return {"@type": RPC + "QuotaFailure", "violations": [{
        "quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
        "quotaId": quota, "quotaValue": "20"}]}


def _whole(seconds: float) -> int:
    return max(0, round(seconds))


def _wait(answer: Answer, seconds: int) -> Answer:
    answer.headers["retry-after"] = str(seconds)
    return answer


@openai("server_error", "error", "answered", "failed:network")
def _(_nothing, about):
    return refuse(OpenAIRefusal(
        "The server had an error while processing your request. Sorry about that!", status=500,
        type="server_error"))


@gemini("server_error", "error", "answered", "failed:network")
def _(_nothing, about):
    return refuse(GoogleRefusal(
        "An internal error has occurred. Please retry or report in "
        "https://developers.generativeai.google/guide/troubleshooting", 500))


@openai("overloaded", "error", "answered", "failed:network")
def _(_nothing, about):
    return refuse(OpenAIRefusal("The engine is currently overloaded, please try again later",
                                status=503, type="server_error"))


@gemini("overloaded", "error", "answered", "failed:network")
def _(_nothing, about):
    return refuse(GoogleRefusal("The model is overloaded. Please try again later.", 503))


@openai("wrong_key", "error", "failed:auth")
def _(_nothing, about):
    return refuse(wrong_openai_key("not-a-real-key"))


@gemini("wrong_key", "error", "failed:auth")
def _(_nothing, about):
    return refuse(wrong_google_key())


@openai("forbidden", "error", "failed:auth")
def _(_nothing, about):
    return refuse(OpenAIRefusal("Country, region, or territory not supported", None,
                                "unsupported_country_region_territory", status=403,
                                type="request_forbidden"))


@gemini("forbidden", "error", "failed:auth")
def _(_nothing, about):
    return refuse(GoogleRefusal(
        "Your API key was reported as leaked. Please use another API key.", 403))


@openai("model_not_found", "error", "failed:model_not_found")
def _(_nothing, about):
    return refuse(unknown_openai_model(about.model))


@gemini("model_not_found", "error", "failed:model_not_found")
def _(_nothing, about):
    return refuse(unknown_google_model(about.model))


@openai("context_too_long", "error", "failed:bad_response")
def _(_nothing, about):
    return refuse(OpenAIRefusal(
        "This model's maximum context length is 128000 tokens. However, your messages resulted in "
        "130112 tokens. Please reduce the length of the messages.", "messages",
        "context_length_exceeded"))


@gemini("context_too_long", "error", "failed:bad_response")
def _(_nothing, about):
    return refuse(GoogleRefusal(
        "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576)."))


@openai("tool_use_failed", "error", "answered", "failed:bad_response")
def _(_nothing, about):
    return reply({"error": {
        "message": "Failed to call a function. Please adjust your prompt. See 'failed_generation' "
                   "for more details.", "type": "invalid_request_error", "code": "tool_use_failed",
        "failed_generation": "<function=calculator{\"expression\": \"6*7\"</function>"}},
        status=400)


@openai("error_in_list", "error", "failed:bad_response")
def _(_nothing, about):
    return reply([GoogleRefusal("Request contains an invalid argument.").body()], google=True,
                 status=400)


# -- pages and broken bodies ------------------------------------------------------------------


@_both("bad_gateway", "error", "answered", "failed:network")
def _(_nothing, about):
    return page("502 Bad Gateway", "nginx", 502)


@_both("html_page", "error", "failed:bad_response")
def _(_nothing, about):
    return page("Sign in to the campus network", "Please accept the rules first.", 200)


@_both("truncated_json", "answer", "answered", "failed:bad_response")
def _(answer, about):
    return Answer(answer.status, answer.headers, answer.body[:len(answer.body) // 2])


@_both("wrong_content_type", "answer")
def _(answer, about):
    return Answer(answer.status, {**answer.headers, "content-type": "text/plain"}, answer.body)


@_both("empty_body", "answer", "answered", "failed:bad_response")
def _(answer, about):
    return Answer(answer.status, answer.headers, b"")


@_both("not_utf8", "answer", "answered", "failed:bad_response")
def _(answer, about):
    return Answer(answer.status, answer.headers, b"\xff\xfe\x00" + answer.body)


# -- time and connection ----------------------------------------------------------------------


@_both("slow", "answer")
def _(answer, about):
    return Answer(*answer, delay=about.seconds)


@_both("never_answers", "answer", "failed:timeout")
def _(answer, about):
    return Answer(*answer, ending="hang")


@_both("connection_closed", "answer", "answered", "failed:network")
def _(answer, about):
    return Answer(*answer, ending="cut")
