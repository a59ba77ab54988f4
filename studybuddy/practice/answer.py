"""What the server's core gives back: `(status, headers, body)`, and how it travels."""

from __future__ import annotations

from studybuddy.practice import bodyjson
from studybuddy.practice.refusal import GoogleRefusal, Refusal

JSON = "application/json"
GOOGLE_JSON = "application/json; charset=UTF-8"
HTML = "text/html; charset=utf-8"


class Answer(tuple):
    """`status, headers, body = answer`: an int, a dict of text and bytes.

    Besides, for whatever carries it: `delay` in seconds before it is sent, and `ending`, which is
    "" (it arrives whole), "cut" (the connection closes in the middle of the body) or "hang"
    (nothing is ever sent).
    """

    delay: float
    ending: str

    def __new__(cls, status: int, headers: dict[str, str], body: bytes, *, delay: float = 0.0,
                ending: str = ""):
        self = super().__new__(cls, (status, headers, body))
        self.delay = delay
        self.ending = ending
        return self

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self[0]

    @property
    def headers(self) -> dict[str, str]:
        """The headers, without those that the connection itself needs."""
        return self[1]

    @property
    def body(self) -> bytes:
        """The body."""
        return self[2]


def reply(value: object, google: bool = False, status: int = 200,
          headers: dict[str, str] | None = None) -> Answer:
    """A JSON answer; Google's services indent theirs."""
    return Answer(status, {"content-type": GOOGLE_JSON if google else JSON, **(headers or {})},
                  bodyjson.write(value, indent=2 if google else None))


def refuse(refusal: Refusal) -> Answer:
    """The answer that refuses a request."""
    return reply(refusal.body(), isinstance(refusal, GoogleRefusal), refusal.status)


def page(title: str, text: str, status: int) -> Answer:
    """A small HTML page, such as a gateway sends."""
    html = (f"<!DOCTYPE html>\n<html><head><title>{title}</title></head>"
            f"<body><h1>{title}</h1><p>{text}</p></body></html>\n")
    return Answer(status, {"content-type": HTML}, html.encode())
