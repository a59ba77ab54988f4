"""Wishes about files that are told by their first words: undo, empty, copy, search, delete.

`typed` is the question with plain quotes, `line` the same in small letters with blanks in place of
the paths, `found` the paths.
"""

from __future__ import annotations

import re

from studybuddy.practice.file_arguments import content
from studybuddy.practice.file_paths import Path, name_of
from studybuddy.practice.file_task import Task

POLITE = (r"(?:please|pls|plz|can you|could you|would you|will you|now|and|then|ok|okay|great|"
          r"good|so|next|also|just|hey|hi|thanks|go ahead and|i want you to)")
AT_START = rf"^\W*(?:{POLITE}\b[\s,!.]*)*"

_UNDO = re.compile(rf"{AT_START}(?:undo|revert|roll ?back|take (?:that|it) back|"
                   r"restore the (?:old|previous|last))\b")
_NO_TOOL = re.compile(rf"{AT_START}(?:delete|remove|rename|move|erase|unlink|trash|copy)\b")
_NEW_FOLDER = re.compile(rf"{AT_START}(?:create|make|add|new)\b[^.?!]{{0,20}}\b"
                         r"(?:folder|directory|dir)\b")
_FOLDER_NAMES = [re.compile(form, re.IGNORECASE) for form in (
    r"\b(?:folder|directory|dir)\b(?: called| named)? [\"']?([\w-]{1,60})",
    r"\b([\w-]{1,60}) (?:folder|directory|dir)\b")]
_NO_NAMES = frozenset("a an the new with and in that which for my this".split())

_END = r"[\"'\s]*(?:file|out|please|pls|for me|now|again|\s)*[.!?]*$"
_OF_IT = r"(?: (?:of|in|from|inside|out of|the|my|file|called|named))*[\"'\s]*$"
_EMPTY_BEFORE = re.compile(
    rf"{AT_START}(?:(?:empty|clear|wipe|blank|truncate)(?: out)?"
    rf"(?: (?:all|everything|whole|the|contents?|text|of))*{_OF_IT}|"
    rf"(?:delete|remove|erase)(?: (?:all|the|whole|of))* (?:contents?|text|lines|everything|all)"
    rf"{_OF_IT})")
_MAKE = re.compile(rf"{AT_START}(?:make|leave|set)(?: (?:the|my|file))*[\"'\s]*$")
_EMPTY_AFTER = re.compile(r"^[\"'\s]*(?:completely |to |be )*(?:empty|blank)\b" + _END)
_TAKE_OUT = re.compile(
    rf"{AT_START}(?:delete|remove|erase|take out) (?:all |every |the )*"
    r"(words?|text|phrase|string)? ?(.+?) (?:from|in|out of|inside) (?:the )?(?:file )?[\"']?$",
    re.IGNORECASE | re.DOTALL)

_COPY = re.compile(rf"{AT_START}(?:(?:copy|duplicate|clone|back ?up)\b|(?:make|create|save|do)\b"
                   r"(?: me)?(?: a| another| one)? (?:backup |exact )*(?:copy|duplicate|backup)\b)")
_INTO = re.compile(r"\b(?:in|into|to|inside)(?: the| a)?(?: folder| directory)?(?: called| named)? "
                   r"[\"']?([\w-]{1,60}(?:/[\w-]{1,60}){0,8})/?[\"']?(?: folder| directory| dir)?"
                   + _END, re.IGNORECASE)

_FILES = (r"(?:(?:all|any|every|each|the|my|these|our|of|this|python|text|source|whole|your|in|"
          r"through) )*(?:files?|code|folders?|project|director(?:y|ies)|workspace|scripts?|repo)")
_WORD = r"(?:the |a |any )?(?:(words?|text|string|phrase|term|name) )?(.{1,100}?)"
_HUNT = r"(?:search|look|grep|scan|hunt)(?: for)?"
_HOLD = r"(?:contains?|mentions?|holds?|has|have|includes?|uses?|says?)"
_SEARCHES = [re.compile(form, re.IGNORECASE) for form in (
    rf"{AT_START}(?:{_HUNT}|find|locate) {_WORD} (?:in|inside|through|across|within|among) "
    rf"{_FILES}\W*$",
    rf"{AT_START}(?:search|scan|grep|look|go) {_FILES} for {_WORD}\s*[.?!]*$",
    rf"{AT_START}(?:in )?(?:which|what|do any|does any|any)(?: of)?(?: the| my| these| python| "
    rf"text)* (?:files?|scripts?) {_HOLD} {_WORD}\s*[.?!]*$")]
