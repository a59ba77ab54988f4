"""What a service says when it refuses a request: status and error body, in its own shape."""

from __future__ import annotations

GOOGLE_STATUS = {
    400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
    405: "UNIMPLEMENTED", 413: "INVALID_ARGUMENT", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL",
    503: "UNAVAILABLE", 504: "DEADLINE_EXCEEDED",
}

RPC = "type.googleapis.com/google.rpc."  # how Google names the kind of a detail


class Refusal(Exception):
    """A request that is refused: `status` is the HTTP status, `message` the service's sentence."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status
        self.message = message

    def body(self) -> dict:
        """The error body, ready for JSON."""
        raise NotImplementedError


class OpenAIRefusal(Refusal):
    """`{"error": {"message", "type", "param", "code"}}`, as OpenAI sends it."""

    def __init__(self, message: str, param: str | None = None, code: str | None = None, *,
                 status: int = 400, type: str = "invalid_request_error"):
        super().__init__(status, message)
        self.param = param
        self.code = code
        self.type = type

    def body(self) -> dict:
        return {"error": {"message": self.message, "type": self.type, "param": self.param,
                          "code": self.code}}


class GoogleRefusal(Refusal):
    """`{"error": {"code", "message", "status", "details"}}`, as Google's services send it."""

    def __init__(self, message: str, status: int = 400, details: list[dict] | None = None):
        super().__init__(status, message)
        self.details = details

    def body(self) -> dict:
        error: dict = {"code": self.status, "message": self.message,
                       "status": GOOGLE_STATUS.get(self.status, "UNKNOWN")}
        if self.details:
            error["details"] = self.details
        return {"error": error}


# -- the same for every request ---------------------------------------------------------------


def missing_openai_key() -> OpenAIRefusal:
    """The refusal of a request without a key."""
    return OpenAIRefusal(
        "You didn't provide an API key. You need to provide your API key in an Authorization "
        "header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).", status=401)


def missing_google_key() -> GoogleRefusal:
    """The refusal of a request without a key. Its status is 403 indeed, not 401."""
    return GoogleRefusal(
        "Method doesn't allow unregistered callers (callers without established identity). Please "
        "use API Key or other form of API consumer identity to call this API.", 403)


def wrong_openai_key(key: str) -> OpenAIRefusal:
    """The refusal of a key that OpenAI does not know; only its ends are repeated."""
    shown = key if len(key) <= 8 else f"{key[:4]}{'*' * min(len(key) - 8, 32)}{key[-4:]}"
    return OpenAIRefusal(
        f"Incorrect API key provided: {shown}. You can find your API key at "
        "https://platform.openai.com/account/api-keys.", None, "invalid_api_key", status=401)


def wrong_google_key() -> GoogleRefusal:
    """The refusal of a key that Google does not know. Its status is 400 indeed, not 401."""
    message = "API key not valid. Please pass a valid API key."
    return GoogleRefusal(message, 400, [
        {"@type": RPC + "ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com",
         "metadata": {"service": "generativelanguage.googleapis.com"}},
        {"@type": RPC + "LocalizedMessage", "locale": "en-US", "message": message}])


def unknown_openai_model(name: str) -> OpenAIRefusal:
    """The refusal of a model that OpenAI does not have."""
    return OpenAIRefusal(f"The model `{name}` does not exist or you do not have access to it.",
                         None, "model_not_found", status=404)


def unknown_google_model(name: str, version: str = "v1beta") -> GoogleRefusal:
    """The refusal of a model that Google does not have."""
    return GoogleRefusal(
        f"models/{name} is not found for API version {version}, or is not supported for "
        "generateContent. Call ListModels to see the list of available models and their supported "
        "methods.", 404)
