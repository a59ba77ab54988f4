"""What goes wrong with a service, as one sentence that tells a learner what to do next.

Services and SDKs say the same thing in many ways: a status, a code, a sentence, a list round an
object, a web page. Here all of it becomes a `ServiceError`, and every key in it becomes `[key]`.
The SDKs' errors are read by what they carry (status, body, headers), so that no SDK is imported.
"""

from __future__ import annotations

import re

from studybuddy.messages import Record
from studybuddy.models.base import ModelError
from studybuddy.showing import mask

QUOTED = 300  # characters of a service's own words that an error repeats

_NO_SUCH_MODEL = re.compile(
    r"\bmodels?\b.{0,80}(not found|not exist|not a valid|decommissioned|not supported|no access)"
    r"|(invalid|unknown) model\b|not a valid model|access to (the )?model", re.I | re.S)
_BAD_KEY = re.compile(
    r"api.?key.{0,40}(not valid|invalid|expired|not found|missing|leaked)"
    r"|(invalid|incorrect|missing|no) (api.?key|auth|credential)", re.I)
_TOO_LONG = re.compile(r"context.{0,10}(length|window)|token count.{0,40}exceed"
                       r"|(prompt|input|request|messages?) (is |are )?too (long|large)", re.I)
_TRY_AGAIN_IN = re.compile(
    r"(?:again|retry) in (?:about )?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:([\d.]+) ?(ms|s))?", re.I)


class ServiceError(ModelError):
    """A ModelError with what the retries need to know.

    `status` is the HTTP status, or None. `again`: the same request may succeed after a wait.
    `mistake`: the model wrote something unusable, worth one more request at once. `detail` is
    what the service said, with keys masked.
    """

    def __init__(self, kind: str, message: str, retry_after: float | None = None, *,
                 status: int | None = None, again: bool = False, mistake: bool = False,
                 detail: str = ""):
        super().__init__(kind, message, retry_after)
        self.status = status
        self.again = again
        self.mistake = mistake
        self.detail = detail


class Service(Record):
    """Which service is asked, in the words of an error.

    `name` is how it is called, `model` the model's name, `address` the base URL. The next three
    say where a learner changes the key, the model and the address (the last may be empty).
    `secrets` are texts that no error may show.
    """

    __slots__ = ("name", "model", "address", "key_name", "model_name", "address_name", "secrets")

    def __init__(self, name: str, model: str, address: str, key_name: str = "the key",
                 model_name: str = "the model's name", address_name: str = "",
                 secrets: tuple[str, ...] = ()):
        self.name = name
        self.model = model
        self.address = address
        self.key_name = key_name
        self.model_name = model_name
        self.address_name = address_name
        self.secrets = secrets

    def __repr__(self) -> str:
        return f"Service({self.name!r}, {self.model!r})"  # never the secrets


def explain(error: Exception, service: Service) -> ServiceError:
    """The ServiceError for whatever an SDK, or the network below it, has raised."""
    if isinstance(error, ServiceError):
        return error
    if type(error).__name__ == "ContinuationInterruptedError" and isinstance(
            error.__cause__, Exception):
        return explain(error.__cause__, service)
    status = next((value for value in (getattr(error, "status_code", None),
                                       getattr(error, "code", None)) if type(value) is int), None)
    if status is not None:
        body = next((value for value in (getattr(error, "body", None),
                                         getattr(error, "details", None)) if value), None)
        headers = getattr(getattr(error, "response", None), "headers", None)
        return from_body(status, body, service, headers)
    names = {kind.__name__ for kind in _family(error)}
    if names & {"APITimeoutError", "TimeoutException", "TimeoutError"}:
        return timed_out(service)
    if names & {"APIConnectionError", "TransportError", "InvalidURL", "ConnectionError",
                "gaierror"}:
        return _no_connection(names, service)
    if names & {"JSONDecodeError", "UnknownApiResponseError", "UnicodeDecodeError",
                "DecodingError", "APIResponseValidationError"}:
        page = getattr(error, "doc", "") or str(error)
        if is_page(page):
            return ServiceError("bad_response", _page_came(service))
        return ServiceError("bad_response", f"{service.name} sent an answer that cannot be read. "
                            "Ask again.", mistake=True)
    if "ValidationError" in names:  # google-genai: text arguments, a signature that is no base64
        return ServiceError("bad_response", "The model sent a reply in a wrong form. Ask again.",
                            mistake=True)
    if names & {"UnicodeEncodeError", "LocalProtocolError"}:
        return bad_key(service)
    return ServiceError(
        "bad_response", f"The request failed with {type(error).__name__}. Ask again.")


def known(error: Exception) -> bool:
    """Whether this is an error of an SDK or of the network, and not of the caller's own code."""
    return any(kind.__module__.partition(".")[0] in ("openai", "google", "httpx", "httpx2",
                                                     "httpcore", "httpcore2", "pydantic_core")
               for kind in _family(error))


