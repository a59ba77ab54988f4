"""One request as a person reads it before deciding: the tool, what it would do, its arguments.

All of it is untrusted. Nothing hides: hidden characters are shown by code point, long padding as
its length, and where the middle of a long text is left out, the whole is one click away.
"""

from __future__ import annotations

import html
import re

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.effect import as_arguments
from studybuddy.jsontext import dump
from studybuddy.messages import ToolCall
from studybuddy.panels.markup import inline, word
from studybuddy.showing import is_cut, visible
from studybuddy.terminal import cut, describe

# Padding that pushes the rest out of sight: empty lines (in a diff with their sign), blanks, or one
# character over and over.
_PADDING = re.compile(r"(?:^[+\- ]?[ \t]*\n){9,}|[ \t]{60,}|(\S)\1{119,}", re.MULTILINE)


def masked_calls(run: Run | None, calls: list[ToolCall]) -> list[ToolCall]:
    """Copies of calls without keys, for views that are stored in a notebook and handed on."""
    return [ToolCall(call.id, call.name, trace.masked(run, call.arguments),
                     note=trace.masked(run, call.note), effect=trace.masked(run, call.effect))
            for call in calls]


def request_text(call: ToolCall) -> str:
    """The request as plain text."""
    return cut(folded(describe(call)))


def request_html(call: ToolCall, waiting: int = 1) -> str:
    """The request as HTML that reads well without a style sheet; `waiting` calls wait in all."""
    more = f' <span class="sb-small">({waiting} requests wait)</span>' if waiting > 1 else ""
    parts = [f'<p class="sb-question"><strong>The model asks for {inline(call.name)}</strong>'
             f"{more}</p>"]
    if call.note:
        parts.append(f'<p>{word("NOTE", "bad")} {inline(_sentence(call.note))}</p>')
    if call.effect and call.effect != as_arguments(call):
        parts += ["<p>What it would do:</p>", _whole_or_cut(call.effect),
                  f"<details><summary>Its arguments</summary>{_arguments(call)}</details>"]
    else:
        parts += ["<p>Its arguments:</p>", _arguments(call)]
    return "\n".join(parts)


def folded(text: str) -> str:
    """`text` with long padding replaced by its length."""
    return _PADDING.sub(_length, text)


def _length(found: re.Match) -> str:
    padding = found.group()
    if "\n" in padding:
        return f"[... {padding.count(chr(10)):,} empty lines ...]\n"
    if found.group(1):
        return f"{padding[:8]}[... {len(padding):,} times {found.group(1)} ...]"
    return f" [... {len(padding):,} blanks ...] "


def _sentence(note: str) -> str:
    """A note as a sentence: "it changed since you saw it", "may already have happened"."""
    return (f"This call {note}." if note.startswith("may ") else f"{note[:1].upper()}{note[1:]}.")


def _arguments(call: ToolCall) -> str:
    if not call.arguments:
        return "<p>none</p>"
    return "<ul>" + "".join(f"<li>{inline(name)}: {_whole_or_cut(_in_words(value))}</li>"
                            for name, value in call.arguments.items()) + "</ul>"


def _in_words(value: object) -> str:
    if isinstance(value, str):
        return value
    try:
        return dump(value)
    except (TypeError, ValueError):  # of a type that the schema made, such as a date
        return str(value)


def _whole_or_cut(text: str) -> str:
    text = visible(text)
    shown = cut(folded(text))
    if shown == text:
        return _lines(text)
    as_much = "as much as can be shown" if is_cut(text) else "all of it"
    return (f"{_lines(shown)}\n<details><summary>Show {as_much} ({len(text):,} characters)"
            f"</summary>{_lines(text)}</details>")


def _lines(text: str) -> str:
    """Lines as they stand, each in its own direction; those of a diff marked as such."""
    head, hunk, changes = text.partition("\n@@ ")  # what names the files is no change of them
    marked = [(line, "") for line in head.split("\n")]
    kinds = {"+": " sb-added", "-": " sb-removed"}
    if hunk:
        marked += [(line, kinds.get(line[:1], "")) for line in f"@@ {changes}".split("\n")]
    return '<pre class="sb-lines" dir="ltr">' + "".join(  # the style makes a block of each line
        f'<span class="sb-line{kind}">{html.escape(line)}\n</span>'
        for line, kind in marked) + "</pre>"
