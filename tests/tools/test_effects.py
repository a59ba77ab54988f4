"""What a person is shown before a write or a run: the whole truth, and nothing happens."""

import time

from studybuddy import run_python_file, write_file


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
    assert "<U+202E>" in write_file.effect(work, "a\u202eb.txt", "x").splitlines()[0]


def test_a_change_of_encoding_is_told(work):
    (work / "notes.txt").write_bytes("Waves\n".encode("utf-16"))
    assert "from utf-16" in write_file.effect(work, "notes.txt", "Waves\n")
    (work / "notes.txt").write_bytes(b"\xef\xbb\xbfWaves\n")
    assert "mark at the start" in write_file.effect(work, "notes.txt", "Waves\n")
    (work / "notes.txt").write_bytes(b"\0\1\2")
    assert "3 bytes that are no text" in write_file.effect(work, "notes.txt", "Waves\n")


def test_a_long_diff_is_cut_in_the_middle_and_still_tells_changes_apart(work):
    lines = [f"line {i}\n" for i in range(20_000)]
    began = time.monotonic()
    put(work / "notes.txt", "".join(lines))
    one = write_file.effect(work, "notes.txt", "".join(lines).upper())
    lines[10_000] = "other\n"
    two = write_file.effect(work, "notes.txt", "".join(lines).upper())
    assert len(one) < 10_000 and "characters left out" in one
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
    assert "more lines" in seen.pop()
    same = run_python_file.effect(work, "long.py")
    write_file(work, "notes.txt", "data, not code")
    assert run_python_file.effect(work, "long.py") == same


def test_a_file_with_keys_in_the_folder_is_told(work):
    assert "keys" not in run_python_file.effect(work, "sub/a.py")
    put(work / ".env.local", "KEY=1")
    assert "holds a file with keys" in run_python_file.effect(work, "sub/a.py")
