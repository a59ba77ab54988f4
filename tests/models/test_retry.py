"""Asking again: when, how often, and how long the wait is."""

import socket
import threading
from email.utils import formatdate
from time import time

import pytest

from studybuddy import Agent, GeminiModel, ModelError, OpenAIModel
from studybuddy.models import retry
from studybuddy.models.errors import ServiceError
from studybuddy.models.retry import MAX_WAIT, persist
from tests.models.stub import chat, gemini, serve

ASK = [{"role": "user", "content": "hi"}]


class Script:
    """Raises or returns its items; keeps the waits between."""

    def __init__(self, *items):
        self.items, self.waits, self.events, self.requests = list(items), [], [], 0

    def __call__(self):
        self.requests += 1
        item = self.items[min(self.requests, len(self.items)) - 1]
        if isinstance(item, Exception):
            raise item
        return item

    def run(self, **options):
        return persist(
            self,
            on_event=self.events.append,
            sleep=lambda seconds, cancel: self.waits.append(seconds),
            **options,
        )


def fault(kind="rate_limit", after=None, again=True, **more):
    return ServiceError(kind, "Wait.", after, again=again, **more)


def test_it_comes_back_after_the_wait_that_was_asked_for():
    script = Script(fault(after=7), fault(after=0.25), "reply")
    assert script.run() == "reply" and script.waits == [7, 0.25]
    assert script.events == [
        {"type": "retry", "wait": 7, "attempt": 1, "kind": "rate_limit", "message": "Wait."},
        {"type": "retry", "wait": 0.25, "attempt": 2, "kind": "rate_limit", "message": "Wait."},
    ]


def test_without_a_wish_the_wait_doubles():
    script = Script(fault("network"))
    with pytest.raises(ServiceError):
        script.run()
    assert script.requests == retry.MAX_TRIES == 4
    for wait, least in zip(script.waits, (1, 2, 4), strict=True):
        assert least <= wait <= least * 1.25


def test_a_long_wait_is_the_learners_to_decide():
    script = Script(fault(after=MAX_WAIT), fault(after=MAX_WAIT + 1))
    with pytest.raises(ServiceError) as caught:
        script.run()
    assert script.waits == [MAX_WAIT] and caught.value.retry_after == MAX_WAIT + 1


def test_waits_of_our_own_are_capped(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 50.0)
    script = Script(fault())
    with pytest.raises(ServiceError):
        script.run()
    assert max(script.waits) == MAX_WAIT


@pytest.mark.parametrize(
    "error",
    [
        fault("quota"),
        fault("auth"),
        fault("blocked", again=False),
        fault("bad_response", again=False),
    ],
)
def test_what_does_not_pass_is_not_tried_again(error):
    script = Script(error)
    with pytest.raises(ServiceError):
        script.run()
    assert script.requests == 1 and script.events == []


def test_a_mistake_of_the_model_is_worth_one_more_request():
    mistake = fault("bad_response", again=False, mistake=True)
    assert Script(mistake, "reply").run() == "reply"
    script = Script(mistake)
    with pytest.raises(ServiceError):
        script.run()
    assert script.requests == 2 and script.waits == [0]


def test_a_broken_listener_ends_nothing():
    def broken(event):
        raise RuntimeError("mine")

    script = Script(fault(after=0), "reply")
    with pytest.warns(UserWarning, match="RuntimeError"):
        assert persist(script, on_event=broken) == "reply"


def test_a_cancel_ends_the_wait():
    cancel = threading.Event()
    cancel.set()
    script = Script(fault(after=30), "reply")
    with pytest.raises(ModelError) as caught:
        persist(script, cancel=cancel)
    assert caught.value.kind == "cancelled" and script.requests == 1


BOTH = pytest.mark.parametrize(
    ("make", "good"), [(OpenAIModel, chat("hi")), (GeminiModel, gemini({"text": "hi"}))]
)


@pytest.mark.parametrize(
    ("make", "good", "form"),
    [(OpenAIModel, chat("hi"), "seconds"), (GeminiModel, gemini({"text": "hi"}), "date")],
)
def test_retry_after_over_http(make, good, form):
    def busy(request):
        when = "0.3" if form == "seconds" else formatdate(time() + 3, usegmt=True)
        return 429, {"error": {"message": "slow down"}}, {"Retry-After": when}

    with serve(busy, good) as server:
        events = []
        run = Agent([], model=make("m", server.url, "k"), on_event=events.append).ask("?")
        waited = server.sent[1].at - server.sent[0].at
    assert run.answer == "hi"
    event = next(event for event in events if event["type"] == "retry")
    assert event["kind"] == "rate_limit" and 0.3 <= event["wait"] <= 3
    assert event["wait"] <= waited + 0.01 < event["wait"] + 10  # the machine may be busy


@BOTH
def test_a_dropped_connection_is_tried_again(make, good, monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.0)
    accepted = []
    with socket.create_server(("127.0.0.1", 0)) as rude:

        def hang_up():
            for _ in range(retry.MAX_TRIES):
                connection, _ = rude.accept()
                accepted.append(connection.recv(10_000))
                connection.close()

        threading.Thread(target=hang_up, daemon=True).start()
        with pytest.raises(ModelError, match="broke off") as caught:
            make("m", f"http://127.0.0.1:{rude.getsockname()[1]}", "k").complete(ASK, [])
    assert caught.value.kind == "network" and len(accepted) == retry.MAX_TRIES


@BOTH
def test_the_run_can_ask_again_after_a_limit(make, good):
    with serve((429, {}, {"retry-after": "3600"}), good) as server:
        run = Agent([], model=make("m", server.url, "k")).ask("?")
        assert run.status == "failed" and run.error.kind == "rate_limit"
        assert run.error.retry_after == 3600 and "3,600 seconds" in run.answer
        assert len(server.sent) == 1
        assert run.advance().answer == "hi"
