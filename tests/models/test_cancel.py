"""A request or a wait that is ended: within a second, and the run goes on as if nothing was."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from studybuddy import Agent, GeminiModel, ModelError, OpenAIModel
from studybuddy.models.waiting import abandonable
from tests.models.stub import NEVER, chat, chat_call, gemini, gemini_call, serve

ROOT = Path(__file__).parents[2]
BUSY = (429, {"error": {"message": "slow"}}, {"Retry-After": "50"})
WAITING = pytest.mark.parametrize("waiting", [NEVER, BUSY], ids=["request", "retry wait"])


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def openai_parts():
    return OpenAIModel, chat(None, [chat_call()]), chat("5")


def gemini_parts():
    return GeminiModel, gemini(gemini_call()), gemini({"text": "5"})


BOTH = pytest.mark.parametrize("parts", [openai_parts, gemini_parts])


def until(condition, seconds=5.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def assert_valid_and_goes_on(run, server):
    assert run.status == "cancelled"
    roles = [message["role"] for message in run.messages]
    assert roles == ["user", "assistant", "tool"]  # whole steps only
    assert run.ask("go on").answer == "5"
    assert len(server.sent) == 3


@BOTH
@WAITING
def test_cancel_from_another_thread(parts, waiting):
    make, first, last = parts()
    with serve(first, waiting, last) as server:
        agent = Agent([add], model=make("m", server.url, "k"))
        run = agent.start("2+3?")
        worker = threading.Thread(target=run.drive)
        worker.start()
        until(lambda: len(server.sent) == 2)
        time.sleep(0.1)
        began = time.monotonic()
        run.cancel()
        worker.join(5)
        assert time.monotonic() - began < 1
        assert_valid_and_goes_on(run, server)


@BOTH
@WAITING
def test_cancel_in_a_thread_of_asyncio(parts, waiting):
    make, first, last = parts()
    with serve(first, waiting, last) as server:
        run = Agent([add], model=make("m", server.url, "k")).start("2+3?")

        async def main():
            driving = asyncio.create_task(asyncio.to_thread(run.drive))
            while len(server.sent) < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            began = time.monotonic()
            run.cancel()
            await driving
            return time.monotonic() - began

        assert asyncio.run(main()) < 1
        assert_valid_and_goes_on(run, server)


@BOTH
def test_a_late_reply_is_discarded(parts):
    make, first, last = parts()
    released = threading.Event()

    def late(request):
        released.wait(10)
        return first

    with serve(late, last) as server:
        run = Agent([add], model=make("m", server.url, "k")).start("2+3?")
        worker = threading.Thread(target=run.drive)
        worker.start()
        until(lambda: server.sent)
        run.cancel()
        worker.join(5)
        released.set()
        time.sleep(0.2)
        assert run.status == "cancelled" and [m["role"] for m in run.messages] == ["user"]
        assert run.ask("2+3?").answer == "5"


CHILD = """
import json, sys, time
from studybuddy import Agent, {make}

def add(a: int, b: int) -> int:
    "Add."
    return a + b

agent = Agent([add], model={make}("m", {url!r}, "k"))
try:
    agent.ask("2+3?")
except KeyboardInterrupt:
    run = agent.last_run
    print("stopped", run.status, [m["role"] for m in run.messages], flush=True)
    print("then", run.ask("go on").answer, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for one process")
@pytest.mark.parametrize(
    ("parts", "waiting"),
    [pytest.param(openai_parts, NEVER, id="request"), pytest.param(gemini_parts, BUSY, id="wait")],
)
def test_ctrl_c_in_the_main_thread(parts, waiting):
    make, first, last = parts()
    with serve(first, waiting, last) as server:
        child = subprocess.Popen(
            [
                sys.executable,
                "-c",
                textwrap.dedent(CHILD.format(make=make.__name__, url=server.url)),
            ],
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        until(lambda: len(server.sent) == 2, 20)
        time.sleep(0.15)
        began = time.monotonic()
        child.send_signal(signal.SIGINT)
        line = child.stdout.readline()
        assert time.monotonic() - began < 1, line
        assert line == "stopped cancelled ['user', 'assistant', 'tool']\n"
        assert child.stdout.readline() == "then 5\n"
        began = time.monotonic()
        assert child.wait(5) == 0 and child.stderr.read() == ""
        assert time.monotonic() - began < 2  # the abandoned request holds nothing open
        assert server.sent[2].at - server.sent[1].at < 10


@BOTH
def test_a_server_that_never_answers_is_a_time_out(parts):
    make, _, last = parts()
    with serve(NEVER, last) as server:
        run = Agent([], model=make("m", server.url, "k", timeout=0.3)).ask("?")
        assert run.status == "failed" and run.error.kind == "timeout"
        assert "did not answer in time" in run.answer
        assert run.advance().answer == "5"


def test_a_server_that_drips_is_a_time_out_too():
    """The SDK's time-out counts from byte to byte; ours counts the whole."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def drip():
            connection, _ = listener.accept()
            connection.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
            )
            try:
                for _ in range(100):
                    connection.sendall(b" ")
                    time.sleep(0.05)
            except OSError:
                pass

        threading.Thread(target=drip, daemon=True).start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        began = time.monotonic()
        with pytest.raises(ModelError) as caught:
            OpenAIModel("m", url, "k", timeout=0.5).complete([{"role": "user", "content": "?"}], [])
        assert caught.value.kind == "timeout" and time.monotonic() - began < 1.5


def test_what_a_request_raises_arrives():
    with pytest.raises(ZeroDivisionError):
        abandonable(lambda: 1 / 0, None, 5)
    with pytest.raises(SystemExit):
        abandonable(lambda: sys.exit(3), None, 5)
    assert abandonable(lambda: 7, threading.Event(), 5) == 7
