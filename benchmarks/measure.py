"""How everything here is measured: in turns, within one run, as medians of processor time.

A busy machine slows both sides alike, and what counts is the ratio. A benchmark is a module with
`METRICS`, the rows that it knows, and `measure()`, which gives a value or a reason for each.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Metric(NamedTuple):
    """A row of the table: what is compared, and the bounds of ours / peer, if it has any."""

    name: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def label(self) -> str:
        """The first cell of the row."""
        bounds = [(" at most ", self.at_most), (" at least ", self.at_least)]
        return self.name + "".join(f",{word}{bound:g}" for word, bound in bounds
                                   if bound is not None)

    def holds(self, ratio: float) -> bool:
        return ((self.at_most is None or ratio <= self.at_most)
                and (self.at_least is None or ratio >= self.at_least))


class Pair(NamedTuple):
    """What was measured: ours and the peer's in one unit, such as "us" or "of 20"."""

    ours: float
    peer: float
    unit: str = ""

    @property
    def ratio(self) -> float:
        """ours / peer; two zeros are equal, and above a zero there is no bound."""
        if self.peer:
            return self.ours / self.peer
        return math.inf if self.ours else 1.0


Results = dict[str, Pair | str]  # metric's name: a pair, or why there is none


def medians(functions: Mapping[str, Callable[[], object]], *, rounds: int = 41,
            batch: float = 0.01, clock: Callable[[], float] = time.process_time,
            ) -> dict[str, float]:
    """Seconds that one call of each function takes: the median of `rounds` turns.

    In a turn each function is called until about `batch` seconds are over, how often being found
    out once beforehand; 0 means one call. `clock` counts seconds.
    """
    counts = {name: _calls_in(function, batch, clock) for name, function in functions.items()}
    times: dict[str, list[float]] = {name: [] for name in functions}
    # What is loaded by now is swept no more: else each side would pay for the other's modules.
    gc.collect()
    gc.freeze()
    try:
        for _ in range(rounds):
            for name, function in functions.items():
                gc.collect()
                begin = clock()
                for _ in range(counts[name]):
                    function()
                times[name].append((clock() - begin) / counts[name])
    finally:
        gc.unfreeze()
    return {name: statistics.median(values) for name, values in times.items()}


def _calls_in(function: Callable[[], object], seconds: float, clock: Callable[[], float]) -> int:
    function()  # the first call loads and fills what later ones find
    begin = clock()
    function()
    once = max(clock() - begin, 1e-7)
    return max(1, round(seconds / once))


def child_times_are_told() -> bool:
    """Whether this system tells the processor time of children that ended (POSIX does)."""
    return sys.platform != "win32"


NOT_TOLD = "this system does not tell a child's processor time"


def with_children() -> float:
    """Seconds of processor time of this process and of its children that have ended."""
    import resource  # POSIX alone

    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in spent)


def against(ours: str, times: Mapping[str, float], names: Mapping[str, str], *, scale: float,
            unit: str) -> Results:
    """The pairs of `times[ours]` with each peer in `times`. `names` maps a peer to its metric;
    `scale` turns seconds into `unit`."""
    return {metric: Pair(times[ours] * scale, times[peer] * scale, unit)
            for peer, metric in names.items() if peer in times}


def built(builders: Mapping[str, Callable[[], Callable]]) -> tuple[dict[str, Callable],
                                                                   dict[str, str]]:
    """What each builder gives, and for each peer that is not installed the reason."""
    made, missing = {}, {}
    for name, build in builders.items():
        try:
            made[name] = build()
        except ModuleNotFoundError as error:
            missing[name] = f"{error.name} is not installed"
    return made, missing


def number(value: float) -> str:
    """A number with three digits that count, such as 1,230, 45.6 or 0.00789."""
    if not math.isfinite(value) or value == int(value):
        return f"{value:,.0f}"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}"


def holds(metric: Metric, pair: Pair) -> bool:
    """Whether the ratio, as it is printed, is within the bounds."""
    return metric.holds(float(number(pair.ratio).replace(",", "")))


def row(metric: Metric, result: Pair | str) -> str:
    """The line of the table; a bound that does not hold is said."""
    if isinstance(result, str):
        return f"| {metric.label} | not measured: {' '.join(result.split())} | |"
    unit = f" {result.unit}" if result.unit else ""
    values = f"{number(result.ours)}{unit} / {number(result.peer)}{unit}"
    over = "" if holds(metric, result) else " (outside)"
    return f"| {metric.label} | {values} | {number(result.ratio)}{over} |"


def checked(metrics: tuple[Metric, ...], results: Results) -> Results:
    """The results in the order of the metrics, each of them there and none beside them."""
    names = [metric.name for metric in metrics]
    assert set(results) <= set(names), set(results) - set(names)
    return {name: results.get(name, "the benchmark gave no value") for name in names}


def outside(metrics: tuple[Metric, ...], results: Results) -> list[str]:
    """The names of the metrics whose bound does not hold."""
    return [metric.name for metric in metrics
            if isinstance(pair := results[metric.name], Pair) and not holds(metric, pair)]


def main(metrics: tuple[Metric, ...], measure: Callable[[], Results]) -> int:
    """The command of one benchmark: measure, print the rows; 1 when a bound does not hold."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", type=Path, help="write the results here, for the whole table")
    options = parser.parse_args()
    results = checked(metrics, measure())
    if options.json:
        options.json.write_text(json.dumps(results), encoding="utf-8")
    else:
        print("\n".join(row(metric, results[metric.name]) for metric in metrics))
    return 1 if outside(metrics, results) else 0


def read(path: Path) -> Results:
    """Results that `main` wrote."""
    return {name: value if isinstance(value, str) else Pair(*value)
            for name, value in json.loads(path.read_text(encoding="utf-8")).items()}


def run(command: list[str], *, seconds: float, **options) -> subprocess.CompletedProcess:
    """A child in the project's folder; what it prints is kept. Raises TimeoutExpired."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                          errors="replace", timeout=seconds, stdin=subprocess.DEVNULL, **options)
