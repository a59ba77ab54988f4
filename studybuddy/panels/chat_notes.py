"""Notes that a learner adds to a chat: from the upload to a passage that is found."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import rmtree
from unicodedata import category

from studybuddy import machine
from studybuddy.jsontext import name_of
from studybuddy.panels.base import show, widgets
from studybuddy.panels.chat_view import counted
from studybuddy.panels.markup import escaped, inline, plain, word
from studybuddy.rag import NotesError, VectorStore
from studybuddy.rag.files import SUFFIXES, read_file
from studybuddy.showing import short
from studybuddy.tools import notes as search

MAX_BYTES = 9_000_000
"""Bytes of one upload: Jupyter's connection to the kernel carries messages up to 10 MiB."""
TOO_LARGE = (f"These files have more than {MAX_BYTES // 1_000_000} MB together. Add fewer at a "
             "time, or smaller ones.")
MAX_NAME = 80
"""Characters of a file's name."""
MAX_NAME_BYTES = 200
"""The same in UTF-8: most file systems take 255 bytes, and a number may be added."""

_NEW = ".new-"  # begins the folder of an upload that was not read yet
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)  # on Windows


class NotesBox:
    """The part of a chat where notes are added, and the store that they go into.

    `box` is the widget. `store` is a VectorStore, or None for the one that `search_notes` searches
    now (a new one, where that is none). Uploaded files are kept in `folder`; without one, in a
    temporary folder as long as the program runs. `on_loop` calls a function on the loop of the
    notebook (see `Driver.on_loop`); `has_loop` says whether there is one.
    """

    def __init__(self, store: VectorStore | None, folder: Path | None,
                 on_loop: Callable, has_loop: bool):
        self.busy = False
        self._store = store
        self._folder = folder
        self._temporary: tempfile.TemporaryDirectory | None = None
        self._on_loop, self._has_loop = on_loop, has_loop
        self._task: asyncio.Task | None = None
        self._told: list[str] = []  # HTML, one paragraph a file
        self.upload = widgets.FileUpload(accept=",".join(SUFFIXES), multiple=True,
                                         description="Add notes", tooltip="")
        self._status, self._list = widgets.HTML(), widgets.HTML()
        self._status.add_class("sb-live")
        limit = widgets.HTML(
            '<p class="sb-small">PDF, Markdown or text files, together at most '
            f'{MAX_BYTES // 1_000_000} MB.</p>'
            # The page refuses more by itself: it would never arrive.
            f'<p class="sb-too-large" data-bytes="{MAX_BYTES}" hidden>{word("NOT ADDED", "bad")} '
            f"{TOO_LARGE}</p>")
        limit.add_class("sb-live")
        self.box = widgets.VBox([widgets.HBox([self.upload, limit]), self._status, self._list])
        self.upload.observe(self._uploaded, "value")
        if folder is not None and folder.is_dir():
            self._start([(place, None) for place in sorted(folder.iterdir())
                         if place.suffix.lower() in SUFFIXES and place.is_file()])
        self._draw()

    @property
    def store(self) -> VectorStore | None:
        """The store that is searched, if it is one that knows its files."""
        if self._store is not None:
            return self._store
        current = search.get_store()
        return current if isinstance(current, VectorStore) else None

    def path_of(self, source: str) -> Path | None:
        """The local file of a source, or None."""
        return self.store.path_of(source) if self.store is not None else None

    async def settled(self) -> None:
        """Wait until no file is being read."""
        while self.busy:
            await asyncio.sleep(0.05)

    # -- from the upload, on any thread -----------------------------------------------------------

    def _uploaded(self, change: Mapping) -> None:
        files = change["new"]
        if files:
            self._on_loop(self._take, [dict(file) for file in files])

    def _take(self, files: list[dict]) -> None:
        self._told = []
        self.upload.value = ()  # the same file may come again, changed
        if sum(len(file["content"]) for file in files) > MAX_BYTES:
            self._say("bad", TOO_LARGE)
        elif self.busy:
            self._say("bad", "Notes are being read. Wait until that has ended, then add these.")
        else:
            taken: set[Path] = set()  # by files of this upload
            self._start([kept for file in files if (kept := self._kept(file, taken)) is not None])
        self._draw()

    def _kept(self, file: Mapping, taken: set[Path]) -> tuple[Path, Path] | None:
        """(the file's place, where the upload waits until it was read); None, and a sentence, for
        one that cannot be used.

        The same name again is the same file, changed: it takes the place of the older one. Names
        that only became the same here, or stand twice in one upload, are several files.
        """
        given = str(file["name"])
        name = safe_name(given)
        if Path(name).suffix.lower() not in SUFFIXES:
            self._say("bad", f"{name} is no PDF, Markdown or text file.")
            return None
        content = bytes(file["content"])
        try:
            self._place().mkdir(parents=True, exist_ok=True)
            place = _free(self._place() / name, content, taken, is_named_so=name == given)
            taken.add(_folded(place))
            # In a folder of its own, since the name says what kind of file it is.
            new = Path(tempfile.mkdtemp(prefix=_NEW, dir=place.parent)) / place.name
            new.write_bytes(content)
        except OSError as error:
            why = error.strerror or name_of(error)
            self._say("bad", f"{name} could not be kept: {why}.")
            return None
        return place, new

    def _place(self) -> Path:
        if self._folder is not None:
            return self._folder
        if self._temporary is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="studybuddy-notes-",
                                                          ignore_cleanup_errors=True)
        return Path(self._temporary.name)

    # -- reading ----------------------------------------------------------------------------------

    def _start(self, places: list[tuple[Path, Path | None]]) -> None:
        """Read files, each given as `_add` takes it."""
        if not places:
            return
        if self._store is None:
            self._store = self.store or VectorStore()
            search.set_store(self._store)
        if self._has_loop:
            self.busy = True
            self._task = asyncio.get_running_loop().create_task(self._read(places))
            return
        for place, new in places:
            self._said(self._add(place, new))

    async def _read(self, places: list[tuple[Path, Path | None]]) -> None:
        number = 0
        try:
            for number, (place, new) in enumerate(places, 1):
                self._status.value = (
                    f"<p>{word('READING')} {inline(short(place.name, MAX_NAME))}, file {number} of "
                    f'{len(places)}. <progress max="{len(places)}" value="{number - 1}" '
                    'aria-label="files read"></progress></p>')
                if machine.can_start_threads():
                    said = await asyncio.to_thread(self._add, place, new)
                else:
                    await asyncio.sleep(0)
                    said = self._add(place, new)
                self._said(said)
        finally:
            for _, new in places[number:]:  # the panel is gone before they were read
                if new is not None:
                    rmtree(new.parent, ignore_errors=True)
            self.busy = False
            self._draw()

    def _add(self, place: Path, new: Path | None) -> tuple[str, str]:
        """(kind of word, sentence) on one file. `new` is an upload that takes this place, if it
        can be read; if not, the file that is there stays."""
        store = self._store
        assert store is not None
        replaced = ""
        try:
            with warnings.catch_warnings():  # what it would warn of stands in the problems
                warnings.simplefilter("ignore")
                if new is not None:
                    pages, problem = read_file(new)
                    if not any(page.strip() for page in pages):
                        return "bad", problem or f"{place.name} holds no text."
                    if place.exists() and place.read_bytes() != new.read_bytes():
                        replaced = "It takes the place of the earlier file of this name."
                    os.replace(new, place)
                passages = store.add_file(place)
        except NotesError as error:
            return "bad", _in_words(error, place.name)
        except Exception as error:
            return "bad", f"{place.name} could not be read ({name_of(error)})."
        finally:
            if new is not None:
                rmtree(new.parent, ignore_errors=True)
        about = [problem for problem in store.problems if place.name in problem]
        if not passages:
            return "bad", about[0] if about else f"{place.name} holds no text."
        added = f"{place.name}: {counted(passages, 'passage')} can be searched."
        return "good", " ".join(filter(None, [added, replaced, *about]))

    def _said(self, said: tuple[str, str]) -> None:
        self._say(*said)
        self._draw()

    # -- drawing ----------------------------------------------------------------------------------

    def _say(self, kind: str, sentence: str) -> None:
        label = {"good": "ADDED", "bad": "NOT ADDED"}[kind]
        self._told.append(f"<p>{word(label, kind)} {inline(sentence)}</p>")

    def _draw(self) -> None:
        if not self.busy:
            self._status.value = "\n".join(self._told)
        sources = self.store.sources if self.store is not None else []
        self._list.value = "" if not sources else (
            f"<details><summary>Notes that are searched ({len(sources)})</summary><ul>"
            + "".join(f"<li>{inline(source)}</li>" for source in sources) + "</ul></details>")
        show(self._list, bool(sources))

    def static_html(self) -> str:
        """The sources, without widgets."""
        sources = self.store.sources if self.store is not None else []
        return f"<p>Notes: {escaped(', '.join(sources))}</p>" if sources else ""

    def close(self) -> None:
        """The panel is gone: read no further file."""
        if self._task is not None:
            self._task.cancel()


