"""RESULTS.md: written from a run, and read back by its test."""

from __future__ import annotations

import datetime
import os
import platform
import re

from benchmarks import measure as by
from benchmarks.measure import Metric, Pair, Results

PAGE = by.ROOT / "benchmarks" / "RESULTS.md"
HEAD = "| metric | ours / peer | ratio |\n|---|---|---|"
TEXT = """# Benchmarks

Written by `python -m benchmarks`, never by hand.

{date}; {system}, {cores} cores, Python {python}; studybuddy {version}; {peers}.

Both sides are measured in turns within one run. Where no wall time is named, a time is the median
of processor time. In "loop" and "schema" each peer works through its public call, with a scripted
model of its own kind. A ratio is ours / peer: of a time, below 1 is quicker than the peer; of the
quality of a search, above 1 is better. "(outside)" marks a bound that does not hold.

"""
_NUMBER = r"(inf|[\d,]+(?:\.\d+)?)"
_PAIR = re.compile(rf"{_NUMBER}([^/]*) / {_NUMBER}(.*)")
_RATIO = re.compile(rf"{_NUMBER}( \(outside\))?")


def table(metrics: tuple[Metric, ...], results: Results) -> str:
    """The table in Markdown, a row for each metric."""
    return "\n".join([HEAD, *(by.row(metric, results[metric.name]) for metric in metrics)])


def write(metrics: tuple[Metric, ...], results: Results, versions: dict[str, str]) -> None:
    """Write RESULTS.md anew."""
    from studybuddy import __version__

    peers = ", ".join(f"{name} {version}" for name, version in versions.items())
    page = TEXT.format(date=datetime.date.today().isoformat(), version=__version__,
                       system=f"{platform.system()} {platform.machine()}", cores=os.cpu_count(),
                       python=platform.python_version(), peers=peers or "no peers installed")
    PAGE.write_text(page + table(metrics, results) + "\n", encoding="utf-8")


def read(text: str) -> dict[str, tuple[Pair, float] | str]:
    """The rows of a page: the first cell, and the pair and ratio as printed, or the reason.

    Raises ValueError for a row that is neither.
    """
    rows = {}
    for line in text.partition(HEAD)[2].strip().splitlines():
        cells = line.strip("|").split("|")
        if len(cells) != 3:
            raise ValueError(f"Not three cells: {line}")
        label, values, ratio = (cell.strip() for cell in cells)
        if label in rows:
            raise ValueError(f"Twice: {label}")
        pair, quotient = _PAIR.fullmatch(values), _RATIO.fullmatch(ratio)
        if pair and quotient and pair[2] == pair[4]:
            ours, peer, value = (float(part.replace(",", ""))
                                 for part in (pair[1], pair[3], quotient[1]))
            rows[label] = Pair(ours, peer, pair[2].strip()), value
        elif re.fullmatch(r"not measured: .+", values) and not ratio:
            rows[label] = values
        else:
            raise ValueError(f"Neither a pair nor a reason: {line}")
    return rows
