"""What an import costs, beside starting bare Python and beside importing a peer.

    python -m benchmarks.imports

Whole processes, in turns. The cost of a line is the processor time of its process less that of a
bare one. The bounds beside bare Python are of this cost over the bare start.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

from benchmarks import measure as by
from benchmarks.measure import ROOT, Metric, Pair, Results

ROUNDS = 11
BARE = "pass"
CALCULATOR = "from studybuddy import calculator"
AGENT = "from studybuddy import Agent"
ASKS = ("from studybuddy import Agent, ScriptedModel, calculator\n"
        "Agent([calculator], model=ScriptedModel(['hello'])).ask('hello')")
BARE_METRICS = {
    CALCULATOR: Metric(f"import: `{CALCULATOR}`, beside the start of bare Python", at_most=0.5),
    AGENT: Metric(f"import: `{AGENT}`, beside the start of bare Python", at_most=2),
    ASKS: Metric("import: an agent and its first answer, beside the start of bare Python",
                 at_most=8),
}
PEERS = {  # line of a peer: our line that does the same
    "from simpleeval import simple_eval": CALCULATOR,
    "from asteval import Interpreter": CALCULATOR,
    "import llm": AGENT,
    "from agents import Agent, Runner": AGENT,
    "from smolagents import ToolCallingAgent": AGENT,
    "from pydantic_ai import Agent": AGENT,
}
PEER_METRICS = {line: Metric(f"import: `{ours}`, beside `{line}`", at_most=1)
                for line, ours in PEERS.items()}
METRICS = (*BARE_METRICS.values(), *PEER_METRICS.values())

# With compiled files, as an installed package has them: this variable would forbid them.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name != "PYTHONDONTWRITEBYTECODE"}


def start(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, env=ENVIRONMENT, cwd=ROOT)


def measure() -> Results:
    if not by.child_times_are_told():
        return {metric.name: by.NOT_TOLD for metric in METRICS}
    there = {line: importlib.util.find_spec(line.split()[1]) is not None for line in PEERS}
    lines = [BARE, *BARE_METRICS, *(line for line in PEERS if there[line])]
    times = by.medians({line: (lambda line=line: start(line)) for line in lines},
                       rounds=ROUNDS, batch=0, clock=by.with_children)
    bare = times[BARE] * 1e3
    more = {line: value * 1e3 - bare for line, value in times.items()}
    results: Results = {metric.name: Pair(more[line], bare, "ms")
                        for line, metric in BARE_METRICS.items()}
    for line, metric in PEER_METRICS.items():
        results[metric.name] = (Pair(more[PEERS[line]], more[line], "ms") if there[line]
                                else f"{line.split()[1]} is not installed")
    return results


if __name__ == "__main__":
    raise SystemExit(by.main(METRICS, measure))
