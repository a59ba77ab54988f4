"""The four file tools: what they answer, what they refuse, and that nothing happens outside."""

import importlib
import json
import os
import random
import stat
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studybuddy import (
    Agent,
    ScriptedModel,
    ToolRegistry,
    file_tools,
    get_file_content,
    get_files_info,
    run_python_file,
    write_file,
)
from studybuddy.defaults import with_files
from studybuddy.tools import running, versions
from studybuddy.tools.filetext import fitting, fitting_middle

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


def everything(folder):
    """All that stands in a folder: names, links, bytes."""
    return {os.path.join(at, name): (
        os.readlink(os.path.join(at, name)) if os.path.islink(os.path.join(at, name))
        else open(os.path.join(at, name), "rb").read() if name in names else None)
        for at, folders, names in os.walk(folder) for name in [*folders, *names]
        if os.path.islink(os.path.join(at, name)) or os.path.isfile(os.path.join(at, name))
        or name in folders}


def all_four(folder, path):
    return [get_files_info(folder, path), get_file_content(folder, path),
            write_file(folder, path, "x"), run_python_file(folder, path)]


def link(at, to, is_folder=False):
    try:
        at.symlink_to(to, target_is_directory=is_folder)
    except OSError:
        pytest.skip("links cannot be made here")


# -- one rule for all four -------------------------------------------------------------------------

@pytest.mark.parametrize("path", [
    "../secret.txt", "..", "sub/../../secret.txt", "/etc/hostname", "/", "../work-private/key.txt",
    "../work-private", "sub/../notes.txt", "..\\secret.txt", "sub\\..\\..\\secret.txt",
    "%USERPROFILE%\\notes.txt", "notes.txt\0.png", "\0", "x.py\0", "\ud83d.txt", "notes.txt.",
    "notes.txt ", "notes.txt:hidden", "C:/x.py", "file:///etc/hostname", "", "  ", "NUL",
    "aux.py", ".env", ".ENV.local", "sub/.env/x", "a\nb.py", "x" * 300 + ".py", "a/" * 40 + "x.py",
    ["notes.txt"], 5, True, None, {"p": "x"}, b"notes.txt",
], ids=lambda path: ascii(path)[:30])
def test_what_is_no_plain_path_is_refused_by_all_four_alike(work, path):
    before = everything(work.parent)
    answers = all_four(work, path)
    assert {str(answer)[:60] for answer in answers} == {str(answers[0])[:60]}
    for answer in answers:
        assert set(answer) == {"error"}
        json.dumps(answer).encode()
        assert "\ud83d" not in answer["error"] and str(work.parent) not in answer["error"]
    for effect, answer in zip((write_file.effect(work, path, "x"),
                               run_python_file.effect(work, path)), answers[2:], strict=True):
        assert effect == f"This call would do nothing but give an error: {answer['error']}"
    assert everything(work.parent) == before


@pytest.mark.parametrize("path", ["%2e%2e/secret.txt", "..%2fsecret.txt", "%252e%252e%252fsecret",
                                  "~/notes.txt", "$HOME/notes.txt", "\u2025/secret.txt"])
def test_names_are_taken_as_they_stand(work, path):
    for answer in (get_files_info(work, path), get_file_content(work, path),
                   run_python_file(work, path)):
        assert "There is no" in answer["error"]


@pytest.mark.parametrize("is_folder", [True, False])
def test_links_lead_nowhere(work, is_folder):
    before = everything(work.parent)
    if is_folder:
        link(work / "d", "../work-private", True)
        answers = [*all_four(work, "d")[:1], get_file_content(work, "d/key.txt"),
                   write_file(work, "d/x.txt", "x"), write_file(work, "d/key.txt", "x"),
                   run_python_file(work, "d/x.py")]
        (work / "d").unlink()
    else:
        link(work / "l.py", "../work-private/x.py")
        answers = all_four(work, "l.py")[1:]
        (work / "l.py").unlink()
    assert all("link" in answer["error"] for answer in answers)
    assert everything(work.parent) == before


def test_a_dangling_link_is_not_written_through(work):
    link(work / "hole.txt", "../made.txt")
    assert "link" in write_file(work, "hole.txt", "x")["error"]
    assert not (work.parent / "made.txt").exists()


def test_a_hard_link_stays_closed(work):
    os.link(work.parent / "secret.txt", work / "hard.py")
    for answer in all_four(work, "hard.py")[1:]:
        assert "second name" in answer["error"]
    assert (work.parent / "secret.txt").read_text() == "SECRET"
    assert "stays closed" in next(
        one for one in get_files_info(work)["files"] if one["name"] == "hard.py")["note"]


