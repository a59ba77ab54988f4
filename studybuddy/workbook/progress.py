"""What a learner has done, in one small JSON file.

    {"version": 1, "lessons": {"01": {"passed": ["01.1", ...], "guesses": {"01.p1": "b", ...},
                                      "shown": {"01.p1": "c", ...}}}}

The file is $STUDYBUDDY_PROGRESS, else `progress.json` in the workbook's `notebooks` folder, looked
for from the current folder upwards, then from where this Python began, from the notebook's own
path, and beside the package. `STUDYBUDDY_PROGRESS=none` keeps nothing. Where there is no place for
a file, progress lives as long as the kernel.

Several kernels may write: under a lock each reads the file, changes what it notes, and replaces it;
what it noted before is not written again, so that what was cleared stays cleared. A file that is
broken, may not be read or is of a newer version is set aside under another name. Nothing here
raises; what the learner should know waits in `messages`.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from studybuddy import environment, machine

VERSION = 1
FILE_NAME = "progress.json"
FIRST_LESSON = "00_start_here"
LOCK_SECONDS = 5
MAX_BYTES = 1_000_000

IN_MEMORY = "It is kept only until this kernel ends: there is no workbook folder here."
SOLVED = "It is not kept: this is the solved edition."
NOT_WRITTEN = "It is kept only until this kernel ends: the progress file cannot be written."
ASIDE = "The old progress file could not be read. It is now `{name}`, and a new one was begun."
NEWER = "The progress file is of a newer workbook. It is now `{name}`, and a new one was begun."


class Progress:
    """The progress of one learner. `path` is the file, None for memory only.

    `why_not_kept` is a sentence when it will be lost with the kernel, else "". `messages` are
    sentences that the learner has not seen yet.
    """

    def __init__(self, path: Path | None, why_not_kept: str = ""):
        self.path = path
        self.why_not_kept = why_not_kept
        self.messages: list[str] = []
        self._data: dict = _new()

    def lesson(self, number: str) -> dict:
        """What is known of a lesson, a copy: {"passed": [...], "guesses": {}, "shown": {}}."""
        self._refresh()
        return _tidy(self._data["lessons"].get(number))

    def passed(self, number: str, check: str) -> None:
        """Note that a check was passed. It stays passed."""
        def change(lesson: dict) -> None:
            if check not in lesson["passed"]:
                lesson["passed"] = sorted({*lesson["passed"], check})
        self._change(number, change)

    def guess(self, number: str, prediction: str, letter: str) -> str:
        """Note a guess, and return the first one, which is kept."""
        self._change(number, lambda lesson: lesson["guesses"].setdefault(prediction, letter))
        return self._data["lessons"][number]["guesses"][prediction]

    def shown(self, number: str, prediction: str, letter: str) -> None:
        """Note what the run showed."""
        self._change(number, lambda lesson: lesson["shown"].__setitem__(prediction, letter))

    def clear(self, number: str) -> None:
        """Forget all of a lesson."""
        with self._locked():
            if self.path is not None:
                self._take_over()
            if self._data["lessons"].pop(number, None) is not None and self._is_there():
                self._write()

    # -- the file ------------------------------------------------------------------------------

    def _refresh(self) -> None:
        if self.path is not None and self._is_there():
            with self._locked():
                self._take_over()

    def _is_there(self) -> bool:
        try:
            return self.path is not None and self.path.exists()
        except (OSError, ValueError):
            return False

    def _change(self, number: str, change) -> None:
        if self.path is None:
            self._apply(number, change)
            return
        with self._locked():
            self._take_over()
            before = json.dumps(self._data, sort_keys=True)
            self._apply(number, change)
            if json.dumps(self._data, sort_keys=True) != before or not self._is_there():
                self._write()

    def _apply(self, number: str, change) -> None:
        lesson = _tidy(self._data["lessons"].get(number))
        change(lesson)
        self._data["lessons"][number] = lesson

    def _take_over(self) -> None:
        """From now on what is in the file counts; without a readable one what is known here."""
        data = self._read()
        if data is not None:
            self._data = {**data, "lessons": {number: _tidy(lesson)
                                              for number, lesson in data["lessons"].items()}}

    def _read(self) -> dict | None:
        """What the file holds; None when there is none, or it was set aside."""
        assert self.path is not None
        try:
            with self.path.open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
        except PermissionError:
            self._set_aside("closed", ASIDE)
            return None
        except (OSError, ValueError):  # none there, or a name that no file can have
            return None
        try:
            return _parsed(raw)
        except _Newer:
            self._set_aside("newer", NEWER)
        except ValueError:
            self._set_aside("broken", ASIDE)
        return None

    def _set_aside(self, why: str, message: str) -> None:
        assert self.path is not None
        for number in range(1, 1000):
            aside = self.path.with_name(f"{self.path.name}.{why}-{number}")
            if not aside.exists():
                break
        try:
            os.replace(self.path, aside)
        except OSError:
            self._lose()
            return
        self._say(message.format(name=aside.name))

    def _write(self) -> None:
        assert self.path is not None
        text = json.dumps({**self._data, "version": VERSION}, indent=1, sort_keys=True) + "\n"
        temporary = None
        try:
            handle, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=f"{self.path.name}.")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(temporary, self.path)
        except (OSError, ValueError):
            if temporary:
                with suppress(OSError):
                    os.unlink(temporary)
            self._lose()

    @contextmanager
    def _locked(self):
        """The lock beside the file, if it can be had. Without it the last writer wins."""
        lock = None
        if self.path is not None and machine.can_lock_files():
            import logging

            from filelock import FileLock, Timeout

            logging.getLogger("filelock").setLevel(logging.WARNING)
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                lock = FileLock(str(self.path) + ".lock", timeout=LOCK_SECONDS)
                lock.acquire()
            except (OSError, ValueError, Timeout, NotImplementedError):
                lock = None
        try:
            yield
        finally:
            if lock is not None:
                lock.release()

    def _lose(self) -> None:
        """The file cannot be used: go on in memory, and say so once."""
        self.path = None
        self.why_not_kept = NOT_WRITTEN
        self._say(NOT_WRITTEN)

    def _say(self, message: str) -> None:
        if message not in self.messages:
            self.messages.append(message)


def find() -> Progress:
    """The progress for this kernel, by the environment and the current folder."""
    setting = environment.get("STUDYBUDDY_PROGRESS")
    if setting and setting.lower() == "none":
        return Progress(None)
    if setting:
        return Progress(Path(setting).expanduser())
    for place in _places():
        if place.name == "solutions" and _is_workbook(place.parent):
            return Progress(None, SOLVED)
        if (folder := workbook_folder(place)) is not None:
            return Progress(folder / FILE_NAME)
    return Progress(None, IN_MEMORY)


def _here() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # the folder was deleted
        return None


_BEGAN = _here()


def _places() -> list[Path]:
    """Where the workbook is looked for, the nearest first. A cell may have changed the current
    folder before the lesson starts, so that is not the only one."""
    notebook = os.environ.get("JPY_SESSION_NAME")  # Jupyter's name for it: a path
    places = [_here(), _BEGAN, Path(notebook).parent if notebook else None,
              Path(__file__).resolve().parents[2]]
    return [place for place in places if place is not None and place.is_absolute()]


def read(path: Path) -> dict[str, dict]:
    """What a progress file holds, lesson by lesson, in the form of `Progress.lesson`.

    Changes nothing: a broken file stays where it is. Raises OSError when the file cannot be read,
    ValueError with a sentence when it is no progress file, or one of a newer workbook.
    """
    with path.open("rb") as file:
        data = _parsed(file.read(MAX_BYTES + 1))
    return {number: _tidy(lesson) for number, lesson in data["lessons"].items()}


class _Newer(ValueError):
    """A progress file of a newer workbook."""


def _parsed(raw: bytes) -> dict:
    """The content of a progress file, its version and lessons checked. Raises ValueError."""
    try:
        if len(raw) > MAX_BYTES:
            raise ValueError("too large")
        data = json.loads(raw)
        version, lessons = data["version"], data["lessons"]
        if type(version) is not int or not isinstance(lessons, dict):
            raise ValueError("not its form")
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ValueError("it is no progress file, or a broken one") from None
    if version > VERSION:
        raise _Newer("it is of a newer workbook: update this one")
    return data


def workbook_folder(start: Path) -> Path | None:
    """The folder with the lessons, from `start` upwards, or None."""
    for place in (start, *start.parents):
        for folder in (place, place / "notebooks"):
            if _is_workbook(folder):
                return folder
    return None


def _is_workbook(folder: Path) -> bool:
    try:
        return (folder / f"{FIRST_LESSON}.ipynb").is_file()
    except OSError:
        return False


def _new() -> dict:
    return {"version": VERSION, "lessons": {}}


def _tidy(lesson: object) -> dict:
    """The three entries of a lesson, whatever stands in the file; others are kept as they are."""
    known = dict(lesson) if isinstance(lesson, dict) else {}
    passed = known.get("passed")
    return {**known,
            "passed": [one for one in passed if isinstance(one, str)]
            if isinstance(passed, list) else [],
            **{name: {key: value for key, value in known[name].items() if isinstance(value, str)}
               if isinstance(known.get(name), dict) else {} for name in ("guesses", "shown")}}
