"""VectorStore: passages of notes with their sources, and the search in them.

Each passage is a vector of term weights (BM25), hence the name; no model and no network is needed.
Text and source are data from files: nothing in them is ever followed.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import warnings
import zipfile
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple

from studybuddy.rag.chunks import chunk
from studybuddy.rag.files import find_files, progress, read_file
from studybuddy.rag.pdf import NotesError
from studybuddy.rag.ranking import Bm25
from studybuddy.rag.terms import query_terms, terms

if TYPE_CHECKING:
    from studybuddy.rag.dense import Embeddings

FORMAT, VERSION = "studybuddy notes", 1
DEFAULT_NAME = "notes.index"
MAX_QUERY = 2_000  # characters of a query that are looked at
DEPTH = 50  # passages of each ranking that are joined
_STORE, _RANKING, _DENSE = "store.json", "ranking/", "dense.npy"
_RANKING_FILES = ("data.csc.index.npy", "indices.csc.index.npy", "indptr.csc.index.npy",
                  "vocab.index.json", "params.index.json")


class Passage(NamedTuple):
    """A piece of a page."""

    text: str
    source: str
    page: int


class VectorStore:
    """Notes that can be searched.

        store = VectorStore()
        store.add_pdf("dbms.pdf")
        store.search("What is BCNF?")[0]["source"]  # -> "dbms.pdf"

    `problems` tells in sentences which files could not be read, or only in part. With
    `embeddings` (see `studybuddy.rag.dense`) the search also asks a service for dense vectors;
    where the service fails, a warning says so and BM25 alone answers.
    """

    def __init__(self, embeddings: Embeddings | None = None) -> None:
        self.embeddings = embeddings
        self._passages: list[Passage] = []
        self._known: set[Passage] = set()  # of texts that were added without a file
        self._files: dict[str, str] = {}  # source -> SHA-256 of its bytes
        self._paths: dict[str, Path] = {}  # source -> where it was read; not saved
        self._problems: dict[str, str] = {}  # source -> sentence
        self._ranking: Bm25 | None = None  # None: something was added since
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._passages)

    def __repr__(self) -> str:
        return f"VectorStore({len(self):,} passages from {len(self.sources):,} sources)"

    @property
    def sources(self) -> list[str]:
        """The names of all sources, in the order in which they came."""
        return list(dict.fromkeys(passage.source for passage in self._passages))

    def path_of(self, source: str) -> Path | None:
        """The file that a source was read from by this store; None for a text, or a saved store."""
        return self._paths.get(source)

    @property
    def problems(self) -> list[str]:
        """One sentence for each file that could not be read, or has pages without text."""
        return list(self._problems.values())

    # -- adding ----------------------------------------------------------------------------------

    def add_text(self, text: str, source: str, page: int = 1) -> int:
        """Add a text, cut into passages of at most 800 characters.

        A passage that is already there with this source and page is not added again, so a cell
        may be run twice.

        Args:
            text: The text of one page; it may be empty.
            source: What an answer cites, such as "dbms.pdf".
            page: The page as a person counts, from 1.

        Returns:
            The number of passages that were added.

        Raises:
            TypeError: Text or source is no text, or page no whole number.
            ValueError: The source is blank, or page is below 1.
        """
        if not isinstance(text, str) or not isinstance(source, str):
            raise TypeError("Text and source must be texts, such as add_text('...', 'week1.txt').")
        if not isinstance(page, int) or isinstance(page, bool):
            raise TypeError("page must be a whole number, such as 1.")
        if not source.strip() or page < 1:
            raise ValueError("A source needs a name, and pages count from 1.")
        with self._lock:
            new = [passage for piece in chunk(text.replace("\0", ""))
                   if (passage := Passage(piece, source, page)) not in self._known]
            new = list(dict.fromkeys(new))
            self._known.update(new)
            self._extend(new)
        return len(new)

    def add_pdf(self, path: str | Path, password: str | None = None) -> int:
        """Add the PDF at `path`, page by page; its file name is the source. `password` opens a
        locked one.

        A file that is already there is read again only if it changed, and then replaces its old
        passages. Of two files with one name in different folders, the second is cited with its
        folder. Pages without text (a scan) are named by a warning and in `problems`.

        Returns:
            The number of passages of this file.

        Raises:
            NotesError: The file cannot be used; the text says why. It stands in `problems` too.
        """
        return self._add_file(Path(path), None, password, warn=True)

    def add_file(self, path: str | Path, password: str | None = None) -> int:
        """Add the PDF, Markdown (.md, .markdown) or text (.txt) file at `path`: see `add_pdf`, also
        for `password`."""
        return self._add_file(Path(path), None, password, warn=True)

    def add_folder(self, folder: str | Path) -> list[str]:
        """Add all PDF, Markdown and text files of a folder and the folders in it.

        A file that cannot be read does not stop the others. The source is the path inside the
        folder, such as "week1/dbms.pdf".

        Returns:
            One sentence for each file of this folder that could not be read, or only in part.

        Raises:
            NotesError: There is no such folder.
        """
        folder = Path(folder)
        told = []
        paths = find_files(folder)
        for path in progress(paths, "Reading notes", len(paths)):
            source = path.relative_to(folder).as_posix()
            try:
                self._add_file(path, source, None, warn=False)
            except NotesError:
                pass  # it stands in the problems
            if source in self._problems:
                told.append(self._problems[source])
        return told

    def remove(self, source: str) -> int:
        """Forget all passages of a source. Returns how many there were."""
        with self._lock:
            kept = [passage for passage in self._passages if passage.source != source]
            gone = len(self._passages) - len(kept)
            if gone:
                self._passages, self._ranking = kept, None
            self._known = {passage for passage in self._known if passage.source != source}
            for table in (self._files, self._paths, self._problems):
                table.pop(source, None)
        return gone

    def _add_file(self, path: Path, source: str | None, password: str | None, *,
                  warn: bool) -> int:
        with self._lock:
            where = path.absolute()
            source = source or self._name(where)
            try:
                digest = _digest(path)
                if digest is not None and self._files.get(source) == digest:
                    self._paths[source] = where
                    return sum(passage.source == source for passage in self._passages)
                pages, problem = read_file(path, password)
            except NotesError as error:
                self.remove(source)  # what is cited must be what is on disk
                self._problems[source] = str(error)
                raise
            self.remove(source)
            new = [Passage(piece, source, number)
                   for number, text in enumerate(pages, 1) for piece in chunk(text)]
            self._files[source] = digest or ""
            self._paths[source] = where
            self._extend(new)
            if problem:
                self._problems[source] = problem
        if problem and warn:
            warnings.warn(problem, stacklevel=3)
        return len(new)

    def _name(self, where: Path) -> str:
        """The source of a file: its name, with its folder where the name is taken."""
        short, long = where.name, f"{where.parent.name}/{where.name}"
        if self._paths.get(long) == where:
            return long
        return long if self._paths.get(short, where) != where else short

    def _extend(self, passages: list[Passage]) -> None:
        if passages:
            self._passages += passages
            self._ranking = None

    # -- searching -------------------------------------------------------------------------------

    def search(self, query: str, k: int = 3) -> list[dict]:
        """The passages that fit a query best.

        Args:
            query: A question or a few words. Words such as "what is" do not count.
            k: The largest number of passages, at least 1.

        Returns:
            At most k of {"text": str, "source": str, "page": int, "score": float above 0}, the
            best first. Empty when no word of the query stands in the notes: the next best passage
            would be no answer.

        Raises:
            TypeError: The query is no text, or k no whole number.
            ValueError: k is below 1.
            NotesError: The packages for the search are not installed.
        """
        if not isinstance(query, str):
            raise TypeError('query must be a text, such as "virtual memory".')
        if not isinstance(k, int) or isinstance(k, bool):
            raise TypeError("k must be a whole number, such as 3.")
        if k < 1:
            raise ValueError("k must be at least 1, such as 3.")
        with self._lock:
            ranking, passages = self._ranked(), self._passages
        query = query[:MAX_QUERY]
        wanted = query_terms(query) if passages else []
        if self.embeddings is not None and query.strip():
            found = self._fused(query, ranking.best(wanted, max(k, DEPTH)), passages, k)
        else:
            found = ranking.best(wanted, k)
        return [{**passages[number]._asdict(), "score": score} for number, score in found[:k]]

    def _fused(self, query: str, found: list[tuple[int, float]], passages: list[Passage],
               k: int) -> list[tuple[int, float]]:
        """The BM25 ranking joined with that of the dense vectors."""
        from studybuddy.rag.dense import EmbeddingsError, fuse

        assert self.embeddings is not None
        try:
            near = self.embeddings.best(query, [passage.text for passage in passages],
                                        max(k, DEPTH))
        except EmbeddingsError as error:
            warnings.warn(f"No dense search: {error}. BM25 alone answers.", stacklevel=3)
            return found
        return fuse([number for number, _ in found], near)

    def _ranked(self) -> Bm25:
        """The ranking of all passages, made anew after a change."""
        if self._ranking is None:
            texts = progress(self._passages, "Indexing notes", len(self._passages))
            self._ranking = Bm25.build([terms(passage.text) for passage in texts])
        return self._ranking

    # -- on disk ---------------------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write passages and index into one file, so that `load` need not read the notes again.

        A file that is there is replaced at once or, where something fails, stays as it was. In a
        folder the file is called notes.index.

        Returns:
            The path of the file.

        Raises:
            OSError: The file cannot be written.
        """
        path = Path(path)
        if path.is_dir():
            path /= DEFAULT_NAME
        with self._lock:
            ranking = self._ranked()
            content = json.dumps({
                "format": FORMAT, "version": VERSION, "passages": self._passages,
                "files": self._files, "problems": self._problems,
                "texts": sorted({passage.source for passage in self._known}),
                "dense": self.embeddings.model if self.embeddings is not None else None,
            }, ensure_ascii=False)
            dense = None
            if self.embeddings is not None:
                dense = self.embeddings.known([passage.text for passage in self._passages])
            with tempfile.TemporaryDirectory() as folder:
                ranking.save(Path(folder))
                handle, half = tempfile.mkstemp(prefix=".notes-", dir=path.parent)
                try:
                    with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w") as archive:
                        archive.writestr(_STORE, content.encode("utf-8", "replace"))
                        if dense is not None:
                            import numpy as np

                            with archive.open(_DENSE, "w") as member:
                                np.lib.format.write_array(member, dense, allow_pickle=False)
                        for name in _RANKING_FILES:
                            if Path(folder, name).exists():
                                archive.write(Path(folder, name), _RANKING + name)
                    os.replace(half, path)
                except BaseException:
                    Path(half).unlink(missing_ok=True)
                    raise
        return path

    @classmethod
    def load(cls, path: str | Path, embeddings: Embeddings | None = None) -> VectorStore:
        """The store that `save` wrote into `path`. With `embeddings` of the same model, saved
        vectors too.

        Raises:
            NotesError: The file is missing, damaged, or not written by `save`.
        """
        path = Path(path)
        if path.is_dir():
            path /= DEFAULT_NAME
        store = cls(embeddings)
        try:
            with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
                content = json.loads(archive.read(_STORE))
                if (content["format"], content["version"]) != (FORMAT, VERSION):
                    raise ValueError("another format")
                # Names of our own list only: a name in the file cannot choose where it goes.
                present = set(archive.namelist())
                for name in _RANKING_FILES:
                    if _RANKING + name in present:
                        Path(folder, name).write_bytes(archive.read(_RANKING + name))
                store._ranking = Bm25.load(Path(folder))
                dense = None
                if embeddings is not None and _DENSE in present and (
                        content["dense"] == embeddings.model):
                    import numpy as np

                    with archive.open(_DENSE) as member:
                        dense = np.lib.format.read_array(member, allow_pickle=False)
            store._passages = [Passage(str(text), str(source), int(page))
                               for text, source, page in content["passages"]]
            if store._ranking.size not in (0, len(store._passages)):
                raise ValueError("index and passages do not belong together")
            if embeddings is not None and dense is not None:
                embeddings.remember([passage.text for passage in store._passages], dense)
            store._files = dict(content["files"])
            store._problems = dict(content["problems"])
            texts = set(content["texts"])
            store._known = {passage for passage in store._passages if passage.source in texts}
        except FileNotFoundError:
            raise NotesError(f"There is no file {path.name}. Save a store first, "
                             "with store.save(path).") from None
        except NotesError:
            raise
        except Exception as error:  # whatever a damaged file makes zipfile, json or numpy raise
            raise NotesError(f"{path.name} is damaged, or is no saved store "
                             f"({type(error).__name__}). Make it again with store.save(path)."
                             ) from None
        return store


def _digest(path: Path) -> str | None:
    """SHA-256 of a file; None where it cannot be read (reading it says why)."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None
