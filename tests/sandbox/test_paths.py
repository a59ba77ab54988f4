"""The rule for plain paths on the paths of every system, and the walk that follows no link."""

import ntpath
import os
import posixpath
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from studybuddy import machine
from studybuddy.sandbox import paths
from studybuddy.sandbox.paths import PathRefused, is_secret, plain
from studybuddy.sandbox.walk import Folder

PLAIN = {
    "main.py": ("main.py",),
    "pkg/calculator.py": ("pkg", "calculator.py"),
    "./main.py": ("main.py",),
    "pkg/./calculator.py": ("pkg", "calculator.py"),
    "pkg//calculator.py": ("pkg", "calculator.py"),
    "pkg/": ("pkg",),
    ".": (),
    "./": (),
    "a..b.txt": ("a..b.txt",),
    "..notes": ("..notes",),
    ".hidden": (".hidden",),
    "-m.py": ("-m.py",),
    "my notes/week 1.txt": ("my notes", "week 1.txt"),
    "~/notes.txt": ("~", "notes.txt"),
    "$HOME/notes.txt": ("$HOME", "notes.txt"),
    "%2e%2e/secret.txt": ("%2e%2e", "secret.txt"),
    "\u2025/secret.txt": ("\u2025", "secret.txt"),
    "nulls.txt": ("nulls.txt",),
    "com10.txt": ("com10.txt",),
    "console.py": ("console.py",),
    "\u0928\u094b\u091f.txt": ("\u0928\u094b\u091f.txt",),
    "environment.py": ("environment.py",),
    "my.env": ("my.env",),
}
REFUSED = {
    "": "empty", "   ": "empty",
    "/etc/hostname": "root of the machine", "//server/share/x": "root of the machine",
    "/": "root of the machine",
    "..": "..", "../secret.txt": "..", "pkg/../../secret.txt": "..", "sub/../notes.txt": "..",
    "./../secret.txt": "..", "../calculator_evil/secret": "..", "pkg/..": "..",
    "..\\secret.txt": "backslash", "pkg\\calculator.py": "backslash", "\\\\server\\x": "backslash",
    "C:\\Windows\\win.ini": "backslash", "%USERPROFILE%\\notes.txt": "backslash",
    "C:/Windows/win.ini": "colon", "C:notes.txt": "colon", "notes.txt:hidden": "colon",
    "file:///etc/hostname": "colon",
    "notes.txt\0.png": "control", "\0": "control", "a\nb": "control", "a\tb": "control",
    "a\x7fb": "control", "a\x9bb": "control",
    "\ud83d.txt": "half of a character",
    "notes.txt.": "dot or a blank", "notes.txt ": "dot or a blank", "pkg./x": "dot or a blank",
    "...": "dot or a blank", ".. /secret.txt": "dot or a blank",
    "NUL": "device", "nul.txt": "device", "pkg/CON": "device", "aux/x.py": "device",
    "com1.py": "device", "LPT9.log.txt": "device", "COM\u00b9": "device", "NUL .txt": "device",
    "conin$": "device",
    ".env": "keys", ".ENV": "keys", ".env.local": "keys", "pkg/.Env.txt": "keys",
    ".env/x": "keys", ".e\u200cnv": "keys", "\ufeff.env": "keys", ".\uff45nv": "keys",
    "x" * 1_001: "too long", "a/" * 30 + "b": "too deep", "x" * 256: "too long",
    "\u00e9" * 128: "too long",
}


@pytest.mark.parametrize("path", PLAIN, ids=ascii)
def test_plain_paths_are_taken_apart(path):
    assert plain(path) == PLAIN[path]


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: ascii(path)[:40])
def test_other_paths_are_refused_with_the_reason(path):
    with pytest.raises(PathRefused) as refused:
        plain(path)
    assert REFUSED[path] in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("value", [None, 5, True, ["main.py"], {"p": "x"}, b"main.py",
                                   Path("main.py")])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(PathRefused, match="must be a text"):
        plain(value)


def test_the_longest_that_are_allowed():
    assert plain("x" * 255) == ("x" * 255,)
    assert len(plain("a/" * 19 + "b")) == 20
    assert len("/".join(plain("/".join(["y" * 90] * 11)))) == 1_000


def test_the_rule_asks_no_system():
    """It is about letters alone: the module has no way to look at a disk or at the system."""
    assert not {"os", "sys", "pathlib", "platform"} & vars(paths).keys()


