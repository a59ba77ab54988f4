"""How often a panel is drawn while its run is at work: so that the kernel's loop stays free."""

from __future__ import annotations

import time
from collections.abc import Callable

from studybuddy.panels.driving import Driver

LEAST = 0.1
"""Seconds between two drawings."""
SHARE = 4
"""The loop is free for at least this many times as long as the last drawing took."""


class Pace:
    """Calls `draw` for the events of a run that is at work, but not for each of them.

    `soon()` draws now, or, where the last drawing was just before, once a little later. How the
    run stands in the end is drawn by whoever hears that the driver has `turned`: what still waits
    by then is dropped. Without a loop nobody looks on, and nothing is drawn.
    """

    def __init__(self, driver: Driver, draw: Callable[[], object]):
        self._driver, self._draw = driver, draw
        self._waits = False
        self._free_at = 0.0  # time.monotonic() from which it may be drawn again

    def soon(self) -> None:
        """On the loop: show what is new, at the latest when it is time again."""
        if not self._driver.has_loop or self._waits:
            return
        wait = self._free_at - time.monotonic()
        if wait > 0:
            self._waits = True
            self._driver.later(wait, self._late)
        else:
            self._now()

    def _late(self) -> None:
        self._waits = False
        if self._driver.busy:
            self._now()

    def _now(self) -> None:
        begun = time.monotonic()
        self._draw()
        ended = time.monotonic()
        self._free_at = ended + max(LEAST, SHARE * (ended - begun))
