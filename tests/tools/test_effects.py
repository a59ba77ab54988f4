"""What a person is shown before a write or a run: the whole truth, and nothing happens."""

import os
import time

import pytest

from studybuddy import run_python_file, write_file
from studybuddy.tools import importable
from studybuddy.tools.effects import USED_BY_ITSELF
from studybuddy.tools.versions import digest


def put(path, text):
    """Write a text with its line ends as they are, on Windows too."""
    path.write_bytes(text.encode("utf-8"))


def test_the_effect_of_a_write_is_its_diff(work):
    before = sorted(work.rglob("*")), (work / "notes.txt").read_bytes()
    effect = write_file.effect(work, "notes.txt", "Waves\nHeat\n")
    assert effect.startswith("Write notes.txt: overwrites 13 characters (SHA-256 ")
    assert effect.endswith("\n\n--- notes.txt\n+++ notes.txt\n@@ -1,2 +1,2 @@\n"
                           " Waves\n-Optics\n+Heat")
    effect = write_file.effect(work, "new/x.txt", "a\nb")
    assert effect.startswith("Write new/x.txt: a new file of 3 characters, SHA-256 ")
    assert effect.endswith("--- (no file)\n+++ new/x.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n"
                           "\\ No newline at end of file")
    assert "stays the same" in write_file.effect(work, "notes.txt", "Waves\nOptics\n")
    assert before == (sorted(work.rglob("*")), (work / "notes.txt").read_bytes())


def test_nothing_hides_in_a_diff(work):
    effect = write_file.effect(
        work, "notes.txt", "a\u202eb\u200bc\u00a0d\r\ne\u2028f\ufe0f\U000e0041\x1b[2J\u3164g\n")
    assert ("+a<U+202E>b<U+200B>c<U+00A0>d<U+000D>\n+e<U+2028>f<U+FE0F><U+E0041><U+001B>[2J"
            "<U+3164>g") in effect
    assert all(c.isprintable() or c == "\n" for c in effect)
    put(work / "notes.txt", "a<U+202E>b\n")
    assert "-a<U+202E>b\n+a<U+202E>b" in write_file.effect(work, "notes.txt", "a\u202eb\n")
    put(work / "a\u202eb.txt", "old")
    assert "<U+202E>" in write_file.effect(work, "a\u202eb.txt", "x").splitlines()[0]


@pytest.mark.parametrize("name", [".git/hooks/pre-commit", "pkg/conftest.py", "JSON.py",
                                  "json/__init__.py", ".vscode/tasks.json", "pyproject.toml"])
def test_a_file_that_others_start_by_themselves_is_told(work, name):
    (work / name).parent.mkdir(parents=True, exist_ok=True)
    for _ in range(2):  # new, and there
        effect = write_file.effect(work, name, "x\n")
        head, _, changed = effect.partition("\n\n")
        assert head.endswith(USED_BY_ITSELF) and changed.startswith("--- ")
        put(work / name, "y\n")


def test_ordinary_files_are_not_said_to_start(work):
    for name in ("main.py", "pkg/render.py", "notes.txt", "git.md"):
        assert USED_BY_ITSELF not in write_file.effect(work, name, "x\n")


def test_one_character_is_counted_as_one(work):
    put(work / "one.txt", "x")
    effect = write_file.effect(work, "one.txt", "y")
    assert "overwrites 1 character (SHA" in effect and "with 1 character, SHA" in effect


def test_a_change_of_encoding_is_told(work):
    (work / "notes.txt").write_bytes("Waves\n".encode("utf-16"))
    assert "from utf-16" in write_file.effect(work, "notes.txt", "Waves\n")
    (work / "notes.txt").write_bytes(b"\xef\xbb\xbfWaves\n")
    assert "mark at the start" in write_file.effect(work, "notes.txt", "Waves\n")
    same = write_file.effect(work, "notes.txt", "\ufeffWaves\n")
    assert "mark at the start" not in same and same.endswith("The text stays the same.")
    changed = write_file.effect(work, "notes.txt", "\ufeffWave\n")
    assert "mark at the start" not in changed and "-<U+FEFF>Waves\n+<U+FEFF>Wave" in changed
    (work / "notes.txt").write_bytes(b"\0\1\2")
    assert "3 bytes that are no text" in write_file.effect(work, "notes.txt", "Waves\n")


