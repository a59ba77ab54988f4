"""How a panel drives a run: never in the way of the kernel, all widgets written on its loop.

A run is synchronous and may wait long (a model, a tool). A `Driver` takes its steps in a thread and
comes back to the event loop of the notebook; between two steps nothing waits anywhere, so a click,
an interrupt or a re-run of the cell finds nothing to untangle.

    driver = Driver(turned=self._draw, event=self._live)
    driver.do(lambda: agent.start(question))                  # begins; the cell goes on at once
    driver.do(lambda: driver.run.approve(id, seen=effect))    # in a click
    driver.do(lambda: driver.run.ask(text), drives=True)      # the next question
    driver.stop()                                             # from any click, at any time
    run = await driver.finished()                             # `await panel`

`do` calls the action and then `run.drive()`, or `go(run)`, in a thread; with `drives` the action
alone. `turned()` is called on the loop when the run waits, has ended, or something went wrong; then
`driver.pending` holds the calls that wait (with their effect) and `driver.fault` the error, if any.
`event(dict)` gets each event of the run on the loop, in order, while the thread works. Neither is
called once `close()` was.

Where no loop runs (a script, a test) or no threads exist (a browser) `do` calls directly.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from studybuddy import machine
from studybuddy.agent import Agent, Run
from studybuddy.messages import ToolCall
from studybuddy.models.base import WORTH_ANOTHER_TRY
from studybuddy.runstate import FAILED, NEEDS_APPROVAL, READY

BUSY = "The run is at work. Wait until this step has ended, or press Stop."
GONE = "A newer panel has taken the place of this one. Wait for that one."
GLANCE = 0.05  # seconds; a bare `await` of a future is not woken by Kernel > Interrupt

_INTERRUPTS = (KeyboardInterrupt, asyncio.CancelledError)

_listening: ContextVar[Driver | None] = ContextVar("driver that listens", default=None)

# The driver that works with a run file now. A cell that is run again opens the file only when the
# step that the older panel was in has ended, so that the run goes on there and in one place.
_at_work: dict[str, Driver] = {}
_turns = threading.Condition()


class Driver:
    """Drives one run at a time; made on the loop of the notebook, where its panel is made.

    `run` is the run, or None before the first one. `path` names its file, if it has one: two
    drivers of one kernel take turns with it. `go(run)` takes it as far as it goes. `busy` says
    whether a step is going on, `stopping` that it was told to end.
    """

    def __init__(self, run: Run | None = None, *, turned: Callable[[], object],
                 event: Callable[[dict], object] | None = None,
                 path: str | os.PathLike | None = None,
                 go: Callable[[Run], object] = Run.drive):
        self.run = run
        self.pending: list[ToolCall] = []
        self.fault: BaseException | None = None
        self.busy = False
        self.stopping = False
        self.closed = False
        self._turned = turned
        self._event = event
        self._go = go
        self._file = _real(path)
        self._lock = threading.Lock()
        self._task: asyncio.Task | None = None  # a task that nobody holds may be lost
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None

    @property
    def has_loop(self) -> bool:
        """Whether there is a loop, so that timers run and a browser may look on."""
        return self._loop is not None

    @property
    def over(self) -> bool:
        """Whether the run has ended, or could not even begin."""
        return not self.busy and (self.run.status not in (READY, NEEDS_APPROVAL)
                                  if self.run is not None else self.fault is not None)

    @property
    def can_try_again(self) -> bool:
        """Whether the same may work now: the service was busy, or the file was in use."""
        if self.busy:
            return False
        if self.run is None:
            return getattr(self.fault, "passing", False)
        if self.run.status != FAILED:
            return bool(self.run.unwritten)
        error = self.run.error
        return (getattr(error, "passing", False)
                or getattr(error, "kind", "") in WORTH_ANOTHER_TRY)

    # -- from clicks, on any thread ---------------------------------------------------------------

    def do(self, action: Callable[[], object], *, drives: bool = False) -> None:
        """Call `action()`, then drive the run as far as it goes. A Run that the action returns is
        the run from now on. With `drives` the action has driven it by itself: to go on then would
        try at once what has just failed. Raises RuntimeError, a sentence, while a step is going
        on."""
        with self._lock:
            if self.busy:
                raise RuntimeError(BUSY)
            self.busy = True
            self.stopping = False
            self.fault = None
            self.pending = []
        if self._loop is not None and self._loop.is_closed():  # its program went on without it
            self._loop = None
        if self._loop is None:
            try:
                self._work(action, drives)
            finally:  # also after an interrupt
                self._end()
        else:
            self._loop.call_soon_threadsafe(self._begin, self._loop, action, drives)

    def stop(self) -> None:
        """Cancel the run: at once where it waits, else as soon as its step notices."""
        self.stopping = self.busy
        other = _at_work.get(self._file) if self._file is not None else None
        if other is not None and other is not self:
            other.stop()
        if self.run is not None:
            self.run.cancel()
        if not self.busy:
            self.pending = []
            self.on_loop(self._turn)

    def leave(self, path: str | os.PathLike | None = None) -> None:
        """Let go of the run, which stays as it is; the next one has this file. Raises RuntimeError,
        a sentence, while a step is going on."""
        with self._lock:
            if self.busy:
                raise RuntimeError(BUSY)
            self.run = self.fault = None
            self.pending = []
            self._file = _real(path)

    def close(self) -> None:
        """Tell the panel nothing any more, and wait no longer for the turn with a file. The run
        stays as it is."""
        with _turns:
            self.closed = True
            _turns.notify_all()

    def on_loop(self, action: Callable, *arguments: object) -> None:
        """Call this on the loop: widgets are written nowhere else."""
        if self._loop is None or _running() is self._loop:
            action(*arguments)
        else:
            with suppress(RuntimeError):  # the loop was closed: the kernel ends
                self._loop.call_soon_threadsafe(action, *arguments)

    def later(self, seconds: float, action: Callable[[], object]) -> None:
        """On the loop: call this after some seconds, unless the driver is closed by then. Without
        a loop, where no timer runs and nobody looks on, at once."""
        if self._loop is None or seconds <= 0:
            action()
        else:
            self._loop.call_later(seconds, lambda: self.closed or action())

    # -- to await ---------------------------------------------------------------------------------

    async def settled(self, also: Callable[[], bool] = lambda: True) -> Run | None:
        """Wait until no step is going on: the run waits for a person, or has ended; and until
        `also()` says True, where more has to be so."""
        await self._until(lambda: not self.busy and also())
        return self.run

    async def finished(self) -> Run:
        """Wait until the run has ended, or the panel is closed: then it comes as it is. Raises the
        error of a run that could not begin; RuntimeError where the panel was closed before."""
        await self._until(lambda: self.over)
        if self.run is None:
            raise self.fault or RuntimeError(GONE if self.closed else "There is no run.")
        return self.run

    async def _until(self, reached: Callable[[], bool]) -> None:
        try:
            while not reached() and not self.closed:
                await asyncio.sleep(GLANCE)
        except asyncio.CancelledError:  # Kernel > Interrupt
            self.stop()
            raise

    # -- the step ---------------------------------------------------------------------------------

    def _begin(self, loop: asyncio.AbstractEventLoop, action: Callable[[], object],
               drives: bool) -> None:
        self._task = loop.create_task(self._burst(action, drives))

    async def _burst(self, action: Callable[[], object], drives: bool) -> None:
        try:
            if machine.can_start_threads():
                await asyncio.to_thread(self._work, action, drives)
            else:
                await asyncio.sleep(0)  # first let the page show that it begins
                self._work(action, drives)
        finally:
            self._end()

    def _work(self, action: Callable[[], object], drives: bool) -> None:
        token = _listening.set(self)
        try:
            with self._turn_with_file():
                self._listen()
                made = action()
                if isinstance(made, Run):
                    self.run = made
                    self._listen()
                if self.run is not None and not drives:
                    self._go(self.run)
        except BaseException as error:  # in a task, a SystemExit would end the kernel
            if isinstance(error, _INTERRUPTS) and not _in_thread():
                raise
            self.fault = error
        finally:
            _listening.reset(token)
            # Here and not on the loop: to find out what a call would do may take seconds.
            self.pending = self.run.pending if self.run is not None else []

    def _end(self) -> None:
        self.busy = self.stopping = False
        self._turn()

    def _turn(self) -> None:
        if not self.closed:
            self._turned()

    def _listen(self) -> None:
        """Hear the agent's events too. They are told apart by the thread that works: an agent may
        have several runs at a time. Whoever listened before still hears them all."""
        agent: Agent | None = self.run.agent if self.run is not None else None
        if agent is not None and not isinstance(agent.on_event, _Relay):
            agent.on_event = _Relay(agent.on_event)

    def _heard(self, event: object) -> None:
        """An event comes from the run, or from a model, which may tell anything."""
        if self.stopping and self.run is not None:
            self.run.cancel()  # Stop came before there was anything to cancel
        if (self._event is not None and isinstance(event, dict)
                and isinstance(event.get("type"), str)):
            self.on_loop(self._tell, event)

    def _tell(self, event: dict) -> None:
        if not self.closed and self._event is not None:
            self._event(event)

    @contextmanager
    def _turn_with_file(self) -> Iterator[None]:
        if self._file is None:
            yield
            return
        with _turns:
            while self._file in _at_work and not self.closed:
                _turns.wait()
            if self._file in _at_work:
                raise RuntimeError(GONE)
            _at_work[self._file] = self
        try:
            yield
        finally:
            with _turns:
                del _at_work[self._file]
                _turns.notify_all()


class _Relay:
    """An `on_event` that hands each event to the listener before it and to the driver at work."""

    def __init__(self, before: Callable[[dict], object] | None):
        self._before = before

    def __call__(self, event: dict) -> None:
        driver = _listening.get()
        if driver is not None:
            driver._heard(event)
        if self._before is not None:
            self._before(event)


def _real(path: str | os.PathLike | None) -> str | None:
    """One name for each file; a path that cannot be stays, and opening it says what is wrong."""
    if path is None:
        return None
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


def _in_thread() -> bool:
    return threading.current_thread() is not threading.main_thread()


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
