"""What holding a program costs: `sandbox.run` beside a bare `subprocess.run` of the same program.

    python -m benchmarks.sandbox

Whole runs of an almost empty program, in turns: the processor time of the child and of this
process together.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import measure as by
from benchmarks.measure import Metric, Pair, Results

ROUNDS = 61
LIMIT = 8  # ms
PROGRAM = "print(3 + 7 * 2)\n"
RUN = Metric("sandbox: a run of a small program, beside a bare run")
MORE = Metric("sandbox: what it adds to that run, beside the bound", at_most=1)
METRICS = (RUN, MORE)


def measure() -> Results:
    if not by.child_times_are_told():
        return {metric.name: by.NOT_TOLD for metric in METRICS}
    # With compiled files, as an installed package has them: a variable may have forbidden them.
    sys.dont_write_bytecode = False
    from studybuddy import sandbox

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "main.py").write_text(PROGRAM, encoding="utf-8")

        def bare() -> str:
            return subprocess.run([sys.executable, "main.py"], cwd=folder, capture_output=True,
                                  text=True, timeout=30).stdout

        def held() -> str:
            return sandbox.run(folder, "main.py").stdout

        assert bare() == held() == "17\n"
        times = by.medians({"held": held, "bare": bare}, rounds=ROUNDS, batch=0,
                           clock=by.with_children)
    held_ms, bare_ms = times["held"] * 1e3, times["bare"] * 1e3
    return {RUN.name: Pair(held_ms, bare_ms, "ms"),
            MORE.name: Pair(held_ms - bare_ms, LIMIT, "ms")}


if __name__ == "__main__":
    raise SystemExit(by.main(METRICS, measure))
