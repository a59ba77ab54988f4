"""`studybuddy reset 04`: the lesson as it was, with the learner's own copy kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from studybuddy.workbook import editions, marks
from studybuddy.workbook.build import executed_text, replace_file, set_aside
from studybuddy.workbook.execute import ExecutionError
from studybuddy.workbook.source import SourceError, read_source, source_files

AS_IT_WAS = "{name} is as it was made. Nothing was changed."
NO_FILE = "{name} is no file, so the lesson cannot be put there. Rename it, then try again."
NOT_KEPT = ("Your copy cannot be kept in {folder} ({why}). Nothing was changed. "
            "Is that a folder in which you may write?")
NOT_WRITTEN = "{name} cannot be read or written ({why}). It is as it was."


def reset(root: Path, number: str, *, say: Callable[[str], object] = print) -> int:
    """Restore lesson `number` ("4" or "04") of the project in `root`; returns an exit code.

    The lesson is made anew from its source, which takes a few seconds since its cells are run;
    one that nobody worked in stays as it is, at once. Where they cannot be run it comes without
    outputs. The notebook that was there is copied into `notebooks/yours` first, unless it is the
    same. Progress is kept, and a line says so where there is any. What cannot be read, kept or
    written is said, and then the notebook stays as it is.
    """
    number = number.strip().zfill(2)
    sources = {path.stem[:2]: path for path in source_files(root)}
    if number not in sources:
        say(f"There is no lesson {number}. There are: {', '.join(sources) or 'none'}.")
        return 2
    try:
        source = read_source(sources[number])
        notebook = editions.make_edition(source, editions.STUDENT)
    except SourceError as error:
        say(str(error))
        return 1
    path = editions.edition_path(root, source.name, editions.STUDENT)
    if path.exists() and not path.is_file():
        say(NO_FILE.format(name=path.relative_to(root).as_posix()))
        return 1
    if editions.state(path, source, editions.STUDENT) == editions.AS_BUILT and _was_run(path):
        say(AS_IT_WAS.format(name=path.name))
        return _done(number, say)
    say(f"Lesson {number} is made anew. This takes a few seconds.")
    try:
        text = executed_text(notebook, path)
    except (ExecutionError, ImportError, OSError) as error:
        say(f"Its cells could not be run here, so it comes without outputs ({_first(error)}). "
            "To find the reason: studybuddy doctor")
        text = _unexecuted(notebook)
    try:
        return _put(root, path, text.encode("utf-8"), say) or _done(number, say)
    except OSError as error:
        say(NOT_WRITTEN.format(name=path.name, why=_first(error)))
        return 1


def _put(root: Path, path: Path, data: bytes, say: Callable[[str], object]) -> int:
    """Put the lesson in its place; an exit code. Raises OSError, and then it is as it was."""
    if path.is_file():
        if path.read_bytes() == data:
            say(AS_IT_WAS.format(name=path.name))
            return 0
        try:
            copy = set_aside(path)
        except OSError as error:
            say(NOT_KEPT.format(folder=editions.SET_ASIDE, why=_first(error)))
            return 1
        say(f"Your copy is kept: {copy.relative_to(root).as_posix()}")
    replace_file(path, data)
    say(f"{path.name} is restored. Is it open in JupyterLab? Then choose "
        "File > Reload Notebook from Disk.")
    return 0


def _done(number: str, say: Callable[[str], object]) -> int:
    if kept := marks.kept(number):
        say(kept)
    return 0


def _was_run(path: Path) -> bool:
    """Whether each code cell of a stored notebook has its outputs."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return all(cell.get("execution_count") for cell in cells if cell["cell_type"] == "code")


def _first(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror  # without the path of this machine
    return (str(error).splitlines() or [type(error).__name__])[0]


def _unexecuted(notebook: dict) -> str:
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
