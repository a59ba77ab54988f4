"""Fuzz the package for a while, on all targets in turn:

    python -m tests.fuzz --minutes 10 [--seed N] [TARGET ...]

Prints the seed, what was tried, and each failure with its value; ends with 1 when there is one.
A failure is tried again with `--seed N TARGET`, with the number that it shows.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from tests.fuzz.running import fuzz
from tests.fuzz.targets import TARGETS

SLICE = 20.0  # seconds for one target, then it is the next one's turn
STRIDE = 1_000_000  # seeds between two slices, so that no two of them try the same


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    given = parser.parse_args(arguments)
    names = given.targets or list(TARGETS)
    if unknown := [name for name in names if name not in TARGETS]:
        parser.error(f"there is no target {unknown[0]!r}; they are: {', '.join(TARGETS)}")
    print(f"seed {given.seed}", flush=True)
    end, start, failed, tried = time.monotonic() + 60 * given.minutes, given.seed, [], {}
    while names:
        for name in list(names):
            seconds = min(SLICE, end - time.monotonic())
            if seconds <= 0:
                names = []
                break
            found = fuzz([name], start, seconds)
            tried[name] = tried.get(name, 0) + found.tried.get(name, 0)
            if found.failure:
                print(f"\n== {name} FAILED\n{found.failure}\n", flush=True)
                failed.append(name)
                names.remove(name)  # the others go on
        start += STRIDE
    for name, number in tried.items():
        print(f"{name:<16}{number:>10,} values" + ("  FAILED" if name in failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