@posix
def test_a_named_pipe_does_not_hang(work):
    os.mkfifo(work / "pipe.py")
    began = time.monotonic()
    assert all("no regular file" in answer["error"] for answer in all_four(work, "pipe.py"))
    assert get_files_info(work)["files"][1] == {
        "name": "pipe.py", "size": 0, "is_dir": False, "note": "no regular file; it stays closed"}
    assert time.monotonic() - began < 20  # an open pipe waits for ever


def test_a_working_folder_without_a_name_is_not_the_current_one(work, monkeypatch):
    monkeypatch.chdir(work)
    for answer in all_four("", "notes.txt"):
        assert "working folder cannot be opened" in answer["error"]
    assert (work / "notes.txt").read_text() == "Waves\nOptics\n"
    with pytest.raises(ValueError, match="no folder ''"):
        file_tools("")


@pytest.mark.parametrize("make", [file_tools, with_files])
@pytest.mark.parametrize(("folder", "error", "says"), [
    (b"work", TypeError, "not bytes"), (None, TypeError, "not NoneType"), (3, TypeError, "not int"),
    (["work"], TypeError, "not list"),
    ("a\0b", ValueError, r"no folder 'a\x00b'"), ("\ud800", ValueError, r"no folder '\ud800'"),
    ("x" * 5000, ValueError, "no folder 'xxx"),
    (Path("nowhere"), ValueError, "no folder 'nowhere'")])
def test_what_cannot_be_the_working_folder_is_told_at_once(make, folder, error, says):
    with pytest.raises(error) as caught:
        make(folder)
    told = str(caught.value)
    assert type(caught.value) is error and says in told and len(told) < 400 and told.endswith(".")
    assert caught.value.__cause__ is None and told.isprintable()


def test_the_working_folder_may_be_a_link(work):
    link(work.parent / "w", "work", True)
    assert get_file_content(work.parent / "w", "notes.txt")["content"] == "Waves\nOptics\n"
    assert "error" not in write_file(work.parent / "w", "n.txt", "x")
    assert (work / "n.txt").read_text() == "x"


def test_a_working_folder_that_is_gone(work):
    for answer in all_four(work / "nowhere", "a.py"):
        assert "working folder" in answer["error"] and "nowhere" not in answer["error"]


@settings(deadline=None)
@given(st.text(max_size=30) | st.text("./\\ab\0:~ \ud83d", max_size=12))
def test_nothing_ever_raises(tmp_path_factory, path):
    folder = tmp_path_factory.mktemp("odd") / "work"
    folder.mkdir()
    for answer in (get_files_info(folder, path), get_file_content(folder, path)):
        assert "error" in answer or "files" in answer
        json.dumps(answer, ensure_ascii=False).encode()
    assert isinstance(write_file.effect(folder, path, path), str)
    assert isinstance(run_python_file.effect(folder, path, [path]), str)
    write_file(folder, path, "x")
    assert os.listdir(folder.parent) == ["work"]


# -- errors that help ------------------------------------------------------------------------------

def test_a_path_that_repeats_the_folders_name(work):
    (work / "main.py").write_text("print(1)")
    for answer in all_four(work, "work/main.py")[1:]:
        assert 'Use "main.py".' in answer["error"]
    assert 'Use "sub".' in get_files_info(work, "work/sub")["error"]
    assert 'Use "."' in get_files_info(work, "work")["error"]
    assert 'Use "new/x.txt".' in write_file(work, "work/new/x.txt", "x")["error"]
    assert not (work / "work").exists()


def test_the_name_of_the_folder_may_stand_inside_it(work):
    (work / "work").mkdir()
    assert "error" not in write_file(work, "work/x.txt", "x")
    assert get_file_content(work, "work/x.txt")["content"] == "x"


@pytest.mark.parametrize(("path", "said"), [
    ("a.py", 'Did you mean "sub/a.py"?'), ("note.txt", 'Did you mean "notes.txt"?'),
    ("Notes.TXT", "notes.txt"), ("sub/b.py", 'Did you mean "sub/a.py"?'),
    ("elsewhere/notes.txt", 'Use "notes.txt".'), ("/home/me/" "work/sub/a.py", 'Use "sub/a.py".'),
    ("sub\\a.py", 'Use "sub/a.py".'), ("../notes.txt", 'Use "notes.txt".'),
    ("quite_different", 'It holds "notes.txt", "sub/a.py".'),
    ("sub", "is a folder, not a file"), (".", "is a folder, not a file"),
    ("sub/", "ends like a folder"), ("notes.txt/", "ends like a folder"),
    ("notes.txt/x.txt", "as if it were a folder"),
])
def test_the_error_says_what_was_perhaps_meant(work, path, said):
    if path == "Notes.TXT" and (work / path).exists():
        pytest.skip("capital letters do not count on this file system")
    assert said in get_file_content(work, path)["error"]


