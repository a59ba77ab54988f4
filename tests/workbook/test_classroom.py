"""`studybuddy build --teacher`: a course folder for nbgrader. What nbgrader makes of it is tested
in tests/test_readme.py, where it is installed."""

import ast
import json

import pytest

from studybuddy.workbook import classroom, editions
from studybuddy.workbook.source import read_source
from tests import lessons

FIRST = lessons.SOURCES[1]


@pytest.fixture
def course(tmp_path):
    said = []
    assert classroom.write_course(lessons.ROOT, [FIRST.stem[:2]], tmp_path, say=said.append) == 0
    assert "nbgrader generate_assignment" in said[-1]
    return tmp_path


def test_the_teachers_edition_keeps_its_solutions(course):
    (path,) = (course / "source" / "lessons").glob("*.ipynb")
    assert path.name == f"{FIRST.stem}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook == editions.make_edition(read_source(FIRST), editions.TEACHER)
    code = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    assert editions.BEGIN in code and editions.GAP not in code


def test_the_pictures_of_the_text_are_there(course):
    folder = course / "source" / "lessons"
    text = (folder / f"{FIRST.stem}.ipynb").read_text(encoding="utf-8")
    assert "img/01_tree.svg" in text and (folder / "img" / "01_tree.svg").is_file()


def test_a_configuration_that_is_there_is_kept(course):
    config = course / "nbgrader_config.py"
    ast.parse(config.read_text(encoding="utf-8"))
    assert editions.GAP in config.read_text(encoding="utf-8")
    config.write_text("# mine\n")
    classroom.write_course(lessons.ROOT, ["00"], course, say=lambda text: None)
    assert config.read_text() == "# mine\n"
    assert len(list((course / "source" / "lessons").glob("*.ipynb"))) == 2


def test_what_cannot_be_is_said(tmp_path):
    said = []
    assert classroom.write_course(lessons.ROOT, ["77"], tmp_path, say=said.append) == 1
    assert "There is no lesson 77" in said[0]
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert classroom.write_course(lessons.ROOT, ["00"], blocked, say=said.append) == 1
    assert "cannot be written" in said[-1]
