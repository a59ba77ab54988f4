"""Running a learner's code where it can be stopped.

A task is a function `task(bench, answer, **options) -> dict` that is named by its place, such as
"studybuddy.workbook.checks:examine". It calls the learner's code through `bench.call`, which
starts the clock, and returns plain data. Three runners do the same thing in different places:

    ForkRunner     a copy of this process (POSIX): quick, and everything is there
    FreshRunner    a new process, which makes the answer again from the learner's cells
    InlineRunner   this process, where there are no others; a long C call cannot be stopped there

The first two end the child when a call takes too long, also inside one C call, and are unharmed
by whatever the code does to its process.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Protocol

from studybuddy import machine
from studybuddy.workbook import bench, lines
from studybuddy.workbook.program import Program

QUIET_SECONDS = 30.0
"""Seconds for everything else between two events: starting, importing, judging."""
TRACE_SECONDS = 0.25
"""Seconds more before a child is ended: it tells where it is just before, and may be slow."""
MEMORY_BYTES = 2_000_000_000
"""What a child may take on top of what it started with, where the system can bound it."""
MAX_REPORT_BYTES = 2_000_000

NO_CHILD = "NoChildProcess"
NOT_MADE = "not made"
FINISHED, TIMEOUT, DIED, FAULT = "finished", "timeout", "died", "fault"


@dataclass(frozen=True)
class Job:
    """What to run: a task, its options (plain data), the learner's answer, and where that lives.

    `namespace` holds the learner's global names; `program` can make the answer anew; `naming`
    says which functions are named beside their lines.
    """

    task: str
    answer: object
    namespace: dict
    options: Mapping = field(default_factory=dict)
    program: Program | None = None
    naming: lines.Naming = field(default_factory=lines.Naming)


@dataclass
class Report:
    """How a job ended.

    `ending` is finished, timeout, died, or fault: the task itself, not the learner's code, raised
    an exception, named in `fault`. `result` is what the task returned, `notes` what it told on
    the way; `where` is the learner's line that was running when it was stopped, where known.
    """

    ending: str
    result: dict | None = None
    notes: list[dict] = field(default_factory=list)
    fault: str = ""
    where: str = ""

    def last(self, key: str):
        """The value of the last note that has this key, or None."""
        return next((note[key] for note in reversed(self.notes) if key in note), None)


class Runner(Protocol):
    def run(self, job: Job) -> Report:
        """Run a job to its end. Raises only KeyboardInterrupt, after ending the child."""
        ...


def choose() -> Runner:
    """The best runner for this machine."""
    if machine.can_fork():
        return ForkRunner()
    if machine.can_start_processes():
        return FreshRunner()
    return InlineRunner()


@contextmanager
def _scratch() -> Iterator[str | None]:
    """A folder for the temporary files of one child, which may be killed before it clears up.
    None where no folder can be made."""
    try:
        made = tempfile.TemporaryDirectory(prefix="studybuddy-check-", ignore_cleanup_errors=True)
    except OSError:
        yield None
        return
    with made as folder:
        yield folder


# -- in a copy of this process -----------------------------------------------------------------


class ForkRunner:
    """Runs a job in a forked child, which has everything that the learner's session has."""

    def run(self, job: Job) -> Report:
        with _scratch() as scratch:
            return self._run(job, scratch)

    def _run(self, job: Job, scratch: str | None) -> Report:
        import faulthandler

        reading, writing = os.pipe()
        # A timer of faulthandler that is armed here would block the child's own for ever.
        faulthandler.cancel_dump_traceback_later()
        with warnings.catch_warnings():
            # Python warns of a fork with threads. The child touches none of what they hold.
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                pid = os.fork()
            except OSError:  # no more processes allowed
                os.close(reading)
                os.close(writing)
                return FreshRunner().run(job)
        if pid == 0:
            _forked_child(job, reading, writing, scratch)
        os.close(writing)
        try:
            report = _listen(reading, _Events(job))
        finally:
            os.close(reading)
            _end(pid)
        if report.fault == NO_CHILD and job.program is not None:  # a fork that did not live
            return FreshRunner().run(job)
        return report


def _forked_child(job: Job, reading: int, writing: int, scratch: str | None) -> None:
    """The child's whole life. Never returns, never raises."""
    try:
        os.setsid()  # out of the kernel's group: its interrupt goes to the parent alone
        os.close(reading)
        from studybuddy.workbook import child

        child.prepare(memory=MEMORY_BYTES)
        if scratch is not None:
            child.put_temporary_files_into(scratch)
        child.work(job.task, job.answer, job.namespace, job.options, writing)
    except BaseException:
        pass  # the parent sees that nothing came
    finally:
        os._exit(0)


def _listen(reading: int, events: _Events) -> Report:
    """Read the child's events until it is done, dead or too late."""
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while True:
            left = events.deadline - time.monotonic()
            if left <= 0:
                return events.report(TIMEOUT)
            if not selector.select(left):
                continue
            data = os.read(reading, 65_536)
            if not data:
                return events.report(DIED)
            if (report := events.feed(data)) is not None:
                return report