@posix
def test_hints_name_no_file_that_no_path_may_hold(work):
    for name in ("new\nline.txt", "nul.py", "note .txt.", "a:b.txt"):
        (work / name).write_text("x")
        for answer in (get_file_content(work, name), get_file_content(work, "nothing.bin")):
            assert "Use \"" not in answer["error"] and "mean" not in answer["error"]
    assert get_file_content(work, "nothing.bin")["error"].endswith(
        'It holds "notes.txt", "sub/a.py".')


@pytest.mark.parametrize(("name", "code"), [
    ("a\u202etxt.py", "U+202E"), ("notes\u200b.txt", "U+200B"), ("\u200fnotes.txt", "U+200F"),
    ("new\u2066/a.py", "U+2066"), ("a\U000e0041.py", "U+E0041"), ("\u3164.txt", "U+3164"),
])
def test_a_new_name_holds_nothing_that_nobody_sees(work, name, code):
    before = everything(work)
    said = f"A name in the path holds {code}, which nobody sees. Leave it out."
    assert write_file(work, name, "x") == {"error": said}
    assert said in write_file.effect(work, name, "x")
    assert everything(work) == before


@posix
def test_a_name_with_hidden_characters_that_is_there_can_be_written(work):
    (work / "a\u202eb.txt").write_text("old")
    assert "Overwrote" in write_file(work, "a\u202eb.txt", "new")["message"]
    for name in ("\u0646\u0645\u06cc\u200c\u0634\u0648\u062f.txt", "\u00e9.txt", "\u5b66.txt"):
        assert "Created" in write_file(work, name, "x")["message"]


def test_hints_name_no_file_with_keys(work):
    (work / ".env").write_text("KEY=1")
    (work / "env").write_text("")
    assert ".env" not in get_file_content(work, "enw")["error"]
    assert '"env"' in get_file_content(work, "enw")["error"]


# -- list ------------------------------------------------------------------------------------------

def test_a_listing(work):
    (work / ".env").write_text("KEY=1")
    (work / "empty.txt").write_text("")
    link(work / "broken", "nowhere")
    assert get_files_info(work) == {"directory": ".", "files": [
        {"name": "broken", "size": 0, "is_dir": False, "note": "a link; it is not followed"},
        {"name": "empty.txt", "size": 0, "is_dir": False},
        {"name": "notes.txt", "size": (work / "notes.txt").stat().st_size, "is_dir": False},
        {"name": "sub", "size": 0, "is_dir": True}]}
    assert get_files_info(work, "sub/") == get_files_info(work, "./sub") == {
        "directory": "sub", "files": [{"name": "a.py", "size": 11, "is_dir": False}]}


def test_a_listing_of_a_file_or_of_nothing(work):
    assert "is a file" in get_files_info(work, "notes.txt")["error"]
    assert 'Did you mean "sub"?' in get_files_info(work, "subs")["error"]


def test_a_listing_is_bounded(work):
    (work / "many").mkdir()
    for i in range(1_200):
        (work / "many" / f"f{i:04}.txt").touch()
    answer = get_files_info(work, "many")
    assert len(answer["files"]) == 200 and "200 of 1,200" in answer["message"]
    (work / "long").mkdir()
    for i in range(150):
        (work / "long" / (f"{i:03}" + "\u00e9" * 120)).touch()
    text = ToolRegistry(file_tools(work)).run_tool("get_files_info", '{"directory": "long"}')
    assert "truncated" not in text and "of 150" in json.loads(text)["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are any bytes on Linux only")
def test_a_listing_with_names_that_are_no_text(work):
    for name in (b"a\xff.txt", b"b\nc.txt"):
        with open(os.path.join(os.fsencode(work), name), "wb"):
            pass
    names = [one["name"] for one in get_files_info(work)["files"]]
    assert names[:2] == ["a<U+DCFF>.txt", "b<U+000A>c.txt"]