@settings(deadline=None)
@given(st.text(st.sampled_from("ab.. /\\:~\0\n$%eEnvNULCO1\u200c\ud83d"), max_size=12) | st.text())
@example("a/..b")
@example("c:")
def test_what_is_plain_stays_inside_on_every_system(path):
    try:
        names = plain(path)
    except PathRefused:
        return
    for system, root in ((posixpath, "/w"), (ntpath, "C:\\w")):
        whole = system.normpath(system.join(root, path))
        assert whole == system.normpath(system.join(root, *names))
        assert whole == root or whole.startswith(root + system.sep)
        assert not system.isabs(path) and not system.splitdrive(path)[0]
    assert not any(is_secret(name) for name in names)
    if hasattr(ntpath, "isreserved"):  # from Python 3.13 on
        bare = [name.translate(dict.fromkeys(map(ord, '*?"<>|'), "x")) for name in names]
        assert not any(ntpath.isreserved(name) for name in bare)


# -- the walk ---------------------------------------------------------------------------------

WAYS = [pytest.param(False, id="by descriptor", marks=pytest.mark.skipif(
    not machine.can_walk_by_descriptor(), reason="no descriptors of folders here")),
    pytest.param(True, id="by name")]
needs_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


@pytest.fixture
def place(tmp_path):
    """work/notes.txt, work/sub/a.py; outside: secret.txt, work-private/key.txt."""
    work = tmp_path / "work"
    (work / "sub").mkdir(parents=True)
    (work / "notes.txt").write_text("inside")
    (work / "sub" / "a.py").write_text("print(1)")
    (tmp_path / "secret.txt").write_text("SECRET")
    (tmp_path / "work-private").mkdir()
    (tmp_path / "work-private" / "key.txt").write_text("SECRET")
    return work


def link(at, to, is_folder=False):
    try:
        at.symlink_to(to, target_is_directory=is_folder)
    except OSError:
        pytest.skip("links cannot be made here")


def read(work, *names, by_name):
    with Folder.allowed(work, by_name=by_name) as allowed, allowed.folder(*names[:-1]) as parent:
        descriptor, _ = parent.open(names[-1])
        with open(descriptor, "rb") as file:
            return file.read()


@pytest.mark.parametrize("by_name", WAYS)
def test_files_inside_are_opened(place, by_name):
    assert read(place, "notes.txt", by_name=by_name) == b"inside"
    assert read(place, "sub", "a.py", by_name=by_name) == b"print(1)"


@pytest.mark.parametrize("by_name", WAYS)
def test_the_allowed_folder_may_be_a_link(place, by_name):
    link(place.parent / "w", place, True)
    assert read(place.parent / "w", "notes.txt", by_name=by_name) == b"inside"


@pytest.mark.parametrize("by_name", WAYS)
@pytest.mark.parametrize("target", ["../secret.txt", "notes.txt", "nowhere", "itself"])
def test_a_linked_file_is_refused(place, by_name, target):
    link(place / "itself", target)
    with pytest.raises(PathRefused, match="link"):
        read(place, "itself", by_name=by_name)


@pytest.mark.parametrize("by_name", WAYS)
def test_a_linked_folder_is_refused(place, by_name):
    link(place / "d", place.parent / "work-private", True)
    for names in (("d", "key.txt"), ("d", "new.txt")):
        with pytest.raises(PathRefused, match="link"):
            read(place, *names, by_name=by_name)
    with Folder.allowed(place, by_name=by_name) as allowed, pytest.raises(PathRefused):
        allowed.folder("d", "deeper", make=True)
    assert os.listdir(place.parent / "work-private") == ["key.txt"]


@pytest.mark.parametrize("by_name", WAYS)
def test_a_hard_link_is_refused(place, by_name):
    os.link(place.parent / "secret.txt", place / "hard.txt")
    with pytest.raises(PathRefused, match="second name"):
        read(place, "hard.txt", by_name=by_name)


@needs_posix
@pytest.mark.parametrize("by_name", WAYS)
def test_a_named_pipe_and_a_socket_do_not_hang(place, by_name, monkeypatch):
    os.mkfifo(place / "pipe")
    monkeypatch.chdir(place)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        began = time.monotonic()
        for name in ("pipe", "socket"):
            with pytest.raises(PathRefused, match="no regular file"):
                read(place, name, by_name=by_name)
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("by_name", WAYS)
def test_files_are_no_folders_and_folders_no_files(place, by_name):
    with pytest.raises(NotADirectoryError):
        read(place, "notes.txt", "x", by_name=by_name)
    with pytest.raises(IsADirectoryError):
        read(place, "sub", by_name=by_name)
    with pytest.raises(FileNotFoundError):
        read(place, "no", "x", by_name=by_name)


