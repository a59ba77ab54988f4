"""Numbers as bars: one row for each, in the workbook's style, with the same as words."""

from __future__ import annotations

from collections.abc import Mapping

from studybuddy import picture

LONGEST, HIGH, ROW, PAD = 380, 34, 48, 8  # px: the longest bar, a bar, a row, the margin
LETTER = 8.5  # px, about the width of one


def bars(rows: Mapping[str, float], unit: str = "", *, fill: str = picture.SKY) -> picture.Picture:
    """One bar for each label and its number (0 or more), in order.

    `unit` stands behind each number, such as "tokens". Numbers are shown as they are given, so
    round them before. Raises ValueError for no rows, or for a number below 0.
    """
    if not rows or any(not number >= 0 for number in rows.values()):
        raise ValueError("Give at least one label, and numbers of 0 or more.")
    told = {label: f"{number:,} {unit}".strip() for label, number in rows.items()}
    alt = "Bars. " + " ".join(f"{label}: {words}." for label, words in told.items())
    left = 2 * PAD + max(len(label) for label in rows) * LETTER + 16
    scale = LONGEST / (max(rows.values()) or 1)
    parts = []
    for place, (label, number) in enumerate(rows.items()):
        y = PAD + place * ROW
        width, length = len(told[label]) * LETTER + 16, number * scale
        parts.append(picture.pill((left - PAD) / 2, y + HIGH / 2, label))
        if length >= 1:
            parts.append(picture.box(left, y, length, HIGH, fill, radius=4))
        parts.append(picture.pill(left + length + PAD + width / 2, y + HIGH / 2, told[label]))
    widest = max(number * scale + len(told[label]) * LETTER for label, number in rows.items())
    svg = picture.document(left + widest + 3 * PAD + 16, 2 * PAD + len(rows) * ROW - (ROW - HIGH),
                           alt, parts)
    column = max(len(label) for label in rows)
    digits = max(len(words) for words in told.values())
    return picture.Picture(svg, alt, "\n".join(
        f"{label:<{column}}  {words:>{digits}}" for label, words in told.items()))