class _Events:
    """The child's lines of JSON, and the deadline that follows from them.

    Lines that are no JSON are a traceback, written just before time is over or in a crash.
    """

    def __init__(self, job: Job) -> None:
        self.notes: list[dict] = []
        self._job = job
        self._began = False
        self._trace: list[str] = []
        self.deadline = time.monotonic() + QUIET_SECONDS
        self._rest = b""
        self._size = 0

    def feed(self, data: bytes) -> Report | None:
        """Take what came; a report when it was the end."""
        self._size += len(data)
        if self._size > MAX_REPORT_BYTES:
            return self.report(DIED)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if not line.startswith(b"{"):
                self._trace.append(line.decode("ascii", "replace"))
                continue
            event = json.loads(line)
            if "result" in event:
                return self.report(FINISHED, result=event["result"])
            if "not made" in event:
                return self.report(NOT_MADE)
            if "fault" in event:
                return self.report(FAULT, fault=event["fault"])
            if event.get("clock") == "start":
                self._began = True
                self.deadline = time.monotonic() + event["seconds"] + TRACE_SECONDS
            else:
                self.deadline = time.monotonic() + QUIET_SECONDS
            if "note" in event:
                self.notes.append(event["note"])
        return None

    def report(self, ending: str, **more) -> Report:
        if ending in (TIMEOUT, DIED) and not self._began:
            # The learner's code had not begun, so it is not to blame.
            return Report(FAULT, notes=self.notes, fault=NO_CHILD)
        where = self._where() if ending in (TIMEOUT, DIED) else ""
        return Report(ending, notes=self.notes, where=where, **more)

    def _where(self) -> str:
        """The learner's line in the traceback: the innermost in one of the learner's cells."""
        import linecache

        namespace = self._job.namespace
        own = {one.__code__.co_filename for one in [*namespace.values(), self._job.answer]
               if type(one) is FunctionType and one.__globals__ is namespace}
        for line in self._trace:
            found = re.search(r'File "(.+)", line (\d+)(?: in (\w+))?', line)
            if found is None:
                continue
            filename, number = found[1], int(found[2])
            # Not a qualified name: what is no global name stands inside another function.
            function = self._job.naming.words(found[3]) if found[3] in namespace else ""
            cell = re.fullmatch(r"<cell (\d+)>", filename)
            if cell and self._job.program is not None:
                text = self._job.program.line(int(cell[1]), number)
                return lines.line_text(number, text, function)
            if filename in own:
                return lines.line_text(number, linecache.getline(filename, number), function)
        return ""


def _end(pid: int) -> None:
    """End a child with all that it started, and collect it."""
    for kill in (os.killpg, os.kill):  # the group first; it exists from the child's first line on
        with suppress(OSError):
            kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


# -- in a new process --------------------------------------------------------------------------


class FreshRunner:
    """Runs a job in a new process, which makes the answer from the learner's cells.

    Only what the answer needs is run again there, see `Program`.
    """

    def run(self, job: Job) -> Report:
        if job.program is None:
            return InlineRunner().run(job)
        with _scratch() as scratch:
            report = self._run(job, job.program, scratch)
        # What the cells do not show can only be tried where it is.
        return InlineRunner().run(job) if report.ending == NOT_MADE else report

    def _run(self, job: Job, program: Program, scratch: str | None) -> Report:
        order = json.dumps({"task": job.task, "options": dict(job.options),
                            "program": program.as_data(), "memory": MEMORY_BYTES,
                            "seconds": bench.CALL_SECONDS, "scratch": scratch})
        root = str(Path(__file__).resolve().parents[2])
        command = [sys.executable, "-X", "utf8", "-c",
                   "import sys; sys.path.insert(0, sys.argv[1]); "
                   "from studybuddy.workbook import child; child.main()", root]
        on_windows = os.name == "nt"
        flags = (subprocess.CREATE_NEW_PROCESS_GROUP  # type: ignore[attr-defined]
                 | subprocess.CREATE_NO_WINDOW) if on_windows else 0  # type: ignore[attr-defined]
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, start_new_session=not on_windows, creationflags=flags)
        except OSError:
            return InlineRunner().run(job)
        try:
            return _listen_to_process(process, order, _Events(job))
        finally:
            if not on_windows:
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()


def _listen_to_process(process: subprocess.Popen, order: str, events: _Events) -> Report:
    """As `_listen`, with a thread that reads, since Windows cannot wait for a pipe."""
    import queue
    import threading

    came: queue.Queue[bytes] = queue.Queue()
    assert process.stdin is not None and process.stdout is not None
    stdin, stdout = process.stdin, process.stdout

    def read() -> None:
        while data := os.read(stdout.fileno(), 65_536):
            came.put(data)
        came.put(b"")

    def write() -> None:
        with suppress(OSError), stdin:
            stdin.write(order.encode())

    for work in (read, write):
        threading.Thread(target=work, daemon=True).start()
    while True:
        left = events.deadline - time.monotonic()
        if left <= 0:
            return events.report(TIMEOUT)
        try:
            data = came.get(timeout=min(left, 0.2))  # short waits let an interrupt through
        except queue.Empty:
            continue
        if not data:
            return events.report(DIED)
        if (report := events.feed(data)) is not None:
            return report


# -- in this process ---------------------------------------------------------------------------


class InlineRunner:
    """Runs a job here, for places without processes, such as a browser.

    A loop without end is stopped at its next line of Python. One long call into C is not, and
    code that ends its process ends this one.
    """

    def run(self, job: Job) -> Report:
        from studybuddy.workbook import child

        notes: list[dict] = []

        def tell(event: dict) -> None:
            if "note" in event:
                notes.append(event["note"])

        table = bench.Bench(tell, job.namespace, stop_inside=True)
        try:
            with child.captured():
                result = child.resolve(job.task)(table, job.answer, **job.options)
            return Report(FINISHED, json.loads(json.dumps(result)), notes)
        except bench.Stopped:
            return Report(TIMEOUT, notes=notes)
        except Exception as error:
            return Report(FAULT, notes=notes, fault=type(error).__name__)