@pytest.mark.parametrize("by_name", WAYS)
def test_a_name_is_made_only_once_and_replaced_in_one_move(place, by_name):
    with Folder.allowed(place, by_name=by_name) as allowed:
        with pytest.raises(FileExistsError):
            allowed.create("notes.txt", 0o600)
        with open(allowed.create("new", 0o600), "wb") as file:
            file.write(b"newer")
        allowed.replace("new", "notes.txt")
    assert (place / "notes.txt").read_text() == "newer" and not (place / "new").exists()


@pytest.mark.parametrize("by_name", WAYS)
def test_a_closed_folder_opens_nothing_more(place, by_name):
    with Folder.allowed(place, by_name=by_name) as allowed:
        inner = allowed.folder("sub")
        inner.close()
        inner.close()
    if by_name:
        return  # there is nothing to close
    for use in (lambda: inner.open("a.py"), lambda: list(inner.entries()),
                lambda: inner.create("x", 0o600), lambda: inner.replace("a.py", "b.py")):
        with pytest.raises(OSError):
            use()


@pytest.mark.parametrize("working_directory", ["", "no such folder", "a\0b", None, 5, "f.txt"])
def test_a_working_folder_that_is_none(tmp_path, monkeypatch, working_directory):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.txt").write_text("")
    (tmp_path / "loop").symlink_to("loop") if os.name == "posix" else None
    for by_name in (True, False):
        if working_directory != "":  # which is the current folder
            with pytest.raises(PathRefused, match="working folder"):
                Folder.allowed(working_directory, by_name=by_name)
    if os.name == "posix":
        with pytest.raises(PathRefused, match="working folder"):
            Folder.allowed("loop")


def test_a_short_name_of_windows_is_judged_by_its_long_one(place, monkeypatch):
    """On Windows ENV~1 resolves to .env; what resolves so elsewhere stands in for it."""
    resolve = Path.resolve
    (place / "ENV~1").write_text("KEY=1")
    monkeypatch.setattr(Path, "resolve", lambda self, strict=False: resolve(
        self.with_name(".env") if self.name == "ENV~1" else self))
    with pytest.raises(PathRefused, match="keys"):
        read(place, "ENV~1", by_name=True)


def test_a_junction_of_windows_is_refused(place, monkeypatch):
    """A junction is no symbolic link for the system; it shows by where it resolves."""
    resolve = Path.resolve
    outside = place.parent / "work-private"
    monkeypatch.setattr(Path, "resolve", lambda self, strict=False: resolve(
        outside if self.name == "sub" else self))
    with pytest.raises(PathRefused, match="link"):
        read(place, "sub", "a.py", by_name=True)


SWAPPER = """
import os, sys
a, b, spare = sys.argv[1:]
print("ready", flush=True)
while True:
    for one in (b, a):      # the folder and the link take turns under one name
        try:
            os.rename("sub", spare if one == b else b)
            os.rename(one if one == b else spare, "sub")
        except OSError:
            pass
"""


@pytest.fixture
def swapped(place):
    """Another program swaps work/sub for a link to work-private, as fast as it can."""
    if not machine.can_walk_by_descriptor():
        pytest.skip("on Windows the walk can be raced, as its documentation says")
    private = place.parent / "work-private"
    (private / "a.py").write_text("SECRET")
    (place / "evil").symlink_to(private, target_is_directory=True)
    program = subprocess.Popen([sys.executable, "-c", SWAPPER, "sub", "evil", "spare"], cwd=place,
                               stdout=subprocess.PIPE)
    program.stdout.readline()
    yield place
    program.kill()
    program.wait()
    program.stdout.close()


def test_a_race_of_two_seconds_leaks_no_read(swapped):
    read_once = leaked_elsewhere = 0
    end = time.monotonic() + 2
    while time.monotonic() < end:
        try:
            leaked_elsewhere += (swapped / "sub" / "a.py").read_bytes() == b"SECRET"
        except OSError:
            pass
        try:
            data = read(swapped, "sub", "a.py", by_name=False)
        except (PathRefused, OSError):
            continue
        assert data == b"print(1)"
        read_once += 1
    assert read_once > 20 and leaked_elsewhere > 20  # the race took place


def test_a_race_of_two_seconds_lets_no_write_out(swapped, monkeypatch):
    from studybuddy.tools.writing import put

    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # the disk would set the pace
    written = refused = 0
    end = time.monotonic() + 2
    while time.monotonic() < end:
        try:
            with Folder.allowed(swapped) as allowed, allowed.folder("sub") as parent:
                put(parent, "out.txt", b"x", None)
            written += 1
        except (PathRefused, OSError):
            refused += 1
    assert sorted(os.listdir(swapped.parent / "work-private")) == ["a.py", "key.txt"]
    assert (swapped.parent / "work-private" / "a.py").read_text() == "SECRET"
    assert written > 20 and refused > 20
