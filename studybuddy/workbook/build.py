"""`studybuddy build`: the stored notebooks and `small.py`, made from the lessons' sources.

The same source gives the same bytes on every build: cell ids come from the source, and what
differs from run to run (times, Python's version, widget state) is removed. A cell with the tag
`nbval-ignore-output` shows something of the machine; while its code stays the same it keeps the
outputs that are stored already.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from studybuddy.workbook import editions, reuse
from studybuddy.workbook.execute import IGNORED, ExecutionError, run_notebook
from studybuddy.workbook.source import SourceError, read_source, source_files

Say = Callable[[str], object]


def find_project(start: Path | None = None) -> Path | None:
    """The folder that holds `notebooks/source`: round this package, or from `start` upwards."""
    here = (start or Path.cwd()).resolve()
    for folder in (Path(__file__).resolve().parents[2], here, *here.parents):
        if (folder / "notebooks" / "source").is_dir():
            return folder
    return None


def build(root: Path, numbers: Sequence[str] = (), *, check: bool = False, fresh: bool = False,
          say: Say = print, progress: bool = True) -> int:
    """Build the lessons `numbers` (such as "01"; all when empty) of the project in `root`.

    With `check` nothing is written: the lessons are built in memory and what differs is said.
    `fresh` renews also the outputs that depend on the machine. `say` gets one line for each
    file; `progress` shows a bar while cells run. A notebook that a person worked in is set aside
    before it is replaced. Returns 0, or 1 when something is wrong or differs.
    """
    try:
        wanted = chosen(root, numbers)
        sources = [read_source(path) for path in source_files(root)]
        faults = [fault for source in sources for fault in editions.problems(source)]
        if faults:
            raise SourceError("\n".join(faults))
        small = reuse.small_module(sources)
    except SourceError as error:
        say(str(error))
        return 1
    # First, since the kernels of later lessons import it.
    failed = not _put(root / reuse.PATH, small, check, say)
    plan = [(editions.make_edition(source, edition), editions.edition_path(root, source.name,
             edition)) for source in sources if source.name in wanted
            for edition in editions.FOLDERS]
    cells = sum(cell["cell_type"] == "code" for notebook, _ in plan for cell in notebook["cells"])
    with _Bar(cells, progress, say) as bar:
        for notebook, path in plan:
            bar.name(path.stem)
            if not check:  # cells run in the folder in which their notebook will lie
                path.parent.mkdir(parents=True, exist_ok=True)
            try:
                text = executed_text(notebook, path, fresh=fresh, after_cell=bar.step)
            except ExecutionError as error:
                bar.say(str(error))
                failed = True
                continue
            failed = not _put(path, text, check, bar.say) or failed
    return int(failed)


def chosen(root: Path, numbers: Sequence[str]) -> set[str]:
    """The names of the lessons `numbers`, of all when empty. Raises SourceError for a number that
    no lesson has."""
    names = {path.stem[:2]: path.stem for path in source_files(root)}
    for number in numbers:
        if number not in names:
            raise SourceError(f"There is no lesson {number}. "
                              f"There are: {', '.join(names) or 'none'}.")
    return {names[number] for number in numbers} if numbers else set(names.values())


def executed_text(notebook: dict, path: Path, *, fresh: bool = False,
                  after_cell: Callable[[], object] = lambda: None) -> str:
    """The text of the file `path` for an edition: executed, in nbformat's own form.

    Raises ExecutionError.
    """
    import nbformat

    folder = next(parent for parent in path.parents if parent.is_dir())
    name = f"{path.name} ({_kind(path)})"
    done = run_notebook(notebook, folder, name=name, after_cell=after_cell)
    if not fresh:
        _keep_outputs_of_machine(done, path)
    nbformat.validate(done)
    return nbformat.writes(done, indent=1) + "\n"


def _keep_outputs_of_machine(notebook, path: Path) -> None:
    """Give the cells that no test compares the outputs that they had, if their code is the same.

    Ids come from the code, so an equal id is equal code.
    """
    import nbformat

    old = {}
    # A first build, or a file that is no notebook: there is nothing to keep.
    with suppress(Exception):
        old = {cell["id"]: cell for cell in nbformat.read(path, as_version=4).cells}
    for cell in notebook.cells:
        if IGNORED in cell.metadata.get("tags", ()) and cell.id in old:
            cell.outputs = old[cell.id].get("outputs", cell.outputs)


def _put(path: Path, text: str, check: bool, say: Say) -> bool:
    """Write a file, or with `check` compare it; True when all is well."""
    try:
        return _put_data(path, text.encode("utf-8"), check, say)
    except OSError as error:  # a folder of this name, or no place for a person's copy
        say(f"{path.name}: cannot be read or written ({error.strerror})")
        return False


def _put_data(path: Path, data: bytes, check: bool, say: Say) -> bool:
    try:
        stored = path.read_bytes()
    except FileNotFoundError:
        stored = None
    if stored == data:
        say(f"{path.name}: unchanged ({_kind(path)})")
        return True
    if check:
        say(f"{path.name}: {_difference(stored, data)} ({_kind(path)})")
        return False
    if stored is not None and path.suffix == ".ipynb" and not _built(stored):
        say(f"{path.name}: somebody worked in it. Their copy is kept as "
            f"{set_aside(path).as_posix()}")
    replace_file(path, data)
    say(f"{path.name}: {'built' if stored is None else 'built anew'} ({_kind(path)})")
    return True


def _kind(path: Path) -> str:
    if path.suffix != ".ipynb":
        return "small versions"
    return "solved edition" if path.parent.name == "solutions" else "student edition"


def _built(data: bytes) -> bool:
    """Whether a stored notebook is the builder's own, of this source or an older one."""
    try:
        return editions.untouched(json.loads(data))
    except (ValueError, RecursionError):
        return False