def test_a_long_diff_is_cut_in_the_middle_and_still_tells_changes_apart(work):
    lines = [f"a line of some length, number {i}\n" for i in range(20_000)]
    began = time.monotonic()
    put(work / "notes.txt", "".join(lines))
    one = write_file.effect(work, "notes.txt", "".join(lines).upper())
    lines[10_000] = "other\n"
    two = write_file.effect(work, "notes.txt", "".join(lines).upper())
    assert len(one) < 1_001_000 and "characters left out" in one
    assert one != two  # the digest
    put(work / "notes.txt", "".join(lines))
    assert write_file.effect(work, "notes.txt", "".join(lines).upper()) != two
    assert time.monotonic() - began < 4


def test_a_small_change_in_a_long_file_is_shown_whole(work):
    lines = [f"line {i}" for i in range(1_000)]
    put(work / "notes.txt", "\n".join(lines) + "\n")
    lines[500] = "changed"
    effect = write_file.effect(work, "notes.txt", "\n".join(lines) + "\n")
    assert "-line 500\n+changed\n line 501" in effect and "left out" not in effect


def test_the_effect_of_a_run(work):
    effect = run_python_file.effect(work, "sub/a.py", ["3 + 7 * 2", "it's", "x\nScript: fine"])
    assert effect.startswith(
        "Run python sub/a.py '3 + 7 * 2' 'it'\"'\"'s' 'x<U+000A>Script: fine'\n"
        "Script: 11 bytes, SHA-256 ")
    assert effect.endswith("holds no other Python file.\n\n  print('a')")


@pytest.mark.parametrize("head", ["x = '\x01\x02\x03\x04'", "PK\x03\x04 = 1", "\ufeffx = 1"])
def test_a_script_with_control_characters_is_shown_too(work, head):
    (work / "odd.py").write_text(f"{head}\nprint(5)\n", encoding="utf-8")
    effect = run_python_file.effect(work, "odd.py")
    assert "print(5)" in effect and "\x01" not in effect and "\x03" not in effect


def test_changed_code_has_another_effect(work):
    (work / "pkg").mkdir()
    (work / "pkg" / "m.py").write_text("x = 1\n")
    (work / "long.py").write_text("\n" * 100 + "x = 1\n")
    seen = set()
    for path, text in (("long.py", "\n" * 100 + "x = 2\n"), ("pkg/m.py", "x = 2\n"),
                       ("pkg/new.py", ""), ("json.py", "")):
        seen.add(run_python_file.effect(work, "long.py"))
        (work / path).write_text(text)
    assert len(seen) == 4
    same = run_python_file.effect(work, "long.py")
    assert same.endswith("\n  x = 2")  # the whole script is there
    write_file(work, "notes.txt", "data, not code")
    assert run_python_file.effect(work, "long.py") == same


@pytest.mark.parametrize("name", [".env.local", "sub/.env", "sub/deep/.ENV"])
def test_a_file_with_keys_in_the_folder_is_told(work, name):
    assert "keys" not in run_python_file.effect(work, "sub/a.py")
    (work / "sub" / "deep").mkdir()
    put(work / name, "KEY=1")
    effect = run_python_file.effect(work, "sub/a.py")
    assert f"\nNothing will be run. {name} may hold keys" in effect
    # And so it is.
    assert run_python_file(work, "sub/a.py")["error"] in effect.replace("Nothing will be", "Not")


def test_a_hard_link_in_the_folder_is_told(work):
    (work / "sub" / "second.txt").hardlink_to(work.parent / "secret.txt")
    effect = run_python_file.effect(work, "sub/a.py")
    assert "\nNothing will be run. sub/second.txt is a hard link" in effect
    assert run_python_file(work, "sub/a.py")["error"] in effect.replace("Nothing will be", "Not")


def other(path):
    """The last byte of a file changed, its length kept."""
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


@pytest.mark.parametrize("name", ["helper.abi3.so", "helper.so", "helper.pyd", "helper.pyc",
                                  "lib.zip", "lib.whl", "HELPER.PY", "sub/" * 12 + "deep.py"])
