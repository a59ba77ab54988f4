"""A teacher can use the lessons with nbgrader: all points for the solved one, none for a new one.

nbgrader is a tool of maintainers, not of learners: it adds menus to JupyterLab. Where it is not
installed, its two rules are tested without it (a check gives its point when its cell raises
nothing; a cell that ends in a number would give that number).
"""

import ast
import json
import os
import subprocess
import sys
from importlib.util import find_spec

import nbformat
import pytest

from studybuddy.workbook import editions
from studybuddy.workbook.execute import isolated, run_notebook
from studybuddy.workbook.source import read_source
from tests import lessons

each_lesson = pytest.mark.parametrize("path", lessons.SOURCES, ids=lambda path: path.stem)


def write(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def points(notebook):
    """(points got, points possible) by nbgrader's rules for a check that it grades itself."""
    checks = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    raised = [any(output.output_type == "error" for output in cell.outputs) for cell in checks]
    return raised.count(False), len(checks)


# One lesson shows how a check behaves; the others take a while, and their stored outputs are
# looked at by tests/test_editions.py. Where nbgrader is, all are tried.
@pytest.mark.parametrize("path", lessons.SOURCES if find_spec("nbgrader") else lessons.SOURCES[:1],
                         ids=lambda path: path.stem)
@pytest.mark.parametrize("edition", [editions.SOLVED, editions.STUDENT])
def test_the_solved_edition_gets_all_points_and_the_student_edition_none(path, edition, tmp_path):
    source = read_source(path)
    done = run_notebook(editions.make_edition(source, edition), tmp_path, allow_errors=True,
                        environ={"NBGRADER_EXECUTION": "autograde"})
    got, possible = points(done)
    assert possible == sum(len(editions.called_with(editions.solved_text(cell.text), "check"))
                           for cell in source.cells if cell.kind == "code") > 0
    assert got == (possible if edition == editions.SOLVED else 0)
    for cell in done.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            kinds = [output.output_type for output in cell.outputs]
            assert "display_data" in kinds, "a check shows its card in every case"
            assert "execute_result" not in kinds, "its last value could be read as points"
            assert not any(output.get("name") == "stderr" for output in cell.outputs)
        else:
            assert not any(output.output_type == "error"
                           for output in cell.get("outputs", ())), cell.source


# -- with nbgrader itself ------------------------------------------------------------------------

@each_lesson
def test_nbgrader_clears_the_teachers_edition_into_the_students(path):
    preprocessors = pytest.importorskip("nbgrader.preprocessors")
    source = read_source(path)
    notebook = nbformat.from_dict(editions.make_edition(source, editions.TEACHER))
    resources = {"unique_key": "lesson", "nbgrader": {"assignment": "a", "notebook": "n"}}
    preprocessors.CheckCellMetadata().preprocess(notebook, resources)
    preprocessors.ClearSolutions(code_stub={"python": editions.GAP}).preprocess(
        notebook, resources)
    student = editions.make_edition(source, editions.STUDENT)["cells"]
    for theirs, ours in zip(notebook.cells, student, strict=True):
        if theirs.cell_type == "code":
            ast.parse(theirs.source)
            # A placeholder keeps its line; nbgrader adds a gap under it.
            lines = [line for line in theirs.source.splitlines() if line != editions.GAP]
            assert lines == [line for line in ours["source"].splitlines()
                             if line != editions.GAP]


@each_lesson
def test_nbgraders_validator(path, tmp_path):
    pytest.importorskip("nbgrader")
    verdicts = {}
    for edition in (editions.SOLVED, editions.STUDENT):
        notebook = write(editions.make_edition(read_source(path), edition),
                         tmp_path / f"{edition}.ipynb")
        verdicts[edition] = nbgrader("validate", str(notebook), folder=tmp_path)
    assert "Success" in verdicts[editions.SOLVED]
    assert "VALIDATION FAILED" in verdicts[editions.STUDENT]


def nbgrader(*arguments, folder):
    """What one of its commands said. A traceback of a kernel that could not start at once (its
    ports were taken, so others are tried) stands in there too: it is the result that counts."""
    # nbgrader starts `alembic` by its name alone.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    environ = dict(os.environ, PATH=path)
    for name, value in isolated(str(folder / "jupyter")).items():
        environ.pop(name, None)
        if value is not None:
            environ[name] = value
    done = subprocess.run([sys.executable, "-m", "nbgrader", *arguments], cwd=folder, env=environ,
                          capture_output=True, text=True, encoding="utf-8", timeout=900)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_a_course_is_graded(tmp_path):
    """From the teacher's notebooks to points in the gradebook, with nbgrader's own commands."""
    pytest.importorskip("nbgrader")
    from nbgrader.api import Gradebook

    (tmp_path / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.course_id = 'course'\n"
        f"c.ClearSolutions.code_stub = {{'python': {editions.GAP!r}}}\n", encoding="utf-8")
    for path in lessons.SOURCES:
        source = read_source(path)
        write(editions.make_edition(source, editions.TEACHER),
              tmp_path / "source" / "lessons" / f"{path.stem}.ipynb")
        write(editions.make_edition(source, editions.SOLVED),
              tmp_path / "submitted" / "solver" / "lessons" / f"{path.stem}.ipynb")
    nbgrader("generate_assignment", "lessons", folder=tmp_path)
    for release in (tmp_path / "release" / "lessons").glob("*.ipynb"):
        write(json.loads(release.read_text(encoding="utf-8")),
              tmp_path / "submitted" / "beginner" / "lessons" / release.name)
    said = nbgrader("autograde", "lessons", folder=tmp_path)
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as book:
        scores = {one.student.id: (one.score, one.max_score)
                  for one in book.assignment_submissions("lessons")}
    possible = sum(len(editions.called_with(editions.solved_text(cell.text), "check"))
                   for path in lessons.SOURCES for cell in read_source(path).cells
                   if cell.kind == "code")
    assert scores == {"solver": (possible, possible), "beginner": (0, possible)}, said