# -- read ------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("data", "text"), [
    (b"", ""), (b"Cells\n", "Cells\n"), (b"a\r\nb\r\n", "a\r\nb\r\n"),
    (b"\xef\xbb\xbfCells", "Cells"), ("Cells \u20ac".encode("utf-16"), "Cells \u20ac"),
    (b"\xfe\xff\x00C\x00e", "Ce"), ("\ufffd".encode("utf-16"), "\ufffd"),
    (b"\x1b[1mbold\x1b[0m\a\n", "\x1b[1mbold\x1b[0m\a\n"), (b"PK is a letter", "PK is a letter"),
    (b"GIF89a is a format", "GIF89a is a format"), (b"%PDF-files are", "%PDF-files are"),
    *((text.encode(), text) for text in (
        "GIF89a \u2013 ein Format", "GIF87a\u0394x", "%PDF-1.7 \u2013 so f\u00e4ngt es an\n",
        "%PDF-1.4 is the first line\n", "BZh91AY&SY is how bzip2 begins\n")),
    (("\ufffd" * 10).encode(), "\ufffd" * 10),  # as they stand in the file
    ("\u0928\u092e\u0938\u094d\u0924\u0947".encode(), "\u0928\u092e\u0938\u094d\u0924\u0947"),
])
def test_texts_in_their_encodings(work, data, text):
    (work / "t.txt").write_bytes(data)
    assert get_file_content(work, "t.txt") == {"file_path": "t.txt", "content": text,
                                               "truncated": False}


@pytest.mark.parametrize(("data", "text", "said"), [
    (b"the caf\xe9 is open", "the caf\ufffd is open", "1 character is"),
    (b"GIF89a is a caf\xe9", "GIF89a is a caf\ufffd", "1 character is"),
    (b"\xe9\xe8\xe0", "\ufffd" * 3, "3 characters are"),  # short, and all accents
    ("\ufffd caf".encode() + b"\xe9", "\ufffd caf\ufffd", "1 character is"),  # the first is its own
])
def test_characters_that_cannot_be_read_are_counted(work, data, text, said):
    (work / "t.txt").write_bytes(data)
    assert get_file_content(work, "t.txt") == {
        "file_path": "t.txt", "content": text, "truncated": False,
        "message": f"{said} not in UTF-8 and cannot be read: \ufffd stands in the place of each."}


def test_a_long_text_in_latin_1_tells_both(work):
    (work / "t.txt").write_bytes(b"caf\xe9 " * 3_000)
    message = get_file_content(work, "t.txt")["message"]
    assert message.startswith("These are the first 10,000 characters of 15,000 characters. 3,000 c")


def _without_nul(data):
    return data.replace(b"\0", b"\1")


@pytest.mark.parametrize("data", [
    bytes.fromhex("89504e470d0a1a0a0000000d49484452"), b"a\0b", b"\xff\xfe\0\0C\0\0\0",
    random.Random(1).randbytes(5_000), _without_nul(random.Random(2).randbytes(5_000)),
    b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\n", b"%PDF-1.7 \r\n%%EOF\r\n",
    b"%PDF-1.4 \xe2\xe3\xcf\xd3\n1 0 obj\n", b"GIF89a \x01\xc2\xa0", b"GIF89a\xc2\x9b text",
    b"GIF89a\x2c\x01\x2c\x01\xf7",
    b"\xff\xd8\xff\xe1 a photo", b"PK\x03\x04 an archive", b"PK\x05\x06 an empty one",
    b"\x1f\x8b a gzip", b"BZh91AY&SY\xd9\xff a bzip2", b"\xfd7zXZ a xz",
    b"7z\xbc\xaf\x27\x1c a 7z",
    bytes(range(1, 9)) * 40, b"text " * 9 + bytes(range(1, 32)),
    "\u041c\u0438\u0442\u043e\u0445\u043e\u043d\u0434\u0440\u0438\u044f ".encode("cp1251") * 9,
    b"\xff\xfeC\0e", b"\xff\xfe\x00\xd8C\0",  # UTF-16 that ends in a character, half a pair
])
def test_what_is_no_text(work, data):
    (work / "pic.png").write_bytes(data)
    assert get_file_content(work, "pic.png") == {
        "error": f'"pic.png" is not a text file ({len(data):,} bytes). '
                 "Only text in UTF-8 can be read."}


@pytest.mark.parametrize("letter", ["a", "\u00e9", "\U0001f600"])
def test_the_limit_counts_characters(work, letter):
    (work / "t.txt").write_text(letter * 10_000, encoding="utf-8")
    answer = get_file_content(work, "t.txt")
    assert answer["content"] == letter * 10_000 and answer["truncated"] is False
    (work / "t.txt").write_text(letter * 10_001, encoding="utf-8")
    answer = get_file_content(work, "t.txt")
    assert answer["content"] == letter * 10_000 and answer["truncated"] is True
    assert answer["message"] == "These are the first 10,000 characters of 10,001 characters."