def from_body(status: int | None, body: object, service: Service,
              headers: object = None) -> ServiceError:
    """The ServiceError for an HTTP status (None: the body alone counts) with its body."""
    fault = _fault(body)
    words = mask(_words(fault), service.secrets)
    wait = _retry_after(headers, fault, words)
    page = is_page(words)
    reason = _reason(status, fault, words)
    said = "" if page or not words else f" The service says: {_short(words)}"
    name, model = service.name, service.model
    place = f" Look at the address in {service.address_name}." if service.address_name else ""
    pause = "a minute" if wait is None else f"{wait:,.0f} seconds"
    kind, sentence = {
        "spoilt call": ("bad_response", "The model wrote a tool call in a wrong form. Ask again, "
                        "or in other words."),
        "used up": ("quota", f"The quota of this key is used up: {name} answers no more for now. "
                    "Waiting a minute does not help. Set another model in "
                    f"{service.model_name}, wait until tomorrow, or look at your plan on the page "
                    "of the service."),
        "too many": ("rate_limit", f"{name} takes only a number of requests in a minute, and "
                     f"these are used up. Wait {pause}, then ask again."),
        "too late": ("timeout", timed_out(service).message),
        "trouble": ("network", f"{name} has trouble at the moment (status {status}). Wait a "
                    "minute, then ask again."),
        "proxy": ("network", "The proxy of your network wants a login. Ask the person who runs "
                  "the network."),
        "page": ("bad_response", _page_came(service)),
        "model": ("model_not_found", f"{name} has no model with the name {model!r} for this key. "
                  f"Set a name that it has in {service.model_name}.{said}"),
        "key": ("auth", bad_key(service, said).message),
        "nothing there": ("model_not_found", f"{service.address} was not found, or it has no model "
                          f"{model!r}.{place} The model's name is set in {service.model_name}."
                          f"{said}"),
        "filter": ("blocked", "The service blocked this request. Ask in another way."),
        "too long": ("bad_response", "The conversation is too long for this model. Start a new "
                     "one, or use a model that reads more."),
        "fault": ("bad_response", f"The service reports an error.{said}"),
        "refused": ("bad_response", f"{name} refused the request (status {status})."
                    f"{said or ' It does not say why.'}"),
    }[reason]
    return ServiceError(
        kind, sentence, wait, status=status, again=reason in ("too many", "too late", "trouble"),
        mistake=reason == "spoilt call", detail="" if page else words[:2000])


def _reason(status: int | None, fault: object, words: str) -> str:
    """What is wrong, in the order in which one sign outweighs another."""
    codes = _codes(fault)
    if "tool_use_failed" in codes:  # the service itself could not read the model's call
        return "spoilt call"
    if status == 402 or _used_up(fault) or codes & {
            "insufficient_quota", "billing_hard_limit_reached", "insufficient_balance"}:
        return "used up"
    if status == 429 or codes & {"rate_limit_exceeded", "resource_exhausted"}:
        return "too many"
    if status in (408, 504) or "deadline_exceeded" in codes:
        return "too late"
    if status is not None and status >= 500 and status not in (501, 505, 511):
        return "trouble"
    if status == 407:
        return "proxy"
    if is_page(words):
        return "page"
    if codes & {"model_not_found", "invalid_model", "model_decommissioned"} or (
            status in (400, 403, 404) and _NO_SUCH_MODEL.search(words)):
        return "model"
    if status in (401, 403) or codes & {"api_key_invalid", "invalid_api_key"} or (
            status in (None, 400) and _BAD_KEY.search(words)):
        return "key"
    if status == 404:
        return "nothing there"
    if codes & {"content_filter", "content_policy_violation"}:
        return "filter"
    if status == 413 or "context_length_exceeded" in codes or _TOO_LONG.search(words):
        return "too long"
    return "fault" if status is None else "refused"


def bad_key(service: Service, said: str = "") -> ServiceError:
    """The key is not accepted, or cannot even be sent."""
    return ServiceError(
        "auth", f"{service.name} does not accept the key in {service.key_name}. Copy the whole key "
        f"again from the page of the service, without blanks and quotes.{said}")


def bad_address(service: Service) -> ServiceError:
    """The address is none that a request can go to."""
    where = f" Look at {service.address_name}." if service.address_name else ""
    return ServiceError("network", f"{service.address!r} is no address of a service. It must look "
                        f"like https://host/v1 or http://localhost:11434/v1.{where}")


def timed_out(service: Service) -> ServiceError:
    """No answer in time."""
    return ServiceError("timeout", f"{service.name} did not answer in time. Ask again; if it "
                        f"happens often, set a smaller model in {service.model_name}.")


