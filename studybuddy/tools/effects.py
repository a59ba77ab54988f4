"""What a call would do, in words and as a diff, for the person who is to allow it.

Nothing here changes anything. The texts hold digests of what was looked at: when a file changed
after a person saw the text, the same call gives another one.
"""

from __future__ import annotations

import shlex
from codecs import BOM_UTF8
from pathlib import PurePosixPath

from studybuddy.sandbox.paths import is_secret
from studybuddy.sandbox.walk import Folder, quoted
from studybuddy.showing import middle_cut, visible
from studybuddy.tools.filetext import NotText, decode
from studybuddy.tools.nearby import tree
from studybuddy.tools.versions import digest
from studybuddy.tools.writing import MAX_REPLACED

MAX_SHOWN = 8_000
"""Characters of one diff."""
MAX_LINES = 15
"""Lines of a script that is to run."""
MAX_COMPARED = 4_000_000
"""Lines of the old text times lines of the new one: with more, no common lines are looked for."""
_CONTEXT = 3  # lines before and after a change, as diff -u has them


def describe_write(names: tuple[str, ...], old: bytes | None, new: bytes) -> str:
    """A write: what it replaces, sizes and digests, and a unified diff with hidden characters by
    their code points."""
    path = visible("/".join(names))
    after = new.decode("utf-8")
    size = f"{len(after):,} characters, SHA-256 {digest(new)[:16]}"
    if old is None:
        head, before = f"Write {path}: a new file of {size}.", ""
    else:
        was = digest(old)[:16]
        try:
            before, encoding = decode(old)
            head = (f"Write {path}: overwrites {len(before):,} characters (SHA-256 {was}) "
                    f"with {size}.")
            if encoding != "utf-8" or old.startswith(BOM_UTF8):
                head += f"\nIts encoding changes from {encoding} with a mark at the start to UTF-8."
        except NotText:
            before = ""
            head = (f"Write {path}: overwrites {len(old):,} bytes that are no text "
                    f"(SHA-256 {was}) with {size}.")
    changed = _diff(before, after, path, is_new=old is None)
    if not changed:
        return f"{head}\nThe text stays the same."
    return f"{head}\n\n{middle_cut(changed, MAX_SHOWN)}"


def describe_run(allowed: Folder, names: tuple[str, ...], data: bytes, args: list[str]) -> str:
    """A run: the exact command, the script's beginning, and digests of all that can run with it."""
    # On one line: an argument must not be able to look like a line of this text.
    command = visible(shlex.join(["python", "/".join(names), *args])).replace("\n", "<U+000A>")
    try:
        lines = visible(decode(data)[0]).rstrip("\n").split("\n")
    except NotText:
        lines = ["(no text that can be shown)"]
    shown = middle_cut("\n".join(f"  {line}" for line in lines[:MAX_LINES]), MAX_SHOWN // 2)
    if len(lines) > MAX_LINES:
        shown += f"\n  [... {len(lines) - MAX_LINES:,} more lines ...]"
    keys = ""
    if any(is_secret(entry.name) for entry in allowed.entries()):
        keys = "\nThe folder holds a file with keys (.env), so nothing is run."
    return (f"Run {middle_cut(command, MAX_SHOWN)}\n"
            f"Script: {len(data):,} bytes, SHA-256 {digest(data)[:16]}. "
            f"{_other_code(allowed, names)}{keys}\n\n{shown}")


def _other_code(allowed: Folder, script: tuple[str, ...]) -> str:
    """The other Python files of the folder: the script may import them."""
    parts = []
    for names, is_folder in tree(allowed):
        if is_folder or names == script or PurePosixPath(names[-1]).suffix.lower() != ".py":
            continue
        try:
            with allowed.folder(*names[:-1]) as parent:
                descriptor, _ = parent.open(names[-1])
            with open(descriptor, "rb") as file:
                parts.append(f"{'/'.join(names)} {digest(file.read(MAX_REPLACED))}")
        except (OSError, ValueError):
            parts.append(f"{quoted(*names)} cannot be read")
    if not parts:
        return "The folder holds no other Python file."
    whole = digest("\n".join(parts).encode("utf-8", "surrogateescape"))[:16]
    count = "1 other Python file" if len(parts) == 1 else f"{len(parts):,} other Python files"
    return f"It can import {count}, SHA-256 of all {whole}."


def _diff(old: str, new: str, path: str, *, is_new: bool) -> str:
    """A unified diff in characters that can be seen; empty when the texts are the same."""
    if old == new:
        return ""
    before, after = (_lines(text) for text in (old, new))
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    if (len(before) - same) * (len(after) - same) <= MAX_COMPARED:
        from difflib import unified_diff

        lines = list(unified_diff(before, after, lineterm="", n=_CONTEXT))[2:]
    else:
        start = max(0, same - _CONTEXT)
        lines = [f"@@ -{start + 1},{len(before) - start} +{start + 1},{len(after) - start} @@",
                 *(f" {line}" for line in before[start:same]),
                 *(f"-{line}" for line in before[same:]), *(f"+{line}" for line in after[same:])]
    head = [f"--- {'(no file)' if is_new else path}", f"+++ {path}"]
    return "\n".join([*head, visible("\n".join(lines))])


def _lines(text: str) -> list[str]:
    """The lines of a text; a missing end of the last one is a mark of its own.

    Split at line ends only: `splitlines` also splits at characters that a diff must show.
    """
    if not text:
        return []
    lines = text.split("\n")
    if lines[-1]:
        lines[-1] += "\n\\ No newline at end of file"
    else:
        lines.pop()
    return lines
