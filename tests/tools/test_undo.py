"""Taking writes back, and where the old versions are kept."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from studybuddy import write_file
from studybuddy.tools import versions
from studybuddy.tools.undo import undo

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


def test_undo_goes_back_step_by_step(work):
    write_file(work, "notes.txt", "one")
    write_file(work, "notes.txt", "two")
    write_file(work, "new/x.txt", "x")
    assert undo(work, "notes.txt")["message"] == '"notes.txt" is as it was before the last write.'
    assert (work / "notes.txt").read_text() == "one"
    assert undo(work) == {"file_path": "new/x.txt", "message": '"new/x.txt" is gone again.'}
    assert not (work / "new" / "x.txt").exists()
    undo(work)
    assert (work / "notes.txt").read_text() == "Waves\nOptics\n"
    assert "nothing to undo" in undo(work)["error"]


def test_undo_leaves_alone_what_was_changed_since(work):
    write_file(work, "notes.txt", "one")
    (work / "notes.txt").write_text("by hand")
    assert "changed after the write" in undo(work)["error"]
    (work / "notes.txt").unlink()
    assert "changed after the write" in undo(work)["error"]
    assert not (work / "notes.txt").exists()


def test_undo_answers_errors(work):
    assert "nothing to undo" in undo(work)["error"]
    assert "nothing to undo" in undo(work, "notes.txt")["error"]
    assert '".."' in undo(work, "../secret.txt")["error"]
    assert "working folder" in undo(work / "nowhere")["error"]


def test_old_versions_survive_the_program_outside_of_the_folder(work, kept_elsewhere):
    subprocess.run([sys.executable, "-c", "import sys; from studybuddy import write_file; "
                    "write_file(sys.argv[1], 'notes.txt', 'by another program')", str(work)],
                   check=True, cwd=Path(__file__).parents[2])
    assert (work / "notes.txt").read_text() == "by another program"
    assert any(kept_elsewhere.rglob("*.version"))
    assert "error" not in undo(work)
    assert (work / "notes.txt").read_text() == "Waves\nOptics\n"


@posix
def test_old_versions_are_for_their_owner_only(work, kept_elsewhere):
    write_file(work, "notes.txt", "one")
    made = next(kept_elsewhere.rglob("*.version"))
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700


def test_a_state_folder_inside_the_working_folder_is_not_used(work, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(work / "sub"))
    monkeypatch.setattr(versions.tempfile, "gettempdir", lambda: str(tmp_path))
    write_file(work, "notes.txt", "one")
    assert not any(work.rglob("*.version")) and any(tmp_path.rglob("*.version"))
    assert "error" not in undo(work)


@posix
def test_a_folder_that_others_can_open_is_not_used(work, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(work))
    monkeypatch.setattr(versions.tempfile, "gettempdir", lambda: str(tmp_path))
    (tmp_path / f"studybuddy-undo-{os.getuid()}").mkdir()
    (tmp_path / f"studybuddy-undo-{os.getuid()}").chmod(0o777)
    assert "cannot be undone" in write_file(work, "notes.txt", "one")["message"]
    assert (work / "notes.txt").read_text() == "one"


def test_old_versions_are_bounded(work, kept_elsewhere, monkeypatch):
    monkeypatch.setattr(versions, "MAX_VERSIONS", 3)
    monkeypatch.setattr(versions, "MAX_FOLDERS", 2)
    for i in range(6):
        write_file(work, "notes.txt", str(i))
    for name in "abc":
        (work / name).mkdir()
        write_file(work / name, "x.txt", name)
    write_file(work, "notes.txt", "last")
    folders = [one for one in (kept_elsewhere / "studybuddy" / "undo").iterdir()]
    assert len(folders) == 2
    for i in range(6):
        write_file(work, "notes.txt", str(i))
    assert len(list(versions._place(str(work.resolve())).iterdir())) == 3
    for expected in "432":
        assert "error" not in undo(work)
        assert (work / "notes.txt").read_text() == expected
    assert "error" in undo(work)


def test_a_torn_old_version_is_passed_over(work, kept_elsewhere):
    write_file(work, "notes.txt", "one")
    whole = next(kept_elsewhere.rglob("*.version"))
    (whole.parent / "9.version").write_bytes(b'{"names": ["no')
    assert undo(work)["file_path"] == "notes.txt"
