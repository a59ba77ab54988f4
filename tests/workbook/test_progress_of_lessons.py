"""Each lesson, run as a learner runs it, leaves its progress in the workbook's file."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from studybuddy.workbook import define
from studybuddy.workbook.execute import run_notebook
from tests import lessons

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


@pytest.fixture
def workbook(tmp_path):
    """A folder of lessons that only this test writes to."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "00_start_here.ipynb").write_text("{}")
    return folder


@pytest.mark.parametrize("path", lessons.SOURCES, ids=lambda path: path.stem)
def test_a_lesson_starts_before_it_leaves_its_folder(path):
    before, found, _ = path.read_text(encoding="utf-8").partition("os.chdir(")
    assert not found or "lesson.start(" in before


def executed(cells: list[str], folder: Path, **environ: str) -> str:
    """What the cells say, run in the folder with progress on."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in cells])
    done = run_notebook(notebook, folder, environ={"STUDYBUDDY_PROGRESS": "", **environ})
    return "\n".join(out["data"]["text/plain"] for cell in done.cells for out in cell.outputs
                     if out.output_type == "display_data")


@pytest.mark.parametrize("number", define.numbers())
def test_the_checks_and_guesses_of_a_lesson_are_kept(workbook, number):
    solved = nbformat.read(next((NOTEBOOKS / "solutions").glob(f"{number}_*.ipynb")), as_version=4)
    run_notebook(solved, workbook, environ={"STUDYBUDDY_PROGRESS": ""})
    known = json.loads((workbook / "progress.json").read_text())["lessons"][number]
    lesson = define.load(number)
    assert known["passed"] == sorted(lesson.checks)
    assert sorted(known["guesses"]) == sorted(known["shown"]) == sorted(lesson.predictions)


ELSEWHERE = "import os, tempfile\nos.chdir(tempfile.mkdtemp())"
LOAD = "from studybuddy.workbook import lesson"
PASS = ("def average(points, credits):\n"
        "    return sum(p * c for p, c in zip(points, credits)) / sum(credits)\n"
        'lesson.check("00.1", average)')
START = 'lesson.start("00")'


def test_a_changed_folder_loses_no_progress(workbook):
    executed([LOAD, ELSEWHERE, START, PASS], workbook)
    assert json.loads((workbook / "progress.json").read_text())["lessons"]["00"]["passed"] == [
        "00.1"]
    (workbook / "progress.json").unlink()
    # Before the package is loaded, only Jupyter knows where the notebook lies.
    said = executed([ELSEWHERE, LOAD, START, PASS], workbook,
                    JPY_SESSION_NAME=str(workbook / "00_start_here.ipynb"))
    assert "READY" in said and "kernel ends" not in said
    assert (workbook / "progress.json").exists()


def test_the_first_card_says_where_progress_is_not_kept(workbook):
    solutions = workbook / "solutions"
    solutions.mkdir()
    said = executed([LOAD, START], solutions)
    assert said.startswith("READY") and "this is the solved edition" in said
    assert "progress" not in executed([LOAD, START], workbook)
