"""The texts that an eager reader finds in a text: hidden, disguised and encoded ones too.

Nothing in the package reads like this. It is for the worst reader that there can be, so that no
attack fails only because it was not understood.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from unicodedata import category, normalize
from urllib.parse import unquote

# Letters that look like Latin ones: Cyrillic, then Greek. The selection is of those that are the
# same in most fonts (Unicode's UTS 39 lists all).
_LOOK_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u04bb\u0501"
    "\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422"
    "\u0425\u0423\u0406\u0405\u0408"
    "\u03bf\u03b1\u03bd\u03b9\u03ba\u03c1\u03c5\u03c4\u0391\u0392\u0395\u0396"
    "\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "aeopcyxisjhdqwABEKMHOPCTXYISJ"
    "oavikputABEZHIKMNOPTYX")
_SHOWN_CODE = re.compile(r"<U\+([0-9A-F]{4,6})>")  # as `showing.visible` writes it
# Behind an escaped backslash nothing is an escape: "C:\\user" is a path.
_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))")
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_BASE64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/]{10,}={0,2}(?![\w+/=])")
_HEX = re.compile(r"\b(?:[0-9a-fA-F]{2} ?){8,}\b")
_BACKWARDS = re.compile(r"\b(?:backwards|reversed?|from right to left)\b", re.IGNORECASE)
_ROT13 = re.compile(r"\brot-?13\b", re.IGNORECASE)
_MARKUP = re.compile(r"<[/!?]?[A-Za-z-][^<>]{0,200}>|<!--|-->")
_FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")


def readings(text: str) -> list[str]:
    """The text itself, then what else can be read in it, each once."""
    raw = _SHOWN_CODE.sub(_by_code, text)
    plain = undisguised(raw)
    found = [text, raw, plain, _MARKUP.sub("\n\n", plain)]
    found += ["".join(chr(ord(char) - 0xE0000) for char in hidden)
              for hidden in _TAGS.findall(raw)]
    found += filter(None, map(_from_base64, _BASE64.findall(plain)))
    found += filter(None, map(_from_hex, _HEX.findall(plain)))
    if _BACKWARDS.search(plain):
        found += [line[::-1] for line in plain.splitlines()]
    if _ROT13.search(plain):
        found.append(codecs.encode(plain, "rot13"))
    return list(dict.fromkeys(found))


def undisguised(text: str) -> str:
    """Without hidden characters, entities and escapes, and in plain letters."""
    text = _ESCAPE.sub(lambda found: found[1] + chr(int(found[2] or found[3], 16)), text)
    text = unquote(html.unescape(text), errors="ignore")
    if text.isascii():
        return text
    shown = "".join(char for char in text if category(char) != "Cf" and not _FILLERS.match(char))
    return normalize("NFKC", shown).translate(_LOOK_ALIKE)


def _by_code(found: re.Match) -> str:
    number = int(found[1], 16)
    return chr(number) if number <= 0x10FFFF else found[0]


def _from_base64(text: str) -> str:
    try:
        return _words(base64.b64decode(text + "=" * (-len(text) % 4), validate=True))
    except (binascii.Error, ValueError):
        return ""


def _from_hex(text: str) -> str:
    return _words(bytes.fromhex(text))


def _words(data: bytes) -> str:
    """The text of some bytes, when they are one."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return text if text.isprintable() and " " in text else ""
