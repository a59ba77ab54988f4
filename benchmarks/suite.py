"""The stored notebooks by pytest beside `jupyter execute`, and how long all tests take.

    python -m benchmarks.suite

Whole commands, one after the other, in the project's own environment. pytest also compares each
output with the stored one. Wall time here, as a person waits for it; processor time beside it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time

from benchmarks import measure as by
from benchmarks.measure import ROOT, Metric, Pair, Results

LIMIT, PATIENCE = 360, 1080  # seconds: the bound for all tests; when to give up
WALL = Metric("notebooks: wall time of pytest, beside `jupyter execute` of the same ones")
CPU = Metric("notebooks: processor time of pytest, beside `jupyter execute` of the same ones")
ALL = Metric("tests: wall time of README's pytest, beside the bound", at_most=1)
METRICS = (WALL, CPU, ALL)


class Failed(Exception):
    """A command failed: its time says nothing. The text says how."""


def notebooks() -> list[str]:
    """The stored lessons, unfinished and solved."""
    folder = ROOT / "notebooks"
    return [str(path.relative_to(ROOT)) for part in (folder, folder / "solutions")
            for path in sorted(part.glob("[0-9][0-9]_*.ipynb"))]


def timed(command: list[str], **variables: str | None) -> tuple[float, float]:
    """Wall time and processor time of a command, in seconds. Raises Failed."""
    environment = {**os.environ, "CI": "1"} | variables
    begin, spent = time.perf_counter(), by.with_children()
    # A session of its own, so that what it started can be ended with it.
    child = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, stdin=subprocess.DEVNULL, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
        env={name: value for name, value in environment.items() if value is not None},
        start_new_session=True)
    name = " ".join(command[:2])
    try:
        output, _ = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Failed(f"{name} was not finished after {PATIENCE} s") from None
    finally:
        if child.returncode is None:
            end(child)
    if child.returncode:
        print(output[-3000:], file=sys.stderr)
        raise Failed(f"{name} ended with code {child.returncode}")
    return time.perf_counter() - begin, by.with_children() - spent


def end(child: subprocess.Popen) -> None:
    """End a command and its session; first it is asked to, as by Ctrl+C, and cleans up."""
    child.send_signal(signal.SIGINT)
    try:
        child.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


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