def test_a_text_of_line_ends_fits_into_an_answer(work):
    """A line end takes two characters in JSON: the registry must not cut what is sent."""
    (work / "t.txt").write_bytes(b"\n" * 10_000)
    text = ToolRegistry(file_tools(work)).run_tool("get_file_content", '{"file_path": "t.txt"}')
    answer = json.loads(text)
    assert answer["truncated"] is True and set(answer["content"]) == {"\n"}
    assert f"first {len(answer['content']):,} characters of 10,000" in answer["message"]


def test_a_huge_file_is_answered_at_once(work):
    with open(work / "huge.txt", "wb") as file:
        file.write("\u20ac".encode() * 30_000)
        file.seek(0, os.SEEK_END)
        file.truncate(2 << 30)
    began = time.process_time()
    answer = get_file_content(work, "huge.txt")
    assert time.process_time() - began < 1
    assert answer["content"] == "\u20ac" * 10_000
    assert answer["message"] == ("These are the first 10,000 characters of a file of "
                                 "2,147,483,648 bytes.")
    # The beginning that is read may end inside a character.
    (work / "gif.txt").write_bytes(("GIF89a" + "\u20ac" * 700_000).encode())
    assert get_file_content(work, "gif.txt")["content"][:7] == "GIF89a\u20ac"
    with open(work / "zeros.txt", "wb") as file:
        file.truncate(2 << 30)
    assert "not a text file (2,147,483,648 bytes)" in get_file_content(work, "zeros.txt")["error"]
    assert "cannot be kept for undo" in write_file(work, "huge.txt", "x")["error"]
    assert (work / "huge.txt").stat().st_size == 2 << 30


@posix
def test_without_the_right(work):
    (work / "locked.txt").write_text("x")
    (work / "locked.txt").chmod(0)
    if os.access(work / "locked.txt", os.R_OK):
        pytest.skip("root may read everything")
    assert "no right to read" in get_file_content(work, "locked.txt")["error"]
    assert "no right to write" in write_file(work, "locked.txt", "y")["error"]
    (work / "sub").chmod(0o500)
    assert "no right to write" in write_file(work, "sub/new.txt", "y")["error"]
    (work / "sub").chmod(0o700)


# -- write -----------------------------------------------------------------------------------------

def test_a_new_file_in_new_folders(work):
    assert write_file(work, "plans/week1/mon.txt", "Algebra") == {
        "file_path": "plans/week1/mon.txt", "characters": 7,
        "message": 'Created "plans/week1/mon.txt": 7 characters.'}
    assert (work / "plans" / "week1" / "mon.txt").read_text() == "Algebra"


@posix
def test_the_message_names_the_very_file(work):
    for name, shown in (("x\u00a0", "x<U+00A0>"), ("a  b", "a  b"), ("\u3000y", "<U+3000>y"),
                        ("\u0928\u092e", "\u0928\u092e")):
        answer = write_file(work, name, "z")
        assert answer["file_path"] == name
        assert answer["message"] == f'Created "{shown}": 1 character.'
        assert (work / name).read_text() == "z"


def test_overwriting_says_so_and_leaves_nothing_beside(work):
    assert "Overwrote" in write_file(work, "notes.txt", "short")["message"]
    assert (work / "notes.txt").read_text() == "short"
    assert "Nothing was changed" in write_file(work, "notes.txt", "short")["message"]
    assert sorted(os.listdir(work)) == ["notes.txt", "sub"]


def test_line_ends_and_letters_are_written_as_they_are(work):
    write_file(work, "crlf.txt", "a\r\nb\r\n")
    assert (work / "crlf.txt").read_bytes() == b"a\r\nb\r\n"
    write_file(work, "crlf.txt", "\u0928\n")
    assert (work / "crlf.txt").read_bytes() == "\u0928\n".encode()


@pytest.mark.parametrize("content", ["abc\ud83d", "a\0b", None, 5, ["x"], {"a": 1}, b"x",
                                     "x" * 1_000_001], ids=lambda c: ascii(c)[:12])
def test_what_cannot_be_written_leaves_the_old_text(work, content):
    before = everything(work)
    for path in ("notes.txt", "new/folder/x.txt"):
        answer = write_file(work, path, content)
        assert "content" in answer["error"] and set(answer) == {"error"}
        assert answer["error"] in write_file.effect(work, path, content)
    assert everything(work) == before


