"""Every fault, on every protocol that can carry it, through the real SDKs and the real loop.

The practice server does one thing wrong. The run must end in the status that is stated for that
fault, each call must have exactly one answer, and the strict server must accept the next request.
"""

import json

import pytest

from studybuddy import Agent, practice
from studybuddy.models import retry
from studybuddy.practice import faults
from studybuddy.tools.calculator import calculator

pytest.importorskip("openai")
pytest.importorskip("google.genai")

QUESTION = "What is 15% of 2,480?"
ALWAYS = 10**6
ONCE = [(protocol, name) for protocol in faults.PROTOCOLS for name in faults.names(protocol)]
FOREVER = [(protocol, name) for protocol, name in ONCE
           if protocol in faults.get(name).expected_always]


@pytest.fixture(scope="module")
def server():
    with practice.serve(today="2026-11-29") as running:
        yield running


HANG = 0.8  # seconds: a busy machine must still reach the server in this time


@pytest.fixture(scope="module")
def models(server):
    """The two adapters by protocol and time-out; the SDKs are loaded once."""
    from studybuddy import GeminiModel, OpenAIModel

    return {
        (protocol, timeout): make(timeout)
        for timeout in (5.0, HANG)
        for protocol, make in (
            ("openai", lambda timeout: OpenAIModel(
                "practice", base_url=server.openai_base_url, api_key=server.key,
                timeout=timeout)),
            ("gemini", lambda timeout: GeminiModel(
                "gemini-3.8-flash", base_url=server.gemini_base_url, api_key=server.key,
                timeout=timeout)))}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.001)


@pytest.fixture
def ask(server, models):
    """Ask an agent while a fault is on the dial: (agent, run, what the tool was called with)."""
    def start(protocol: str, name: str, times: int = 1):
        ran: list[str] = []

        def counted(expression: str) -> dict:
            """Work out an arithmetic expression."""
            ran.append(expression)
            return calculator(expression)

        counted.__name__ = "calculator"
        server.reset()
        server.dial(name, times=times, seconds=0.05 if name == "slow" else 0)
        model = models[protocol, HANG if name == "never_answers" else 5.0]
        run = Agent([counted], model=model, max_steps=6).ask(QUESTION)
        return run, ran

    yield start
    server.reset()


def answers_of(messages: list[dict]) -> list[tuple[str, str]]:
    """(id of the call, content of its answer), after the pairing was checked."""
    pairs, open_ids = [], []
    for message in messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in open_ids
            open_ids.remove(message["tool_call_id"])
            pairs.append((message["tool_call_id"], message["content"]))
            continue
        assert not open_ids, "a call has no answer"
        open_ids = [call["id"] for call in message.get("tool_calls") or []]
        assert len(set(open_ids)) == len(open_ids)
    assert not open_ids, "a call has no answer"
    return pairs


@pytest.mark.filterwarnings("ignore:SOME_NEW_REASON")
@pytest.mark.parametrize("protocol,name", ONCE)
def test_a_fault_that_passes(server, ask, protocol, name):
    fault = faults.get(name)
    run, ran = ask(protocol, name)

    assert (run.status, getattr(run.error, "kind", None)) == fault.expected[protocol], run.answer
    faulty = [number for number, seen in enumerate(server.requests) if seen.fault == name]
    assert faulty and faulty == list(range(faulty[0], faulty[0] + len(faulty)))
    refused = [seen for seen in server.requests if seen.status >= 400 and seen.fault is None]
    assert not refused, "the strict server refused a request of the loop"
    for seen in server.requests:  # some servers refuse null, also beside calls
        for message in (seen.body or {}).get("messages", []):
            assert isinstance(message["content"], str)
    pairs = answers_of(run.messages)
    if fault.effects[protocol].runs is not None:
        assert "error" not in json.loads(pairs[0][1]) if fault.effects[protocol].runs else (
            "error" in json.loads(pairs[0][1]))
        assert bool(ran) == fault.effects[protocol].runs
    if run.status == "answered":
        assert run.answer.strip() and "The student wants" not in run.answer

    server.reset()  # the next request: the history must be one that a service accepts
    run.ask("And 10% of 50?")
    assert run.status == "answered", run.error
    assert {seen.status for seen in server.requests} == {200}
    answers_of(run.messages)


@pytest.mark.parametrize("protocol,name", FOREVER)
def test_a_fault_that_never_passes(server, ask, protocol, name):
    run, ran = ask(protocol, name, ALWAYS)
    assert (run.status, getattr(run.error, "kind", None)) == (
        faults.get(name).expected_always[protocol])
    assert run.answer and not ran
    assert len(server.requests) <= 8  # tries are bounded
    answers_of(run.messages)


@pytest.mark.parametrize("name", [
    "parallel_calls", "call_id_missing", "extra_fields", "text_and_call", "content_null"])
def test_the_openai_adapter_on_googles_compatible_endpoint(server, name):
    """Signatures travel in `extra_content` there, and a missing one is refused."""
    from studybuddy import OpenAIModel

    server.reset()
    server.dial(name)
    model = OpenAIModel("gemini-3.8-flash", base_url=server.gemini_openai_base_url,
                        api_key=server.key)
    run = Agent([calculator], model=model, max_steps=6).ask(QUESTION)
    assert (run.status, run.error) == ("answered", None)
    assert "372" in run.answer
    run.ask("And 10% of 50?")
    assert run.status == "answered"
    assert {seen.status for seen in server.requests} == {200}


def test_a_conversation_goes_on_with_the_other_provider(models, server):
    """Signatures of one service mean nothing to another; calls it did not make are let through."""
    server.reset()
    for first, second in (("openai", "gemini"), ("gemini", "openai")):
        agent = Agent([calculator], model=models[first, 5.0])
        run = agent.ask(QUESTION)
        assert run.status == "answered"
        agent.model = models[second, 5.0]
        run.ask("And 10% of 50?")
        assert run.status == "answered", run.error
    assert {seen.status for seen in server.requests} == {200}


def test_the_matrix_is_large_enough():
    assert len(ONCE) >= 2 * 38
    assert {name for _, name in ONCE} == set(faults.names())
