"""PDFs for tests, good ones and bad ones, made when they are needed."""

from __future__ import annotations

import io
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

PASSWORD = "tulip"


def write(path: Path, *pages: str, password: str | None = None) -> Path:
    """A PDF with these pages, each a text of lines; an empty page is a grey picture."""
    path.write_bytes(data(*pages, password=password))
    return path


def data(*pages: str, password: str | None = None) -> bytes:
    file = io.BytesIO()
    lock = StandardEncryption(password) if password else None
    canvas = Canvas(file, pagesize=A4, invariant=1, encrypt=lock)
    for text in pages:
        if not text:
            canvas.rect(100, 100, 300, 300, fill=1)
        for number, line in enumerate(text.split("\n")):
            canvas.drawString(60, 780 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


NO_PAGES = (b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
            b"2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
            b"trailer<</Root 1 0 R>>\n%%EOF\n")


def bad_files(folder: Path) -> dict[str, str]:
    """Write one file of each bad kind; name -> a word that its sentence must hold."""
    good = data("A page about deadlocks and how they begin.")
    kinds = {
        "empty.pdf": (b"", "empty"),
        "html.pdf": (b"<!doctype html><title>404</title>", "no PDF"),
        "zeros.pdf": (b"\0" * 4000, "no PDF"),
        "cut.pdf": (good[:200], "damaged"),
        "header.pdf": (b"%PDF-1.7\n", "damaged"),
        "noise.pdf": (b"%PDF-1.7\n" + bytes(range(256)) * 20, "damaged"),
        "no_pages.pdf": (NO_PAGES, "no pages"),
        "locked.pdf": (data("A secret page about trees.", password=PASSWORD), "locked"),
        "scan.pdf": (data(""), "no text"),
        "binary.txt": (b"\x00\x01\x02\x03" * 50, "data, not text"),
        "empty.md": (b"", "empty"),
    }
    for name, (content, _) in kinds.items():
        folder.joinpath(name).write_bytes(content)
    return {name: word for name, (_, word) in kinds.items()}
