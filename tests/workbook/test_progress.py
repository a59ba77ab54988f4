"""Progress: one small file, several kernels, nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from studybuddy.workbook import progress
from studybuddy.workbook.progress import Progress


def test_what_is_noted_is_there_again(tmp_path):
    file = tmp_path / "deep" / "progress.json"
    first = Progress(file)
    first.passed("01", "01.2")
    first.passed("01", "01.1")
    assert first.guess("01", "01.p1", "b") == "b"
    assert first.guess("01", "01.p1", "c") == "b"
    first.shown("01", "01.p1", "c")
    assert Progress(file).lesson("01") == {
        "passed": ["01.1", "01.2"], "guesses": {"01.p1": "b"}, "shown": {"01.p1": "c"}}
    assert Progress(file).lesson("07") == {"passed": [], "guesses": {}, "shown": {}}
    assert sorted(os.listdir(file.parent)) in (["progress.json", "progress.json.lock"],
                                               ["progress.json"])


def test_many_kernels_write_at_once(tmp_path):
    file = tmp_path / "progress.json"
    code = ("import sys\nfrom pathlib import Path\n"
            "from studybuddy.workbook.progress import Progress\n"
            "p = Progress(Path(sys.argv[1]))\n"
            "for i in range(15): p.passed('01', f'{sys.argv[2]}-{i:02}')\n"
            "print(p.messages)")
    kernels = [subprocess.Popen([sys.executable, "-c", code, str(file), str(k)], text=True,
                                stdout=subprocess.PIPE) for k in range(4)]
    assert [kernel.communicate()[0].strip() for kernel in kernels] == ["[]"] * 4
    assert len(Progress(file).lesson("01")["passed"]) == 60


def test_the_first_guess_of_any_kernel_counts(tmp_path):
    one, two = Progress(tmp_path / "p.json"), Progress(tmp_path / "p.json")
    one.guess("01", "01.p1", "a")
    assert two.guess("01", "01.p1", "b") == "a"


def test_what_was_cleared_is_not_written_again_by_a_kernel_that_noted_it(tmp_path):
    runs, other = Progress(tmp_path / "p.json"), Progress(tmp_path / "p.json")
    runs.passed("05", "05.1")
    runs.guess("05", "05.p1", "a")
    runs.passed("04", "04.1")
    other.clear("05")
    assert runs.lesson("05") == {"passed": [], "guesses": {}, "shown": {}}
    runs.passed("05", "05.2")
    other.clear("04")
    runs.passed("05", "05.3")
    assert Progress(tmp_path / "p.json").lesson("05")["passed"] == ["05.2", "05.3"]
    assert Progress(tmp_path / "p.json").lesson("04")["passed"] == []


def test_a_file_that_is_lost_is_begun_with_what_the_kernel_knows(tmp_path):
    kept = Progress(tmp_path / "p.json")
    kept.passed("05", "05.1")
    (tmp_path / "p.json").unlink()
    kept.passed("05", "05.2")
    assert Progress(tmp_path / "p.json").lesson("05")["passed"] == ["05.1", "05.2"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_is_set_aside(tmp_path):
    file = tmp_path / "progress.json"
    Progress(file).passed("04", "04.1")
    text = file.read_bytes()
    file.chmod(0)
    kept = Progress(file)
    kept.passed("05", "05.1")
    aside = tmp_path / "progress.json.closed-1"
    aside.chmod(0o600)
    assert aside.read_bytes() == text and aside.name in kept.messages[0]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"version": 1}', '{"lessons": {}}',
                                  '{"version": "1", "lessons": {}}', "\x00\xff", "[" * 100_000])
def test_a_broken_file_is_set_aside(tmp_path, text):
    file = tmp_path / "progress.json"
    file.write_text(text, encoding="latin-1")
    (tmp_path / "progress.json.broken-1").write_text("older")
    kept = Progress(file)
    kept.passed("01", "01.1")
    assert (tmp_path / "progress.json.broken-2").read_text(encoding="latin-1") == text
    assert (tmp_path / "progress.json.broken-1").read_text() == "older"
    assert len(kept.messages) == 1 and "progress.json.broken-2" in kept.messages[0]
    assert Progress(file).lesson("01")["passed"] == ["01.1"]


def test_a_newer_file_is_set_aside_whole(tmp_path):
    file = tmp_path / "progress.json"
    file.write_text(json.dumps({"version": 2, "lessons": {}, "new": "thing"}))
    kept = Progress(file)
    kept.passed("01", "01.1")
    assert json.loads((tmp_path / "progress.json.newer-1").read_text())["new"] == "thing"
    assert "newer workbook" in kept.messages[0]


def test_odd_entries_do_no_harm_and_unknown_ones_stay(tmp_path):
    file = tmp_path / "progress.json"
    file.write_text(json.dumps({"version": 1, "extra": 5, "lessons": {
        "01": {"passed": [1, "01.1"], "guesses": "x", "time": 7}, "02": None}}))
    kept = Progress(file)
    kept.passed("01", "01.2")
    data = json.loads(file.read_text())
    assert data["extra"] == 5 and data["lessons"]["01"]["time"] == 7
    assert data["lessons"]["01"]["passed"] == ["01.1", "01.2"]
    assert kept.lesson("02")["passed"] == []


@pytest.mark.parametrize("place", ["no/such\0folder", "file/progress.json", "folder"])
def test_a_file_that_cannot_be_written_is_told_once_and_nothing_is_lost(tmp_path, place):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    kept = Progress(tmp_path / place)
    kept.passed("01", "01.1")
    kept.guess("01", "01.p1", "b")
    kept.passed("01", "01.2")
    assert kept.lesson("01")["passed"] == ["01.1", "01.2"]
    assert kept.lesson("01")["guesses"] == {"01.p1": "b"}
    assert len(kept.messages) == 1 and kept.why_not_kept


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_rights(tmp_path):
    tmp_path.chmod(0o500)
    kept = Progress(tmp_path / "progress.json")
    kept.passed("01", "01.1")
    assert kept.lesson("01")["passed"] == ["01.1"] and kept.messages


def test_reading_makes_no_file(tmp_path):
    Progress(tmp_path / "a" / "progress.json").lesson("01")
    assert os.listdir(tmp_path) == []


def test_where_progress_is_kept(tmp_path, tmp_path_factory, monkeypatch):
    notebooks = tmp_path / "notebooks"
    (notebooks / "solutions").mkdir(parents=True)
    (notebooks / "00_start_here.ipynb").write_text("{}")
    monkeypatch.delenv("STUDYBUDDY_PROGRESS", raising=False)
    for place in (notebooks, tmp_path):
        monkeypatch.chdir(place)
        assert progress.find().path == notebooks / "progress.json"
    monkeypatch.chdir(notebooks / "solutions")
    assert progress.find().path is None and progress.find().why_not_kept == progress.SOLVED
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path_factory.mktemp("no workbook above"))
    for path, found in ((notebooks / "04.ipynb", notebooks / "progress.json"),
                        (notebooks / "solutions" / "04.ipynb", None)):
        # Jupyter's name for the notebook; this Python began in no workbook.
        monkeypatch.setattr(progress, "_BEGAN", None)
        monkeypatch.setenv("JPY_SESSION_NAME", str(path))
        assert progress.find().path == found
    monkeypatch.setattr(progress, "FIRST_LESSON", "no such lesson")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert progress.find().path is None and progress.find().why_not_kept == progress.IN_MEMORY
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    assert (progress.find().path, progress.find().why_not_kept) == (None, "")
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", str(tmp_path / "mine.json"))
    assert progress.find().path == tmp_path / "mine.json"
