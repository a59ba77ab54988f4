"""A file that a model wrote is not imported by the program that it works for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from studybuddy import importing

ROOT = Path(__file__).parents[1]
EVIL = "print('imported', __file__)\n"


def python(*arguments, cwd, **settings):
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, text=True, capture_output=True, timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "STUDYBUDDY_MODEL": "practice", **settings})


@pytest.fixture
def folder(tmp_path):
    """A working folder in which a model has written modules with the names of libraries."""
    for name in ("icalendar", "pydantic", "typer", "filelock", "docstring_parser", "dotenv"):
        (tmp_path / f"{name}.py").write_text(EVIL)
    return tmp_path


@pytest.mark.parametrize("workdir", [".", "..", "sub"])
def test_the_command_imports_nothing_from_the_working_folder(folder, workdir):
    (folder / "sub").mkdir()
    where = folder / "sub" if workdir == ".." else folder
    for name in os.listdir(folder):
        if name.endswith(".py"):
            (folder / "sub" / name).write_text(EVIL)
    done = python("-m", "studybuddy", "ask", "Plan Waves for 2030-01-01", "--workdir", workdir,
                  cwd=where)
    assert "imported" not in done.stdout + done.stderr and done.returncode in (0, 1), done.stderr


def test_it_would_be_imported_otherwise(folder):  # the control
    assert "imported" in python("-c", "import icalendar", cwd=folder).stdout


@pytest.mark.parametrize("entry", ["", ".", "{}", "{}/sub"])
def test_file_tools_take_the_folder_out(tmp_path, entry):
    folder = tmp_path  # what the package imports at once comes before anybody can name the folder
    (folder / "sub").mkdir()
    for place in (folder, folder / "sub"):
        (place / "icalendar.py").write_text(EVIL)
    code = ("import sys, studybuddy\n"
            f"sys.path.insert(0, {entry.format(folder)!r})\n"
            f"studybuddy.file_tools({str(folder)!r})\n"
            "from studybuddy.tools import mail\n"
            "print(mail.effect(['Waves'], '2030-01-01', today='2029-12-01')[:3])")
    done = python("-c", code, cwd=folder)
    assert done.stdout == "To:\n", done.stdout + done.stderr


def test_other_entries_stay(tmp_path, monkeypatch):
    inside, beside = tmp_path / "work", tmp_path / "workbench"
    (inside / "env" / "lib").mkdir(parents=True), beside.mkdir()
    library = str(inside / "env" / "lib")
    monkeypatch.setattr(sys, "prefix", str(inside / "env"))
    monkeypatch.setattr(sys, "path", ["", str(beside), str(inside), library, str(inside / "a")])
    importing.keep_out(inside)
    assert sys.path == ["", str(beside), library]
    monkeypatch.chdir(inside)
    importing.keep_out(inside)
    assert sys.path == [str(beside), library]
