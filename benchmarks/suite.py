"""The stored notebooks by pytest beside `jupyter execute`, and how long all tests take.

    python -m benchmarks.suite

Whole commands, one after the other, in the project's own environment. pytest also compares each
output with the stored one. Wall time here, as a person waits for it; processor time beside it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

from benchmarks import measure as by
from benchmarks.measure import ROOT, Metric, Pair, Results

LIMIT, PATIENCE = 360, 1800  # seconds: the bound for all tests; when to give up
WALL = Metric("notebooks: wall time of pytest, beside `jupyter execute` of the same ones")
CPU = Metric("notebooks: processor time of pytest, beside `jupyter execute` of the same ones")
ALL = Metric("tests: wall time of README's pytest, beside the bound", at_most=1)
METRICS = (WALL, CPU, ALL)


class Failed(Exception):
    """A command failed: its time says nothing. The text is its end."""


def notebooks() -> list[str]:
    """The stored lessons, unfinished and solved."""
    folder = ROOT / "notebooks"
    return [str(path.relative_to(ROOT)) for part in (folder, folder / "solutions")
            for path in sorted(part.glob("[0-9][0-9]_*.ipynb"))]


def timed(command: list[str], **variables: str | None) -> tuple[float, float]:
    """Wall time and processor time of a command, in seconds. Raises Failed."""
    environment = {**os.environ, "CI": "1"} | variables
    begin, spent = time.perf_counter(), by.with_children()
    done = by.run([sys.executable, "-m", *command], seconds=PATIENCE,
                  env={name: value for name, value in environment.items() if value is not None})
    if done.returncode:
        end = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise Failed(f"{' '.join(command[:2])} ended with code {done.returncode}: {end}")
    return time.perf_counter() - begin, by.with_children() - spent


def lessons() -> Results:
    from studybuddy.workbook.execute import isolated

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ours = timed(["pytest", "-q", *notebooks()])
        theirs = timed(["jupyter", "execute", "--timeout=120", *notebooks()], **isolated(folder))
    return {WALL.name: Pair(ours[0], theirs[0], "s"), CPU.name: Pair(ours[1], theirs[1], "s")}


def all_tests() -> Results:
    return {ALL.name: Pair(timed(["pytest", "-q"])[0], LIMIT, "s")}


def measure() -> Results:
    if not by.child_times_are_told():
        return {metric.name: by.NOT_TOLD for metric in METRICS}
    results: Results = {}
    for part, metrics in ((lessons, (WALL, CPU)), (all_tests, (ALL,))):
        try:
            results |= part()
        except Failed as reason:
            results |= {metric.name: str(reason) for metric in metrics}
    return results


if __name__ == "__main__":
    raise SystemExit(by.main(METRICS, measure))
