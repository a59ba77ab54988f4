"""`studybuddy progress`: what is told of one learner and of a class, and what is left alone."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from studybuddy.workbook import define, marks
from studybuddy.workbook.progress import Progress

PACKAGE = Path(marks.__file__).resolve().parents[1]


def studybuddy(*arguments, cwd, **variables):
    """`studybuddy progress` with these arguments as a child process."""
    return subprocess.run(
        [sys.executable, "-m", "studybuddy", "progress", *map(str, arguments)], cwd=cwd,
        capture_output=True, text=True, encoding="utf-8", timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **variables})


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def worked(tmp_path):
    """A learner's file: a check passed, one guess right, one wrong, one still to run."""
    file = tmp_path / "asha" / "progress.json"
    kept = Progress(file)
    kept.passed("01", "01.2")
    for item, guess, shown in (("01.p1", "b", "b"), ("01.p2", "a", "c"), ("01.p3", "a", None)):
        kept.guess("01", item, guess)
        if shown:
            kept.shown("01", item, shown)
    return file


def test_a_row_for_each_check_and_prediction_of_every_lesson(worked, tmp_path):
    done = studybuddy("--export", worked.relative_to(tmp_path), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    rows = read(done.stdout)
    assert tuple(rows[0]) == marks.COLUMNS
    wanted = {(number, item) for number in define.numbers()
              for item in (*define.load(number).checks, *define.load(number).predictions)}
    assert {(row["lesson"], row["item"]) for row in rows} == wanted and len(rows) == len(wanted)
    states = {row["item"]: (row["state"], row["first_guess"], row["run_showed"]) for row in rows}
    assert states["01.2"] == ("passed", "", "")
    assert states["01.1"] == ("not yet", "", "")
    assert states["01.p1"] == ("as guessed", "b", "b")
    assert states["01.p2"] == ("otherwise", "a", "c")
    assert states["01.p3"] == ("guessed, not run", "a", "")
    assert states["00.p1"] == ("no guess", "", "")
    assert {row["file"] for row in rows} == {str(worked.relative_to(tmp_path))}


def test_a_class_in_one_file(worked, tmp_path):
    other = tmp_path / "ben.json"
    Progress(other).passed("00", "00.1")
    done = studybuddy("--output", "class.csv", worked, other, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert "class.csv" in done.stderr
    data = (tmp_path / "class.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and b"\r\n" in data and b"\r\r\n" not in data
    rows = read(data.decode("utf-8-sig"))
    passed = {(row["file"], row["item"]) for row in rows if row["state"] == "passed"}
    assert passed == {(str(worked), "01.2"), (str(other), "00.1")}


def test_the_table_counts(worked, tmp_path):
    done = studybuddy(cwd=tmp_path, STUDYBUDDY_PROGRESS=str(worked))
    assert (done.returncode, done.stderr) == (0, "")
    name, head, *lines = done.stdout.splitlines()
    assert name == "progress.json"  # no folder of the person at this machine
    assert head.split() == ["lesson", "title", "checks", "guesses", "right", "state"]
    line = next(line for line in lines if line.startswith("01"))
    lesson = define.load("01")
    assert f"1 of {len(lesson.checks)}  1 of {len(lesson.predictions)} " in line
    assert "A calculator that only calculates" in line  # as README and the lesson call it
    assert [line[:2] for line in lines] == define.numbers()


def test_the_own_file_is_found_from_the_workbook(worked, tmp_path):
    notebooks = tmp_path / "book" / "notebooks"
    notebooks.mkdir(parents=True)
    (notebooks / "00_start_here.ipynb").write_text("{}")
    done = studybuddy(cwd=tmp_path / "book", STUDYBUDDY_PROGRESS="")
    assert done.returncode == 0 and "0 of" in done.stdout  # nothing is done yet
    worked.replace(notebooks / "progress.json")
    rows = read(studybuddy("--export", cwd=notebooks, STUDYBUDDY_PROGRESS="").stdout)
    assert [row["item"] for row in rows if row["state"] == "passed"] == ["01.2"]


@pytest.mark.parametrize(("setting", "words"), [
    ("", "Start this command in the folder of the workbook"), ("none", "STUDYBUDDY_PROGRESS")])
def test_no_place_for_progress_is_said(tmp_path, setting, words):
    package = tmp_path / "packages" / "studybuddy"  # one that no workbook lies beside
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    done = studybuddy(cwd=tmp_path, STUDYBUDDY_PROGRESS=setting, PYTHONPATH=str(package.parent))
    assert (done.returncode, done.stdout) == (1, "")
    assert words in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(("text", "words"), [
    ("{", "broken"), ("[]", "broken"), ('{"version": 9, "lessons": {}}', "newer"),
    (None, "no such file")])
def test_a_file_that_cannot_be_read_is_named_and_stays(worked, tmp_path, text, words):
    bad = tmp_path / "bad.json"
    if text is not None:
        bad.write_text(text)
    before = sorted(tmp_path.iterdir())
    done = studybuddy("--export", "bad.json", worked, cwd=tmp_path)
    assert done.returncode == 1
    assert "bad.json is left out" in done.stderr and words in done.stderr
    assert {row["file"] for row in read(done.stdout)} == {str(worked)}
    assert sorted(tmp_path.iterdir()) == before
    assert text is None or bad.read_text() == text
    own = studybuddy(cwd=tmp_path, STUDYBUDDY_PROGRESS=str(bad))
    if text is not None:
        assert own.returncode == 1 and words in own.stderr


def test_a_csv_that_cannot_be_written_is_said(worked, tmp_path):
    done = studybuddy("-o", tmp_path / "no" / "such.csv", worked, cwd=tmp_path)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr and "Traceback" not in done.stderr


def test_what_a_learner_wrote_into_the_file_is_harmless(tmp_path):
    file = tmp_path / "progress.json"
    file.write_text(json.dumps({"version": 1, "lessons": {"01": {
        "passed": ["=HYPERLINK(1)", "01.1", 5], "guesses": {"01.p1": "@SUM(A1)", "01.p2": 7},
        "shown": {"01.p1": "\x1b[2J"}}, "99": {"passed": ["99.1"]}, "02": None}}))
    done = studybuddy("--export", file, cwd=tmp_path)
    rows = read(done.stdout)
    by_item = {row["item"]: row for row in rows}
    assert by_item["'=HYPERLINK(1)"]["state"] == marks.OLD
    assert by_item["01.p1"]["first_guess"] == "'@SUM(A1)"
    assert by_item["01.1"]["state"] == "passed"
    assert by_item["01.p2"]["state"] == "no guess"
    for text in (done.stdout, studybuddy(file, cwd=tmp_path).stdout):
        assert "\x1b" not in text


def test_the_own_file_is_found_beside_the_package_from_any_folder(worked, tmp_path):
    package = tmp_path / "book" / "studybuddy"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    notebooks = tmp_path / "book" / "notebooks"
    notebooks.mkdir()
    (notebooks / "00_start_here.ipynb").write_text("{}")
    worked.replace(notebooks / "progress.json")
    (tmp_path / "elsewhere").mkdir()
    rows = read(studybuddy("--export", cwd=tmp_path / "elsewhere", STUDYBUDDY_PROGRESS="",
                           PYTHONPATH=str(package.parent)).stdout)
    assert [row["item"] for row in rows if row["state"] == "passed"] == ["01.2"]


def test_a_lesson_is_cleared_alone(worked, tmp_path):
    other = Progress(worked)
    other.passed("02", "02.1")
    before = json.loads(worked.read_text())["lessons"]
    done = studybuddy("--clear", "1", cwd=tmp_path, STUDYBUDDY_PROGRESS=str(worked))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Lesson 01 begins anew, without 1 check and ")
    assert json.loads(worked.read_text())["lessons"] == {
        number: lesson for number, lesson in before.items() if number != "01"}
    again = studybuddy("--clear", "01", cwd=tmp_path, STUDYBUDDY_PROGRESS=str(worked))
    assert (again.returncode, again.stdout) == (0, "Nothing is kept of lesson 01.\n")


@pytest.mark.parametrize(("arguments", "code", "words"), [
    (["--clear", "77"], 2, "There is no lesson 77. There are: 00, 01"),
    (["--clear", ""], 2, 'There is no lesson "". There are: 00, 01'),
    (["--clear", "01", "--export"], 2, "--clear stands alone"),
    (["--clear", "01", "progress.json"], 2, "--clear stands alone")])
def test_what_cannot_be_cleared_is_said_and_stays(worked, tmp_path, arguments, code, words):
    before = worked.read_bytes()
    done = studybuddy(*arguments, cwd=tmp_path, STUDYBUDDY_PROGRESS=str(worked))
    assert (done.returncode, done.stdout) == (code, "") and words in done.stderr
    assert worked.read_bytes() == before
    worked.write_text("{broken")
    done = studybuddy("--clear", "01", cwd=tmp_path, STUDYBUDDY_PROGRESS=str(worked))
    assert done.returncode == 1 and "cannot be read" in done.stderr
    assert worked.read_text() == "{broken"
