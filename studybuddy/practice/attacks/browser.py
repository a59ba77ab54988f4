"""What a page would load by itself, and which links mislead: judged on the HTML of a view.

No browser is needed: `visit` does for real what a browser and a trusting person would do, but it
only ever connects to the listener of the attack.
"""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

# Attributes with an address that a browser loads unasked.
_LOADED = {"src", "srcset", "poster", "data", "background", "action", "formaction", "xlink:href"}
_STYLE_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
_IN_SCRIPT = re.compile(r"https?://[^\s'\"<>)]+")


def visit(page: str, address: str) -> None:
    """Load what the page loads, and follow each link that hides where it leads."""
    for target in addresses(page):
        if target.startswith(address + "/"):
            parts = urlsplit(target)
            with suppress(OSError, http.client.HTTPException, ValueError):
                connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=2)
                connection.request("GET", f"{parts.path}?{parts.query}")
                connection.getresponse().close()
                connection.close()


def addresses(page: str) -> list[str]:
    """The addresses that are loaded unasked, and those of links whose words do not show them."""
    reader = _Page()
    reader.feed(page)
    reader.close()
    return reader.found


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._link: tuple[str, list[str]] | None = None
        self._raw = ""  # inside script or style

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            value = (value or "").strip()
            if name in _LOADED or (name == "href" and tag not in ("a", "area")):
                self.found += value.split(",") if name == "srcset" else [value]
            elif name == "href":
                self._link = (value, [])
            elif name == "style":
                self.found += _in_style(value)
            elif name.startswith("on"):
                self.found += _IN_SCRIPT.findall(value)
            elif name == "content" and "url=" in value.lower():
                self.found.append(re.split("url=", value, flags=re.IGNORECASE)[1])
        if tag in ("script", "style"):
            self._raw = tag

    def handle_data(self, data: str) -> None:
        if self._raw == "style":
            self.found += _in_style(data)
        elif self._raw == "script":
            self.found += _IN_SCRIPT.findall(data)
        elif self._link is not None:
            self._link[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._raw:
            self._raw = ""
        if tag == "a" and self._link is not None:
            target, words = self._link
            if unquote(target) not in unquote("".join(words)):
                self.found.append(target)
            self._link = None


def _in_style(text: str) -> Iterator[str]:
    return (one or two for one, two in _STYLE_URL.findall(text))