def safe_name(name: str) -> str:
    """The name under which an uploaded file is kept: no folder, nothing hidden, not too long."""
    name = re.split(r"[/\\]", name)[-1]
    name = "".join(c if c.isalnum() or c in " .()+-_" or category(c).startswith("M") else "_"
                   for c in plain(name)).strip(". ")
    stem, suffix = os.path.splitext(name)
    suffix = suffix[:10]
    kept = stem[:MAX_NAME - len(suffix)].encode("utf-8", "replace")[:MAX_NAME_BYTES]
    name = kept.decode("utf-8", "ignore") + suffix
    return f"_{name}" if _RESERVED.match(name) or not stem else name


def _free(place: Path, content: bytes, taken: set[Path], is_named_so: bool) -> Path:
    """`place`, or one with a number behind its name where that is another file."""
    made, number = place, 1
    while _folded(made) in taken or not is_named_so and made.exists() and (
            made.read_bytes() != content):
        number += 1
        made = place.with_stem(f"{place.stem} ({number})")
    return made


def _folded(place: Path) -> Path:
    """One value for names that some file systems hold for the same."""
    return place.with_name(place.name.casefold())


def _in_words(error: NotesError, name: str) -> str:
    """What is wrong with an upload: nobody can give a password here."""
    told = str(error)
    if "read_pdf(" in told:
        return f"{name} is locked. Save a copy without a password, and add that."
    return told
