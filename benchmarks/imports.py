"""What an import costs, against starting bare Python.

    python benchmarks/imports.py

Whole processes, in turn, in one run. The cost of a line is its process less the bare one; the
ratio is this cost over the bare start. The limits stand in the table; the exit code is 1 above
one of them.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

ROUNDS = 31
BARE = "pass"
LINES = {  # line of code: limit
    "from studybuddy import calculator": 0.5,
    "from studybuddy import Agent": 2.0,
    "from studybuddy import Agent, ScriptedModel, calculator\n"
    "Agent([calculator], model=ScriptedModel(['hello'])).ask('hello')": 8.0,
}


# With compiled files, as an installed package has them: this variable would forbid them.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(code: str) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=ENVIRONMENT)
    return time.perf_counter() - begin


def main() -> int:
    times: dict[str, list[float]] = {code: [] for code in (BARE, *LINES)}
    for code in times:
        seconds(code)  # compiled files and the disk's cache, not counted
    for _ in range(ROUNDS):
        for code, values in times.items():
            values.append(seconds(code))
    bare = statistics.median(times[BARE])
    print(f"bare Python {bare * 1000:6.1f} ms")
    over = False
    for code, limit in LINES.items():
        extra = statistics.median(times[code]) - bare
        print(f"{extra * 1000:6.1f} ms more, ratio {extra / bare:5.2f}, limit {limit}: "
              + code.replace("\n", "; "))
        over = over or extra / bare > limit
    return over


if __name__ == "__main__":
    sys.exit(main())
