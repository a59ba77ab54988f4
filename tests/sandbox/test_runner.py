"""`sandbox.run`: what a program gets, what comes back, and how it always ends."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from importlib import import_module
from pathlib import Path

import pytest

from studybuddy import machine
from studybuddy.sandbox import budget, dumpable, hygiene, linux, output, planted
from studybuddy.sandbox.runner import LAYERS, run

run_module = import_module("studybuddy.sandbox.runner")
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX only")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def ran(tmp_path):
    """Runs a source text as main.py in a folder of its own."""
    folder = tmp_path / "work"
    folder.mkdir()

    def ran(source: str, *args: str, **options):
        (folder / "main.py").write_text(source, encoding="utf-8")
        return run(folder, "main.py", args, **options)

    ran.folder = folder
    return ran


def test_output_arguments_code_and_folder(ran):
    done = ran("import os, sys\nprint(sys.argv, os.getcwd(), __name__, __file__)\n"
               "print('wrong', file=sys.stderr)\nsys.exit(3)", "3 + 5", "--x", "é")
    place = os.path.realpath(ran.folder)
    assert done.stdout == f"['main.py', '3 + 5', '--x', 'é'] {place} __main__ " \
                          f"{os.path.join(place, 'main.py')}\n"
    assert (done.stderr, done.code, done.timed_out, done.note) == ("wrong\n", 3, False, "")
    assert set(done.held) >= {"hygiene", "links", "budget", "planted"}
    assert ran("import sys; print(sys.argv)").stdout == "['main.py']\n"


@pytest.mark.parametrize("first", ["", "from studybuddy.sandbox.runner import run; "])
def test_the_function_is_found_under_its_public_name(ran, first):
    """Importing its module puts that under the same name."""
    (ran.folder / "main.py").write_text("print(17)")
    code = (f"{first}from studybuddy import sandbox; "
            f"print(sandbox.run({str(ran.folder)!r}, 'main.py'))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60,
                          cwd=Path(run_module.__file__).parents[2])
    assert "stdout='17\\n'" in done.stdout, done.stderr


def test_what_holds_a_program_loads_little(ran):
    """Each module costs time in each run: importlib, json or traceback some milliseconds."""
    source = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    (ran.folder / "bare.py").write_text(source)
    bare = subprocess.run([sys.executable, *hygiene.FLAGS, "bare.py"], capture_output=True,
                          text=True, timeout=60, cwd=ran.folder)
    assert set(ran(source).stdout.split()) - set(bare.stdout.split()) <= {
        "_ctypes", "_struct", "ctypes", "errno", "itertools", "resource", "struct", "types"}


def test_a_traceback_shows_the_program_alone(ran):
    done = ran("def f():\n    1 / 0\ntry:\n    f()\nexcept ZeroDivisionError as error:\n"
               "    raise ValueError('no') from error\n")
    assert done.code == 1 and done.stdout == ""
    assert "launcher" not in done.stderr and "<string>" not in done.stderr, done.stderr
    assert done.stderr.count("Traceback") == 2 and done.stderr.endswith("ValueError: no\n")
    assert 'main.py", line 2, in f' in done.stderr
    done = ran("print('never')\nif True print(1)")
    assert done.code == 1 and "launcher" not in done.stderr and done.stdout == ""
    assert done.stderr.startswith("  File") and "SyntaxError" in done.stderr


@pytest.mark.parametrize("source", [b"if True print(1)", b"def f():\n    1 / 0\nf()", b"'\xe9'",
                                    b"import nothing_of_this_name", b"import part.of_it"])
def test_a_fault_in_a_module_shows_the_programs_files_alone(ran, source):
    (ran.folder / "part.py").write_bytes(source)
    (ran.folder / "tests.py").write_text("import unittest\nclass T(unittest.TestCase):\n"
                                         "    def test(self): import part\nunittest.main()")
    for done in (ran("import part"), run(ran.folder, "tests.py")):
        assert done.code == 1 and "part" in done.stderr
        assert "launcher" not in done.stderr and "importlib" not in done.stderr, done.stderr


def test_own_modules_are_found_but_never_before_pythons(ran):
    (ran.folder / "pkg").mkdir()
    (ran.folder / "pkg" / "part.py").write_text("VALUE = 42")
    (ran.folder / "string.py").write_text("raise SystemExit('shadowed')")
    (ran.folder / "pytest.py").write_text("own = True")
    done = ran("import string, pytest\nfrom pkg import part\n"
               "print(part.VALUE, string.digits, pytest.own)")
    assert done.stdout == "42 0123456789 True\n", done


def test_an_ordinary_program_can_do_its_work(ran):
    done = ran("""\
