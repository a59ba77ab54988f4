"""The bench: where a task calls the learner's code, with a clock, and sees what it did."""

from __future__ import annotations

import linecache
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType

from studybuddy.workbook import lines, values

CALL_SECONDS = 2.0
"""Wall-clock seconds for one call of the learner's code."""
MAX_PRINTED = 2_000
"""Characters that are kept of what one call prints. The rest is counted as lost."""
GAP_MARK = "..."
"""A line that begins like this is a gap that was not filled."""


class Stopped(BaseException):
    """The time of a call is over. No Exception, so that the learner's own `except` lets it by."""


@dataclass
class Attempt:
    """What one call of the learner's code did: a value, or an error with the learner's line.

    `printed` is the beginning of what it wrote to standard output. `where` is the learner's own
    line where the error came from, such as "line 3: `return value`", or "" (see `lines`). `gap` is
    the line of an open gap that the call passed, found only when it was looked for.
    """

    value: object = None
    error: BaseException | None = None
    printed: str = ""
    where: str = ""
    gap: str = ""

    @property
    def kind(self) -> str:
        """The name of the error's type, or ""."""
        return values.name_of(type(self.error)) if self.error is not None else ""

    @property
    def text(self) -> str:
        """The error's text, or ""."""
        try:
            return str(self.error) if self.error is not None else ""
        except values.RAISED:
            return ""

    @property
    def nothing(self) -> bool:
        """Whether the call ended without an error and gave None."""
        return self.error is None and self.value is None

    def shown(self) -> str:
        """In words for a card, with backticks."""
        return (f"`{values.shown(self.value)}`" if self.error is None
                else f"`{values.shown_error(self.error)}`")


class Capture:
    """Stands in for standard output: keeps the beginning, drops the rest."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if len(self.text) < MAX_PRINTED:
            self.text += text[: MAX_PRINTED - len(self.text)]
        return len(text)

    def writelines(self, lines) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True


class Bench:
    """Calls the learner's code.

    `namespace` is the dictionary of the learner's global names: what runs with it is the
    learner's code. `tell` takes events, plain data. With `stop_inside` a call that takes longer
    than CALL_SECONDS is stopped from inside; else somebody else watches the clock, and just
    before its end the place where the code is goes to the file descriptor `trace_to`. `naming` may
    be set: it says which functions are named beside their lines.
    """

    def __init__(self, tell: Callable[[dict], None], namespace: dict, *,
                 stop_inside: bool = False, trace_to: int | None = None):
        self.namespace = namespace
        self.naming = lines.Naming()
        self._tell = tell
        self._seconds = CALL_SECONDS
        self._stop_inside = stop_inside
        self._trace_to = trace_to

    def note(self, **data: object) -> None:
        """Tell the one who waits, plain data; it is there even if the next call never returns."""
        self._tell({"note": data})

    def call(self, function: Callable, *args: object, look_for_gaps: bool = False,
             **kwargs: object) -> Attempt:
        """Call `function` with the clock running. Whatever it raises is in the Attempt."""
        watch = _Watch(self.namespace, self._place if look_for_gaps else None,
                       time.monotonic() + self._seconds if self._stop_inside else None)
        before = sys.stdout
        sys.stdout = output = Capture()
        attempt = Attempt()
        self._tell({"clock": "start", "seconds": self._seconds})
        if self._trace_to is not None:
            import faulthandler

            # A thread outside Python's lock writes it, so it comes also from one long C call.
            faulthandler.dump_traceback_later(0.9 * self._seconds, file=self._trace_to)
        try:
            with watch:
                attempt.value = function(*args, **kwargs)
        except Stopped:
            raise
        except BaseException as error:  # SystemExit and KeyboardInterrupt are the learner's too
            if self._stop_inside and isinstance(error, KeyboardInterrupt):
                raise
            attempt.error = error
        finally:
            if self._trace_to is not None:
                import faulthandler

                faulthandler.cancel_dump_traceback_later()
            sys.stdout = before
            self._tell({"clock": "stop"})
        attempt.printed = output.text
        attempt.gap = watch.gap
        if attempt.error is not None:
            attempt.where = self.line_of(attempt.error)
        return attempt

    def own_line(self, error: BaseException) -> str:
        """As `line_of`; "" also for what is not the learner's: time that is over, and where a
        person may interrupt, that."""
        ours = isinstance(error, Stopped) or (
            self._stop_inside and isinstance(error, KeyboardInterrupt))
        return "" if ours else self.line_of(error)

    def line_of(self, error: BaseException) -> str:
        """The last line of the learner's own code on the way to an error, or ""."""
        found, trace = None, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_globals is self.namespace:
                found = trace
            trace = trace.tb_next
        return "" if found is None else self._place(found.tb_frame.f_code, found.tb_lineno)

    def _place(self, code: CodeType, number: int) -> str:
        """A line of the learner's code, for a card."""
        return lines.line_text(number, linecache.getline(code.co_filename, number),
                               self.naming.words(code.co_qualname))


class _Watch:
    """Follows the lines of a call: to find an open gap, or to stop when time is over.

    With `place`, which puts a line in words, it looks for gaps.
    """

    def __init__(self, namespace: dict, place: Callable[[CodeType, int], str] | None,
                 deadline: float | None):
        self.gap = ""
        self._namespace = namespace
        self._place = place
        self._deadline = deadline
        self._before: object = None

    def __enter__(self) -> _Watch:
        if self._place is not None or self._deadline is not None:
            self._before = sys.gettrace()
            sys.settrace(self._trace)
        return self

    def __exit__(self, *exc: object) -> None:
        if self._place is not None or self._deadline is not None:
            sys.settrace(self._before)  # type: ignore[arg-type]

    def _trace(self, frame, event, arg):
        if self._deadline is not None:
            frame.f_trace_opcodes = True  # a loop on one line has no line events
            if time.monotonic() > self._deadline:
                raise Stopped
        if (self._place is not None and not self.gap and event == "line"
                and frame.f_globals is self._namespace):
            line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
            if line.strip().startswith(GAP_MARK):
                self.gap = self._place(frame.f_code, frame.f_lineno)
        return self._trace
