"""The process in which targets are fuzzed, one after the other:

    python -m tests.fuzz.child TARGET,... SEED SECONDS FOLDER [VALUES]

Each for SECONDS, in batches of VALUES (as many as the target says, without it). Prints the number
of values that were tried. Ends with a traceback, the value and its seed at the first one that is
not handled, and is ended by the watch at one that hangs.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path

MEMORY = 8 << 30  # bytes of address space: a value that eats more ends in MemoryError


def main(names: str, start: int, seconds: float, folder: Path, values: int = 0) -> None:
    _bound_memory()
    warnings.simplefilter("ignore")
    for name in names.split(","):
        place = folder / name
        place.mkdir()
        print(name, fuzz(name, start, seconds, place, values), flush=True)


def fuzz(name: str, start: int, seconds: float, folder: Path, values: int = 0) -> int:
    """The number of values that were tried, until the time was over."""
    from hypothesis import HealthCheck, Phase, given, seed, settings

    from tests.fuzz.targets import TARGETS
    from tests.fuzz.watch import Watch

    target = TARGETS[name](folder)
    watch = Watch(folder.parent / "value", target.seconds)
    end = time.monotonic() + seconds  # from here on: what the SDKs take to be imported is not it

    def tried(value) -> None:
        with watch.trying(value):
            target.check(value)

    for value in target.known:
        tried(value)
    number = start
    while True:
        test = seed(number)(settings(
            max_examples=values or target.batch, deadline=None, database=None, print_blob=False,
            phases=(Phase.generate, Phase.shrink), suppress_health_check=list(HealthCheck),
        )(given(target.strategy())(tried)))
        try:
            test()
        except BaseException:
            print(f"{name}: failed with seed {number} after {watch.tried} values", file=sys.stderr)
            raise
        number += 1
        if time.monotonic() > end:
            return watch.tried


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), Path(sys.argv[4]),
         *map(int, sys.argv[5:]))
    os._exit(0)  # threads of abandoned requests are not waited for
