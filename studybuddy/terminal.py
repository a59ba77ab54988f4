"""The person at the terminal, who decides about actions.

A `Person` is an `approve` function (see `Agent`): it shows what a call would do and reads yes or
no. It fails closed: where nobody can be asked, and for any word that it does not know, the call
is refused.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from studybuddy.approval import REST_OF_RUN
from studybuddy.effect import as_arguments
from studybuddy.messages import ToolCall
from studybuddy.showing import is_cut, middle_cut, visible

NOBODY = "There is no terminal to ask the student in."
HEAD, TAIL = 40, 15  # lines of a long effect that are shown at once, from its start and its end
MAX_SHOWN = 6_000  # characters that are shown at once
RED, GREEN, CYAN, PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[36m", "\x1b[0m"


class Person:
    """Asks at the terminal. `write` shows a text, `prompt` one without a new line at its end.

    After a decision `who` says who took it (person, rest of run, nobody). `absent` is True once
    an action came and nobody could be asked.
    """

    def __init__(self, write: Callable[[str], None], prompt: Callable[[str], None]):
        self.who = "person"
        self.absent = False
        self._write = write
        self._prompt = prompt
        self._rest: set[str] = set()  # tools that need no question any more

    def __call__(self, call: ToolCall) -> bool | str:
        """True, or the reason of a rejection. Raises KeyboardInterrupt for the word stop."""
        if call.name in self._rest and not call.note:
            self.who = REST_OF_RUN
            return True
        # A stream that was closed when the program began is None.
        if not (sys.stdin and sys.stderr and sys.stdin.isatty() and sys.stderr.isatty()):
            self.who, self.absent = "nobody", True
            return NOBODY
        self.who = "person"
        return self._ask(call)

    def _ask(self, call: ToolCall) -> bool | str:
        whole = describe(call)
        shown = cut(whole)
        as_much = "as much as can be shown" if is_cut(whole) else "all of it"
        more = "" if shown == whole else f"all (show {as_much}), "
        _forget_what_was_typed()
        self._write("\nThe model asks for an action:")
        self._write(coloured(shown))
        word = self._read(f"Allow it? Type {more}yes, no, rest (yes to {visible(call.name)} "
                          "for the rest of this run) or stop: ")
        if word == "all":
            self._write(coloured(whole))
            word = self._read("Allow it? Type yes, no, rest or stop: ")
        if word == "stop":
            raise KeyboardInterrupt
        if word == "rest":
            self._rest.add(call.name)
        if word in ("yes", "y", "rest"):
            return True
        return self._line("Why not? The model reads it (Enter: no reason): ")

    def _read(self, prompt: str) -> str:
        return self._line(prompt).lower()

    def _line(self, prompt: str) -> str:
        self._prompt(prompt)
        return sys.stdin.readline().strip()


def describe(call: ToolCall) -> str:
    """An action as a person reads it before deciding: its name, its effect, and the note."""
    effect = visible(call.effect or as_arguments(call))
    named = effect if effect.startswith(call.name) else f"{visible(call.name)}\n{effect}"
    note = [f"Note: {visible(call.note)}"] if call.note else []
    return "\n".join(f"  {line}" for line in [*named.split("\n"), *note])


def cut(text: str) -> str:
    """A long text without its middle; a line says how much is left out."""
    lines = text.split("\n")
    if len(lines) > HEAD + TAIL + 1:
        left_out = sum(len(line) + 1 for line in lines[HEAD:-TAIL])
        lines[HEAD:-TAIL] = [f"  [... {len(lines) - HEAD - TAIL:,} lines, "
                             f"{left_out:,} characters left out ...]"]
    return middle_cut("\n".join(lines), MAX_SHOWN)


def coloured(text: str) -> str:
    """The lines of a diff in colours, where the terminal shows them and the person wants them."""
    if "\n  @@ " not in text or not _wants_colours():
        return text
    return "\n".join(_coloured_line(line) for line in text.split("\n"))


def _coloured_line(line: str) -> str:
    colour = {"+": GREEN, "-": RED, "@": CYAN}.get(line[2:3])  # behind the two blanks of `describe`
    return f"{colour}{line}{PLAIN}" if colour else line


def _wants_colours() -> bool:
    # https://no-color.org: any value that is not empty.
    return (bool(sys.stderr) and sys.stderr.isatty() and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb")


def _forget_what_was_typed() -> None:
    """A yes that was typed before the question was there is no answer to it."""
    with suppress(Exception):  # a terminal that cannot do this is as good as one with nothing typed
        if sys.platform == "win32":
            import msvcrt

            while msvcrt.kbhit():
                msvcrt.getwch()
        else:
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)
