"""Running one Python program in a folder, in a child process that is held and always ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from studybuddy import machine
from studybuddy.sandbox import budget, dumpable, hygiene, keys, launcher, links, planted
from studybuddy.sandbox.output import FLOOD, Stream
from studybuddy.sandbox.survey import Survey, survey

HERE = ("hygiene", "links", "keys", "budget", "planted", "dumpable")
LAYERS = (*HERE, *launcher.LAYERS)

_ROOT = Path(__file__).resolve().parents[2]
_BEGIN = ("import sys; sys.path.insert(0, sys.argv[1]); "
          "from studybuddy.sandbox import launcher; launcher.main()")
_POSIX = os.name == "posix"


@dataclass(frozen=True)
class Ran:
    """How a program ran.

    `stdout` and `stderr` are texts without terminal commands, the middle left out where they are
    long. `code` is the exit code, negative for a signal on POSIX; None if the program was ended
    from here or did not run; `timed_out` says that it needed too long, `flooded` that it was ended
    for its output. `note` says in plain sentences what else there is to know, or is empty. `held`
    names the layers that were in force, as the child found when it tried them.
    """

    stdout: str = ""
    stderr: str = ""
    code: int | None = None
    timed_out: bool = False
    note: str = ""
    held: tuple[str, ...] = ()
    flooded: bool = False


def run(folder: str | os.PathLike, script: str, args: Sequence[str] = (), *,
        timeout: float = 30.0, require: str | Iterable[str] = (),
        layers: Iterable[str] = LAYERS) -> Ran:
    """Run `folder/script` with Python, the folder being its current one.

    Args:
        folder: The one folder that the program may use.
        script: Path of the program, relative to the folder, checked by the caller.
        args: Texts for the program's command line.
        timeout: Seconds after which the program is ended. Its process group ends with it in any
            case; a process that has left the group lives on, which only seccomp forbids.
        require: Layers (one name or several) without which nothing is run: `note` then begins
            with "Not run", and `code` is None. One that the child takes upon itself needs hygiene.
        layers: Layers to try. Leaving some out is for lessons and tests.

    Raises:
        ValueError: The name of a layer is unknown.
    """
    wanted = frozenset(layers)
    required = frozenset((require,) if isinstance(require, str) else require)
    if unknown := sorted((wanted | required).difference(LAYERS)):
        raise ValueError(f"There is no layer {unknown[0]!r}. Layers: {', '.join(LAYERS)}.")
    if not os.fspath(folder):  # it would be the current one
        return Ran(note="Not run. The folder has no name.")
    place = os.path.realpath(folder)
    before = survey(place, planted.starts_by_itself if "planted" in wanted else None)
    if why := _fault(place, wanted, required, before):
        return Ran(note=f"Not run. {why}")
    with dumpable.closed() if "dumpable" in wanted else nullcontext(False) as is_closed:
        child = _Child(place, script, args, timeout, wanted, required)
        if child.note:
            return Ran(note=f"Not run. {child.note}")
        try:
            child.wait(timeout, before if "budget" in wanted else None)
        finally:
            child.end()
    return _told(child, place, timeout, before, wanted - (set() if is_closed else {"dumpable"}),
                 required)


def _fault(place: str, wanted: frozenset, required: frozenset, before: Survey) -> str:
    """Why nothing may run, as a sentence; empty if nothing is known yet."""
    if not machine.can_start_processes():
        return "This machine cannot start another program."
    if not os.path.isdir(place):
        return "The folder does not exist."
    package, prefix, base, library, libraries = _own(str(_ROOT), sys.prefix, sys.base_prefix)
    if any(_lies_in(own, place) for own in (package, prefix, base)):
        return ("Python or StudyBuddy itself lies in this folder, so the program could change "
                "what holds it. Choose a smaller folder.")
    if any(_lies_in(place, own) for own in (package, library, libraries)):
        return ("This folder is a part of Python or of StudyBuddy itself, so the program could "
                "change what holds it. Choose another folder.")
    # Without a clean start something in the folder could speak in a later layer's name.
    needed = required | {"hygiene"} if required.intersection(launcher.LAYERS) else required
    if missing := sorted(needed - wanted):
        return _lacking(missing)
    for layer, fault in (("links", links.fault), ("keys", keys.fault)):
        if layer in wanted and (why := fault(before)):
            return why
    return budget.fault(before) if "budget" in wanted else ""


@cache
def _own(root: str, prefix: str, base: str) -> tuple[str, ...]:
    """Where StudyBuddy, Python, its library and the packages really lie; asked of the disk once."""
    return tuple(map(os.path.realpath, (
        os.path.join(root, "studybuddy"), prefix, base, os.path.dirname(os.__file__),
        os.path.join(prefix, "lib"))))


def _lies_in(inner: str, outer: str) -> bool:
    """Whether a path is that of the folder `outer` or leads into it; both are real paths."""
    inner, outer = os.path.normcase(inner), os.path.normcase(outer)
    return inner == outer or inner.startswith(os.path.join(outer, ""))


def _lacking(missing: Iterable[str]) -> str:
    return f"It must be held by {', '.join(missing)}, which is not in force here."


class _Child:
    """The process, the threads that take what it says, and why it was ended."""

    def __init__(self, place: str, script: str, args: Sequence[str], timeout: float,
                 wanted: frozenset, required: frozenset):
        self.place, self.note, self.why = place, "", ""
        self.timed_out = self.flooded = False
        self.held: tuple[str, ...] | None = None  # what the launcher reported, once it is over
        self._wake = threading.Event()
        self._status: int | None
        self._status, told = os.pipe() if _POSIX and wanted else (None, None)
        command, clean = [sys.executable], "hygiene" in wanted
        if wanted:
            inner = (",".join(names.intersection(launcher.LAYERS)) for names in (wanted, required))
            # At least -P: the launcher itself must never import from the folder.
            command += [*(hygiene.FLAGS if clean else ("-P",)), "-c", _BEGIN, str(_ROOT),
                        "" if told is None else str(told), *inner, str(timeout), place]
        # A name that begins with "-" would be an option of Python's.
        command += [script if wanted else os.path.join(os.curdir, script), *args]
        flags = (subprocess.CREATE_NEW_PROCESS_GROUP  # type: ignore[attr-defined]
                 | subprocess.CREATE_NO_WINDOW) if not _POSIX else 0  # type: ignore[attr-defined]
        try:
            self.process = subprocess.Popen(
                # Not yet in the folder: a library of the system could be loaded from there.
                command, cwd=sys.base_prefix if wanted else place, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                start_new_session=_POSIX, creationflags=flags,
                env=hygiene.environment(place, os.environ) if clean else None,
                pass_fds=() if told is None else (told,))
        except (OSError, ValueError) as error:  # too many arguments, or a NUL in one of them
            self.note = f"The program cannot be started ({error})."
            if self._status is not None:
                os.close(self._status)
            return
        finally:
            if told is not None:
                os.close(told)
        self.streams = [Stream(pipe, self._end_flood)
                        for pipe in (self.process.stdout, self.process.stderr)]
        self._threads = (*self.streams, threading.Thread(target=self._watch, daemon=True))
        for thread in self._threads:
            thread.start()

    def _end_flood(self) -> None:
        if self.why or self.timed_out:
            return  # it is being ended already
        self.flooded = True
        self.why = f"it wrote more than {FLOOD >> 20} MB of output"
        self._wake.set()

    def _watch(self) -> None:
        """Wake the waiting thread when the process is over."""
        try:
            # Not collected yet, so that its number, which is its group's, is given to nobody.
            os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        except (AttributeError, OSError):  # Windows, and macOS before Python 3.13
            self.process.wait()
        self._wake.set()

    def wait(self, timeout: float, before: Survey | None) -> None:
        """Return when the process is over, or `why` or `timed_out` says that it must be ended."""
        deadline, pause = time.monotonic() + timeout, budget.POLL
        while not self._wake.wait(max(0.0, min(pause, deadline - time.monotonic()))):
            if time.monotonic() >= deadline:
                self.timed_out = True
                return
            if before is not None:
                began, worked = time.monotonic(), time.thread_time()
                if spent := budget.spent(self.place, before, self.process.pid):
                    self.why = spent
                    return
                # In a large folder a look takes long: never more than a tenth of a core, nor half
                # of the time on a slow disk. A machine that is busy must not make the looks rare.
                pause = max(budget.POLL, 10 * (time.thread_time() - worked),
                            time.monotonic() - began)

    def end(self) -> None:
        """End the process and its group, collect it, and stop reading."""
        if _POSIX:
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        elif self.process.poll() is None:
            # With what it started: Python itself is a child here, in a virtual environment.
            with suppress(OSError, subprocess.SubprocessError):
                # By its whole path: a bare name is looked for in the current folder first.
                system = os.environ.get("SYSTEMROOT", r"C:\Windows")
                subprocess.run([os.path.join(system, "System32", "taskkill.exe"),
                                "/T", "/F", "/PID", str(self.process.pid)],
                               capture_output=True, timeout=5)
        self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        for thread in self._threads:
            thread.join(0.5)
        self.held = self._report()

    def _report(self) -> tuple[str, ...] | None:
        """The layers that the launcher has; None if it did not come to telling."""
        if self._status is None:
            return ()
        with open(self._status, "rb") as pipe:
            line = pipe.read().decode()
        return tuple(filter(None, line.strip().split(","))) if line.endswith("\n") else None


def _told(child: _Child, place: str, timeout: float, before: Survey, wanted: frozenset,
          required: frozenset) -> Ran:
    """What there is to say once the child is gone."""
    stdout, stderr = (stream.text() for stream in child.streams)
    if child.held is None and not child.timed_out:
        return Ran(stdout, stderr, note="Not run. Python itself did not start.")
    in_force = wanted.intersection(HERE).union(child.held or ())
    held = tuple(name for name in LAYERS if name in in_force)
    if missing := sorted(required.difference(held)):
        return Ran(held=held, note=f"Not run. {_lacking(missing)}")
    code = child.process.returncode
    notes = []
    if child.timed_out:
        notes.append(f"The program was ended after {timeout:g} seconds.")
    elif child.why:
        notes.append(f"The program was ended because {child.why}.")
    elif _POSIX and code is not None and code < 0:
        with suppress(ValueError):
            notes.append(f"The program was ended by the signal {signal.Signals(-code).name}.")
    elif in_force & {"landlock", "seccomp"}:
        notes.append(_why_refused(stderr))
    if wanted & {"planted", "budget"}:
        after = survey(place, planted.starts_by_itself)
        if "budget" in wanted and not child.why and (much := budget.left(before, after)):
            notes.append(f"Look before you go on: {much}.")
        if "planted" in wanted:
            notes.append(planted.told(place, before, after))
    return Ran(stdout, stderr, None if child.timed_out or child.why else code, child.timed_out,
               " ".join(filter(None, notes)), held, child.flooded)


def _why_refused(stderr: str) -> str:
    """The rule that the end of a traceback seems to have met; a hint, never a judgement."""
    end = stderr.rstrip().split("\n")[-8:]
    if not re.search("PermissionError|gaierror|URLError", end[-1]):
        return ""
    if re.search(r"chmod|chown|utime|xattr|os\.(sym)?link\(|mkfifo|mknod", "\n".join(end[:-1])):
        return ("It may write files in its folder, but not change their modes, owners or times, "
                "nor make links: shutil.copyfile copies a file where shutil.copy cannot.")
    return "It may use its own folder alone: no files elsewhere, no network, no other programs."
