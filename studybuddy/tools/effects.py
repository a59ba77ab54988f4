"""What a call would do, in words and as a diff, for the person who is to allow it.

Nothing here changes anything. The texts hold digests of what was looked at: when a file changed
after a person saw the text, the same call gives another one.
"""

from __future__ import annotations

import shlex
from codecs import BOM_UTF8

from studybuddy.sandbox import planted
from studybuddy.showing import middle_cut, visible
from studybuddy.tools import importable
from studybuddy.tools.filetext import NotText, decode
from studybuddy.tools.versions import digest

MAX_SHOWN = 1_000_000
"""Characters of one diff, and of a script that is to run: a person can read all of it. Of a longer
one the middle is left out; the digests stand for it."""
MAX_COMPARED = 4_000_000
"""Lines of the old text times lines of the new one: with more, no common lines are looked for."""
USED_BY_ITSELF = ("Take care: Python, pytest, Git or an editor uses a file of this name without "
                  "being asked.")
_CONTEXT = 3  # lines before and after a change, as diff -u has them


def describe_write(names: tuple[str, ...], old: bytes | None, new: bytes) -> str:
    """A write: what it replaces, sizes and digests, a word of caution where others would start the
    file, and a unified diff with hidden characters by their code points."""
    path = visible("/".join(names))
    after = new.decode("utf-8")
    size = f"{_characters(after)}, SHA-256 {digest(new)[:16]}"
    if old is None:
        head, before = f"Write {path}: a new file of {size}.", ""
    else:
        was = digest(old)[:16]
        try:
            before, encoding = decode(old)
            stays = old.startswith(BOM_UTF8) and new.startswith(BOM_UTF8)
            if stays:
                before = f"\ufeff{before}"  # the mark stays, as a character of both
            head = f"Write {path}: overwrites {_characters(before)} (SHA-256 {was}) with {size}."
            if encoding != "utf-8" or old.startswith(BOM_UTF8) and not stays:
                head += f"\nIts encoding changes from {encoding} with a mark at the start to UTF-8."
        except NotText:
            before = ""
            head = (f"Write {path}: overwrites {len(old):,} bytes that are no text "
                    f"(SHA-256 {was}) with {size}.")
    if planted.starts_by_itself("/".join(names)):
        head += f"\n{USED_BY_ITSELF}"
    changed = _diff(before, after, path, is_new=old is None)
    if not changed:
        return f"{head}\nThe text stays the same."
    return f"{head}\n\n{middle_cut(changed, MAX_SHOWN)}"


def _characters(text: str) -> str:
    return f"{len(text):,} character{'' if len(text) == 1 else 's'}"


def describe_run(root: str, names: tuple[str, ...], data: bytes, args: list[str]) -> str:
    """A run: the exact command, the script, and digests of all that can run with it.

    `data` is what `running.read_script` gave, so UTF-8. Raises PathRefused where
    there is too much code.
    """
    # On one line: an argument must not be able to look like a line of this text.
    command = visible(shlex.join(["python", "/".join(names), *args])).replace("\n", "<U+000A>")
    lines = visible(data.decode("utf-8-sig")).rstrip("\n").split("\n")
    shown = middle_cut("\n".join(f"  {line}" for line in lines), MAX_SHOWN)
    found = importable.look(root)
    why = importable.fault(found)
    if why:
        why = f"\nNothing will be run. {why}"
    return (f"Run {middle_cut(command, MAX_SHOWN)}\n"
            f"Script: {len(data):,} bytes, SHA-256 {digest(data)[:16]}. "
            f"{importable.told(root, found, '/'.join(names))}"
            f"{why}\n\n{shown}")


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
