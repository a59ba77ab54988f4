"""Reading PDFs: the text of each page, and one sentence for each way to fail."""

import io
import os
import sys
import threading
import warnings
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from studybuddy.rag import NotesError, VectorStore, read_pdf
from studybuddy.rag.opening import open_notes
from studybuddy.rag.pdf import clean
from tests.rag import pdfs

PAGE = "A page about deadlocks and how they begin."


def canvas_pdf(path, draw):
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    path.write_bytes(file.getvalue())
    return path


def test_each_page_is_one_text_in_order(tmp_path):
    path = pdfs.write(tmp_path / "a.pdf", PAGE, "Second page, with lines:\nif x:\nreturn 1")
    assert read_pdf(path) == [PAGE, "Second page, with lines:\nif x:\nreturn 1"]
    assert read_pdf(str(path))[0] == PAGE


def test_the_number_of_the_page_is_no_text(tmp_path):
    path = pdfs.write(tmp_path / "a.pdf", PAGE + "\n1", "Page 2 of 3\n" + PAGE, PAGE + "\n7")
    assert read_pdf(path) == [PAGE, PAGE, PAGE + "\n7"]


@pytest.mark.parametrize(("name", "word"), [
    ("empty.pdf", "0 bytes"), ("html.pdf", "is no PDF"), ("zeros.pdf", "is no PDF"),
    ("cut.pdf", "damaged"), ("header.pdf", "damaged"), ("noise.pdf", "damaged"),
    ("no_pages.pdf", "no pages"), ("locked.pdf", "password"),
])
def test_a_file_that_cannot_be_read_is_named_in_one_sentence(tmp_path, name, word):
    pdfs.bad_files(tmp_path)
    with pytest.raises(NotesError) as caught:
        read_pdf(tmp_path / name)
    assert name in str(caught.value)
    assert word in str(caught.value)
    assert str(tmp_path) not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_paths_that_cannot_be_read(tmp_path):
    with pytest.raises(NotesError, match="no file none.pdf"):
        read_pdf(tmp_path / "none.pdf")
    with pytest.raises(NotesError, match="is a folder"):
        read_pdf(tmp_path)
    with pytest.raises(NotesError, match="cannot be read"):
        read_pdf(f"{tmp_path}/a\0b.pdf")


def test_a_locked_file_opens_with_its_password_only(tmp_path):
    path = pdfs.write(tmp_path / "a.pdf", PAGE, password=pdfs.PASSWORD)
    assert read_pdf(path, pdfs.PASSWORD) == [PAGE]
    for wrong in ("rose", "", "half \ud83d", "x" * 5_000):
        with pytest.raises(NotesError, match="does not open"):
            read_pdf(path, wrong)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are letters there")
def test_a_name_that_is_no_text_is_told_in_words_that_can_be_shown(tmp_path):
    def named(end: bytes, data: bytes):
        path = os.path.join(os.fsencode(tmp_path), b"odd \xff" + end)
        with open(path, "wb") as file:
            file.write(data)
        return os.fsdecode(path)

    for path in (named(b".pdf", b""), named(b".md", b"\0"), str(tmp_path / "gone \udcff.pdf"),
                 named(b".index", b"PK\x03\x04")):
        with pytest.raises(NotesError) as caught:
            open_notes(path)
        str(caught.value).encode("utf-8")
    store = VectorStore()
    named(b"2.md", b" ")
    pdfs.write(Path(named(b"3.pdf", b"")), "")
    for problem in store.add_folder(tmp_path):
        problem.encode("utf-8")
    assert len(store.problems) == 4


def test_a_scan_is_a_warning_that_names_the_pages(tmp_path):
    path = pdfs.write(tmp_path / "scan.pdf", "")
    with pytest.warns(UserWarning, match="scan.pdf has no text. Perhaps it is a scan"):
        assert read_pdf(path) == [""]
    path = pdfs.write(tmp_path / "half.pdf", PAGE, "", PAGE, "p")
    with pytest.warns(UserWarning, match="Pages 2, 4 of half.pdf have no text"):
        assert read_pdf(path) == [PAGE, "", PAGE, "p"]


def test_a_good_file_gives_no_warning(tmp_path):
    path = pdfs.write(tmp_path / "a.pdf", PAGE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_pdf(path)


def test_text_that_was_cropped_away_is_not_read(tmp_path):
    def draw(canvas):
        canvas.setCropBox((0, 500, 595, 842))
        canvas.drawString(60, 700, "What everybody sees on this page.")
        for number in range(20):
            canvas.drawString(60, 400 - 14 * number, "An old draft that was cut off by the crop.")

    text = read_pdf(canvas_pdf(tmp_path / "a.pdf", draw))[0]
    assert "everybody sees" in text
    assert "old draft" not in text


def test_two_columns_do_not_mix(tmp_path):
    left = [f"left line {number} of the first column" for number in range(8)]
    right = [f"right line {number} of the other one" for number in range(8)]

    def draw(canvas):
        for x, lines in ((60, left), (330, right)):
            for number, line in enumerate(lines):
                canvas.drawString(x, 700 - 14 * number, line)

    assert read_pdf(canvas_pdf(tmp_path / "a.pdf", draw))[0].split("\n") == left + right


def test_several_threads_may_read_at_once(tmp_path):
    path = pdfs.write(tmp_path / "a.pdf", *[PAGE] * 5)
    found = []
    threads = [threading.Thread(target=lambda: found.append(read_pdf(path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[PAGE] * 5] * 8


@pytest.mark.parametrize(("raw", "wanted"), [
    ("dead\ufffelock", "deadlock"),
    ("dead\x02\r\nlock", "deadlock"),
    ("dead\xad\nlock", "deadlock"),
    ("a\r\nb\rc", "a\nb\nc"),
    ("o\x00 valves", "o valves"),
    ("\uf0b7 item", " item"),
    ("e\ufb03cient \ufb01le", "efficient file"),
    ("O(n\u00b2)\u00a0steps", "O(n2) steps"),
    ("half \ud83d pair", "half  pair"),
    ("\n\n  indented \n\n", "  indented"),
])
def test_what_is_cleaned(raw, wanted):
    assert clean(raw) == wanted


def test_only_its_own_number_is_dropped():
    assert clean("3\ntext\n3", 3) == "text"
    assert clean("text\n- 3 -", 3) == "text"
    assert clean("text\n3", 4) == "text\n3"
    assert clean("text\n3 apples", 3) == "text\n3 apples"
    assert clean("3", 3) == ""