@posix
@pytest.mark.parametrize(("old", "content", "said"), [
    ("a\u200bb\n".encode(), "a<U+200B>b\nmore\n", 'in JSON "\\u200b", or leave it out'),
    ("\U000e0041 tag".encode(), "<U+E0041> tag", 'in JSON "\\udb40\\udc41", or'),
    ("<U+202E> \u202e".encode(), "<U+202E> <U+202E>", "content holds <U+202E>, which only shows"),
    (b"caf\xe9 1", "caf\ufffd 2", "content holds \ufffd, which stands for a character of"),
])
def test_what_was_shown_as_a_code_is_not_written_back_as_one(work, old, content, said):
    (work / "t.txt").write_bytes(old)
    answer = write_file(work, "t.txt", content)
    assert said in answer["error"] and '"t.txt"' in answer["error"]
    assert write_file.effect(work, "t.txt", content).endswith(answer["error"])
    assert (work / "t.txt").read_bytes() == old


@pytest.mark.parametrize(("old", "content"), [
    ("a\u200bb".encode(), "a\u200bb!"), ("a\u200bb".encode(), "ab"),  # kept, and left out
    (b"codes\n", "codes such as <U+200B>\n"),
    ("<U+202E> \u202e".encode(), "<U+202E> alone"), ("\ufffd".encode(), "\ufffd!"),
    (b"caf\xe9", "caf\u00e9"), (b"x", "<U+FFFFFF>"), (b"a\0b", "<U+0000>"),
])
def test_codes_that_are_meant_are_written(work, old, content):
    (work / "t.txt").write_bytes(old)
    assert "error" not in write_file(work, "t.txt", content)
    assert (work / "t.txt").read_bytes() == content.encode()


def test_a_model_reads_a_hidden_character_and_writes_it_back(work):
    (work / "t.txt").write_bytes("a\u200bb\n".encode())
    registry = ToolRegistry(file_tools(work))
    seen = json.loads(registry.run_tool("get_file_content", '{"file_path": "t.txt"}'))["content"]
    again = json.dumps({"file_path": "t.txt", "content": f"{seen}more\n"})
    error = json.loads(registry.run_tool("write_file", again, approved=True))["error"]
    assert "<U+200B>" in error
    meant = again.replace("<U+200B>", "\\u200b")
    assert "Overwrote" in registry.run_tool("write_file", meant, approved=True)
    assert (work / "t.txt").read_bytes() == "a\u200bb\nmore\n".encode()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_mode_is_kept(work, mode):
    (work / "notes.txt").chmod(mode)
    write_file(work, "notes.txt", "x")
    assert stat.S_IMODE((work / "notes.txt").stat().st_mode) == mode


@pytest.mark.parametrize("name", ["fsync", "replace", "fchmod"])
def test_a_write_that_fails_half_way(work, monkeypatch, name):
    """The disk is full, or the power goes: the old text is there, and no rest of the new one."""
    def fails(*args, **kwargs):
        raise OSError(28, "No space left on device")

    if not hasattr(os, name):
        pytest.skip(f"no {name} here")
    monkeypatch.setattr(os, name, fails)
    before = everything(work)
    answer = write_file(work, "notes.txt", "new")
    monkeypatch.undo()
    assert "No space left" in answer["error"]
    assert everything(work) == before


