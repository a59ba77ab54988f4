"""A conversation of many turns: what one more turn costs at its beginning and at its end.

Each turn is a question, a call of a tool with its answer, and the model's answer: four messages
of about 1,500 characters. After some 70 turns the history is larger than what may be sent.
"""

from __future__ import annotations

import json
import time
import tracemalloc
from pathlib import Path
from typing import NamedTuple

from studybuddy import Agent, Run, ToolRegistry, history
from studybuddy.messages import Reply, assistant, call
from studybuddy.panels import ChatPanel

BLOCK = 100
"""Turns that are measured together."""
WORDS = "A sentence about paging, locks and indexes that a student may well ask about. " * 19
_ALWAYS = [{"role": "user", "content": WORDS, "number": number} for number in range(100)]


class Block(NamedTuple):
    """What the turns of one block took, each: milliseconds of the processor (of one as fast as it
    was in the first block), bytes that stay in memory, bytes of the run file; and the largest
    request of them all, in characters."""

    milliseconds: float
    kept: float
    written: float
    sent: int


class Answers:
    """A model that asks for the tool once in each turn. It keeps how large the requests were."""

    def __init__(self):
        self.largest = 0
        self.number = 0

    def complete(self, messages, tools, *, response_schema=None, cancel=None, on_event=None):
        if self.number % 25 == 0:  # to look at all of them would be most of the work
            self.largest = max(self.largest, sum(map(len_of, messages)))
        if messages[-1]["role"] == "tool":
            return Reply(assistant(f"{self.number}: {WORDS}"))
        self.number += 1
        return Reply(assistant("", [call("look_up", {"words": f"{self.number}: {WORDS}"},
                                         f"c{self.number}")]), "tool_calls")


def len_of(message: dict) -> int:
    """Characters of a message as it goes over the wire."""
    return len(json.dumps(message, ensure_ascii=False))


def look_up(words: str) -> dict:
    """Look something up."""
    return {"found": words}


def conversation(turns: int, path: Path | None = None) -> tuple[Run, list[Block]]:
    """A run with that many turns, and what they took, block by block."""
    model = Answers()
    run = Agent(ToolRegistry([look_up]), model=model).start(f"0: {WORDS}", path)
    run.advance()

    def turn(number: int) -> None:
        run.ask(f"{number}: {WORDS}")
        assert run.status == "answered" and run.answer.startswith(f"{model.number}:")

    return run, measured(turns, turn, model, path)


def in_panel(turns: int, block: int = BLOCK) -> tuple[ChatPanel, list[Block]]:
    """The same in a chat panel, which shows each turn."""
    model = Answers()
    panel = ChatPanel(Agent(ToolRegistry([look_up]), model=model))

    def turn(number: int) -> None:
        panel.ask(f"{number}: {WORDS}")
        assert panel.run.status == "answered"

    return panel, measured(turns, turn, model, None, block)


def measured(turns: int, turn, model: Answers, path: Path | None,
             block: int = BLOCK) -> list[Block]:
    """What the turns took: most of a block for the time, the rest of it for the memory.

    Between the turns the same work is done again and again. It tells how fast the processor is,
    which differs by half where others use the machine too.
    """
    blocks, traced, at_first = [], block // 4, 0.0
    for first in range(0, turns, block):
        model.largest, before = 0, path.stat().st_size if path else 0
        took = always = 0.0
        for number in range(first, first + block - traced):
            began = time.process_time()
            turn(number)
            between = time.process_time()
            json.loads(json.dumps(_ALWAYS))
            took += between - began
            always += time.process_time() - between
        at_first = at_first or always
        took *= at_first / always
        tracemalloc.start()  # not while the time is taken: it makes all slower
        for number in range(first + block - traced, first + block):
            turn(number)
        kept = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        written = (path.stat().st_size if path else 0) - before
        blocks.append(Block(1_000 * took / (block - traced), kept / traced, written / block,
                            model.largest))
    return blocks


def most_sent() -> int:
    """Characters that a request may have on the wire: the budget, and what its form adds."""
    return round(1.1 * history.MAX_SENT)
