"""All benchmarks in one run: prints the table and writes RESULTS.md.

    python -m benchmarks                  in the project's folder, with its own Python; 20 minutes
    python -m benchmarks loop schema      these alone; printed, not written

The exit code is 1 when a bound does not hold.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from benchmarks import measure as by
from benchmarks import peers, results
from benchmarks.measure import Metric, Results

# In the order of the table; True: in the environment of the peers.
BENCHMARKS = {"loop": True, "imports": True, "schema": True, "calculator": True,
              "retrieval": True, "sandbox": False, "clicks": False, "suite": False}
PATIENCE = 4800  # seconds for one of them


def metrics_of(name: str) -> tuple[Metric, ...]:
    return import_module(f"benchmarks.{name}").METRICS


def measured(name: str, python: str) -> Results:
    """What one benchmark gives; where it fails, the reason for each of its metrics.

    Its errors go to the terminal and not into the table: they hold paths of this machine.
    """
    print(f"measuring: {name}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "results.json")
        try:
            done = subprocess.run([python, "-m", f"benchmarks.{name}", "--json", str(path)],
                                  cwd=by.ROOT, timeout=PATIENCE, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return _all(name, f"not finished after {PATIENCE} s")
        if path.exists():
            return by.read(path)
        return _all(name, f"the benchmark failed with code {done.returncode}")


def _all(name: str, why: str) -> Results:
    return {metric.name: why for metric in metrics_of(name)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    chosen = parser.parse_args().names or list(BENCHMARKS)
    if unknown := [name for name in chosen if name not in BENCHMARKS]:
        parser.error(f"no benchmark {unknown[0]!r}: {', '.join(BENCHMARKS)}")
    python = sys.executable
    if any(BENCHMARKS[name] for name in chosen):
        try:
            python = peers.python()
        except peers.InstallError as error:
            # What needs no peer is measured all the same.
            print(f"The peers could not be installed: {error}", file=sys.stderr)
    found: Results = {}
    for name in chosen:
        found |= measured(name, python if BENCHMARKS[name] else sys.executable)
    metrics = tuple(metric for name in chosen for metric in metrics_of(name))
    found = by.checked(metrics, found)
    print(results.table(metrics, found))
    if chosen == list(BENCHMARKS):
        results.write(metrics, found, peers.versions(python))
        print(f"\nwritten: {results.PAGE.relative_to(by.ROOT)}")
    return 1 if by.outside(metrics, found) else 0


if __name__ == "__main__":
    sys.exit(main())
