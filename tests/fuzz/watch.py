"""Values under watch: each is written down before it is tried, and one that hangs ends the process
with the stack of every thread, so that whoever started it can say which value it was."""

from __future__ import annotations

import faulthandler
import time
from contextlib import contextmanager
from pathlib import Path


class Watch:
    """`file` holds the value that is tried now, as Python text.

    `seconds` is what one value may take of the processor. What waits without an end, or works in
    native code, is ended by the clock on the wall: after four times as long and ten seconds more,
    since the machine may be busy with other things.
    """

    def __init__(self, file: Path, seconds: float):
        self.file = file
        self.seconds = seconds
        self.tried = 0

    @contextmanager
    def trying(self, value: object):
        """A block in which one value is tried. Raises AssertionError when it took too long."""
        self.tried += 1
        self.file.write_text(repr(value), encoding="utf-8", errors="backslashreplace")
        faulthandler.dump_traceback_later(4 * self.seconds + 10, exit=True)
        began = time.process_time()
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
        took = time.process_time() - began
        assert took <= self.seconds, f"it took {took:.1f} s, not {self.seconds:g}"
