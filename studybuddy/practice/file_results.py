"""What the file tools gave back, as data. Nothing in a result is ever followed.

The tools of this package and those of the common tutorials are understood: a listing is a list of
dicts or lines such as `- main.py: file_size=719 bytes, is_dir=False`.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from studybuddy.practice.wording import error_of

_LINE = re.compile(r"^\s*-? ?(.{1,255}?): (?:file_)?size=(\d+)(?: bytes)?, is_dir=(True|False)",
                   re.MULTILINE)


class Entry(NamedTuple):
    """One entry of a folder; `size` in bytes, None where it was not told."""

    name: str
    is_dir: bool
    size: int | None


class Ran(NamedTuple):
    """How a program ended; `code` None when it was ended from outside."""

    stdout: str
    stderr: str
    code: int | None
    note: str


def entries_of(result: dict) -> list[Entry]:
    """The entries of a listing, in its order."""
    for value in result.values():
        rows = value if isinstance(value, list) else []
        found = [Entry(row["name"], row.get("is_dir") is True, _size(row)) for row in rows
                 if isinstance(row, dict) and isinstance(row.get("name"), str)]
        if found:
            return found
    text = result.get("result")
    return [Entry(name, is_dir == "True", int(size))
            for name, size, is_dir in _LINE.findall(text if isinstance(text, str) else "")]


def _size(row: dict) -> int | None:
    size = next((row[key] for key in ("size", "bytes", "file_size") if key in row), None)
    return size if type(size) is int else None


def text_of_file(result: dict) -> tuple[str, bool]:
    """The text of a file that was read, and whether it is the whole of it."""
    text = result.get("content", result.get("result"))
    if not isinstance(text, str):
        return "", False
    return text, not (result.get("truncated") or result.get("more")
                      or re.search(r"\[\.\.\. ?File \"?.{0,300} truncated", text[-400:]))


def ran(result: dict) -> Ran:
    """What a program printed and how it ended."""
    code = next((value for key, value in result.items()
                 if key in ("code", "return_code", "returncode", "exit_code")
                 and type(value) is int), None)
    text = result.get("stdout", result.get("result"))
    return Ran(text if isinstance(text, str) else "",
               result["stderr"] if isinstance(result.get("stderr"), str) else "", code,
               result["message"] if isinstance(result.get("message"), str) else "")


def number_printed(result: dict) -> float | None:
    """The number that a calculator printed: `result` of a JSON text, or the last number.

    None when there is none, and when the program did not end well.
    """
    was_ended = "return_code" in result and result["return_code"] is None
    if error_of(result) or was_ended or ran(result).code not in (0, None):
        return None
    text = ran(result).stdout.strip()
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict):
        data = data.get("result")
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        return float(data) if abs(data) < 1e300 else None
    numbers = re.findall(r"(?<![\w.])-?\d{1,300}(?:\.\d{1,300})?(?![\w.]\d)", text[-2_000:])
    return float(numbers[-1]) if numbers else None


def same_name(name: str, asked: str) -> bool:
    """Whether an entry is the one that was asked for; README asks for README.md too."""
    if name == asked:
        return True
    return "." not in asked and name.lower().rpartition(".")[0] == asked.lower() or (
        name.lower() == asked.lower() == "readme")


def suggested(error: str, path: str) -> str:
    """The path that an error sentence gives in place of `path`; empty when it gives none.

    Only a path that ends alike is taken, `main.py` for `calculator/main.py`, or `.` for the
    folder itself; or one that is the only one with the same last name. Never a name that a
    sentence just mentions.
    """
    named = [one for one in re.findall(r"[\"'`]([^\"'`\n]{1,300})[\"'`]", error[:2_000])
             if one != path]
    plain = path.replace("\\", "/").rstrip("/")
    for one in named:
        if plain.endswith("/" + one) or one == "." and "/" not in plain:
            return one
    alike = {one for one in named if one.endswith("/" + plain.rpartition("/")[2])}
    return alike.pop() if len(alike) == 1 else ""
