"""Is the path a plain one? One rule on letters alone, the same on every system.

It is asked before any file is touched. It refuses whatever some system reads in another way than
it looks, so that a path means the same here, on Windows and on a Mac. What it cannot see is where
a plain name leads: links are the business of `walk`.
"""

from __future__ import annotations

MAX_PATH = 1_000
"""Characters of a path. Linux takes 4,096 bytes, macOS 1,024, both of the whole path."""
MAX_NAME = 255
"""Bytes of one name as UTF-8: the limit of Linux' and macOS' file systems."""
MAX_DEPTH = 20
"""Folders inside each other."""

# Names of devices on Windows, in every folder and with any ending: NUL.txt is NUL.
# Source: Microsoft, "Naming Files, Paths, and Namespaces".
_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"} | {
    f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789\u00b9\u00b2\u00b3"})
# macOS' older file system leaves these out when it compares names, so `.e<U+200C>nv` is `.env`.
_IGNORED = dict.fromkeys([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
                          0xAD, 0xFEFF])


class PathRefused(ValueError):
    """The path or what stands there is not allowed; the text is a sentence for a model."""


def plain(path: object) -> tuple[str, ...]:
    """The names that a path is made of, the outermost folder first; `()` for the folder itself.

    Args:
        path: A relative path with `/` between the names, such as "pkg/calculator.py". A name "."
            and a slash at the end add nothing.

    Raises:
        PathRefused: It is no text, empty, absolute, too long or too deep; it holds a backslash, a
            colon or a control character, or half of a surrogate pair; or one of its names is
            "..", ends in a dot or a blank, is a device of Windows, or begins with ".env".
    """
    if not isinstance(path, str):
        raise PathRefused('The path must be a text, such as "main.py".')
    if not path.strip():
        raise PathRefused('The path is empty. Write a name such as "main.py", '
                          'or "." for the working folder.')
    if len(path) > MAX_PATH:
        raise PathRefused(f"The path is too long. Use at most {MAX_PATH:,} characters.")
    if any(c < " " or "\x7f" <= c <= "\x9f" for c in path):
        raise PathRefused("The path holds a control character. Use plain letters.")
    if any("\ud800" <= c <= "\udfff" for c in path):
        raise PathRefused("The path holds half of a character. Use plain letters.")
    if "\\" in path:
        raise PathRefused('The path holds a backslash. Write "/" between the names.')
    if path.startswith("/"):
        raise PathRefused("The path begins at the root of the machine. "
                          'Write it from the working folder on, such as "main.py".')
    if ":" in path:
        raise PathRefused('The path holds a colon. Use a name without ":".')
    names = tuple(name for name in path.split("/") if name not in ("", "."))
    if len(names) > MAX_DEPTH:
        raise PathRefused(f"The path is too deep. Use at most {MAX_DEPTH} folders.")
    for name in names:
        _require_plain(name)
    return names


def is_secret(name: str) -> bool:
    """Whether a name is that of a file with keys, `.env` or `.env.local`, on any file system."""
    if name.isascii():
        return name.lower().startswith(".env")
    from unicodedata import normalize

    return normalize("NFKC", name.translate(_IGNORED)).casefold().startswith(".env")


def _require_plain(name: str) -> None:
    if name == "..":
        raise PathRefused('The path holds "..". Stay inside the working folder: write the path '
                          "from there on.")
    if name[-1] in ". ":
        raise PathRefused("A name in the path ends in a dot or a blank, which Windows leaves out. "
                          "Write it without.")
    if len(name.encode("utf-8")) > MAX_NAME:
        raise PathRefused(f"A name in the path is too long. Use at most {MAX_NAME} bytes.")
    stem = name.partition(".")[0].rstrip(" ").lower()
    if stem in _DEVICES:
        raise PathRefused(f"On Windows {stem.upper()} is a device and no file. Use another name.")
    if is_secret(name):
        raise PathRefused("Files whose name begins with .env hold keys. They stay closed.")
