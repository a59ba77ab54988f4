"""The stored notebooks and small.py are what the builder makes of the sources.

Texts, ids and metadata are compared here, without running a cell; nbval runs every cell of both
editions and compares the outputs. `studybuddy build --check` compares both, byte by byte.
"""

import copy
import importlib
import json
from pathlib import Path

import pytest

from studybuddy.workbook import editions, reuse
from studybuddy.workbook.build import build, find_project
from studybuddy.workbook.source import read_source
from tests import lessons
from tests.prose import output_text


@pytest.mark.parametrize("path", lessons.SOURCES, ids=lambda path: path.stem)
def test_a_source_keeps_the_rules(path):
    assert editions.problems(read_source(path)) == []


@pytest.mark.parametrize(("notebook", "source", "edition"), lessons.EDITIONS,
                         ids=[lessons.name(notebook) for notebook, _, _ in lessons.EDITIONS])
def test_a_stored_notebook_is_what_its_source_makes(notebook, source, edition):
    found = editions.state(notebook, source, edition)
    if found == editions.YOURS and not lessons.STRICT:
        pytest.skip(lessons.REASON)
    assert found == editions.AS_BUILT, (
        f"{notebook.name} ({edition}) is {found}: run studybuddy build {source.stem[:2]}")


@pytest.mark.parametrize(("notebook", "source", "edition"), lessons.EDITIONS,
                         ids=[lessons.name(notebook) for notebook, _, _ in lessons.EDITIONS])
def test_every_check_passes_solved_and_waits_unsolved(notebook, source, edition):
    checks = {cell["id"]: output_text(cell) for cell in lessons.load(notebook)["cells"]
              if cell["metadata"].get("nbgrader", {}).get("grade")}
    word = "PASSED" if edition == editions.SOLVED else "NOT YET"
    assert checks and {name: text for name, text in checks.items()
                       if not text.startswith(word)} == {}


@pytest.mark.skipif(not lessons.STRICT, reason="a learner may keep notebooks of their own here")
def test_no_notebook_without_a_source():
    stored = {path for path in (lessons.ROOT / "notebooks").rglob("*.ipynb")
              if not {".ipynb_checkpoints", Path(editions.SET_ASIDE).name} & set(path.parts)}
    assert stored == {notebook for notebook, _, _ in lessons.EDITIONS}


def test_small_is_what_the_sources_make():
    stored = (lessons.ROOT / reuse.PATH).read_text(encoding="utf-8")
    made = reuse.small_module([read_source(path) for path in lessons.SOURCES])
    assert stored == made, "small.py is out of date: run studybuddy build"


def test_small_holds_the_walker_and_its_calculator():
    small = importlib.import_module("studybuddy.workbook.small")
    assert small.calculator("(8.2*20 + 9.1*22) / 42")["result"] == pytest.approx(8.67142857142857)
    assert "error" in small.calculator("marks.clear()")
    assert "error" in small.calculator("9 ** 9 ** 9")


def test_the_project_is_found():
    assert find_project() == lessons.ROOT


@pytest.mark.skipif(any(map(lessons.is_skipped, lessons.NOTEBOOKS[:2])), reason=lessons.REASON)
def test_a_rebuild_changes_nothing():
    """Both editions of the first lesson, executed anew, are equal to the byte."""
    said = []
    assert build(lessons.ROOT, ["00"], check=True, progress=False, say=said.append) == 0, said
    assert all("unchanged" in line for line in said)


# -- each change is found ------------------------------------------------------------------------

@pytest.fixture(scope="module")
def first():
    """The first lesson: its source, and its student edition as it would be stored."""
    source = read_source(lessons.SOURCES[0])
    return source, editions.make_edition(source, editions.STUDENT)


def state_of(notebook, source, folder):
    path = folder / "lesson.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return editions.state(path, source, editions.STUDENT)


def test_as_built(first, tmp_path):
    source, notebook = first
    assert state_of(notebook, source, tmp_path) == editions.AS_BUILT


def _type(notebook):
    notebook["cells"][2]["source"] += "\n# mine"


def _add(notebook):
    notebook["cells"].append({"cell_type": "code", "id": "new", "metadata": {}, "source": "1",
                              "execution_count": None, "outputs": []})


def _save(notebook):
    notebook["metadata"]["language_info"]["version"] = "3.12.1"


def _strip(notebook):
    del notebook["metadata"]["studybuddy"]


@pytest.mark.parametrize("work", [_type, _add, _save, _strip])
def test_what_a_person_does_makes_it_theirs(first, tmp_path, work):
    source, notebook = first
    notebook = copy.deepcopy(notebook)
    work(notebook)
    assert state_of(notebook, source, tmp_path) == editions.YOURS


def test_a_file_that_is_no_notebook_is_left_alone(first, tmp_path):
    path = tmp_path / "lesson.ipynb"
    path.write_text("{", encoding="utf-8")
    assert editions.state(path, first[0], editions.STUDENT) == editions.YOURS
    path.write_text("[]", encoding="utf-8")
    assert editions.state(path, first[0], editions.STUDENT) == editions.YOURS
    assert editions.state(tmp_path / "none.ipynb", first[0],
                          editions.STUDENT) == editions.MISSING


@pytest.mark.parametrize("change", [
    lambda text: text.replace("# # ", "# # New: ", 1),
    lambda text: text.replace('claims="none"', 'claims=["x"]', 1),
    lambda text: text + '\n# %% [markdown] claims="none"\n# one cell more\n',
])
def test_a_changed_source_makes_it_out_of_date(first, tmp_path, change):
    _, notebook = first
    changed = tmp_path / lessons.SOURCES[0].name
    text = lessons.SOURCES[0].read_text(encoding="utf-8")
    assert change(text) != text
    changed.write_text(change(text), encoding="utf-8")
    assert state_of(notebook, read_source(changed), tmp_path) == editions.OUT_OF_DATE


def test_a_changed_solution_makes_the_solved_edition_and_small_out_of_date(tmp_path):
    path = lessons.ROOT / "notebooks" / "source" / "01_safe_calculator.py"
    text = path.read_text(encoding="utf-8")
    old = "left, right = walk(node.left), walk(node.right)"
    assert old in text
    (tmp_path / path.name).write_text(text.replace(old, old + "  # both"), encoding="utf-8")
    before, after = read_source(path), read_source(tmp_path / path.name)
    stored = tmp_path / "lesson.ipynb"
    stored.write_text(json.dumps(editions.make_edition(before, editions.SOLVED)),
                      encoding="utf-8")
    assert editions.state(stored, before, editions.SOLVED) == editions.AS_BUILT
    assert editions.state(stored, after, editions.SOLVED) == editions.OUT_OF_DATE
    assert reuse.small_module([before]) != reuse.small_module([after])
