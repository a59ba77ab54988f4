"""The calculator beside simpleeval and asteval, and what hostile inputs do to each.

    python -m benchmarks.calculator

A hostile input runs in a process of its own. It is well met when a number or an error comes back;
it is not when nothing comes within 8 seconds or the process dies.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from benchmarks import measure as by
from benchmarks.measure import ROOT, Metric, Pair, Results

EXPRESSION = "(8.2*20 + 9.1*22) / 42"
HOSTILE = (
    "9**9**9", "9**9**9**9", "(9**9)**(9**9)", "(-9)**-(9**9)", "10**10**10 % 7",
    "99999**99999 * 99999**99999", "1 << 10**12", "(1 << 10**6) ** 999", "2**3000000 % 3**2000000",
    "1" + "+1" * 100_000, "(" * 50_000 + "1" + ")" * 50_000, "-" * 100_000 + "1", "7" * 1_000_000,
    "'a' * 10**10", "[0] * 10**10", "'%99999999999d' % 1", "sum(range(10**11))",
    "[x for x in range(10**11)]", "max(range(10**11))", "while True: pass",
)
WAIT = 8  # seconds
MEMORY = 4 << 30  # bytes a child may have, where the system can hold it to that
CHILD = f"""
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
except (ImportError, ValueError):
    pass
from benchmarks import calculator
evaluate = calculator.BUILDERS[sys.argv[1]]()
text = calculator.HOSTILE[int(sys.argv[2])]
print("begins", flush=True)
try:
    evaluate(text)
except Exception:
    pass
print("came back", flush=True)
"""
PEERS = ("simpleeval", "asteval")
TIME = {peer: f"calculator: one expression, beside {peer}" for peer in PEERS}
HUNG = {peer: f"calculator: hostile inputs without an answer within {WAIT} s, beside {peer}"
        for peer in PEERS}
METRICS = (Metric(TIME["simpleeval"], at_most=0.75), Metric(TIME["asteval"], at_most=1),
           *(Metric(name, at_most=1) for name in HUNG.values()))


def ours() -> Callable[[str], object]:
    from studybuddy import calculator

    return calculator


def simpleeval() -> Callable[[str], object]:
    from simpleeval import simple_eval

    return simple_eval


def asteval() -> Callable[[str], object]:
    from asteval import Interpreter

    return Interpreter()


BUILDERS = {"ours": ours, "simpleeval": simpleeval, "asteval": asteval}


def unanswered(name: str) -> int:
    """How many hostile inputs gave neither a number nor an error."""
    return sum(not comes_back(name, number) for number in range(len(HOSTILE)))


def comes_back(name: str, number: int) -> bool:
    # Unbuffered: the first line is read, and not a byte beyond it.
    child = subprocess.Popen([sys.executable, "-c", CHILD, name, str(number)], cwd=ROOT, bufsize=0,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        # Only what happens after the imports counts.
        assert child.stdout.readline().strip() == b"begins", (name, number)
        return b"came back" in child.communicate(timeout=WAIT)[0]
    except subprocess.TimeoutExpired:
        return False
    finally:
        child.kill()
        child.communicate()


def measure() -> Results:
    calculators, missing = by.built(BUILDERS)
    assert calculators["ours"](EXPRESSION)["result"] == 8.67142857142857
    for name in calculators.keys() - {"ours"}:
        assert abs(calculators[name](EXPRESSION) - 8.67142857142857) < 1e-12, name
    times = by.medians({name: (lambda evaluate=evaluate: evaluate(EXPRESSION))
                        for name, evaluate in calculators.items()}, rounds=101)
    results = by.against("ours", times, TIME, scale=1e6, unit="us")
    hung = {name: unanswered(name) for name in calculators}
    for peer, metric in HUNG.items():
        if peer in hung:
            results[metric] = Pair(hung["ours"], hung[peer], f"of {len(HOSTILE)}")
    return results | {names[peer]: why for peer, why in missing.items() for names in (TIME, HUNG)}


if __name__ == "__main__":
    raise SystemExit(by.main(METRICS, measure))
