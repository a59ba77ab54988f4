"""Waiting that can be ended: for a request, and between two requests.

An SDK's call blocks until the service answers, and nothing can stop it from outside. So it runs
in a thread of its own, and we wait beside it in short ticks. When the wait is ended, the thread
is left behind: what it brings later is read by nobody, and as a daemon it holds no program open.
The ticks are short because Windows lets Ctrl-C through only between two waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from studybuddy.models.base import ModelError

TICK = 0.1  # seconds; a cancel is seen after one tick at the latest

T = TypeVar("T")


def abandonable(request: Callable[[], T], cancel: threading.Event | None, seconds: float) -> T:
    """What `request()` returns or raises, unless the wait for it is ended before.

    Raises ModelError (`cancelled`) when `cancel` is set, TimeoutError after `seconds`, and
    KeyboardInterrupt as it comes.
    """
    results: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            results.append(request())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    stop_if(cancel)
    end = time.monotonic() + seconds
    threading.Thread(target=work, name="studybuddy-request", daemon=True).start()
    while not done.wait(TICK):
        stop_if(cancel)
        if time.monotonic() > end:
            raise TimeoutError
    stop_if(cancel)
    if errors:
        raise errors[0]
    return results[0]


def pause(seconds: float, cancel: threading.Event | None) -> None:
    """Wait. Raises ModelError (`cancelled`) when `cancel` is set meanwhile."""
    end = time.monotonic() + seconds
    stop_if(cancel)
    while (left := end - time.monotonic()) > 0:
        if cancel is None:
            time.sleep(min(left, TICK))
        else:
            cancel.wait(min(left, TICK))
        stop_if(cancel)


def stop_if(cancel: threading.Event | None) -> None:
    """Raise ModelError (`cancelled`) when `cancel` is set."""
    if cancel is not None and cancel.is_set():
        raise ModelError("cancelled", "The request was cancelled.")