def is_page(text: object) -> bool:
    """Whether this is a web page in place of an answer."""
    start = text[:500].lstrip().lower() if isinstance(text, str) else ""
    return start.startswith("<") and any(
        tag in start for tag in ("<!doctype", "<html", "<head", "<body", "<center", "<h1"))


def is_loopback(address: str) -> bool:
    """Whether this address is on the machine itself."""
    return re.search(r"//([^/@]*@)?(localhost|127\.[\d.]+|\[::1\])(:|/|$)", address) is not None


def _page_came(service: Service) -> str:
    address = (f" Look at the address in {service.address_name}: it often ends with /v1."
               if service.address_name else "")
    return (f"A web page came in place of an answer from {service.address}. Perhaps a proxy or a "
            f"login page of your network stands between.{address}")


def _no_connection(names: set[str], service: Service) -> ServiceError:
    where = f" Look at the address in {service.address_name}." if service.address_name else ""
    if names & {"InvalidURL", "UnsupportedProtocol"}:
        return bad_address(service)
    if names & {"RemoteProtocolError", "ReadError", "WriteError", "CloseError"}:
        return ServiceError("network", f"The connection to {service.name} broke off. Ask again.",
                            again=True)
    if is_loopback(service.address):
        return ServiceError("network", f"Nothing answers at {service.address}. Start the program "
                            f"that should listen there.{where}")
    return ServiceError("network", f"There is no connection to {service.address}. Look at your "
                        f"network, then ask again.{where}")


def _family(error: BaseException) -> list[type]:
    """The classes of an error and of what caused it."""
    found: list[type] = []
    seen: BaseException | None = error
    for _ in range(8):
        if seen is None:
            break
        found += type(seen).__mro__
        seen = seen.__cause__ or seen.__context__
    return found


# -- reading a body ------------------------------------------------------------------------------


def _fault(body: object) -> object:
    """The object that says what is wrong: some wrap it in a list, some in `error`."""
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, dict) and body.get("error"):
        return body["error"]
    return body


def _words(fault: object) -> str:
    if isinstance(fault, str):
        return fault
    if not isinstance(fault, dict):
        return ""
    words = next((fault[key] for key in ("message", "detail", "msg") if fault.get(key)), "")
    if isinstance(words, list):  # a list of faults, each with its own sentence
        words = "; ".join(filter(None, (_words(entry) for entry in words)))
    raw = fault["metadata"].get("raw") if isinstance(fault.get("metadata"), dict) else None
    if isinstance(raw, str):  # a router that hands on another service's words
        words = f"{words}: {raw}"
    return words if isinstance(words, str) else _words(words)


def _codes(fault: object) -> set[str]:
    if not isinstance(fault, dict):
        return set()
    found = [fault.get(key) for key in ("code", "type", "status", "reason")]
    found += [entry.get("reason") for entry in _details(fault)]
    return {str(code).lower() for code in found if code}


def _details(fault: object) -> list[dict]:
    details = fault.get("details") if isinstance(fault, dict) else None
    return [entry for entry in details if isinstance(entry, dict)] if isinstance(
        details, list) else []


def _used_up(fault: object) -> bool:
    """Google says in both cases RESOURCE_EXHAUSTED; what is used up for a day stands inside."""
    for entry in _details(fault):
        violations = entry.get("violations")
        for violation in violations if isinstance(violations, list) else ():
            if isinstance(violation, dict) and (
                    "PerDay" in str(violation.get("quotaId"))
                    or str(violation.get("quotaValue")) == "0"):
                return True
    return False


def _retry_after(headers: object, fault: object, words: str) -> float | None:
    """The wait in seconds that the service asks for, 0 or more, or None."""
    get = getattr(headers, "get", lambda name: None)
    for text, unit in ((get("retry-after-ms"), 1000), (get("retry-after"), 1)):
        if (seconds := _seconds(text)) is not None:
            return seconds / unit
    for entry in _details(fault):
        if (seconds := _seconds(str(entry.get("retryDelay", "")).removesuffix("s"))) is not None:
            return seconds
    found = _TRY_AGAIN_IN.search(words)
    if found and any(found.groups()[:3]):
        hours, minutes, seconds = (float(part.rstrip(".") or 0) if part else 0.0
                                   for part in found.groups()[:3])
        return hours * 3600 + minutes * 60 + seconds / (1000 if found[4] == "ms" else 1)
    return None


def _seconds(text: object) -> float | None:
    """Retry-After in its two forms (RFC 9110, 10.2.3): seconds, or a date."""
    if not isinstance(text, str) or not text.strip():
        return None
    if re.fullmatch(r"\s*\d{1,9}(\.\d{1,9})?\s*", text):
        return float(text)
    from datetime import UTC, datetime
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= QUOTED else f"{words[:QUOTED - 3]}..."
