"""The paths and folders that a question about files names."""

from __future__ import annotations

import re
from typing import NamedTuple

TYPED = str.maketrans("’‘ʼ`“”„«»\u00a0\u202f\u2009\t\r", "''''\"\"\"\"\"     ")
"""Typographic signs as plain ones, letter for letter: places in the text stay what they are."""

_PATH = re.compile(
    r"\"([^\"\n]{1,200}?\.\w{1,5})\"|'([^'\n]{1,200}?\.\w{1,5})'|"
    r"(?<![\w.)/~-])((?:~/|/)[\w.-]{1,60}(?:/[\w.-]{1,60}){1,8})|"  # from the root: will be refused
    r"(?<![\w./-])((?:\.\.?/){0,8}(?:[\w-]{1,60}/){0,8}\.(?:env(?:\.\w{1,20})?|gitignore))\b|"
    r"(?<![\w-])((?:\.{0,2}/){0,8}[\w-]{1,60}(?:[./\\][\w-]{1,60}){0,8}\.[A-Za-z]\w{0,4"
    r"})(?![\w/])|"
    r"(?<![\w./-])((?:[\w-]{1,60}/){0,8}(?:[Rr][Ee][Aa][Dd][Mm][Ee]|LICEN[SC]E|Makefile|Dockerfile|"
    r"CHANGELOG))(?![\w/.-])"  # files whose names often have no ending
)
# A name with blanks: `in notes/day 1.txt`, `to day 1.txt`. The words before a path that may belong
# to it: those behind a slash, or one before a bare number.
_SPLIT_NAME = re.compile(
    r"(?<![\w./-])(?P<name>(?:\.{0,2}/)?(?:[\w-]{1,60}/){1,8}[\w-]{1,60}(?: [\w-]{1,60})? )$|"
    r"\b(?:in|to|as|into|read|open|show|run|file|called|named) (?P<word>[A-Za-z]{1,30} )$")
_NO_NAME = frozenset("and or with in into to from as the a an my called named file using on at of "
                     "then for by run read write open show copy it new page line".split())
_ENDINGS = frozenset(
    "py txt md csv json yaml yml toml cfg ini log html css js ts ipynb rst xml env gitignore "
    "pdf png jpg c cpp h java sh sql tex dat out rb go rs ics".split()
)
_USUAL_FOLDERS = (r"(?:pkg|src|lib|bin|tests?|docs?|scripts?|utils?|config|examples|data|app|"
                  r"assets|homework|assignments?)")


class Path(NamedTuple):
    """A path as it was typed, and where it stands."""

    text: str
    start: int
    end: int


def paths(typed: str) -> list[Path]:
    """Every file that is named, in order."""
    found = []
    for m in _PATH.finditer(typed):
        path = next(g for g in m.groups() if g)
        if m[3] or m[6] or path.rpartition(".")[2].lower() in _ENDINGS or "/.env." in f"/{path}":
            start = _with_blanks(typed, m.start()) if m[5] else m.start()
            found.append(Path(typed[start:m.start()] + path, start, m.end()))
    return found


def _with_blanks(typed: str, start: int) -> int:
    """Where a path begins, when words before it belong to its name."""
    before = typed[max(0, start - 300):start]
    m = _SPLIT_NAME.search(before)
    if not m:
        return start
    name = m["name"] or m["word"]
    if any(word.lower() in _NO_NAME for word in name.split()) or (
            m["word"] and not re.match(r"\d+\.", typed[start:])):
        return start
    return start - len(name)


def folder_of(path: str) -> str:
    """The folder that a path lies in; `.` for the working folder."""
    return path.replace("\\", "/").rpartition("/")[0] or "."


def name_of(path: str) -> str:
    """The last name of a path."""
    return path.replace("\\", "/").rpartition("/")[2]


# The ways to name a folder, the surest first; in small letters.
_FOLDERS = tuple(map(re.compile, (
    r"\b(?:in|inside|under|within|list|of) (?:the "
    r")?[\"'`]?([\w.-]{1,80}/(?:[\w.-]{1,80}/?){0,8}(?: \d+)?)[\"'`]?(?=\s*[?!.,]?\s*$)",
    r"(?:\bthe |\bmy |\bin |\binside |\bof )?[\"'`]?\b((?!the\b|my\b|this\b|urrent|"
    r"current\b|working\b|a\b|in\b|of\b|root\b|what\b|which\b|project\b|that\b|"
    r"each\b|same\b|main\b|top\b|your\b|our\b|whole\b|from\b|inside\b|every\b|new\b|any\b|"
    r"list\b|entire\b|work\b|home\b|and\b|is\b)[\w.-]{1,80}(?:/[\w.-]{1,80}){0,8}/?)[\"'`]? "
    r"(?:folder|directory|dir|subfolder|package)\b",
    r"(?:folder|directory|dir|subfolder)(?: called| named)? [\"'`]?((?!is|in|has|"
    r"have|for|please|and|do|contents?|you|there|now|with|are|to|we|i\b|right|of\b|listing|"
    r"at\b|structure|tree|look)[\w.-]{1,80}(?:/[\w.-]{1,80}){0,8})[\"'`]?",
    r"\b(?:in|inside|under|of|at|list|ls|within)(?: the)? "
    r"[\"'`]?([\w.-]{1,80}(?:/[\w.-]{1,80}){1,8}/?|[\w-]{1,80}/)(?=[\"'`\s?!.,]|$)",
    rf"\b(?:ls|dir|list|in|inside|under|within|of) (?:the |-\w+ )?[\"']?"
    rf"({_USUAL_FOLDERS})\b[\"']?(?=\s*(?:[?!.,]|$|please|pls|for me|right now))")))
_WHERE = re.compile(r"\b(?:files|directory|folder|folders|working dir|ls|dir|workspace|"
                    r"(?:in|at|of) (?:the |our )?root)\b")
_FILES_IN = re.compile(
    r"\bfiles (?:are |do i have |exist |live |sit |there )*(?:in|inside|under|"
    r"of) (?!the (?:root|current|working|project|main|top|folder|directory|"
    r"workspace)|this|here|my|it|there|our|all|total)(?:the )?[\"'`]?([\w./-]{1,200})")


def folder(typed: str) -> str | None:
    """The folder that is named, `.` for the working folder itself, None when none is meant."""
    line = typed.lower()
    found = next(filter(None, (form.search(line) for form in _FOLDERS)), None)
    if not found and _WHERE.search(line):
        found = _FILES_IN.search(line)
        if not found:
            return "."
    return typed[found.start(1):found.end(1)].rstrip("/.?,") or "." if found else None
