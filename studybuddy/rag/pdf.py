"""The text of a PDF, page by page, cleaned. Every failure is one plain sentence.

Rules of the clean-up, each for something that PDFs really hold:

- A word that is cut at the end of a line (the marks U+FFFE, U+0002 and U+00AD) is joined again.
- Letters of the private use areas (pictures in a symbol font) and control characters go.
- NFKC: a ligature becomes its letters, a superscript its digit, a hard blank a blank.
- A line that is only the number of the page goes.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from pathlib import Path
from threading import Lock

from studybuddy.jsontext import well_formed

MAX_BYTES = 200_000_000
"""Bytes of a file. A larger one is refused before it is read."""
MIN_CHARACTERS = 10
"""A page with fewer characters is most likely a picture."""
HEADER_BYTES = 1024
"""PDF viewers accept `%PDF-` anywhere in the first 1024 bytes (ISO 32000-1, annex H.3.4.1)."""

_pdfium = Lock()  # PDFium may be used by one thread at a time


class NotesError(ValueError):
    """A file of notes cannot be used; the text says why, and what helps."""

    def __init__(self, reason: str):
        super().__init__(well_formed(reason))  # a file's name may hold bytes that are no letters


def read_pdf(path: str | Path, password: str | None = None) -> list[str]:
    """The text of each page of a PDF, in order: page N of the file is item N - 1.

    A page without text (a scan, a picture) is an empty or very short item, and a warning names it:
    this function reads text, it does not recognise letters in pictures.

    Args:
        path: The file, at most 200 MB.
        password: The password that opens a locked file.

    Raises:
        NotesError: The file is missing, empty, damaged, locked, or no PDF, or has no pages.
    """
    pages, problem = read_pages(path, password)
    if problem:
        warnings.warn(problem, stacklevel=2)
    return pages


def read_pages(path: str | Path, password: str | None = None) -> tuple[list[str], str | None]:
    """As `read_pdf`, with the warning about pages without text as a sentence, or None."""
    path = Path(path)
    data = read_bytes(path)
    if b"%PDF-" not in data[:HEADER_BYTES]:
        raise NotesError(f"{path.name} is no PDF: its beginning is not %PDF-. "
                         "Perhaps it is another kind of file, or a download that failed.")
    with _pdfium:
        pages = _texts(data, path.name, password)
    bare = [number for number, text in enumerate(pages, 1)
            if len("".join(text.split())) < MIN_CHARACTERS]
    return pages, _no_text(well_formed(path.name), bare, len(pages)) if bare else None


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of notes, or NotesError for one that is missing, empty or too large."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise NotesError(f"{path.name} is a folder. Name a file, or use add_folder.")
        if size > MAX_BYTES:
            raise NotesError(f"{path.name} is larger than {MAX_BYTES // 1_000_000} MB. "
                             "Split it into smaller files.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise NotesError(f"There is no file {path.name} in this folder. Check the name.") from None
    except (OSError, ValueError) as error:  # ValueError: the name holds a NUL
        if isinstance(error, NotesError):
            raise
        reason = getattr(error, "strerror", None) or "the name is not possible"
        raise NotesError(f"{path.name!r} cannot be read ({reason}).") from None
    if not data:
        raise NotesError(f"{path.name} is empty (0 bytes). Perhaps a download failed: get it "
                         "again.")
    return data


def _texts(data: bytes, name: str, password: str | None) -> list[str]:
    try:
        import pypdfium2 as pdfium
    except ImportError:
        raise NotesError('Reading PDFs needs a package more: pip install "studybuddy[notes]"'
                         ) from None
    try:
        document = pdfium.PdfDocument(data, password=password)
    except pdfium.PdfiumError as error:
        raise NotesError(_why(name, str(error), password)) from None
    except UnicodeEncodeError:  # half of a character: no file was ever locked with it
        raise NotesError(_why(name, "password", password)) from None
    try:
        texts = []
        for index in range(len(document)):
            try:
                texts.append(clean(_page_text(document, index), index + 1))
            except pdfium.PdfiumError:
                texts.append("")  # one broken page; it is named with those that have no text
    finally:
        document.close()
    if not texts:
        raise NotesError(f"{name} has no pages. Perhaps it is damaged: get it again.")
    return texts


def _why(name: str, message: str, password: str | None) -> str:
    """PDFium tells its failures apart in words only."""
    said = message.lower()
    if "password" in said:
        if password is None:
            return f"{name} is locked. Give its password: read_pdf(path, password=\"...\")."
        return f"The password does not open {name}. Check its spelling."
    if "security" in said:
        return f"{name} is locked in a way that cannot be opened here. Save a copy without it."
    return f"{name} is damaged, or has no pages. Get the file again, or save it anew as a PDF."


def _page_text(document, index: int) -> str:
    page = document[index]
    try:
        textpage = page.get_textpage()
        try:
            text = textpage.get_text_range()
            # This one keeps the lines of a listing, but also text that was cropped away; the
            # other knows the visible box, but loses the lines.
            visible = textpage.get_text_bounded()
            return visible if len(text) > 1.3 * len(visible) + 20 else text
        finally:
            textpage.close()
    finally:
        page.close()


_CUT_WORD = re.compile("(?<=\\w)[\ufffe\x02\xad][ \t]*\r?\n?[ \t]*(?=\\w)")
# Control characters but for tab and new line, half surrogate pairs, private use, non-characters.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\ud800-\udfff\ue000-\uf8ff"
                      "\ufffe\uffff\U000f0000-\U0010ffff]")


def clean(text: str, number: int | None = None) -> str:
    """Text as the rules above say; with a page number, without the line that only repeats it."""
    text = _CUT_WORD.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    text = unicodedata.normalize("NFKC", _NO_TEXT.sub("", text))
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    if number is not None:
        only_number = re.compile(rf"(?:page\s*)?-?\s*{number}(?:\s*(?:/|of)\s*\d+)?\s*-?", re.I)
        for end in (-1, 0):
            if lines and only_number.fullmatch(lines[end].strip()):
                del lines[end]
    return "\n".join(lines).strip("\n")


def _no_text(name: str, bare: list[int], pages: int) -> str:
    help_ = "Perhaps it is a scan: make its text readable with an OCR program first."
    if len(bare) == pages:
        return f"{name} has no text. {help_}"
    shown = ", ".join(map(str, bare[:10])) + (", ..." if len(bare) > 10 else "")
    word = "Page" if len(bare) == 1 else "Pages"
    has = "has" if len(bare) == 1 else "have"
    return f"{word} {shown} of {name} {has} no text. {help_}"
