"""The calculator that the file tools work on: it is right, and a copy can be made wrong."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from studybuddy import get_file_content, get_files_info, run_python_file, write_file
from studybuddy.workbook.bug import plant
from studybuddy.workbook.runtime import Lesson

PROJECT = Path(__file__).parents[1] / "calculator"
OPERATORS = ["+", "-", "*", "/", "%", "**"]


def digest(folder):
    """One number for all files of a folder, their names and their bytes; not Python's caches."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if "__pycache__" not in path.parts and path.is_file():
            whole.update(f"{path.relative_to(folder)} {path.stat().st_size} ".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()


@pytest.fixture(autouse=True)
def the_project_stays_as_it_is():
    before = digest(PROJECT)
    yield
    assert digest(PROJECT) == before


@pytest.fixture
def copy(monkeypatch):
    monkeypatch.chdir(PROJECT.parent)
    return Lesson().workdir("08")


def run(folder, script, *args, cwd):
    return subprocess.run([sys.executable, "-B", str(folder / script), *args], cwd=cwd,
                          capture_output=True, text=True, timeout=20)


def result_of(folder, expression):
    answer = run_python_file(folder, "main.py", [expression])
    return json.loads(answer["stdout"])["result"]


def test_it_runs_from_any_folder(tmp_path):
    done = run(PROJECT, "main.py", "3 + 7 * 2", cwd=tmp_path)
    assert json.loads(done.stdout) == {"expression": "3 + 7 * 2", "result": 17}
    assert (done.returncode, done.stderr) == (0, "")
    done = run(PROJECT, "main.py", "2", "*", "3", "-", "8", "/", "2", "+", "5", cwd=tmp_path)
    assert json.loads(done.stdout) == {"expression": "2 * 3 - 8 / 2 + 5", "result": 7}
    done = run(PROJECT, "tests.py", cwd=tmp_path)
    assert done.returncode == 0 and "OK" in done.stderr


def test_its_usage_and_its_errors(tmp_path):
    done = run(PROJECT, "main.py", cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.startswith("Usage: python main.py")
    for expression in ("3 +", "1 / 0", "9" * 5_000, "10 ** 999 * 10", "10.0 ** 300 ** 2", "$"):
        done = run(PROJECT, "main.py", expression, cwd=tmp_path)
        assert done.returncode == 1 and done.stdout == ""
        assert done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1


def test_the_sample_texts():
    assert get_file_content(PROJECT, "ideas.txt")["truncated"] is False
    answer = get_file_content(PROJECT, "lorem.txt")
    assert answer["truncated"] is True and len(answer["content"]) == 10_000
    total = len((PROJECT / "lorem.txt").read_text(encoding="utf-8"))
    assert f"{total:,} characters" in answer["message"]


def test_a_lesson_gets_a_copy_under_the_same_name(copy):
    assert copy.name == "calculator" and copy != PROJECT and digest(copy) == digest(PROJECT)
    assert [one["name"] for one in get_files_info(copy)["files"]] == [
        "ideas.txt", "lorem.txt", "main.py", "pkg", "tests.py"]
    answer = run_python_file(copy, "calculator/main.py", ["3 + 5"])
    assert 'Use "main.py".' in answer["error"]
    if os.name == "posix":
        assert copy.parent.stat().st_mode & 0o077 == 0


def test_the_classic_bug_and_its_repair(copy):
    assert result_of(copy, "3 + 7 * 2") == 17
    path = plant(copy)
    assert path == copy / "pkg" / "calculator.py"
    assert result_of(copy, "3 + 7 * 2") == 20
    assert run_python_file(copy, "tests.py")["return_code"] == 1
    text = get_file_content(copy, "pkg/calculator.py")["content"]
    write_file(copy, "pkg/calculator.py", text.replace('"+": 3', '"+": 1'))
    assert result_of(copy, "3 + 7 * 2") == 17
    assert run_python_file(copy, "tests.py")["return_code"] == 0
    assert digest(copy) == digest(PROJECT)


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_bug_in_any_operator_changes_one_number_and_fails_the_tests(copy, operator):
    right = (copy / "pkg" / "calculator.py").read_bytes().split(b"\n")
    wrong = plant(copy, operator).read_bytes().split(b"\n")
    changed = [(old, new) for old, new in zip(right, wrong, strict=True) if old != new]
    assert len(changed) == 1 and len(changed[0][0]) == len(changed[0][1])
    assert f'"{operator}": '.encode() in changed[0][0]
    assert run_python_file(copy, "tests.py")["return_code"] == 1


def test_a_bug_is_planted_whatever_the_table_is_called(tmp_path):
    (tmp_path / "deep").mkdir()
    source = "\u00e9 = {'*': 20, '\u00d7': 1}; LEVEL = {'/': 20, '*': 20, '-': 10, '+': 10}\r\n"
    (tmp_path / "deep" / "x.py").write_bytes(source.encode())
    (tmp_path / "a.py").write_text("NAMES = {'+': 'plus'}\nEMPTY = {}\n")
    assert plant(tmp_path, "*").read_bytes().decode() == source.replace("'*': 20, '-'",
                                                                        "'*': 10, '-'")
    with pytest.raises(ValueError, match=r"'\^'"):
        plant(tmp_path, "^")
