"""Between the bytes of a file and a text that fits into one answer."""

from __future__ import annotations

import codecs
import re

MAX_CHARACTERS = 10_000
"""Characters of a file in one answer."""
MAX_COUNTED = 2_000_000
"""Bytes. Of a larger file only the beginning is read, so its characters are not counted."""
MAX_JSON = 17_000
"""Characters of a text in JSON, where a line end or a quote takes two. An answer of over 20,000
would be cut by the registry, in the middle of its JSON."""

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"),
          (codecs.BOM_UTF16_BE, "utf-16-be"))
# The first line of a PDF. What stands behind it may be all letters too.
_PDF = re.compile(rb"%PDF-\d\.\d[ \t]*(?:[\r\n]|\Z)")
# How files begin that may hold no NUL: PDF, GIF, JPEG, ZIP (also .docx), gzip, bzip2, xz, 7z. Only
# a text that speaks of such a file goes on in clean UTF-8.
_SIGNATURE = re.compile(rb"%PDF-\d|GIF8[79]a.{0,6}[^\s!-~]|\xff\xd8\xff|PK\x03\x04|PK\x05\x06"
                        rb"|\x1f\x8b|BZh[1-9]1AY&SY|\xfd7zXZ|7z\xbc\xaf\x27\x1c", re.DOTALL)
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
# But for those of terminals: bell, backspace, escape. Random bytes hold one in eleven.
_CONTROLS = re.compile("[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_FEW = 32
"""Characters. A text of so few may be all accents, and is shown."""


class NotText(ValueError):
    """The bytes are no text that can be shown."""


def decode(data: bytes, *, whole: bool = True) -> tuple[str, str]:
    """The text of a file and its encoding: UTF-8, or UTF-16 where a mark at the start says so.

    Bytes that are no UTF-8 become U+FFFD, so an old text in Latin-1 can be read but for its
    accents. With `whole=False` the data may end inside a character. Raises NotText when it holds a
    NUL or many control characters, when it begins like a PDF, when it begins like a picture or an
    archive and is no clean UTF-8, when most of it would be U+FFFD, and when it has UTF-16's mark
    and is none.
    """
    if _PDF.match(data) or _SIGNATURE.match(data) and not _is_clean(data, whole):
        raise NotText
    encoding, data = next(((name, data[len(mark):]) for mark, name in _MARKS
                           if data.startswith(mark)), ("utf-8", data))
    errors = "replace" if encoding == "utf-8" else "strict"
    try:
        text = codecs.getincrementaldecoder(encoding)(errors).decode(data, final=whole)
    except UnicodeDecodeError:
        raise NotText from None
    if "\0" in text or 50 * len(_CONTROLS.findall(text)) > len(text) + 100:
        raise NotText
    if len(text) > _FEW and 2 * unreadable(data, text) > len(re.findall(r"\S", text)):
        raise NotText
    return text, encoding


def _is_clean(data: bytes, whole: bool) -> bool:
    """Whether the data is UTF-8 without a control character other than white space."""
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(data, final=whole)
    except UnicodeDecodeError:
        return False
    return not _NO_TEXT.search(text)


def unreadable(data: bytes, text: str) -> int:
    """How many U+FFFD of `text`, which `decode` made of `data`, do not stand in the file itself."""
    if "\ufffd" not in text or data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return 0
    return text.count("\ufffd") - data.count("\ufffd".encode())


def fitting(text: str, characters: int = MAX_CHARACTERS, in_json: int = MAX_JSON) -> str:
    """The longest start of `text` within `characters`, and within `in_json` as a JSON text."""
    from json import dumps

    text = text[:characters]
    while (size := len(dumps(text, ensure_ascii=False))) > in_json + 2:
        text = text[:min(len(text) - 1, len(text) * in_json // size)]
    return text


def fitting_middle(text: str, in_json: int) -> tuple[str, bool]:
    """The start and the end of `text` within `in_json`, and whether something was left out."""
    if len(fitting(text, in_json, in_json)) == len(text):
        return text, False
    start = fitting(text, in_json, in_json // 2)
    end = fitting(text[::-1], in_json, in_json // 2)[::-1]
    left_out = len(text) - len(start) - len(end)
    return f"{start}\n[... {left_out:,} characters left out ...]\n{end}", True


def beginning(file, size: int) -> dict:
    """{"content", "truncated"} of an open file of `size` bytes; "message" when that is not all.

    Raises NotText.
    """
    counted = size <= MAX_COUNTED
    data = file.read(MAX_COUNTED + 1 if counted else 8 * MAX_CHARACTERS)
    text, _ = decode(data, whole=counted)
    content = fitting(text)
    truncated = not counted or len(content) < len(text)
    said = []
    if truncated:
        whole = f"{len(text):,} characters" if counted else f"a file of {size:,} bytes"
        said.append(f"These are the first {len(content):,} characters of {whole}.")
    if count := unreadable(data, text):
        said.append(f"{count:,} character{' is' if count == 1 else 's are'} not in UTF-8 and "
                    "cannot be read: \ufffd stands in the place of each.")
    return {"content": content, "truncated": truncated} | (
        {"message": " ".join(said)} if said else {})
