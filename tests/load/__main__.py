"""Put the package under load and show what was measured:

    python -m tests.load [--turns 500]

Ends with 1 when something was lost, mixed up or grew.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.load import agents, kernels, turns


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load")
    parser.add_argument("--turns", type=int, default=500)
    given = parser.parse_args(arguments)
    count = max(2, given.turns // turns.BLOCK) * turns.BLOCK
    bad = 0
    with tempfile.TemporaryDirectory(prefix="studybuddy-load-") as made:
        folder = Path(made)
        ways = {"in memory": lambda: turns.conversation(count),
                "with a run file": lambda: turns.conversation(count, folder / "run.jsonl"),
                "in a chat panel": lambda: turns.in_panel(count)}
        for name, converse in ways.items():
            _, blocks = converse()
            print(f"{count} turns {name}; per turn, in blocks of {turns.BLOCK}:")
            for block in blocks:
                print(f"  {block.milliseconds:7.2f} ms of processor, {block.kept:8,.0f} bytes "
                      f"kept, {block.written:7,.0f} written; largest request {block.sent:,}",
                      flush=True)
            bad += blocks[-1].milliseconds > 2 * blocks[1].milliseconds
            bad += max(block.sent for block in blocks) > turns.most_sent()
        faults = agents.twenty_agents(folder)
        print(f"{agents.AGENTS} agents in threads: {faults or 'nothing was mixed up'}")
        (folder / "kernels").mkdir()
        came = kernels.ten_kernels(folder / "kernels")
        lost = kernels.KERNELS * kernels.NOTED - sum(
            not name.startswith(f"{kernels.KERNELS}-") for name in came["lessons"]["01"]["passed"])
        print(f"{kernels.KERNELS} kernels on one file: {lost} lost, {came['looks']:,} looks at it, "
              f"faults: {came['faults'] or 'none'}")
        bad += len(faults) + lost + len(came["faults"])
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
