"""benchmarks/RESULTS.md has a row for each metric that the command knows, and can be read back.

Nothing is timed here: the figures are those of the command's last run.
"""

import re
from importlib import import_module

import pytest

from benchmarks import measure, peers, results
from benchmarks.__main__ import BENCHMARKS, metrics_of
from benchmarks.measure import Metric, Pair

METRICS = [metric for name in BENCHMARKS for metric in metrics_of(name)]
PAGE = results.PAGE.read_text(encoding="utf-8")


def test_a_row_for_each_metric_in_its_order():
    assert list(results.read(PAGE)) == [metric.label for metric in METRICS]


def test_each_ratio_is_that_of_its_pair():
    pairs = {label: row for label, row in results.read(PAGE).items() if not isinstance(row, str)}
    assert pairs
    for label, (pair, ratio) in pairs.items():
        assert ratio == pytest.approx(pair.ratio, rel=0.02), label


def test_a_bound_that_does_not_hold_is_said():
    lines = {line.split(" | ")[0].strip("| "): line for line in PAGE.splitlines()}
    rows = results.read(PAGE)
    for metric in METRICS:
        if not isinstance(row := rows[metric.label], str):
            assert ("(outside)" in lines[metric.label]) != metric.holds(row[1]), metric


def test_the_page_names_its_day_and_each_peer_with_its_version():
    assert re.search(r"^\d{4}-\d\d-\d\d; .+ cores, Python 3\.\d+", PAGE, re.MULTILINE)
    assert peers.names()
    for name in peers.names():
        assert re.search(rf"\b{re.escape(name)} \d", PAGE), name


def test_the_package_stands_on_the_same_versions_there():
    """What the pins share with the project's own are the same ones."""
    theirs, ours = (set(re.findall(r"^[\w.-]+==.+$", path.read_text(encoding="utf-8"), re.M))
                    for path in (peers.REQUIREMENTS, measure.ROOT / "requirements.txt"))
    base = {line for line in theirs if line.partition("==")[0] not in peers.names()}
    assert base and base <= ours


def test_every_benchmark_is_part_of_the_command():
    helpers = {"__init__", "__main__", "measure", "peers", "results"}
    files = {path.stem for path in results.PAGE.parent.glob("*.py")}
    assert files - helpers == set(BENCHMARKS)
    for name in BENCHMARKS:
        assert callable(import_module(f"benchmarks.{name}").measure)


def test_rows_are_read_back_as_they_are_written():
    metrics = (Metric("plain"), Metric("bound", at_most=0.5), Metric("least", at_least=1),
               Metric("gone"), Metric("beyond"))
    found = {"plain": Pair(1234.5, 0.004567, "us"), "bound": Pair(3, 4, "of 20"),
             "least": Pair(0, 0), "gone": "no Chromium\nhere", "beyond": Pair(2, 0)}
    rows = results.read(results.table(metrics, found))
    assert rows["plain"] == (Pair(1234, 0.00457, "us"), 270309)
    assert rows["bound, at most 0.5"] == (Pair(3, 4, "of 20"), 0.75)
    assert rows["least, at least 1"] == (Pair(0, 0), 1)
    assert rows["gone"] == "not measured: no Chromium here"
    assert rows["beyond"][1] == float("inf")
    assert measure.outside(metrics, found) == ["bound"]
    assert results.table(metrics, found).count("(outside)") == 1


@pytest.mark.parametrize("line", ["| a | 1 / 2 |", "| a | fast | 0.5 |", "| a | 1 ms / 2 s | 0.5 |",
                                  "| a | not measured: | |", "| a | 1 / 2 | |"])
def test_a_row_that_says_nothing_is_refused(line):
    with pytest.raises(ValueError):
        results.read(f"{results.HEAD}\n{line}\n")


def test_the_sides_are_measured_in_turns_and_by_the_call():
    """On a clock that counts work: each side's median is what one call of it costs."""
    spent, order = [0.0], []

    def work(name, *costs):
        left = iter(costs)

        def function():
            order.append(name)
            spent[0] += next(left, costs[-1])
        return function

    # The first calls are dearer: they load things. One turn is disturbed.
    functions = {"quick": work("quick", 9, 1, 1, 1, 50, 1), "slow": work("slow", 9, 4)}
    times = measure.medians(functions, rounds=5, batch=0, clock=lambda: spent[0])
    assert times == {"quick": 1, "slow": 4}
    assert order == ["quick"] * 2 + ["slow"] * 2 + ["quick", "slow"] * 5
    assert measure.medians({"one": work("one", 2)}, rounds=3, batch=8,
                           clock=lambda: spent[0]) == {"one": 2}
    assert order.count("one") == 2 + 3 * 4
