"""What holding a program costs: `sandbox.run` beside a bare `subprocess.run` of the same program.

    python benchmarks/sandbox.py

Whole runs of an almost empty program, in turn, in one process. Prints the median processor time
of each, of the child and of this process together, the difference and the ratio. The limit is
8 ms of difference; the exit code is 1 above it. Needs POSIX, where a child's time can be told.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

# With compiled files, as an installed package has them: a variable may have forbidden them.
sys.dont_write_bytecode = False
from studybuddy import sandbox  # noqa: E402

LIMIT = 8.0  # ms
ROUNDS = 61
PROGRAM = "print(3 + 7 * 2)\n"


def seconds() -> float:
    """Processor time of this process and of its children that have ended."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in spent)


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "main.py").write_text(PROGRAM, encoding="utf-8")

        def bare() -> str:
            return subprocess.run([sys.executable, "main.py"], cwd=folder, capture_output=True,
                                  text=True, timeout=30).stdout

        def held() -> str:
            return sandbox.run(folder, "main.py").stdout

        times: dict = {bare: [], held: []}
        for one in times:
            assert one() == "17\n"
        for _ in range(ROUNDS):
            for one, values in times.items():
                begin = seconds()
                one()
                values.append((seconds() - begin) * 1000)
        layers = sandbox.run(folder, "main.py").held
    plain, ours = (statistics.median(values) for values in times.values())
    print(f"held by     {', '.join(layers)}")
    print(f"bare run    {plain:6.1f} ms of processor time")
    print(f"sandbox.run {ours:6.1f} ms, ratio {ours / plain:.2f}, "
          f"{ours - plain:.1f} ms more, limit {LIMIT}")
    return ours - plain > LIMIT


if __name__ == "__main__":
    sys.exit(main())
