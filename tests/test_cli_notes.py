"""`studybuddy ask` with notes, as a person starts it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from studybuddy import cli
from tests.rag import pdfs

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "what does my material say about walnuts?"


def ask(*arguments, cwd, **env):
    return subprocess.run([sys.executable, "-m", "studybuddy", "ask", *arguments], cwd=cwd,
                          env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT), **env},
                          capture_output=True, text=True, encoding="utf-8", timeout=60)


@pytest.fixture
def folder(tmp_path):
    pdfs.write(tmp_path / "trees.pdf", "A page about oaks.", "The walnuts are ripe in autumn.")
    return tmp_path


def test_the_course_notes_are_found_from_a_folder_below():
    done = ask("what does my material say about BCNF?", cwd=ROOT / "tests" / "rag")
    assert done.returncode == 0, done.stderr
    assert "dbms.pdf p.3" in done.stdout
    assert "X is a superkey" in done.stdout
    assert done.stderr == ""


def test_a_folder_and_a_file(folder):
    for path in (folder, folder / "trees.pdf"):
        done = ask(QUESTION, "--notes", str(path), cwd=folder)
        assert "trees.pdf p.2" in done.stdout and "ripe in autumn" in done.stdout
        assert (done.returncode, done.stderr) == (0, "")


def test_a_file_that_cannot_be_read_is_named_and_stops_nothing(folder):
    pdfs.bad_files(folder)
    done = ask(QUESTION, "--notes", str(folder), cwd=folder)
    assert "trees.pdf p.2" in done.stdout
    for name in ("cut.pdf", "locked.pdf", "scan.pdf", "empty.pdf"):
        assert f"{name} " in done.stderr
    assert "Traceback" not in done.stderr


def test_without_notes_it_says_so_in_one_line(tmp_path):
    done = ask(QUESTION, cwd=tmp_path)
    assert done.stderr.count("\n") == 1
    assert "no folder data/notes" in done.stderr and "--notes" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_question_that_needs_no_notes_reads_none(folder):
    pdfs.bad_files(folder)
    done = ask("what is 15% of 2,480?", "--notes", str(folder), cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_the_packages_it_says_what_to_install(folder):
    (folder / "sitecustomize.py").write_text(
        "import sys\nfor name in ('bm25s', 'pypdfium2', 'Stemmer'): sys.modules[name] = None\n",
        encoding="utf-8")
    path = os.pathsep.join([str(folder), str(ROOT)])
    done = ask(QUESTION, "--notes", str(folder), cwd=folder, PYTHONPATH=path)
    assert done.returncode == cli.NOT_ANSWERED
    assert 'pip install "studybuddy[notes]"' in done.stderr
    assert "Traceback" not in done.stderr
    done = ask("what is 15% of 2,480?", cwd=folder, PYTHONPATH=path)
    assert done.returncode == 0 and "372" in done.stdout


def test_importing_the_package_loads_no_heavy_module():
    code = ("import sys; from studybuddy import VectorStore, plan_to_ics, Agent; "
            "print(sorted({'numpy', 'bm25s', 'pypdfium2', 'Stemmer', 'icalendar', 'tzlocal', "
            "'tqdm'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                          timeout=60, check=True)
    assert done.stdout.strip() == "[]"
