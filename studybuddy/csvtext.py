"""Rows as CSV that a spreadsheet shows and never runs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from studybuddy.showing import visible

# What a spreadsheet takes for the beginning of a formula, in the wide forms too; after
# https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """`columns` as the first line, then `rows`, as RFC 4180 has it (lines end in CR LF).

    A text that a spreadsheet would run as a formula gets an apostrophe in front; hidden characters
    are shown by code point. None is an empty cell, True and False are yes and no.
    """
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return lines.getvalue()


def _cell(value: object) -> object:
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    if not isinstance(value, str):
        return value
    text = visible(value)
    return "'" + text if text.lstrip(" ").startswith(_FORMULA) else text
