"""Files of notes: PDFs and saved stores as a broken disk or download would leave them."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from studybuddy import VectorStore
from studybuddy.rag.pdf import NotesError, read_pdf
from tests.fuzz.mutate import byte_changes, place, spoil
from tests.fuzz.running import ROOT
from tests.fuzz.target import Target, require_sentence
from tests.rag import pdfs

# Numbers and names in a PDF are what its structure hangs on.
NUMBERS = [b"0", b"1", b"-1", b"99999", b"4294967295", b"2147483648", b"1e9", b"9" * 60]
NAMES = [b"/Kids", b"/Parent", b"/Length", b"/Filter", b"/FlateDecode", b"/ASCII85Decode", b"/Page",
         b"/Pages", b"/Root", b"/Prev", b"/Type0", b"/Contents", b"/Font", b"/Encrypt", b"stream",
         b"endstream", b"endobj", b"xref", b"trailer", b"startxref", b"Tj", b"BT"]


class ReadPdf(Target):
    """A list of texts, or NotesError."""

    seconds = 20.0
    batch = 30

    def __init__(self, folder):
        super().__init__(folder)
        self.file = folder / "odd.pdf"
        self.good = [
            pdfs.data("One line of text.", "Another page\nwith two lines", ""),
            pdfs.data("Locked words.", password=pdfs.PASSWORD), pdfs.NO_PAGES,
            (ROOT / "data" / "notes" / "ds.pdf").read_bytes()]

    def strategy(self):
        tokens = st.lists(st.tuples(st.sampled_from(["number", "name", "reference"]), place, place),
                          max_size=6)
        return st.tuples(st.sampled_from([0, 0, 0, 1, 2, 3]), tokens, byte_changes(),
                         st.sampled_from([None, pdfs.PASSWORD, "", "\0", "\ud800", "x" * 5_000]))

    def check(self, value):
        which, tokens, changes, password = value
        data = self.good[which]
        for kind, where, what in tokens:
            data = _replaced(data, kind, where, what)
        self.file.write_bytes(spoil(data, changes))
        try:
            pages = read_pdf(self.file, password)
        except NotesError as error:
            require_sentence(str(error), 400)
            assert str(self.folder) not in str(error)
            return
        assert pages and all(isinstance(page, str) for page in pages)
        "".join(pages).encode("utf-8")


def _replaced(data: bytes, kind: str, where: int, what: int) -> bytes:
    pattern = {"number": rb"(?<![\d.])\d+", "name": rb"/[A-Za-z]\w+|\b(?:end)?stream\b",
               "reference": rb"\d+ 0 R"}[kind]
    found = list(re.finditer(pattern, data[:200_000]))
    if not found:
        return data
    old = found[where % len(found)]
    new = (found[what % len(found)][0] if kind == "reference"
           else NUMBERS[what % len(NUMBERS)] if kind == "number" else NAMES[what % len(NAMES)])
    return data[:old.start()] + new + data[old.end():]


class SavedStore(Target):
    """A store that can be searched, saved and added to, or NotesError."""

    seconds = 10.0
    batch = 30

    def __init__(self, folder):
        super().__init__(folder)
        self.file = folder / "odd.index"
        store = VectorStore()
        for page, text in enumerate(["Paging moves pages to disk.", "A lock keeps others out.",
                                     "An index finds rows. Paging costs time."], 1):
            store.add_text(text, "os.pdf", page)
        store.save(self.file)
        self.good = self.file.read_bytes()

    def strategy(self):
        inside = st.lists(st.tuples(st.integers(0, 5), byte_changes(2)), max_size=2)
        return st.tuples(inside, byte_changes(2),
                         st.sampled_from(["paging lock", "", "index " * 900]))

    def check(self, value):
        inside, outside, query = value
        self.file.write_bytes(self._rezipped(inside))
        if outside:
            self.file.write_bytes(spoil(self.file.read_bytes(), outside))
        try:
            store = VectorStore.load(self.file)
        except NotesError as error:
            require_sentence(str(error), 400)
            return
        for hit in store.search(query, 5):
            assert isinstance(hit["text"], str) and isinstance(hit["source"], str)
            assert type(hit["page"]) is int and hit["score"] > 0
        assert all(isinstance(problem, str) for problem in store.problems)
        assert repr(store) and all(store.path_of(source) is None for source in store.sources)
        store.add_text("One more about locks.", "more.txt")
        assert any(hit["source"] == "more.txt" for hit in store.search("more locks", 9))
        store.save(self.file)

    def _rezipped(self, inside) -> bytes:
        """The file with spoilt members, each with a right checksum."""
        import io
        import zipfile

        made = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(self.good)) as old, zipfile.ZipFile(made, "w") as new:
            names = old.namelist()
            for number, name in enumerate(names):
                data = old.read(name)
                for which, changes in inside:
                    if which % len(names) == number:
                        data = spoil(data, changes)
                new.writestr(name, data)
        return made.getvalue()


TARGETS = {"read_pdf": ReadPdf, "saved_store": SavedStore}
