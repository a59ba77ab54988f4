"""Paths: nothing outside the working folder is read or touched, whatever a path looks like."""

from __future__ import annotations

import json
import os
from pathlib import Path

from hypothesis import strategies as st

from studybuddy import get_file_content, get_files_info, write_file
from studybuddy.sandbox.paths import MAX_DEPTH, PathRefused, plain
from tests.fuzz.target import Target, require_sentence, strict

SECRET = "the secret outside"
PIECES = ["..", ".", "/", "//", "\\", "a", "b.txt", "pkg", "link", "loop", "out.txt", "hard",
          "pipe", ".env", ".ENV", ".e\u200cnv", "\uff0eenv", ".env.local", "outside", "secret.txt",
          "~", "$HOME", "%00", "\0", ":", "C:", "nul", "NUL.txt", "com1", " ", ". ", "\u2024\u2024",
          "\uff0f", "\u2215", "\u202e", "\ud800", "x" * 300, "a/" * 25, "*", "?", "file://",
          "main.py", "work", "\n", "\u00e9", "e\u0301", "con", "..\\", "-", "--help", "%2e%2e"]
paths = st.lists(st.sampled_from(PIECES), max_size=7).map("".join) | st.lists(
    st.sampled_from(PIECES), max_size=7).map("/".join) | st.text(max_size=40)
odd = paths | st.none() | st.integers() | st.binary(max_size=5) | st.just(Path("a"))


class Paths(Target):
    """The rule on letters alone."""

    seconds = 1.0
    batch = 300

    def strategy(self):
        return odd

    def check(self, value):
        try:
            names = plain(value)
        except PathRefused as reason:
            require_sentence(str(reason), 400)
            return
        assert len(names) <= MAX_DEPTH
        joined = os.path.normpath(os.path.join("/folder", *names))
        assert joined == "/folder" or joined.startswith("/folder/"), names
        assert not any(name.lower().startswith(".env") for name in names)


class FileTools(Target):
    """List, read and write in a folder full of ways out."""

    seconds = 3.0
    batch = 60

    def __init__(self, folder):
        super().__init__(folder)
        self.outside, self.work = folder / "outside", folder / "work"
        for made in (self.outside, self.work, self.work / "pkg", self.work / "a"):
            made.mkdir()
        (self.outside / "secret.txt").write_text(SECRET)
        (self.work / ".env").write_text(SECRET)
        (self.work / "b.txt").write_text("inside")
        if os.name == "posix":
            (self.work / "link").symlink_to(self.outside)
            (self.work / "loop").symlink_to(self.work / "loop")
            (self.work / "out.txt").symlink_to(self.outside / "secret.txt")
            os.link(self.outside / "secret.txt", self.work / "hard")
            os.mkfifo(self.work / "pipe")

    def strategy(self):
        return st.tuples(st.sampled_from([get_files_info, get_file_content, write_file]), odd,
                         st.text(max_size=20) | st.none() | st.integers()
                         | st.just("x" * 1_000_001) | st.just("\ud800"))

    def check(self, value):
        tool, path, content = value
        more = (content,) if tool is write_file else ()
        text = json.dumps(tool(os.fspath(self.work), path, *more), allow_nan=False)
        answer = strict(text)
        assert SECRET not in text and str(self.folder) not in text
        if "error" in answer:
            require_sentence(answer["error"], 1_500)
        assert (self.outside / "secret.txt").read_text() == SECRET
        assert (self.work / ".env").read_text() == SECRET
        assert os.listdir(self.outside) == ["secret.txt"]


TARGETS = {"paths": Paths, "file_tools": FileTools}