def test_whatever_can_be_imported_counts(work, name):
    put(work / "main.py", "import helper\n")
    before = run_python_file.effect(work, "main.py")
    (work / name).parent.mkdir(parents=True, exist_ok=True)
    (work / name).write_bytes(b"some code")
    there = run_python_file.effect(work, "main.py")
    other(work / name)
    assert len({before, there, run_python_file.effect(work, "main.py")}) == 3


def test_code_behind_many_files_and_at_the_end_of_a_large_one_counts(work):
    for number in range(600):
        (work / f"a{number}.txt").touch()
    for name, size in (("z.py", 10), ("large.py", 11_000_000)):
        (work / name).write_bytes(b"#" * size)
        before = run_python_file.effect(work, "sub/a.py")
        other(work / name)
        assert run_python_file.effect(work, "sub/a.py") != before, name


def test_code_behind_a_link_counts(work):
    put(work / "real.txt", "x = 1\n")
    put(work / "other.txt", "x = 1\n")
    (work / "behind").mkdir()
    put(work / "behind" / "m.py", "y = 1\n")
    try:
        (work / "helper.py").symlink_to("real.txt")
        (work / "pkg").symlink_to("behind", target_is_directory=True)
    except OSError:
        pytest.skip("links cannot be made here")
    seen = [run_python_file.effect(work, "sub/a.py")]
    other(work / "real.txt")
    seen.append(run_python_file.effect(work, "sub/a.py"))
    (work / "helper.py").unlink()
    (work / "helper.py").symlink_to("other.txt")
    seen.append(run_python_file.effect(work, "sub/a.py"))
    (work / "pkg").unlink()
    (work / "pkg").symlink_to("sub", target_is_directory=True)
    seen.append(run_python_file.effect(work, "sub/a.py"))
    assert len(set(seen)) == 4 and "Look first" not in "".join(seen)
    (work / "out").symlink_to("../work-private", target_is_directory=True)
    assert "Look first: out leads out of the folder" in run_python_file.effect(work, "sub/a.py")


@pytest.mark.skipif(os.name != "posix", reason="POSIX only")
def test_what_is_no_file_does_not_hang_and_what_is_closed_is_told(work):
    os.mkfifo(work / "pipe.py")
    began = time.monotonic()
    assert "1 other Python file" in run_python_file.effect(work, "sub/a.py")
    assert time.monotonic() - began < 2
    (work / "closed").mkdir(mode=0o300)
    effect = run_python_file.effect(work, "sub/a.py")
    (work / "closed").chmod(0o700)
    assert ("closed cannot be looked into" in effect) is (os.getuid() != 0)


def test_a_name_cannot_look_like_two(work):
    if os.name != "posix":
        pytest.skip("such names are for POSIX alone")
    for name in ("b.py", "c.py"):
        put(work / name, "x = 1\n")
    two = run_python_file.effect(work, "sub/a.py")
    text = (work / "b.py").read_bytes()
    (work / "b.py").unlink()
    (work / "c.py").unlink()
    put(work / f"b.py {digest(text)}\nc.py", "x = 1\n")
    one = run_python_file.effect(work, "sub/a.py")
    assert two.split("SHA-256")[2] != one.split("SHA-256")[2]


def test_more_code_than_can_be_shown_is_not_run(work, monkeypatch):
    for number in range(3):
        put(work / f"m{number}.py", "x = 1\n")
    for limit, value in (("MAX_FILES", 3), ("MAX_BYTES", 20)):
        with monkeypatch.context() as patch:
            assert run_python_file(work, "sub/a.py")["stdout"] == "a\n"
            patch.setattr(importable, limit, value)
            answer = run_python_file(work, "sub/a.py")
            assert "nothing is run" in answer["error"] and "4 files of code" in answer["error"]
            assert answer["error"] in run_python_file.effect(work, "sub/a.py")


def test_much_code_is_shown_in_time(work):
    """A person waits at most `effect.SECONDS`."""
    for number in range(2_000):
        (work / f"m{number}.py").write_bytes(b"x = 1\n" * 2_000)
    began = time.monotonic()
    assert "2,000 other Python files" in run_python_file.effect(work, "sub/a.py")
    assert time.monotonic() - began < 2.5
