"""What a child writes: taken from its pipe without end, kept with a cap, made fit to be shown."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable

HEAD, TAIL = 40_000, 20_000  # bytes kept of each stream: the beginning, and the end
FLOOD = 8 << 20  # bytes of one stream after which the program is ended

# Sequences that a terminal obeys: with a text of their own (title, clipboard), or short. A text
# that nothing ends goes to the end of its line: more would hide what the program wrote after it.
_SEQUENCES = re.compile(r"\x1b[\]PX^_][^\n]*?(?:\x07|\x1b\\|(?=\n)|\Z)|\x1b\[[0-?]*[ -/]*[@-~]?"
                        r"|\x9b[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Stream(threading.Thread):
    """Reads one pipe to its end and keeps its head and its tail.

    A process that the child left behind may hold the pipe open for ever, so nobody waits for this
    thread longer than a moment; `text` gives what came until then. `flooded` is called once, when
    FLOOD is passed.
    """

    def __init__(self, pipe, flooded: Callable[[], None]):
        super().__init__(daemon=True)
        self._pipe, self._flooded = pipe, flooded
        self._head, self._tail = bytearray(), bytearray()
        self.size = 0

    def run(self) -> None:
        with self._pipe:
            while data := os.read(self._pipe.fileno(), 65_536):
                before, self.size = self.size, self.size + len(data)
                room = HEAD - len(self._head)
                self._head += data[:room]
                self._tail += data[max(room, 0):]
                if len(self._tail) > TAIL:
                    del self._tail[:-TAIL]
                if before <= FLOOD < self.size:
                    self._flooded()

    def text(self) -> str:
        """What came, as text; in the middle it says how many bytes were left out."""
        head, tail = bytes(self._head), bytes(self._tail)
        left_out = self.size - len(head) - len(tail)
        if left_out <= 0:
            return shown(head + tail)
        return f"{shown(head)}\n[... {left_out:,} bytes left out ...]\n{shown(tail)}"


def shown(data: bytes) -> str:
    """Bytes as text: what is no UTF-8 is replaced, and nothing in it can command a terminal."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROLS.sub("", _SEQUENCES.sub("", text))
