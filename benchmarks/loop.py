"""One run with one tool call and an answer: the package's loop beside a plain loop of 40 lines.

    python benchmarks/loop.py

Both run the same tool with an equal script, in turn, in one process. Prints the median CPU time
of each and the ratio. The limit is 5; the exit code is 1 above it. The plain loop checks nothing:
it stands for the least that a loop can cost.
"""

from __future__ import annotations

import json
import statistics
import sys
import time

from studybuddy import Agent, ScriptedModel, calculator
from studybuddy.messages import assistant, call

LIMIT = 5.0
ROUNDS, BATCH = 41, 50
EXPRESSION = "(8.2*20 + 9.1*22) / 42"
SCRIPT = [assistant("", [call("calculator", {"expression": EXPRESSION}, "c1")]), "About 8.67."]


class PlainModel:
    """Says the same two replies, as plain dicts."""

    def __init__(self, script):
        self.script = [item if isinstance(item, dict) else assistant(item) for item in script]

    def __call__(self, messages, tools):
        return self.script[sum(message["role"] == "assistant" for message in messages)]


def plain_loop(question, model, functions, tools, max_steps=20):
    """What a first agent looks like: no checks, no ids, no approval, no limits on a result."""
    messages = [{"role": "user", "content": question}]
    for _ in range(max_steps):
        message = model(messages, tools)
        messages.append(message)
        calls = message.get("tool_calls")
        if not calls:
            return message["content"]
        for entry in calls:
            function = entry["function"]
            arguments = json.loads(function["arguments"])
            result = functions[function["name"]](**arguments)
            messages.append({
                "role": "tool",
                "tool_call_id": entry["id"],
                "content": json.dumps(result),
            })
    return "I could not finish."


def main() -> int:
    agent = Agent([calculator], model=ScriptedModel(SCRIPT))
    tools = agent.registry.schemas()
    model, functions = PlainModel(SCRIPT), {"calculator": calculator}

    def plain() -> str:
        return plain_loop("What is my average?", model, functions, tools)

    def ours() -> str:
        return agent.ask("What is my average?").answer

    assert plain() == ours() == "About 8.67."
    times: dict = {plain: [], ours: []}
    for _ in range(ROUNDS):
        for loop in times:
            begin = time.process_time()
            for _ in range(BATCH):
                loop()
            times[loop].append((time.process_time() - begin) / BATCH * 1e6)
    medians = {loop: statistics.median(values) for loop, values in times.items()}
    ratio = medians[ours] / medians[plain]
    print(f"plain loop  {medians[plain]:7.1f} us")
    print(f"Agent.ask   {medians[ours]:7.1f} us   ratio {ratio:.2f}, limit {LIMIT}")
    return ratio > LIMIT


if __name__ == "__main__":
    sys.exit(main())