def _difference(stored: bytes | None, data: bytes) -> str:
    """How a stored file differs from what would be built, in a few words."""
    if stored is None:
        return "missing"
    try:
        old, new = json.loads(stored), json.loads(data)
        pairs = list(zip(old["cells"], new["cells"], strict=True))
    except (ValueError, KeyError, TypeError, RecursionError):
        return "differs"
    for was, now in pairs:
        keys = [key for key in now if was.get(key) != now[key]]
        if keys:
            return f"differs in cell {now['id']}: {', '.join(keys)}"
    return "differs in its metadata"


def set_aside(path: Path) -> Path:
    """Copy a person's notebook into `notebooks/yours`, under a name that is free; the copy.

    The name holds the day: 04_agent_loop-2026-11-30.ipynb, then …-2.ipynb.
    """
    home = path.parent.parent if path.parent.name == "solutions" else path.parent
    folder = home / Path(editions.SET_ASIDE).name
    folder.mkdir(exist_ok=True)
    number = 1
    while True:
        again = f"-{number}" if number > 1 else ""
        kind = "-solved" if path.parent.name == "solutions" else ""
        copy = folder / f"{path.stem}{kind}-{time.strftime('%Y-%m-%d')}{again}{path.suffix}"
        try:
            with copy.open("xb") as target, path.open("rb") as origin:  # x: never over another
                shutil.copyfileobj(origin, target)
        except FileExistsError:
            number += 1
            continue
        return copy


def replace_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


class _Bar:
    """A progress bar over executed cells on standard error; none where there is no terminal."""

    def __init__(self, total: int, wanted: bool, say: Say):
        from tqdm import tqdm

        self._say = say
        self._bar = tqdm(total=total, unit="cell", leave=False, disable=None if wanted else True)

    def step(self) -> None:
        """One cell more."""
        self._bar.update()

    def name(self, text: str) -> None:
        """What is being built now."""
        self._bar.set_description(text)

    def say(self, text: str) -> None:
        """A line above the bar."""
        with self._bar.external_write_mode():
            self._say(text)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()
