"""Twenty agents in threads, on one registry and one store of notes, while notes are added."""

from __future__ import annotations

import json
import threading
from pathlib import Path

from studybuddy import (
    Agent,
    OpenAIModel,
    PracticeModel,
    Run,
    ToolRegistry,
    VectorStore,
    calculator,
    practice,
    search_notes,
    set_store,
)
from studybuddy.tools.notes import get_store

AGENTS = 20
ROUNDS = 3
"""Questions of each kind that one agent asks, all in one run."""
TOPICS = ["paging", "deadlock", "normalisation", "hashing", "scheduling", "recursion", "indexing",
          "caching", "queueing", "sorting", "parsing", "locking", "sharding", "routing", "hinting",
          "batching", "spooling", "swapping", "mapping", "polling"]


def twenty_agents(folder: Path) -> list[tuple[str, str]]:
    """(agent, what was wrong); empty when nothing was mixed up or lost."""
    store = VectorStore()
    for number, topic in enumerate(TOPICS):
        store.add_text(f"The word {topic} is explained here: {topic} has the number {number}.",
                       f"{topic}.txt")
    acted: list[tuple[str, int]] = []

    def remember(owner: str, value: int) -> dict:
        """Note a value for somebody."""
        acted.append((owner, value))
        return {"owner": owner, "noted": value}

    registry = ToolRegistry([calculator, search_notes])
    registry.add(remember, needs_approval=True)
    before, faults, ready = get_store(), [], threading.Barrier(AGENTS + 1)
    set_store(store)
    try:
        with practice.serve(today="2026-12-01") as server:
            def work(number: int) -> None:
                try:
                    ready.wait(60)
                    _one(number, registry, server, folder / f"{number}.jsonl")
                except BaseException as error:
                    faults.append((f"agent {number}", f"{type(error).__name__}: {error}"))

            threads = [threading.Thread(target=work, args=(number,)) for number in range(AGENTS)]
            for thread in threads:
                thread.start()
            ready.wait(60)
            added = 0
            while any(thread.is_alive() for thread in threads) and added < 2_000:
                added += store.add_text(f"More text {added}, about nothing of these.", "more.txt")
                threads[added % AGENTS].join(0.02)
            for thread in threads:
                thread.join(120)
                if thread.is_alive():
                    faults.append((thread.name, "did not end"))
    finally:
        set_store(before)
    for topic in TOPICS:
        noted = [value for owner, value in acted if topic in owner]
        if noted != list(range(ROUNDS)):
            faults.append((topic, f"its actions ran as {noted}"))
    return faults


def _one(number: int, registry: ToolRegistry, server, path: Path) -> None:
    """One agent: its sums, its topic, its action, and nobody else's. Every second one asks the
    practice model over HTTP through the SDK."""
    topic = TOPICS[number]
    model = (PracticeModel("2026-12-01") if number % 2 else
             OpenAIModel("m", server.openai_base_url, server.key))
    agent = Agent(registry, model=model, approve=lambda call: topic in call.arguments["owner"])
    run = agent.start(f"What is {number} * 1000 + 7?", path).drive()
    for again in range(ROUNDS):
        if again:
            run.ask(f"What is {number + again} * 1000 + 7?")
        assert run.status == "answered" and str((number + again) * 1_000 + 7) in run.answer.replace(
            ",", ""), run.answer
        run.ask(f"What is {topic}?")
        assert topic in run.answer, run.answer
        found = json.loads(run.messages[-2]["content"])["results"]
        assert found[0]["source"] == f"{topic}.txt p.1", found
    for value in range(ROUNDS):
        run.ask(f"Remember the value {value} for the owner {topic}.")
        assert run.status == "answered", run.answer
    other = [name for name in TOPICS if name != topic]
    text = json.dumps(run.messages)
    assert not [name for name in other if name in text], "another agent's words"
    loaded = Run.load(path, agent)
    assert loaded.messages == run.messages
