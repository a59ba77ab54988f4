"""Reaching for the world outside is noticed, and does not happen."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from studybuddy.workbook import outside

WRITES = {
    "open": lambda path: path.open("w").close(),
    "append": lambda path: path.open("ab").close(),
    "os.open": lambda path: os.open(path, os.O_WRONLY | os.O_CREAT),
    "write_text": lambda path: path.write_text("a"),
    "mkdir": lambda path: path.mkdir(),
    "rename": lambda path: (path.parent / "there.txt").rename(path),
}


@pytest.fixture
def path(tmp_path):
    (tmp_path / "there.txt").write_text("kept")
    return tmp_path / "new"


@pytest.mark.parametrize("name", WRITES)
def test_a_write_is_seen_and_does_not_happen(path, name):
    with outside.blocked() as seen, pytest.raises(outside.Blocked):
        WRITES[name](path)
    assert seen.file and not seen.other
    assert not path.exists() and (path.parent / "there.txt").read_text() == "kept"
    path.write_text("afterwards")  # it is over: nothing is blocked any more
    assert path.exists()


def test_a_removal_is_seen_and_does_not_happen(path):
    there = path.parent / "there.txt"
    with outside.blocked() as seen, pytest.raises(outside.Blocked):
        there.unlink()
    assert seen.file and there.exists()


@pytest.mark.parametrize("reach", [
    lambda: subprocess.run([sys.executable, "-c", ""]),
    lambda: os.system("exit 0"),
    lambda: socket.create_connection(("127.0.0.1", 9), timeout=1),
], ids=["a program", "a shell", "a connection"])
def test_a_program_or_a_network_is_seen_and_not_reached(reach):
    with outside.blocked() as seen, pytest.raises(outside.Blocked):
        reach()
    assert seen.other and not seen.file


def test_code_that_hides_the_error_is_seen_too(path):
    with outside.blocked() as seen:
        try:
            path.write_text("a")
        except OSError:
            pass
    assert seen.file


def test_reading_importing_and_calculating_are_free(path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    code = path.parent / "fresh_module.py"
    code.write_text("value = 5\n")
    sys.path.insert(0, str(code.parent))
    try:
        with outside.blocked() as seen:
            assert (path.parent / "there.txt").read_text() == "kept"
            import fresh_module  # its bytecode is written, in a folder made for it

            assert fresh_module.value == 5
            assert list((path.parent / "__pycache__").iterdir())
    finally:
        sys.path.remove(str(code.parent))
        sys.modules.pop("fresh_module", None)
    assert not seen.file and not seen.other


def test_other_threads_go_on(path):
    with outside.blocked() as seen:
        thread = threading.Thread(target=Path.write_text, args=(path, "a"))
        thread.start()
        thread.join()
    assert path.read_text() == "a" and not seen.file