_SEARCHES_ONE = [re.compile(form, re.IGNORECASE) for form in (
    rf"{AT_START}(?:search|scan|grep|look|check)(?: in| inside| through)?(?: the)?(?: file)? "
    rf"[\"']?\0+[\"']? for {_WORD}\s*[.?!]*$",
    rf"{AT_START}(?:{_HUNT}|find|locate) {_WORD} (?:in|inside|within)(?: the)?(?: file)? "
    r"[\"']?\0+[\"']?\s*[.?!]*$",
    rf"{AT_START}does(?: the)?(?: file)? [\"']?\0+[\"']? {_HOLD} {_WORD}\s*[.?!]*$")]
_FAULTS = re.compile(r"(?:a |the |any )?(?:bugs?|errors?|mistakes?|problems?|faults?|issues?)")


def special(typed: str, original: str, line: str, found: list[Path]) -> Task | None:
    """The task of such a question, else None."""
    path = found[0].text if found else ""
    if _UNDO.search(line) and len(line) < 200:
        return Task("undo", typed, path)
    if search := _search(typed, found):
        return search
    if not found:
        return Task("cannot", typed) if (
            (_NO_TOOL.search(line) and re.search(r"\b(?:folder|file|directory|dir)\b", line))
            or _NEW_FOLDER.search(line)) else None
    before, after = line[:found[0].start], line[found[0].end:]
    if len(found) == 1 and (_EMPTY_BEFORE.search(before) and re.match(_END, after)
                            or _MAKE.search(before) and _EMPTY_AFTER.search(after)):
        return Task("write", typed, path)
    if _COPY.search(before):
        return _copy(typed, before, found)
    taken = _TAKE_OUT.search(typed[:found[0].start])
    if taken and (taken[1] or taken[2][:1] in "\"'"):
        return Task("replace", typed, path, replaced=taken[2].strip("\"'"))
    if _NO_TOOL.search(line):
        return Task("cannot", typed, path, target=found[1].text if len(found) > 1 else "")
    if _NEW_FOLDER.search(line) and found[0].start < 400:
        return _in_a_new_folder(typed, original, found)
    return None


def _copy(typed: str, before: str, found: list[Path]) -> Task:
    first, second = found[0], found[1] if len(found) > 1 else None
    if second is None:
        into = _INTO.search(typed[first.end:])
        target = f"{into[1]}/{name_of(first.text)}" if into else ""
        return Task("copy", typed, first.text, target=target)
    if re.search(r"\b(?:called|named|to|as)[\"'\s]*$", before):  # a copy called b.py of a.py
        first, second = second, first
    return Task("copy", typed, first.text, target=second.text)


def _in_a_new_folder(typed: str, original: str, found: list[Path]) -> Task:
    """A folder is made by the first file that is written into it."""
    text, path = content(typed, original, found)
    start = next(one.start for one in found if one.text == path)
    names = [m[1] for form in _FOLDER_NAMES for m in form.finditer(typed[:start])
             if m[1].lower() not in _NO_NAMES]
    if names and "/" not in path:
        path = f"{names[0]}/{path}"
    return Task("create" if text is None else "write", typed, path, content=text or "")


def _search(typed: str, found: list[Path]) -> Task | None:
    """A text that is to be found in all files, or in one."""
    if len(typed) > 400 or len(found) > 1:
        return None
    path, line = "", typed
    if found:
        path = found[0].text
        line = typed[:found[0].start] + "\0" * len(path) + typed[found[0].end:]
        line = re.sub("\0.*\0", lambda m: "\0" * len(m[0]), line)
    for form in _SEARCHES_ONE if found else _SEARCHES:
        match = form.search(line)
        if not match:
            continue
        named, text = match.groups()
        text = re.sub(r",? (?:please|pls|for me)$", "", text.strip(), flags=re.IGNORECASE)
        quoted = len(text) > 2 and text[0] in "\"'" and text[-1] == text[0]
        text = text[1:-1] if quoted else text
        vague = re.match(rf"{AT_START}(?:find|locate|check|look (?!for))", typed, re.IGNORECASE)
        told = named or quoted or not vague
        if text and told and not _FAULTS.fullmatch(text.lower()):
            return Task("search", typed, path, content=text)
    return None