def test_an_interrupted_write_leaves_nothing(work, monkeypatch):
    def stopped(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    before = everything(work)
    with pytest.raises(KeyboardInterrupt):
        write_file(work, "notes.txt", "new")
    assert everything(work) == before
    assert versions.last(str(work.resolve())) is None


# -- run -------------------------------------------------------------------------------------------

@pytest.fixture
def echo(work):
    (work / "echo.py").write_text("import sys\nprint(sys.argv[1:])\n")
    return work


def test_arguments_arrive_exactly(echo):
    odd = ["a b", "; rm -rf x", "$(id)", "&& echo hi", '"q"', "-c", "--help", "", "\u0928"]
    answer = run_python_file(echo, "echo.py", odd)
    assert answer["stdout"].strip() == repr(odd) and answer["return_code"] == 0
    assert run_python_file(echo, "echo.py")["stdout"].strip() == "[]"  # none are left over
    assert run_python_file(echo, "echo.py", "3 + 5")["stdout"].strip() == "['3 + 5']"
    assert run_python_file(echo, "echo.py", [1, 2.5])["stdout"].strip() == "['1', '2.5']"


@pytest.mark.parametrize("args", [[1, None], [{"a": 1}], {"a": 1}, 5, [True], ["a\0b"],
                                  ["\ud83d"], ["x"] * 101, ["x" * 20_001], [b"x"], True,
                                  [10**5000], '["3 + 5"]', ' ["a", "b"]'])
def test_arguments_that_cannot_be_given(echo, args):
    answer = run_python_file(echo, "echo.py", args)
    assert set(answer) == {"error"}
    assert answer["error"] in run_python_file.effect(echo, "echo.py", args)


def test_a_text_that_begins_like_a_list_is_one_argument(echo):
    for text in ("[1, 2]", "['a'] + ['b']", "[", "[]", '["a"] * 2', "[" * 5000):
        assert run_python_file(echo, "echo.py", text)["stdout"].strip() == repr([text])


@pytest.mark.parametrize(("path", "said"), [
    ("notes.txt", "no Python file"), ("a.py.txt", "no Python file"), ("folder.py", "folder"),
    ("-c", "no file"), ("-m.py", "no file"), ("sub", "folder"), ("gone.py", "no file"),
])
def test_what_is_not_run(work, path, said):
    (work / "a.py.txt").write_text("print(1)")
    (work / "folder.py").mkdir()
    assert said in run_python_file(work, path)["error"]


@pytest.mark.parametrize("source", [
    b"# coding: latin-1\nprint('caf\xe9')", b"print('caf\xe9')", b"print(1)\0",
    b"#!python\n# vim: set fileencoding=unicode_escape :\n# \\nprint('hidden')\n",
    b"# -*- coding: utf-7 -*-\n# +AAo-print('hidden')\n", b"# coding: no-such-thing\nprint(1)",
    "print(1)".encode("utf-16"), b"\xef\xbb\xbf# coding: latin-1\n"])
def test_a_script_is_run_in_utf_8_alone(work, source):
    (work / "x.py").write_bytes(source)
    answer = run_python_file(work, "x.py")
    assert "Only UTF-8 is run" in answer["error"] and set(answer) == {"error"}
    assert answer["error"] in run_python_file.effect(work, "x.py")


@pytest.mark.parametrize("source", [
    b"print(1)", b"# coding: utf-8\nprint(1)", b"# coding: UTF8\nprint(1)", b"# \xc3\xa9\nprint(1)",
    b"\xef\xbb\xbf# coding: utf-8\r\nprint(1)", b"# coding: ascii\nprint(1)",
    b"\n\n# coding: latin-1\nprint(1)"])
def test_a_script_in_utf_8_is_run(work, source):
    (work / "x.py").write_bytes(source)
    assert run_python_file(work, "x.py")["stdout"].split() == ["1"]


@posix
@pytest.mark.parametrize(("text", "shown"), [
    ("{w}/a.py", "a.py"), ("in {w}.", "in .."), ("'{w}'", "'.'"), ("{w}", "."),
    ("{w}extra/a.py", "{w}extra/a.py"), ("{w}-old", "{w}-old"), ("{w}.bak/a", "{w}.bak/a"),
    ("/private{w}/a.py", "/private{w}/a.py"), ("x{w}", "x{w}"), ("PATH={w}/b:{w}", "PATH=b:."),
])
def test_only_the_path_of_the_folder_is_left_out(work, text, shown):
    text, shown = (one.format(w=work.resolve()) for one in (text, shown))
    (work / "say.py").write_text(f"print({text!r})")
    assert run_python_file(work, "say.py")["stdout"] == shown + "\n"


def test_odd_names_are_run(work):
    for name in ("-m.py", "my file.py", "B.PY"):
        (work / name).write_text("print('ran')")
        assert run_python_file(work, name)["stdout"] == "ran\n"


def test_results_of_runs(work, capfd):
    (work / "ask.py").write_text("name = input('name? ')")
    (work / "bad.py").write_text("print('before')\nraise ValueError('no')")
    (work / "three.py").write_text("import sys\nsys.exit(3)")
    (work / "here.py").write_text("import os\nprint(open('notes.txt').read())\nprint(os.getcwd())")
    assert "EOFError" in run_python_file(work, "ask.py")["stderr"]
    answer = run_python_file(work, "bad.py")
    assert answer["stdout"] == "before\n" and answer["return_code"] == 1
    assert "ValueError: no" in answer["stderr"] and "error" not in answer
    assert str(work) not in answer["stderr"] and '"bad.py"' in answer["stderr"]
    assert run_python_file(work, "three.py") == {
        "file_path": "three.py", "stdout": "", "stderr": "", "return_code": 3,
        "message": "It printed nothing."}
    assert run_python_file(work, "here.py")["stdout"] == "Waves\nOptics\n\n.\n"
    assert capfd.readouterr() == ("", "")


def test_a_run_that_does_not_end(work, monkeypatch):
    (work / "loop.py").write_text("print('begun', flush=True)\nwhile True: pass")
    monkeypatch.setattr(running, "SECONDS", 1)
    answer = run_python_file(work, "loop.py")
    assert answer["error"] == '"loop.py" did not end within 1 seconds and was stopped.'
    assert answer["stdout"] == "begun\n" and answer["return_code"] is None


def test_long_output_keeps_its_start_and_its_end(work):
    (work / "spam.py").write_text("print('first')\nprint('x\\n' * 50_000)\nprint('last')")
    text = ToolRegistry(file_tools(work)).run_tool("run_python_file", '{"file_path": "spam.py"}',
                                                   approved=True)
    answer = json.loads(text)
    assert answer["stdout"].startswith("first\n") and answer["stdout"].endswith("last\n")
    assert "left out" in answer["stdout"] and "left out" in answer["message"]


@posix
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_flood_of_output_is_cut_and_told(work, stream):
    (work / "spam.py").write_text(
        f"import sys\nfor n in range(100): sys.{stream}.write('x' * (1 << 20))")
    answer = run_python_file(work, "spam.py")
    assert "error" not in answer and answer["return_code"] is None
    assert answer["message"] == ("The program was ended because it wrote more than 8 MB of output. "
                                 "A part of the output was left out.")
    assert 1_000 < len(answer[stream]) < 11_000


def test_what_the_runner_refuses_is_an_error(work, monkeypatch):
    runner = importlib.import_module("studybuddy.sandbox.runner")
    monkeypatch.setattr(runner, "run", lambda *args, **options: runner.Ran(note="Not run. Why."))
    assert run_python_file(work, "sub/a.py")["error"] == "Not run. Why."


# -- as tools of an agent --------------------------------------------------------------------------

def test_file_tools_know_their_folder_and_the_model_does_not(work):
    tools = ToolRegistry(file_tools(work))
    assert [tool.name for tool in tools] == ["get_files_info", "get_file_content", "write_file",
                                             "run_python_file"]
    assert "working_directory" not in json.dumps(tools.schemas())
    for form in ("openai", "gemini"):
        assert len(tools.schemas(form)) == 4
    for name, arguments in (("get_files_info", {}),
                            ("get_file_content", {"file_path": "notes.txt"}),
                            ("write_file", {"file_path": "n", "content": "x"}),
                            ("run_python_file", {"file_path": "sub/a.py"})):
        sent = json.dumps({**arguments, "working_directory": str(work.parent)})
        assert "working_directory" in json.loads(tools.run_tool(name, sent, True))["error"]
    assert not (work / "n").exists()
    for name in ("write_file", "run_python_file"):
        assert tools[name].needs_approval is True
    for name in ("get_files_info", "get_file_content"):
        assert tools[name].needs_approval is False
    with pytest.raises(ValueError, match="no folder"):
        file_tools(work / "nowhere")


def test_arguments_from_a_model(work):
    tools = ToolRegistry(file_tools(work))
    (work / "echo.py").write_text("import sys\nprint(sys.argv[1:])\n")

    def call(arguments):
        return json.loads(tools.run_tool("run_python_file", json.dumps(arguments), True))

    assert call({"file_path": "echo.py", "args": "3 + 5"})["stdout"] == "['3 + 5']\n"
    assert call({"file_path": "echo.py", "args": None})["stdout"] == "[]\n"
    assert "error" in call({"file_path": "echo.py", "args": [1, None, {"a": 1}]})
    assert "error" in call({"file_path": {"p": "echo.py"}})


def test_an_agent_waits_shows_the_diff_and_writes(work):
    call = {"role": "assistant", "content": "", "tool_calls": [{
        "id": "c1", "type": "function", "function": {
            "name": "write_file",
            "arguments": json.dumps({"file_path": "notes.txt", "content": "Heat\n"})}}]}
    agent = Agent(file_tools(work), model=ScriptedModel([call, "Done."]), approve=None)
    run = agent.start("Write it.")
    run.advance()
    assert run.status == "needs_approval" and (work / "notes.txt").read_text() != "Heat\n"
    assert "-Waves" in run.pending[0].effect and "+Heat" in run.pending[0].effect
    run.approve("c1")
    run.advance()
    assert run.answer == "Done." and (work / "notes.txt").read_text() == "Heat\n"


# -- texts that fit --------------------------------------------------------------------------------

@settings(deadline=None)
@given(st.text(max_size=400), st.integers(0, 300))
def test_a_fitting_text_is_a_start_and_fits(text, in_json):
    start = fitting(text, 200, in_json)
    assert text.startswith(start) and len(start) <= 200
    assert len(json.dumps(start, ensure_ascii=False)) <= in_json + 2
    middle, cut = fitting_middle(text, in_json)
    assert cut == (middle != text)
