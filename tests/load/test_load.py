"""Many at once, and long: ten kernels on one progress file, twenty agents on one registry and one
store, conversations of 500 turns. `python -m tests.load` shows what was measured.

What is compared are counts and ratios, never the time on the wall: the machine may be busy.
"""

from __future__ import annotations

from studybuddy import GeminiModel, OpenAIModel, history
from tests.load import agents, kernels, turns
from tests.models.stub import chat, gemini, serve

TURNS = 500
GROWTH = 1.8
"""The last turns may cost this much of the second block, the first that is over the budget. What
grows with the conversation, such as a request that is made from all of it, comes to 3 and more."""


def require_flat(blocks, growth=GROWTH):
    """A turn at the end costs what one near the beginning does; nothing is squared."""
    second, last = blocks[1], blocks[-1]
    # The two ends of each are blurred by whatever else the machine does: the better half counts.
    least = min(block.milliseconds for block in blocks[-2:])
    assert least <= growth * max(second.milliseconds, 0.2), blocks
    assert last.kept <= growth * second.kept, blocks
    assert last.written <= 1.1 * second.written, blocks
    assert all(block.sent <= turns.most_sent() for block in blocks), blocks


def test_ten_kernels_on_one_progress_file(tmp_path):
    came = kernels.ten_kernels(tmp_path)
    assert came["faults"] == [] and came["looks"] > 10
    lessons = came["lessons"]
    wanted = {f"{kernel}-{number:02}" for kernel in range(kernels.KERNELS)
              for number in range(kernels.NOTED)}
    assert wanted <= set(lessons["01"]["passed"])  # and what the killed one noted
    for kernel in range(kernels.KERNELS):
        assert lessons[f"{kernel:02}"]["guesses"] == {
            f"p{number}": "b" for number in range(kernels.NOTED)}
        assert len(lessons[f"{kernel:02}"]["shown"]) == kernels.NOTED
    # The first guess counts, and every kernel is told the same one.
    first = lessons["99"]["guesses"]["same"]
    assert came["said"] == [f"first {first}\nsaid [] \n"] * kernels.KERNELS
    assert came["aside"] == []


def test_twenty_agents_on_one_registry_and_one_store(tmp_path):
    assert agents.twenty_agents(tmp_path) == []


def test_a_conversation_of_500_turns_stays_flat(tmp_path):
    run, blocks = turns.conversation(TURNS, tmp_path / "run.jsonl")
    require_flat(blocks)
    assert run.left_out > TURNS / 2 and len(run.messages) == 4 * (TURNS + 1)
    # What really goes over the wire, by both SDKs.
    for make, body in ((OpenAIModel, chat("Well.")), (GeminiModel, gemini({"text": "Well."}))):
        with serve(body) as server:
            run.agent.model = make("m", server.url, "k")
            run.ask(f"And now? {turns.WORDS}")
            assert run.status == "answered", run.error
            sent = len(str(server.sent[0].body))
        assert history.MAX_SENT / 2 < sent <= 1.3 * history.MAX_SENT  # its form comes on top


def test_a_chat_panel_of_many_turns_stays_flat():
    panel, blocks = turns.in_panel(150, 30)
    require_flat(blocks)
    assert len(panel.turns) == 150
