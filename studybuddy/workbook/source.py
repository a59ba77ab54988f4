"""A lesson's source: one Python file in percent format, read into cells.

The format is Jupytext's (https://jupytext.readthedocs.io/en/latest/formats-scripts.html), as
much of it as the lessons use: `# %%` begins a code cell and `# %% [markdown]` a text cell whose
lines begin with `#`; both may be followed by metadata as `key=JSON`. Jupytext itself is not
used because it installs an extension into the JupyterLab of every learner; a test compares this
reader with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_MARKER = re.compile(r"# %%(?!%)[ \t]*(?:\[(\w+)\])?[ \t]*(.*)")
_KEY = re.compile(r"\s*([A-Za-z_][\w-]*)=")
_NAME = re.compile(r"(\d\d)_[a-z0-9_]+")


class SourceError(ValueError):
    """A source file that cannot be read or breaks a rule; the text names the file and the line."""


@dataclass(frozen=True)
class SourceCell:
    """One cell as it was written: `kind` is "code" or "markdown", `line` its marker's line (1…)."""

    kind: str
    text: str
    metadata: dict = field(default_factory=dict)
    line: int = 1


@dataclass(frozen=True)
class Source:
    """A lesson: `name` such as "01_safe_calculator", `number` such as "01", and its cells."""

    name: str
    number: str
    cells: tuple[SourceCell, ...]

    def error(self, cell: SourceCell, text: str) -> str:
        """`text` with the place of the cell in front."""
        return f"{self.name}.py, line {cell.line}: {text}"


def source_files(root: Path) -> list[Path]:
    """The lessons' sources of the project in `root`, in the order of their numbers."""
    return sorted(path for path in (root / "notebooks" / "source").glob("*.py")
                  if _NAME.fullmatch(path.stem))


def read_source(path: Path) -> Source:
    """Read one lesson. Raises SourceError."""
    match = _NAME.fullmatch(path.stem)
    if not match:
        raise SourceError(f"{path.name}: name a lesson like 01_safe_calculator.py.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path.name} cannot be read ({type(error).__name__}).") from None
    return Source(path.stem, match[1], tuple(_cells(path.name, text.splitlines())))


def _cells(name: str, lines: list[str]) -> Iterator[SourceCell]:
    start = _after_header(lines)
    marks = {i: match for i, line in enumerate(lines)
             if i >= start and (match := _MARKER.fullmatch(line))}
    if not marks or "".join(lines[start:min(marks)]).strip():
        raise SourceError(f"{name}, line {start + 1}: a cell begins with a line `# %%`.")
    for (mark, match), end in zip(marks.items(), [*list(marks)[1:], len(lines)], strict=True):
        kind, rest = match.groups()
        if kind not in (None, "markdown"):
            raise SourceError(f"{name}, line {mark + 1}: a cell is code or [markdown], "
                              f"not [{kind}].")
        body = lines[mark + 1:end]
        if kind:
            body = [_uncommented(name, number, line)
                    for number, line in enumerate(body, start=mark + 2)]
        yield SourceCell(kind or "code", "\n".join(body).strip("\n").rstrip(),
                         _metadata(f"{name}, line {mark + 1}", rest), mark + 1)


def _after_header(lines: list[str]) -> int:
    """The index of the first line behind the header between two lines `# ---`, if there is one."""
    if lines and lines[0].rstrip() == "# ---":
        for i, line in enumerate(lines[1:], start=1):
            if line.rstrip() == "# ---":
                return i + 1
    return 0


def _uncommented(name: str, number: int, line: str) -> str:
    if not line.strip():
        return ""
    if line == "#" or line.startswith("# "):
        return line[2:]
    raise SourceError(f"{name}, line {number}: in a [markdown] cell each line begins with `# `.")


def _metadata(where: str, text: str) -> dict:
    """`tags=["small"] claims="none"` as a dictionary."""
    found: dict = {}
    text = text.strip()
    while text:
        key = _KEY.match(text)
        try:
            if key is None:
                raise ValueError
            value, end = json.JSONDecoder().raw_decode(text, key.end())
        except ValueError:
            raise SourceError(f"{where}: after the marker stand pairs such as "
                              'claims="none" or tags=["small"].') from None
        if key[1] in found:
            raise SourceError(f"{where}: {key[1]} is given twice.")
        found[key[1]] = value
        text = text[end:].strip()
    return found