import asyncio, csv, decimal, hashlib, json, shutil, sqlite3, tempfile, threading, unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zoneinfo import ZoneInfo

async def two():
    return await asyncio.gather(asyncio.sleep(0.01, 1), asyncio.to_thread(lambda: 2))

class Test(unittest.TestCase):
    def test_all(self):
        self.assertEqual(asyncio.run(two()), [1, 2])
        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(sum(pool.map(lambda n: n * n, range(10))), 285)
        with tempfile.TemporaryDirectory() as name:
            self.assertEqual(Path(name).parent, Path.cwd())
            file = Path(name) / "a.csv"
            with file.open("w", newline="") as f:
                csv.writer(f).writerow([1, 2])
            shutil.copyfile(file, "copy.csv")
            Path("sub").mkdir()
            Path("copy.csv").rename("sub/moved.csv")
        self.assertEqual(Path("sub/moved.csv").read_text(), "1,2\\n")
        db = sqlite3.connect("own.db")
        with db:
            db.execute("create table t (x)")
            db.execute("insert into t values (17)")
        self.assertEqual(db.execute("select x from t").fetchall(), [(17,)])

unittest.main()
""")
    assert done.code == 0, done.stderr
    assert done.stderr.endswith("OK\n") and done.note == ""


def test_a_program_that_takes_too_long_is_ended(ran):
    began = time.monotonic()
    done = ran("print('before')\nwhile True: pass", timeout=0.4)
    assert time.monotonic() - began < 2
    assert (done.stdout, done.code, done.timed_out) == ("before\n", None, True)
    assert done.note == "The program was ended after 0.4 seconds."


@pytest.mark.parametrize("source", [
    "open('/etc/hostname')", "import subprocess; subprocess.run(['ls'])",
    "import socket; socket.create_connection(('127.0.0.1', 9))",
    "import urllib.request; urllib.request.urlopen('http://example.invalid')"])
def test_what_the_system_refused_is_told_with_the_rule(ran, source):
    done = ran(source)
    if not {"landlock", "seccomp"} <= set(done.held):
        pytest.skip("not in force here: landlock and seccomp")
    assert done.note == ("It may use its own folder alone: no files elsewhere, no network, no "
                         "other programs.")
    assert ran("raise ValueError('PermissionError\\nno')").note == ""


@pytest.mark.parametrize("change", [
    "shutil.copy('main.py', 'copy.txt')", "shutil.copy2('main.py', 'copy.txt')",
    "os.chmod('main.py', 0o600)", "os.symlink('main.py', 'link')"])
def test_what_a_program_may_not_do_in_its_own_folder_has_another_rule(ran, change):
    done = ran(f"import os, shutil\n{change}")
    if "seccomp" not in done.held:
        pytest.skip("not in force here: seccomp")
    assert "PermissionError" in done.stderr
    assert done.note.startswith("It may write files in its folder, but not change their modes")
    assert "shutil.copyfile" in done.note


@posix
def test_a_crash_is_told_by_its_signal(ran):
    done = ran("import ctypes\nctypes.string_at(0)")
    assert done.code == -signal.SIGSEGV
    assert done.note == "The program was ended by the signal SIGSEGV."
    assert not list(ran.folder.glob("core*"))


def test_reading_from_the_keyboard_ends_at_once(ran):
    done = ran("name = input('name? ')", timeout=5)
    assert "EOFError" in done.stderr and not done.timed_out


@on_linux
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_flood_is_ended_and_takes_no_memory(ran, stream):
    def size() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before, began = size(), time.monotonic()
    done = ran(f"import sys\nfor n in range(1024): sys.{stream}.write('x' * (1 << 20))")
    assert time.monotonic() - began < 5
    assert size() - before < 30 << 20
    assert done.code is None and not done.timed_out
    assert done.note == "The program was ended because it wrote more than 8 MB of output."
    assert 60_000 <= len(getattr(done, stream)) < 61_000


def test_of_long_output_head_and_tail_are_kept(ran):
    done = ran("print('first')\nprint('x' * 1_000_000)\nprint('last')")
    assert done.stdout.startswith("first\nxxx") and done.stdout.endswith("xxx\nlast\n")
    assert "\n[... 940,012 bytes left out ...]\n" in done.stdout.replace("\r", "")
    assert done.code == 0
    size = output.HEAD + output.TAIL
    done = ran(f"print('x' * {size - 1})")
    assert done.stdout == "x" * (size - 1) + "\n"


@pytest.mark.parametrize("data,text", [
    (b"\x1b[31mred\x1b[0m", "red"),
    (b"\x1b]0;title\x07a\x1b]52;c;ZXZpbA==\x1b\\b", "ab"),
    (b"a\x1bPq#0\x1b\\b\x1b(0c\x1bcd", "abcd"),
    (b"\xc2\x9b31mred\x08\x08\x00\x7f", "red"),
    (b"10 %\r20 %\r\nend", "10 %\n20 %\nend"),
    (b"caf\xc3\xa9 \xff\xed\xa0\x80", "caf\u00e9 \ufffd\ufffd\ufffd\ufffd"),
    (b"tab\tline\n", "tab\tline\n"),
    (b"\x1b]0;never ends", ""),
    (b"a\x1b]0;never ends\nnext line\x1bPq\nlast", "a\nnext line\nlast"),
], ids=repr)
def test_nothing_in_the_output_commands_a_terminal(data, text):
    assert output.shown(data) == text


def test_the_output_of_a_program_goes_through_the_same(ran):
    done = ran("import sys\nsys.stdout.buffer.write(b'\\x1b[2Jhidden \\xff')")
    assert done.stdout == "hidden \ufffd"


def test_what_is_required_and_left_out_is_not_run(ran):
    for require in ("landlock", ["hygiene", "landlock"]):
        done = ran("open('made.txt', 'w')", require=require, layers=("hygiene", "seccomp"))
        assert done.note == "Not run. It must be held by landlock, which is not in force here."
        assert done.code is None and not (ran.folder / "made.txt").exists()
    with pytest.raises(ValueError, match="no layer 'landlok'"):
        ran("", require="landlok")


def test_what_the_child_takes_upon_itself_needs_a_clean_start(ran):
    done = ran("open('made.txt', 'w')", require="rlimits", layers=("rlimits",))
    assert done.note == "Not run. It must be held by hygiene, which is not in force here."
    assert not (ran.folder / "made.txt").exists()


@on_linux
@pytest.mark.parametrize("places", ["", ":", ".", "{above}:", "lib", "{folder}", "{folder}/",
                                    "{above}/way", "{folder}/lib/..", "{above};{folder}"])
def test_no_library_of_the_system_comes_from_the_folder(ran, tmp_path, monkeypatch, places):
    """A file that is no library ends a program that loads it, before any layer."""
    (tmp_path / "way").symlink_to(ran.folder)
    (ran.folder / "lib").mkdir()
    for name in ("libm.so.6", "libc.so.6", "lib/libm.so.6", "lib/libc.so.6"):
        (ran.folder / name).write_bytes(b"no library" * 100)
    monkeypatch.setenv("LD_LIBRARY_PATH", places.format(folder=ran.folder, above=tmp_path))
    if places:  # an empty list has no places, it is tried all the same
        bare = ran("print(17)", layers=())
        assert "invalid ELF header" in bare.stderr and bare.stdout == ""
    assert ran("print(17)", require=("hygiene",)).stdout == "17\n"


@on_linux
def test_other_places_of_libraries_are_handed_on(tmp_path):
    from studybuddy.sandbox.hygiene import environment, libraries

    folder = str(tmp_path)
    assert libraries(folder, f"/opt/lib::{folder}x:{folder}:$ORIGIN:/a/$LIB;/usr/lib:rel") == (
        f"/opt/lib:{folder}x:/usr/lib")
    assert "LD_LIBRARY_PATH" not in environment(folder, {"LD_LIBRARY_PATH": f":{folder}"})


@posix
def test_a_layer_that_fails_in_the_child_is_not_held_and_fails_closed(ran, tmp_path, monkeypatch):
    """A copy of the package whose landlock cannot be had, as on an older kernel."""
    package = Path(run_module.__file__).parents[1]
    copied = tmp_path / "root" / "studybuddy"
    shutil.copytree(package / "sandbox", copied / "sandbox",
                    ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "_version.py"):
        shutil.copy(package / name, copied / name)
    with (copied / "sandbox" / "landlock.py").open("a") as file:
        file.write("\n\ndef apply(folder):\n    raise OSError('not here')\n")
    monkeypatch.setattr(run_module, "_ROOT", tmp_path / "root")
    program = "open('made.txt', 'w')"
    done = ran(program, require="landlock")
    assert done.note == "Not run. It must be held by landlock, which is not in force here."
    assert not (ran.folder / "made.txt").exists()
    assert "landlock" not in done.held
    done = ran(program)
    assert done.code == 0 and (ran.folder / "made.txt").exists()
    assert "landlock" not in done.held and "hygiene" in done.held


@posix
def test_a_program_cannot_say_what_holds_it(ran):
    done = ran("import os\nfor fd in range(3, 64):\n"
               "    try: os.write(fd, b'seccomp,landlock\\n'); print('wrote', fd)\n"
               "    except OSError: pass", layers=("hygiene",))
    assert done.stdout == "" and done.held == ("hygiene",)


def test_what_cannot_be_run_is_told(ran, tmp_path, monkeypatch):
    assert run(tmp_path / "none", "main.py").note == "Not run. The folder does not exist."
    assert "Not run. The program cannot be started" in ran("", "a\0b").note
    if os.name == "posix":
        assert "Not run. The program cannot be started" in ran("", "x" * 3_000_000).note
    done = run(ran.folder, "missing.py")
    assert done.code == 1 and "FileNotFoundError" in done.stderr and "launcher" not in done.stderr
    for folder in (Path(run_module.__file__).parents[2], sys.prefix):
        assert "Choose a smaller folder" in run(folder, "main.py").note
    monkeypatch.setattr(machine, "can_start_processes", lambda: False)
    assert ran("").note == "Not run. This machine cannot start another program."


def test_a_part_of_the_package_is_no_working_folder(ran):
    package = Path(run_module.__file__).parents[1]
    for folder in (package, package / "sandbox", Path(os.__file__).parent,
                   Path(os.__file__).parent / "json"):
        assert "Choose another folder" in run(folder, "none.py").note or (
            "Choose a smaller folder" in run(folder, "none.py").note)


def test_a_folder_without_a_name_is_not_the_current_one(ran, monkeypatch):
    ran("print(1)")
    monkeypatch.chdir(ran.folder)
    assert run("", "main.py").note == "Not run. The folder has no name."


@pytest.mark.parametrize("layers", [(), LAYERS], ids=["bare", "all"])
def test_a_script_is_never_an_option(ran, layers):
    (ran.folder / "-c.py").write_text("print(__file__[-5:])")
    assert run(ran.folder, "-c.py", layers=layers).stdout == "-c.py\n"


def test_too_much_is_told_also_when_nobody_looked_in_time(ran, monkeypatch):
    monkeypatch.setattr(budget, "POLL", 60)
    monkeypatch.setattr(budget, "FILES", 20)
    assert ran("for n in range(20): open(f'a{n}', 'w').close()").note == ""
    done = ran("for n in range(21): open(f'f{n}', 'w').close()")
    assert done.code == 0 and done.note == "Look before you go on: it made more than 20 files."


def test_too_many_files_are_not_watched(ran, monkeypatch):
    from studybuddy.sandbox import survey

    monkeypatch.setattr(survey, "MOST", 10)
    for number in range(12):
        (ran.folder / f"f{number}").touch()
    assert ran("print(1)").note.startswith("Not run. The folder holds more than")


@posix
def test_a_hard_link_is_refused_before_the_run(ran, tmp_path):
    (tmp_path / "outer.txt").write_text("mine")
    (ran.folder / "second.txt").hardlink_to(tmp_path / "outer.txt")
    done = ran("open('second.txt', 'w')")
    assert done.note.startswith("Not run. second.txt is a hard link")
    assert (tmp_path / "outer.txt").read_text() == "mine"


def test_what_others_would_start_is_set_aside_and_told(ran):
    (ran.folder / "conftest.py").write_text("old")
    done = ran("import os\nopen('conftest.py', 'w').write('changed')\n"
               "open('json.py', 'w').write('evil')\nopen('result.txt', 'w').write('fine')")
    assert done.code == 0
    assert not (ran.folder / "json.py").exists()
    assert (ran.folder / "json.py.set-aside").read_text() == "evil"
    assert (ran.folder / "result.txt").read_text() == "fine"
    assert done.note == (
        "It made json.py, which other programs would start by themselves; set aside with the "
        "ending .set-aside. Look before you go on: it made or changed conftest.py, which other "
        "programs start by themselves.")
    assert ran("print(open('conftest.py').read())").note == ""


def test_what_was_set_aside_before_stays(ran):
    for text in ("first", "second"):
        ran(f"open('json.py', 'w').write({text!r})")
    assert (ran.folder / "json.py.set-aside").read_text() == "first"
    assert (ran.folder / "json.py.2.set-aside").read_text() == "second"


@posix
def test_a_folder_that_cannot_be_looked_into_is_set_aside(ran):
    if os.getuid() == 0:
        pytest.skip("root looks into every folder")
    done = ran("import os\nos.mkdir('.git', 0o300)\nopen('.git/config', 'w').write('x')")
    assert not (ran.folder / ".git").exists()
    assert (ran.folder / ".git.set-aside").is_dir()
    assert "It closed the folder .git" in done.note


def _compiled(source: str, beside: str, flags: int) -> bytes:
    """A compiled file that says it belongs to another text; flags as in PEP 552."""
    import importlib.util
    import marshal
    import struct

    return (importlib.util.MAGIC_NUMBER + struct.pack("<I8x", flags)
            + marshal.dumps(compile(source, beside, "exec")))


def test_of_what_lies_there_a_program_imports_the_text_that_can_be_read(ran):
    import importlib.util

    put = ran.folder / "part.py"
    put.write_text("print('read')")
    cached = Path(importlib.util.cache_from_source(str(put)))
    cached.parent.mkdir()
    cached.write_bytes(_compiled("print('hidden')", "part.py", 1))  # by its hash, unchecked
    (ran.folder / "alone.pyc").write_bytes(_compiled("print('hidden')", "alone.py", 1))
    bare = ran("import part, alone", layers=())
    assert bare.stdout == "hidden\nhidden\n"
    done = ran("import part\nimport alone")
    assert done.stdout == "read\n" and "No module named 'alone'" in done.stderr


@pytest.mark.parametrize("name", ["main", "part"])
@pytest.mark.parametrize("encoding,hidden", [
    ("unicode_escape", b"# \\nprint('hidden')\n"), ("utf-7", b"# +AAo-print('hidden')\n")])
def test_no_first_line_changes_what_the_text_means(ran, name, encoding, hidden):
    source = f"# -*- coding: {encoding} -*-\n".encode() + hidden + b"print('read')\n"
    (ran.folder / "main.py").write_text("import part")
    (ran.folder / f"{name}.py").write_bytes(source)
    assert "hidden" in run(ran.folder, "main.py", layers=()).stdout
    assert run(ran.folder, "main.py").stdout == "read\n"


def test_a_module_in_another_encoding_is_refused_in_words(ran):
    (ran.folder / "part.py").write_bytes(b"# coding: latin-1\nprint('caf\xe9')")
    assert ran("import part").stderr.endswith("ImportError: part.py is not UTF-8. "
                                              "Save it as UTF-8.\n")
    (ran.folder / "latin.py").write_bytes(b"print('caf\xe9')")
    assert run(ran.folder, "latin.py").stderr == ("SyntaxError: latin.py is not UTF-8. "
                                                  "Save it as UTF-8.\n")
    (ran.folder / "part.py").write_bytes(b"\xef\xbb\xbfprint('caf\xc3\xa9')\r\n")
    assert ran("import part").stdout == "caf\u00e9\n"


def test_a_compiled_file_cannot_stand_in_for_the_source_in_the_next_run(ran):
    (ran.folder / "part.py").write_text("print('true')")
    ran("import importlib.util, marshal, os, struct, pathlib\n"
        "code = marshal.dumps(compile(\"print('false')\", 'part.py', 'exec'))\n"
        "status = os.stat('part.py')\n"
        "place = pathlib.Path(importlib.util.cache_from_source('part.py'))\n"
        "place.parent.mkdir()\n"
        "place.write_bytes(importlib.util.MAGIC_NUMBER + struct.pack('<III', 0, "
        "int(status.st_mtime), status.st_size) + code)")
    assert ran("import part").stdout == "true\n"
    assert list((ran.folder / "__pycache__").glob("*.set-aside"))  # it had been made


@pytest.mark.parametrize("name,yes", [
    ("json.py", True), ("pkg/json.py", True), ("JSON.PY", True), ("json.txt", False),
    ("random/__init__.py", True), ("random/part.py", False), ("pkg/__init__.py", False),
    ("ssl.cpython-311-x86_64-linux-gnu.so", True), ("main.py", False), ("tests.py", False),
    ("sitecustomize/__init__.py", True), ("USERCUSTOMIZE.py", True), ("setup.cfg", True),
    ("pyproject.toml", True), (".pdbrc", True), ("jupyter_config.py", True),
    ("ipython_config.py", True), ("jupyter_server_config.json", True), ("my_config.py", False),
    ("conftest.py", True), ("a/b/.git/config", True), ("gitlog.txt", False), ("x.pth", True),
])
def test_which_files_start_by_themselves(name, yes):
    assert planted.starts_by_itself(name) is yes


@on_linux
def test_runs_leave_no_descriptors_and_no_threads(ran):
    def held() -> tuple[set, set]:
        return set(os.listdir("/proc/self/fd")), set(threading.enumerate())

    ran("")
    gc.collect()  # what earlier tests left is closed now, and hides nothing below
    files, threads = held()
    for _ in range(5):
        ran("print(1)")
        ran("", "a\0b")
    ran("while True: pass", timeout=0.1)
    now = held()
    assert (now[0] - files, now[1] - threads) == (set(), set())


@on_linux
def test_this_process_is_closed_for_the_time_of_the_runs_alone(ran):
    def open_now() -> int:
        return linux.prctl(linux.PR_GET_DUMPABLE)

    assert open_now() == 1
    with dumpable.closed() as first:
        assert first and open_now() == 0
        done = ran("print(1)")  # ends inside the other
        assert "dumpable" in done.held and open_now() == 0
    assert open_now() == 1
    assert "dumpable" not in ran("", layers=("hygiene",)).held


@posix
def test_an_interrupt_ends_the_program_too(ran):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ran("import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(30)")
    assert time.monotonic() - began < 5
    with pytest.raises(ProcessLookupError):
        os.kill(int((ran.folder / "pid").read_text()), 0)


@on_linux
def test_limits_leave_room_for_threads_without_the_filter(ran):
    """The limit counts all tasks of the user, so it must be set from what there is."""
    done = ran("import threading\nt = threading.Thread(target=print, args=(17,))\n"
               "t.start(); t.join()", layers=("hygiene", "rlimits"))
    assert done.stdout == "17\n" and "rlimits" in done.held


def test_the_layers_are_reported_in_their_order(ran):
    held = ran("").held
    assert list(held) == [name for name in LAYERS if name in held]
