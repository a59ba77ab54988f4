"""The calculator against simpleeval, side by side: python benchmarks/calculator.py

Both work on one expression in turns within one run, so that a busy machine slows both alike; what
counts is the ratio of the medians. Exit code 1 when it is above the limit.
"""

from statistics import median
from time import perf_counter

from simpleeval import simple_eval

from studybuddy.tools.calculator import calculator

EXPRESSION = "(8.2*20 + 9.1*22) / 42"
LIMIT = 0.75
ROUNDS, CALLS = 200, 100


def seconds(function) -> float:
    """The time of one call, as the mean of a batch."""
    start = perf_counter()
    for _ in range(CALLS):
        function(EXPRESSION)
    return (perf_counter() - start) / CALLS


def main() -> int:
    assert abs(calculator(EXPRESSION)["result"] - simple_eval(EXPRESSION)) < 1e-12
    seconds(calculator), seconds(simple_eval)  # a first batch to warm up
    pairs = [(seconds(calculator), seconds(simple_eval)) for _ in range(ROUNDS)]
    ours, theirs = (median(times) for times in zip(*pairs, strict=True))
    print(f"calculator   {ours * 1e6:6.2f} microseconds a call")
    print(f"simple_eval  {theirs * 1e6:6.2f} microseconds a call")
    print(f"ratio        {ours / theirs:6.2f} (limit {LIMIT})")
    return int(ours / theirs > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())
