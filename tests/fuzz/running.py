"""Targets in a process of their own, so that a hang or a crash of native code is a finding too."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from studybuddy.workbook.execute import isolated

ROOT = Path(__file__).parents[2]
SHRINKING = 400.0  # seconds more that a failure may take to become a small one
SHOWN = 3_000  # characters of a value and of a report


class Found(NamedTuple):
    """How many values of each target were tried, and the report of a failure, or ""."""

    tried: dict[str, int]
    failure: str


def fuzz(names: list[str], seed: int, seconds: float, values: int = 0,
         hurt: str = "") -> Found:
    """Fuzz these targets, each for about `seconds`, in batches of `values` (0: its own number).

    `hurt` is code that runs in the process first, such as one that puts a fault in."""
    with tempfile.TemporaryDirectory(prefix="studybuddy-fuzz-", ignore_cleanup_errors=True) as made:
        folder = Path(made).resolve()
        (folder / "here").mkdir()
        changes = {**isolated(made), "STUDYBUDDY_TODAY": "2026-11-29", "HOME": made,
                   "PYTHONPATH": str(ROOT), "TMPDIR": made}
        environ = {key: value for key, value in {**os.environ, **changes}.items()
                   if value is not None}
        arguments = [",".join(names), str(seed), str(seconds), made, str(values)]
        command = [sys.executable, "-m", "tests.fuzz.child", *arguments]
        if hurt:
            command[1:3] = ["-c", f"{hurt}\nimport runpy, sys\nsys.argv.pop(1)\n"
                            "runpy.run_module('tests.fuzz.child', run_name='__main__')", "-"]
        try:
            done = subprocess.run(
                command, cwd=folder / "here", env=environ, capture_output=True, text=True,
                errors="replace", timeout=seconds * len(names) + SHRINKING)
        except subprocess.TimeoutExpired as error:
            return Found({}, _report(folder, seed, "it did not end", error.stderr))
        words = done.stdout.split()
        tried = dict(zip(words[::2], map(int, words[1::2]), strict=False))
        if done.returncode:
            return Found(tried, _report(folder, seed, f"exit {done.returncode}", done.stderr))
        return Found(tried, "")


def _report(folder: Path, seed: int, how: str, said: str | bytes | None) -> str:
    said = said.decode("utf-8", "replace") if isinstance(said, bytes) else said or ""
    try:
        value = (folder / "value").read_text(encoding="utf-8")
    except OSError:
        value = "(none yet)"
    return (f"{how}; seed of the slice: {seed}\nlast value: {_cut(value)}\n"
            f"{said[-SHOWN:]}")


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text):,} characters)"
