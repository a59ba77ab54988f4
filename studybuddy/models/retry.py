"""Asking again: the one place that decides when, for all services.

Not tenacity or stamina: both sleep in one piece, so that Ctrl-C on Windows and a cancel from
another thread would wait for its end, and the rule here reads from each error what it asks for.
What would be left to the library is a loop over four tries.
"""

from __future__ import annotations

import random
import threading
import warnings
from collections.abc import Callable
from typing import TypeVar

from studybuddy.models.errors import ServiceError
from studybuddy.models.waiting import pause

MAX_TRIES = 4  # requests for one reply
FIRST_WAIT = 1.0  # seconds; doubled each time, and up to a quarter more by chance
MAX_WAIT = 60.0  # seconds; when a service asks for more, the learner decides, not the loop

T = TypeVar("T")


def persist(request: Callable[[], T], *, cancel: threading.Event | None = None,
            on_event: Callable[[dict], None] | None = None,
            sleep: Callable[[float, threading.Event | None], None] = pause) -> T:
    """What `request()` returns; asked again after a ServiceError that may pass.

    Rate limits, faults of the server and broken connections are tried up to `MAX_TRIES` times,
    after the wait that the service asked for, else after 1, 2, 4 seconds. A reply that the model
    spoilt is asked for once more at once. A bad key, a used-up quota and everything else are
    raised as they are. `on_event` hears of each wait: {"type": "retry", "wait": seconds,
    "attempt": number of the request that failed, "kind": ..., "message": what was wrong}.
    """
    mistakes = 0
    for attempt in range(1, MAX_TRIES + 1):
        try:
            return request()
        except ServiceError as error:
            failure = error
        mistakes += failure.mistake
        wait = _wait(failure, attempt)
        if wait is None or attempt == MAX_TRIES or mistakes > 1:
            break
        tell(on_event, {"type": "retry", "wait": round(wait, 2), "attempt": attempt,
                        "kind": failure.kind,
                        "message": failure.message.partition(". ")[0].rstrip(".") + "."})
        sleep(wait, cancel)
    raise failure


def _wait(error: ServiceError, attempt: int) -> float | None:
    """Seconds before the next request, or None: there is none."""
    if error.mistake:
        return 0.0
    if not error.again or error.kind in ("quota", "auth"):
        return None
    if error.retry_after is not None:
        return error.retry_after if error.retry_after <= MAX_WAIT else None
    return min(FIRST_WAIT * 2 ** (attempt - 1) * random.uniform(1, 1.25), MAX_WAIT)


def tell(on_event: Callable[[dict], None] | None, event: dict) -> None:
    """Hand an event to a listener, where there is one. What it raises becomes a warning."""
    if on_event is None:
        return
    try:
        on_event(event)
    except Exception as error:  # as in Agent.emit: a listener ends nothing
        warnings.warn(f"on_event raised {type(error).__name__}: {error}", stacklevel=3)
