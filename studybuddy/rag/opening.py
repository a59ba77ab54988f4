"""Notes by their path, for the command line: where they are, and a store that reads them late."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from studybuddy.jsontext import well_formed
from studybuddy.rag.pdf import NotesError
from studybuddy.rag.store import VectorStore

DEFAULT = Path("data", "notes")
PACKAGES = ("bm25s", "numpy", "pypdfium2", "Stemmer")
NOT_FOUND = ("There are no course notes: no folder data/notes is here or above. "
             "Name yours with --notes PATH.")
NOT_INSTALLED = 'Notes need packages more: pip install "studybuddy[notes]"'


def installed() -> bool:
    """Whether the packages that reading and searching need are there."""
    return all(find_spec(name) is not None for name in PACKAGES)


def find_notes(start: Path | None = None) -> Path | None:
    """The nearest folder data/notes in `start` (the current folder) or above it, or None."""
    try:
        folder = (start or Path.cwd()).resolve()
        return next((place / DEFAULT for place in (folder, *folder.parents)
                     if (place / DEFAULT).is_dir()), None)
    except OSError:  # the current folder was deleted, or may not be read
        return None


def open_notes(path: str | Path) -> VectorStore:
    """A store with the notes at a path: a folder, one file of notes, or what `save` wrote.

    Raises:
        NotesError: There is nothing at this path, or it is a file that cannot be used.
    """
    path = Path(path)
    if path.is_dir():
        store = VectorStore()
        store.add_folder(path)
        return store
    try:
        with path.open("rb") as file:
            saved = file.read(4) == b"PK\x03\x04"
    except OSError:
        saved = False  # reading it says why
    if saved and path.suffix.lower() not in (".pdf", ".md", ".markdown", ".txt"):
        return VectorStore.load(path)
    store = VectorStore()
    store.add_file(path)
    return store


class NoStore:
    """No notes at all: `reason` says why, in each answer and once to `on_problem`."""

    def __init__(self, reason: str, on_problem: Callable[[str], None] = lambda sentence: None):
        self.reason = reason
        self._on_problem = on_problem
        self._told = False

    def search(self, query: str, k: int = 3) -> list[dict]:
        """Nothing."""
        if not self._told:
            self._told = True
            self._on_problem(self.reason)
        return []


class LateStore:
    """The notes at a path, read when they are first searched: most questions need none.

    `on_problem` gets one sentence for each file that could not be read, or only in part.
    `reason` says why there is nothing to search, or is None.
    """

    def __init__(self, path: Path, on_problem: Callable[[str], None] = lambda sentence: None):
        self.path = path
        self.reason: str | None = None
        self._on_problem = on_problem
        self._store: VectorStore | None = None

    @property
    def problems(self) -> list[str]:
        """As those of VectorStore; none before the notes were read."""
        return self._store.problems if self._store is not None else []

    def search(self, query: str, k: int = 3) -> list[dict]:
        """As VectorStore.search. A path that cannot be used is a store without passages."""
        if self._store is None:
            self._store = self._read()
        return self._store.search(query, k)

    def _read(self) -> VectorStore:
        try:
            store = open_notes(self.path)
        except NotesError as error:
            store = VectorStore()
            self.reason = str(error)
        if self.reason is None and not len(store) and not store.problems:
            self.reason = (f"{well_formed(self.path.name)} holds no notes (PDF, Markdown or text "
                           "files).")
        for sentence in [self.reason] if self.reason else store.problems:
            self._on_problem(sentence)
        return store
