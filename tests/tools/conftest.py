"""A working folder for the file tools, in both ways to walk, and helpers to look at it."""

import pytest

from studybuddy import machine
from studybuddy.sandbox import walk


@pytest.fixture
def kept_elsewhere(tmp_path_factory, monkeypatch):
    """Old versions go to a folder of this test."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


def _put(path, text):
    """Write a text with its line ends as they are, on Windows too."""
    path.write_bytes(text.encode("utf-8"))


@pytest.fixture(params=["by descriptor", "by name"])
def work(request, tmp_path, monkeypatch, kept_elsewhere):
    """work/notes.txt, work/sub/a.py; outside: secret.txt, work-private. In both ways to walk."""
    if request.param == "by descriptor" and not machine.can_walk_by_descriptor():
        pytest.skip("no descriptors of folders here")
    monkeypatch.setattr(walk.machine, "can_walk_by_descriptor",
                        lambda: request.param == "by descriptor")
    folder = tmp_path / "work"
    (folder / "sub").mkdir(parents=True)
    _put(folder / "notes.txt", "Waves\nOptics\n")
    _put(folder / "sub" / "a.py", "print('a')\n")
    (tmp_path / "secret.txt").write_text("SECRET")
    (tmp_path / "work-private").mkdir()
    (tmp_path / "work-private" / "key.txt").write_text("SECRET")
    (tmp_path / "work-private" / "x.py").write_text("print('SECRET')")
    return folder
