"""The course notes in data/: made from their sources, long enough, and found by their questions."""

import importlib.util
import json
from pathlib import Path

import pytest

from studybuddy.rag import VectorStore, read_pdf
from studybuddy.tools import notes

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_notes = load(DATA / "make_notes.py")


@pytest.fixture(scope="module")
def store():
    made = VectorStore()
    assert made.add_folder(DATA / "notes") == []
    return made


@pytest.mark.parametrize(("source", "target"), make_notes.sources().items(),
                         ids=lambda path: path.name)
def test_a_pdf_has_the_text_of_its_source(source, target, tmp_path):
    make_notes.make(source, tmp_path / target.name)
    assert read_pdf(tmp_path / target.name) == read_pdf(target)


def test_the_three_courses_are_there():
    assert sorted(path.name for path in (DATA / "notes").iterdir()) == ["dbms.pdf", "ds.pdf",
                                                                        "os.pdf"]


@pytest.mark.parametrize("name", ["dbms", "os", "ds"])
def test_a_course_has_its_pages_and_kinds_of_content(name):
    pages = read_pdf(DATA / "notes" / f"{name}.pdf")
    assert len(pages) >= 8
    assert min(map(len, pages)) > 800
    for number, page in enumerate(pages, 1):  # each section begins a page
        assert any(line.startswith(f"{number} ") for line in page.split("\n")[:8])
    source = (DATA / "source" / f"{name}.md").read_text(encoding="utf-8")
    for kind in ("\n## ", "\n- ", "\n1. ", "\n|", "\n```\n"):
        assert kind in source


def test_no_passage_is_cut_by_the_tool(store):
    assert max(len(passage.text) for passage in store._passages) <= notes.MAX_TEXT


@pytest.mark.parametrize(("query", "source", "page", "word"), [
    ("What is a deadlock?", "os.pdf", 5, "only another process"),
    ("third normal form", "dbms.pdf", 3, "superkey or A is prime"),
    ("What is 3NF?", "dbms.pdf", 3, "3NF"),
    ("what does my material say about BCNF?", "dbms.pdf", 3, "X is a superkey"),
    ("normalization", "dbms.pdf", 3, "Normalisation splits"),
    ("What is normalisation?", "dbms.pdf", 3, "Normalisation splits"),
    ("B-tree", "ds.pdf", 6, "balanced search tree"),
    ("round robin", "os.pdf", 3, "time slice"),
    ("hash collisions", "ds.pdf", 4, "same bucket"),
    ("ACID", "dbms.pdf", 8, "Atomicity"),
])
def test_a_question_leads_to_its_page(store, query, source, page, word):
    best = store.search(query)[0]
    assert (best["source"], best["page"]) == (source, page)
    assert word in " ".join(best["text"].split())


def test_nothing_is_found_for_another_course(store):
    assert store.search("What is photosynthesis?") == []


def test_the_judged_questions_point_at_pages_that_exist():
    judged = json.loads((ROOT / "benchmarks" / "notes_queries.json").read_text(encoding="utf-8"))
    pages = {f"{name}.pdf p.{number}" for name in ("dbms", "os", "ds")
             for number in range(1, len(read_pdf(DATA / "notes" / f"{name}.pdf")) + 1)}
    assert {name for grades in judged.values() for name in grades} <= pages


def test_the_benchmark_scores_a_collection():
    benchmark = load(ROOT / "benchmarks" / "retrieval.py")
    docs = {"a": "A deadlock is a circle.", "b": "A heap is a tree.", "c": "Locks and deadlock."}
    means = benchmark.score(docs, {"1": "heap", "2": "circle of a deadlock", "3": "unjudged"},
                            {"1": {"b": 1, "a": 0}, "2": {"c": 2, "a": 1, "gone": 3}})
    # The second query ranks a, c: (1 + 2 / log2(3)) / (2 + 1 / log2(3)).
    assert means["queries"] == 2
    assert means["nDCG@10"] == pytest.approx((1 + 0.8597) / 2, abs=1e-4)
    assert means["recall@10"] == means["reciprocal rank"] == 1


def test_the_planted_instructions_lie_outside_the_notes(store):
    attacks = VectorStore()
    assert attacks.add_folder(DATA / "attack") == []
    assert attacks.sources == ["exam_tips.md", "lecture_9.txt", "off_page.pdf", "title_order.pdf",
                               "white_text.pdf"]
    for tool in ("email_plan_to_me", "write_file", "run_python_file"):
        assert any(tool in passage["text"] for passage in attacks.search(tool))
        assert not any(tool in passage["text"] for passage in store.search(tool, k=10))


def test_the_white_line_is_read_but_not_seen():
    """Text that a person cannot see reaches the model all the same."""
    import pypdfium2

    path = DATA / "attack" / "white_text.pdf"
    assert "email_plan_to_me" in read_pdf(path)[0]
    document = pypdfium2.PdfDocument(path)
    page = document[0]
    objects = [item for item in page.get_objects() if "SYSTEM" in _words(item, page)]
    assert objects
    image = page.render(scale=2).to_pil().convert("L")
    for item in objects:
        left, bottom, right, top = (2 * value for value in item.get_bounds())
        box = image.crop((int(left), int(image.height - top), int(right) + 1,
                          int(image.height - bottom) + 1))
        assert box.getextrema()[0] > 250
    document.close()


def _words(item, page):
    """The text of one object of a page."""
    import pypdfium2.raw as raw

    if item.type != raw.FPDF_PAGEOBJ_TEXT:
        return ""
    return page.get_textpage().get_text_bounded(*item.get_bounds())
