"""Files of notes: which ones there are, and the pages of one."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from studybuddy.jsontext import well_formed
from studybuddy.rag.pdf import NotesError, clean, read_bytes, read_pages

TEXT_SUFFIXES = (".md", ".markdown", ".txt")
SUFFIXES = (".pdf", *TEXT_SUFFIXES)
MAX_FILES = 10_000
"""Files of one folder; a larger one is most likely not a folder of notes."""


def find_files(folder: Path) -> list[Path]:
    """The PDF, Markdown and text files in a folder and below it, in order of their names.

    Hidden files and folders, and links, are passed over.

    Raises:
        NotesError: There is no such folder, or it holds more than 10,000 such files.
    """
    if not folder.is_dir():
        raise NotesError(f"There is no folder {folder.name or folder}. Check the path.")
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in names:
            path = Path(place, name)
            if path.suffix.lower() in SUFFIXES and name[0] not in ".~" and not path.is_symlink():
                found.append(path)
        if len(found) > MAX_FILES:
            raise NotesError(f"{folder.name} holds more than {MAX_FILES:,} files. "
                             "Choose a smaller folder.")
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def read_file(path: Path, password: str | None = None) -> tuple[list[str], str | None]:
    """The pages of a file of notes, and a sentence about pages without text, or None.

    In Markdown and text a form feed starts a new page.

    Raises:
        NotesError: The file cannot be used; the text says why.
    """
    if path.suffix.lower() not in TEXT_SUFFIXES:
        return read_pages(path, password)
    data = read_bytes(path)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
    elif b"\0" in data:
        raise NotesError(f"{path.name} holds data, not text. Save it as PDF, Markdown or plain "
                         "text.")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    pages = [clean(page) for page in text.split("\f")]
    if any(page.strip() for page in pages):
        return pages, None
    return pages, f"{well_formed(path.name)} has no text."


def progress(items: Iterable, what: str, total: int) -> Iterator:
    """The items, with a progress bar where the work takes longer than a second and someone looks.

    Without tqdm there is no bar.
    """
    import sys

    looking = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
    try:
        from tqdm.auto import tqdm
    except ImportError:
        looking = False
    if not looking:
        yield from items
        return
    yield from tqdm(items, desc=what, total=total, delay=1, leave=False)
