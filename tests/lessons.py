"""The stored lessons as the tests see them: a lesson that a person worked in is theirs.

On the machine of a learner such a lesson is skipped with the reason "yours, skipped"; with CI=1
it is a failure (tests/test_editions.py), and all of its tests run.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest

from studybuddy.workbook import editions
from studybuddy.workbook.source import Source, SourceError, read_source, source_files

ROOT = Path(__file__).resolve().parent.parent
STRICT = os.environ.get("CI", "").lower() not in ("", "0", "false")
REASON = "yours, skipped"

SOURCES = source_files(ROOT)
EDITIONS = editions.editions(ROOT)  # (notebook, source, edition)
NOTEBOOKS = [notebook for notebook, _, _ in EDITIONS if notebook.is_file()]


def name(path: Path) -> str:
    """A short name for a parametrised test: solutions/01_safe_calculator."""
    return path.relative_to(ROOT / "notebooks").with_suffix("").as_posix()


@cache
def source(path: Path) -> Source:
    """A lesson's source, read once."""
    return read_source(path)


@cache
def state(notebook: Path) -> str:
    """One of the states of studybuddy.workbook.editions; "as built" when its source is broken,
    which a test of its own reports."""
    for path, lesson, edition in EDITIONS:
        if path == notebook:
            try:
                return editions.state(path, source(lesson), edition)
            except SourceError:
                return editions.AS_BUILT
    return editions.YOURS  # a notebook that no source makes: somebody's own


def is_skipped(notebook: Path) -> bool:
    """Whether tests leave this notebook alone on this machine."""
    return not STRICT and state(notebook) == editions.YOURS


def load(notebook: Path) -> dict:
    """A stored notebook as plain data; skips the test where it is a person's own."""
    if not notebook.is_file():
        pytest.fail(f"{notebook.name} is missing: run studybuddy build")
    if is_skipped(notebook):
        pytest.skip(REASON)
    return json.loads(notebook.read_text(encoding="utf-8"))
