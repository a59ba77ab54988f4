"""Lesson 08: file tools that stay in one folder, what holds a program, and a repair."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from studybuddy.messages import ToolCall
from studybuddy.workbook.define import (
    Case,
    Check,
    Lesson,
    Mistake,
    Order,
    Prediction,
    Recall,
)
from studybuddy.workbook.orders import FOUR_OF_FIVE, before, first, last, without

_SHOWS_A_PLACE = (
    "The error shows a path of your machine, hidden in this card. Name what was asked for.")

# -- a folder for each trial -------------------------------------------------------------------

PLACE = "<a path of your machine>"
"""Stands for a path of this machine in what came back, so that no card shows one."""
SECRET = "a letter of Meera's"
NO_LINKS = "this system makes no link here"


@contextmanager
def _folder() -> Iterator[Path]:
    """A fresh folder `calculator` with a file and a folder beside it.

    An exception on the way out keeps its type and its lines, and loses the paths of the machine.
    """
    with tempfile.TemporaryDirectory(prefix="studybuddy-check-",
                                     ignore_cleanup_errors=True) as name:
        around = Path(name).resolve()
        folder = around / "calculator"
        (folder / "pkg").mkdir(parents=True)
        (around / "outside.txt").write_text(SECRET, encoding="utf-8")
        (around / "outside.py").write_text(f"print({SECRET!r})", encoding="utf-8")
        try:
            yield folder
        except Exception as error:
            error.args = _tidy(error.args, around)
            for place in ("filename", "filename2", "cmd"):  # of OSError, of subprocess' errors
                with suppress(AttributeError):
                    setattr(error, place, _tidy(getattr(error, place), around))
            raise


def _tidy(value: object, around: Path):
    """A value without the paths of the folder and of Python."""
    if isinstance(value, dict):
        return {key: _tidy(one, around) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_tidy(one, around) for one in value)
    if isinstance(value, Path):
        value = str(value)
    if isinstance(value, str):
        for place in (str(around), around.as_posix(), sys.executable):
            value = value.replace(repr(place)[1:-1], PLACE).replace(place, PLACE)
    return value


def _is_error(value: object) -> bool:
    return (isinstance(value, dict) and set(value) == {"error"}
            and isinstance(value["error"], str) and bool(value["error"].strip()))


def _error_of(e) -> str:
    """The text of the error that came back as data; "" if there is none."""
    return str(e.value.get("error", "")) if isinstance(e.value, dict) else ""


def _shows_a_place(e) -> bool:
    return PLACE in _error_of(e)


# -- 08.1 the order of safe_path ---------------------------------------------------------------

order = Order(
    name="lines in order",
    lines={
        "a": "if not target.is_relative_to(folder): raise ValueError",
        "b": "return target",
        "c": "if not is_plain(path): raise ValueError",
        "d": "if not str(target).startswith(str(folder)): raise ValueError",
        "e": "target = (folder / path).resolve()",
    },
    accepted=("ceab",),
    rules=(
        without("d", "A sibling folder with the same beginning passes. "
                     "Compare folders, not letters."),
        FOUR_OF_FIVE,
        last("b", "After `return` nothing is checked."),
        before("e", "a", "A link is only seen after `resolve`."),
        first("c", "Refuse before you touch the disk."),
    ),
    passed="Refuse on letters, resolve on the disk, compare folders, and only then return.",
)


# -- 08.2 is_plain -----------------------------------------------------------------------------


def _is_plain(name: str, path: str, plain: bool) -> Case:
    return Case(name, args=(path,), passes=lambda value: value is plain, wanted=f"`{plain}`",
                gives=f"`{path!r}`: {'plain' if plain else 'refused'}")


_NAME, _NESTED, _UP = "a plain name", "in a folder", "upwards first"
_UP_LATER, _UP_LAST, _DOTS = "upwards later", "upwards last", "two dots inside"
_ROOT, _EMPTY, _BACKSLASH = "from the root", "an empty path", "a backslash"
_COLON, _NUL, _LINE_BREAK = "a colon", "a NUL character", "a line break"
_SPACE, _HIDDEN = "a blank inside", "a leading dot"

is_plain = Check(
    name="is_plain",
    parameters=("path",),
    cases=(
        _is_plain(_NAME, "main.py", True),
        _is_plain(_NESTED, "pkg/calculator.py", True),
        _is_plain(_UP, "../outside.txt", False),
        _is_plain(_UP_LATER, "pkg/../../outside.txt", False),
        _is_plain(_UP_LAST, "pkg/..", False),
        _is_plain(_DOTS, "a..b.txt", True),
        _is_plain(_SPACE, "my notes.txt", True),
        _is_plain(_HIDDEN, ".hidden/a.txt", True),
        _is_plain(_ROOT, "/etc/hostname", False),
        _is_plain(_EMPTY, "", False),
        _is_plain(_BACKSLASH, "..\\outside.txt", False),
        _is_plain(_COLON, "C:main.py", False),
        _is_plain(_NUL, "main.py\0.txt", False),
        _is_plain(_LINE_BREAK, "main\n.py", False),
    ),
    mistakes=(
        Mistake("Answer True or False. The caller raises.",
                lambda e: e.kind in ("ValueError", "PermissionError", "Exception")
                or isinstance(e.value, Exception)),
        Mistake("Answer True or False, nothing else.",
                lambda e: e.error is None and e.value is not None
                and not isinstance(e.value, bool)),
        Mistake("This path is plain. True and False may be the wrong way round.",
                lambda e: e.value is False and e.of(_UP).value is True, (_NAME,)),
        Mistake("`..` can stand later in a path. Look at each component before you answer True.",
                lambda e: e.value is True and e.passes(_UP), (_UP_LATER, _UP_LAST)),
        Mistake("`..` leads out of the folder. Such a component (`..`) must be refused.",
                lambda e: e.value is True, (_UP, _UP_LATER, _UP_LAST)),
        Mistake("`a..b.txt` is a good name. Compare whole components.",
                lambda e: e.value is False, (_DOTS,)),
        Mistake("This path is plain. Refuse only what stands in the contract.",
                lambda e: e.value is False, (_NESTED, _SPACE, _HIDDEN)),
        Mistake("A path from the root replaces the folder. Refuse it.",
                lambda e: e.value is True, (_ROOT,)),
        Mistake("An empty text has no first character. Ask for it before you look.",
                lambda e: e.kind == "IndexError", (_EMPTY,)),
        Mistake("An empty path is the folder itself. Refuse it.",
                lambda e: e.value is True, (_EMPTY,)),
        Mistake("On Windows a backslash is a separator. Refuse it.",
                lambda e: e.value is True, (_BACKSLASH,)),
        Mistake("`C:x` names another drive on Windows. Refuse the colon.",
                lambda e: e.value is True, (_COLON,)),
        Mistake("Control characters reach the system call. Refuse them.",
                lambda e: e.value is True, (_NUL, _LINE_BREAK)),
    ),
    otherwise="Take this path by hand. Which rule of the contract speaks of it?",
)


# -- 08.3 read_text ----------------------------------------------------------------------------


def _read(read_text: Callable, path: str, *limit: int) -> object:
    with _folder() as folder:
        (folder / "short.txt").write_text("3 + 7 * 2", encoding="utf-8")
        (folder / "long.txt").write_text("x" * 12_000, encoding="utf-8")
        (folder / "bytes.bin").write_bytes(b"3 + 5 \xff\xfe")
        if path == "link.txt":
            try:
                (folder / path).symlink_to(folder.parent / "outside.txt")
            except (OSError, NotImplementedError):
                return NO_LINKS
        return _tidy(read_text(folder, path, *limit), folder.parent)


def _reads(name: str, path: str, content: str, truncated: bool, *limit: int) -> Case:
    told = f"`{content}`" if len(content) < 20 else f"{len(content):,} characters"
    return Case(name, args=(path, *limit), run=_read,
                expected={"content": content, "truncated": truncated},
                shown=f"read_text({', '.join(['folder', repr(path), *map(str, limit)])})",
                wanted=f"content {told}, truncated {truncated}",
                gives=f"{told}, truncated {truncated}")


def _answers(name: str, path: str, words: tuple[str, ...] = (), wanted: str = "") -> Case:
    """An error as data; its sentence holds one of the words, and the path that was asked for."""
    return Case(name, args=(path,), run=_read,
                passes=lambda value: value == NO_LINKS or (
                    _is_error(value) and PLACE not in value["error"] and path in value["error"]
                    and (not words or any(word in value["error"].lower() for word in words))),
                shown=f"read_text(folder, {path!r})",
                wanted=wanted or f"`error`, with a sentence that names {path}",
                gives=f"`error` for {path}")


_SHORT, _LONGER, _EXACT, _DEFAULT = ("a short file", "longer than the limit",
                                     "exactly the limit", "the default limit")
_MISSING, _UPWARDS, _LINK = "a missing file", "a path upwards", "a link outside"
_FOLDER, _BYTES = "a folder", "bytes, no text"

read_text = Check(
    name="read_text",
    parameters=("folder", "path", "limit"),
    cases=(
        _reads(_SHORT, "short.txt", "3 + 7 * 2", False, 100),
        _reads(_LONGER, "short.txt", "3 + 7", True, 5),
        _reads(_EXACT, "short.txt", "3 + 7 * 2", False, 9),
        _reads(_DEFAULT, "long.txt", "x" * 10_000, True),
        _answers(_MISSING, "lost.txt"),
        _answers(_UPWARDS, "../outside.txt"),
        _answers(_LINK, "link.txt"),
        _answers(_FOLDER, "pkg", ("folder", "directory"),
                 "`error`, with a sentence that names pkg and says that it is a folder"),
        Case(_BYTES, args=("bytes.bin",), run=_read,
             passes=lambda value: (set(value) == {"content", "truncated"}
                                   and str(value["content"]).startswith("3 + 5 ")
                                   and isinstance(value["content"], str)
                                   and value["truncated"] is False),
             shown="read_text(folder, 'bytes.bin')",
             wanted="content that begins with `3 + 5`, truncated False",
             gives="what can be read, and no stop"),
    ),
    mistakes=(
        Mistake("Return a dictionary with `content` and `truncated`.",
                lambda e: e.error is None and e.value is not None
                and (not isinstance(e.value, dict)
                     or not set(e.value) <= {"content", "truncated", "error"})),
        Mistake("The `error` must be a text: write `str(error)`, or a sentence of your own.",
                lambda e: "error" in e.value and not isinstance(e.value["error"], str)),
        Mistake(_SHOWS_A_PLACE, _shows_a_place),
        Mistake("This file is there and its path is plain. Why was it refused?",
                lambda e: _error_of(e) or e.kind == "ValueError", (_SHORT,)),
        Mistake("The content is a text. Open the file for text, not for bytes.",
                lambda e: isinstance(e.value["content"], bytes)),
        Mistake("Add the key `truncated`: True or False.",
                lambda e: "content" in e.value and not isinstance(e.value.get("truncated"), bool)),
        Mistake("More than `limit` characters came back.",
                lambda e: len(e.value["content"]) > (5 if e.case == _LONGER else 10_000),
                (_LONGER, _DEFAULT)),
        Mistake("More was there than came back, so `truncated` is True.",
                lambda e: e.value["truncated"] is False and len(e.value["content"]) in (5, 10_000),
                (_LONGER, _DEFAULT)),
        Mistake("Nothing was left over. Read one character more, then compare.",
                lambda e: e.value["truncated"] is True, (_EXACT,)),
        Mistake("Give `limit` the default 10_000.",
                lambda e: e.kind == "TypeError" or len(e.value["content"]) != 10_000, (_DEFAULT,)),
        Mistake("A folder was asked for. Say that it is one.",
                lambda e: e.error is not None or "error" in e.value, (_FOLDER,)),
        Mistake("Bytes that are no text must not stop the tool. Replace them.",
                lambda e: e.error is not None or "error" in e.value, (_BYTES,)),
        Mistake("Bytes that are no text are replaced, but the rest must come back.",
                lambda e: "content" in e.value, (_BYTES,)),
        Mistake("A missing file is an answer: return `error`.",
                lambda e: e.error is not None or "content" in e.value, (_MISSING,)),
        Mistake("A path led upwards. Use `safe_path`.",
                lambda e: SECRET in e.value["content"], (_UPWARDS,)),
        Mistake("A link led outside. Use `safe_path`.",
                lambda e: SECRET in e.value["content"], (_LINK,)),
        Mistake("`safe_path` refused it. Catch its ValueError and return `error`.",
                lambda e: e.error is not None, (_UPWARDS, _LINK)),
        Mistake("The sentence does not say which file. Name what was asked for.",
                lambda e: _is_error(e.value)),
    ),
    otherwise="Follow this file by hand: how long is it, and what must come back?",
)


# -- 08.4 run_script ---------------------------------------------------------------------------

_SLOW_SECONDS, _LIMIT = 1.0, 0.3
_SCRIPTS = {
    "hello.py": "print('hello')",
    "show.py": "import sys\nprint(sys.argv[1:])",
    "fail.py": "import sys\nprint('half')\nprint('a fault', file=sys.stderr)\nsys.exit(1)",
    "here.py": "import os\nprint(os.path.basename(os.getcwd()))",
    "key.py": "import os\nprint('EXAM_KEY' in os.environ)",
    "python.py": "import sys\nprint(sys.prefix == sys.argv[1])",
    # It ends by itself, so that nothing is left of it where an answer sets no limit.
    "slow.py": f"import time\ntime.sleep({_SLOW_SECONDS})\nprint('late')",
}


def _start(run_script: Callable, path: str, *more: object) -> object:
    with _folder() as folder:
        for name, text in _SCRIPTS.items():
            (folder / name).write_text(text, encoding="utf-8")
        before = dict(os.environ)
        # A secret to look for; and no program is found by its name alone.
        os.environ.update(EXAM_KEY="a key", PATH="")
        try:
            return _tidy(run_script(folder, path, *more), folder.parent)
        finally:
            os.environ.clear()
            os.environ.update(before)


def _starts(name: str, path: str, stdout: str, args: list[str] | None = None, *,
            told: str = "", stderr: str = "", code: int = 0) -> Case:
    def passes(value) -> bool:
        return (set(value) == {"stdout", "stderr", "return_code"} and value["stdout"] == stdout
                and value["stderr"] == stderr and value["return_code"] == code)

    shown = ["folder", repr(path), *([told or repr(args)] if args else [])]
    wanted = f"stdout `{stdout.strip()}`, return code {code}"
    return Case(name, args=(path, *([args] if args else [])), run=_start, passes=passes,
                shown=f"run_script({', '.join(shown)})", wanted=wanted, gives=wanted)


def _refused(name: str, path: str, *more: object, told: str) -> Case:
    rest = "".join(f", {one!r}" for one in more[:1]) + (
        f", {more[1]}" if len(more) > 1 else "")
    return Case(name, args=(path, *more), run=_start,
                passes=lambda value: _is_error(value) and PLACE not in value["error"],
                shown=f"run_script(folder, {path!r}{rest})", wanted=f"`error`, {told}",
                gives=f"`error`, {told}")


_HELLO, _TWO, _SEMICOLON = "a small script", "two arguments", "a semicolon"
_CODE, _HERE, _KEY = "return code 1", "its current folder", "a key outside"
_PYTHON, _SLOW, _RUN_UP = "this very Python", "a slow script", "a script outside"
_BROKEN = "\nbroken\n"

run_script = Check(
    name="run_script",
    parameters=("folder", "path", "args", "seconds"),
    cases=(
        _starts(_HELLO, "hello.py", "hello\n"),
        _starts(_TWO, "show.py", "['3 +', '5']\n", ["3 +", "5"]),
        _starts(_SEMICOLON, "show.py", "['3; echo broken']\n", ["3; echo broken"]),
        _starts(_CODE, "fail.py", "half\n", stderr="a fault\n", code=1),
        _starts(_HERE, "here.py", "calculator\n"),
        _starts(_KEY, "key.py", "False\n"),
        _starts(_PYTHON, "python.py", "True\n", [sys.prefix], told="[sys.prefix]"),
        _refused(_SLOW, "slow.py", None, _LIMIT, told="since the time was over"),
        _refused(_RUN_UP, "../outside.py", told="since the path leads outside"),
    ),
    mistakes=(
        Mistake("Use `sys.executable`, the Python that runs now.",
                lambda e: isinstance(e.error, OSError) and e.kind != "TimeoutError"),
        Mistake("Another Python ran the script. Use `sys.executable`, the one that runs now.",
                lambda e: e.error is None, (_PYTHON,)),
        Mistake("The output was not caught. Add `capture_output=True`.",
                lambda e: e.value["stdout"] is None),
        Mistake("Only one of both streams was caught. Add `capture_output=True`.",
                lambda e: e.value["stderr"] is None),
        Mistake("Bytes came back. Add `text=True`.",
                lambda e: isinstance(e.value["stdout"], bytes)),
        Mistake("A shell reads `;` as a new command. Pass a list, without shell.",
                lambda e: _BROKEN in "\n" + e.of(_SEMICOLON).value["stdout"]),
        Mistake("With a list, a shell takes the first item only. Leave `shell` out.",
                lambda e: e.value["stdout"] == e.value["stderr"] == "", (_HELLO,)),
        Mistake("The arguments of the script are missing. Add `args` to the list.",
                lambda e: e.value["stdout"] == "[]\n", (_TWO,)),
        Mistake("`args` may be None. Then there is no argument.",
                lambda e: e.kind == "TypeError" and "NoneType" in e.text),
        Mistake("The list in a list cannot be passed. Put each argument in by itself: `*`.",
                lambda e: e.kind == "TypeError" and "not list" in e.text),
        Mistake("Each argument is one item of the list.",
                lambda e: e.error is None and "return_code" in e.value, (_TWO, _SEMICOLON)),
        Mistake("Return code 1 is a result, not a crash.",
                lambda e: e.kind == "CalledProcessError" or "error" in e.value, (_CODE,)),
        Mistake("The script runs in another folder. Add `cwd=folder`.",
                lambda e: e.error is None, (_HERE,)),
        Mistake("The script saw the key. Pass `env=` with an allow list.",
                lambda e: e.error is None, (_KEY,)),
        Mistake("`TimeoutExpired` is no TimeoutError. Catch its own name, in the second gap.",
                lambda e: e.kind == "TimeoutExpired", (_SLOW,)),
        Mistake(_SHOWS_A_PLACE, _shows_a_place),
        Mistake("The script ran longer than `seconds`. Set a time limit.",
                lambda e: e.kind == "NoEnd" or "stdout" in e.value, (_SLOW,)),
        Mistake("The second gap is reached without a result. Return `error` there.",
                lambda e: e.kind in ("UnboundLocalError", "NameError") and "done" in e.text),
        Mistake("A time limit is no crash. Return a dictionary with `error`.",
                lambda e: e.error is None, (_SLOW,)),
        Mistake("A script outside was run. Start the `target` that `safe_path` gave.",
                lambda e: e.error is None, (_RUN_UP,)),
        Mistake("`safe_path` refused it. Catch its ValueError and return `error`.",
                lambda e: e.kind == "ValueError"),
        Mistake("This script is there and its path is plain. Why was it refused?",
                lambda e: bool(_error_of(e)), (_HELLO,)),
    ),
    otherwise="Compare with the contract: which script, which arguments, which folder?",
)


# -- 08.5 approve ------------------------------------------------------------------------------

MAIN, TESTS, FIXED, SCRIPT = "main.py", "tests.py", "pkg/calculator.py", "fix.py"
WRITE, RUN = "write_file", "run_python_file"

# A small project with the same bug, and a model that also tries what nobody asked for.
_PROJECT = {
    MAIN: "from pkg.calculator import LEVELS\nprint(17 if LEVELS['+'] < LEVELS['*'] else 20)\n",
    TESTS: "from pkg.calculator import LEVELS\nassert LEVELS['+'] < LEVELS['*']\n",
    FIXED: "LEVELS = {'+': 3, '*': 2}\n",
}
_REPAIR = (
    (RUN, {"file_path": MAIN}),
    (WRITE, {"file_path": TESTS, "content": "print('all good')\n"}),
    (WRITE, {"file_path": SCRIPT, "content": "print('hello')\n"}),
    (RUN, {"file_path": SCRIPT}),
    (WRITE, {"file_path": FIXED, "content": "LEVELS = {'+': 1, '*': 2}\n"}),
    (RUN, {"file_path": MAIN}),
    (RUN, {"file_path": TESTS}),
)


def _imports() -> None:
    import studybuddy.sandbox.runner
    import studybuddy.tools.running
    import studybuddy.tools.writing  # noqa: F401  (all this is not the learner's time)
    from studybuddy import Agent, ScriptedModel, file_tools  # noqa: F401


def _decide(approve: Callable, name: str, arguments: dict) -> object:
    return approve(ToolCall("c1", name, arguments))


class _Repaired:
    """How a repair of the small project ended."""

    def __init__(self, changed: list[str], code: int | None):
        self.changed = changed
        self.code = code

    def __repr__(self) -> str:
        tests = {0: "the tests pass", None: "the tests did not run"}
        return (f"changed: {', '.join(self.changed) or 'nothing'}; "
                f"{tests.get(self.code, 'the tests fail')}")


def _repair(approve: Callable) -> _Repaired:
    from studybuddy import Agent, ScriptedModel, file_tools
    from studybuddy.messages import assistant, call

    with _folder() as folder:
        for path, text in _PROJECT.items():
            (folder / path).write_text(text, encoding="utf-8")
        script = [assistant("", [call(name, arguments, f"c{number}")])
                  for number, (name, arguments) in enumerate(_REPAIR)]
        run = Agent(file_tools(folder), model=ScriptedModel([*script, "Done."]),
                    approve=approve).ask("Repair it.")
        files = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
                 for path in sorted(folder.rglob("*.py"))}
        tested = json.loads(run.steps[-2].results[0].content)
        return _Repaired([path for path in files if files[path] != _PROJECT.get(path)],
                         tested.get("return_code"))


def _call(name: str, path: str, more: dict) -> str:
    args = f", args {more['args']!r}" if "args" in more else ""
    return f"approve(call), which asks for {name}: {path}{args}"


def _allows(case: str, name: str, path: str, **more: object) -> Case:
    return Case(case, args=(name, {"file_path": path, **more}), run=_decide,
                passes=lambda value: value is True, shown=_call(name, path, more),
                wanted="`True`", gives=f"{name} {path}: True")


def _rejects(case: str, name: str, path: str, **more: object) -> Case:
    return Case(case, args=(name, {"file_path": path, **more}), run=_decide,
                passes=lambda value: isinstance(value, str) and bool(value.strip()),
                shown=_call(name, path, more), wanted="a text with the reason",
                gives=f"{name} {path}: a reason")


_TEXT = "print('hello')"
_RUN_MAIN, _RUN_TESTS, _WRITE_FIXED = "run the program", "run the tests", "write the calculator"
_WRITE_TESTS, _WRITE_MAIN, _WRITE_OTHER = "write the tests", "write the program", "write beside it"
_WRITE_ALIKE, _WRITE_NEW, _RUN_NEW = "a name alike", "write a new script", "run a new script"
_RUN_FIXED, _OTHER_TOOL, _ALL = "run another file", "an unknown tool", "a whole repair"
_GOOD = (_RUN_MAIN, _RUN_TESTS, _WRITE_FIXED)
_BAD = (_WRITE_TESTS, _WRITE_MAIN, _WRITE_OTHER, _WRITE_ALIKE, _WRITE_NEW, _RUN_NEW, _RUN_FIXED,
        _OTHER_TOOL)

approve = Check(
    name="approve",
    parameters=("call",),
    prepare=_imports,
    cases=(
        _allows(_RUN_MAIN, RUN, MAIN, args=["3 + 7 * 2"]),
        _allows(_RUN_TESTS, RUN, TESTS),
        _allows(_WRITE_FIXED, WRITE, FIXED, content=_TEXT),
        _rejects(_WRITE_TESTS, WRITE, TESTS, content=_TEXT),
        _rejects(_WRITE_MAIN, WRITE, MAIN, content=_TEXT),
        _rejects(_WRITE_OTHER, WRITE, "pkg/render.py", content=_TEXT),
        _rejects(_WRITE_ALIKE, WRITE, "old/pkg/calculator.py", content=_TEXT),
        _rejects(_WRITE_NEW, WRITE, SCRIPT, content=_TEXT),
        _rejects(_RUN_NEW, RUN, SCRIPT),
        _rejects(_RUN_FIXED, RUN, FIXED),
        _rejects(_OTHER_TOOL, "delete_file", FIXED),
        Case(_ALL, run=_repair,
             passes=lambda repaired: repaired.changed == [FIXED] and repaired.code == 0,
             shown="an agent with your approve, whose model also tries tests.py and fix.py",
             wanted=f"changed: {FIXED}; the tests pass", gives=repr),
    ),
    mistakes=(
        Mistake("`call` is an object. Write `call.name` and `call.arguments`.",
                lambda e: e.kind in ("TypeError", "AttributeError") and "ToolCall" in e.text),
        Mistake("The path stands in `call.arguments`, a dictionary: `[\"file_path\"]`.",
                lambda e: e.kind in ("AttributeError", "KeyError")),
        Mistake("A text is a reason for a no. Return True.",
                lambda e: isinstance(e.value, str)
                and e.value.strip().lower() in ("yes", "true", "ok", "approve", "approved"),
                _GOOD),
        Mistake("The agent cannot verify its repair. Allow main.py and tests.py.",
                lambda e: e.error is None and e.value is not None
                and e.of(_WRITE_FIXED).value is True,
                (_RUN_MAIN, _RUN_TESTS)),
        Mistake("This call belongs to the repair. Return True for it.",
                lambda e: e.error is None and e.value is not None, _GOOD),
        Mistake("Return a text with the reason, so that the model can change its plan.",
                lambda e: e.error is None and not e.value and not e.printed.strip(),
                _BAD),
        Mistake("Look at the path too: `call.arguments`.",
                lambda e: e.value is True and e.of(_WRITE_NEW).value is True
                and e.of(_OTHER_TOOL).value is not True, (_WRITE_TESTS,)),
        Mistake("A write to tests.py was approved. A changed test proves nothing.",
                lambda e: e.value is True, (_WRITE_TESTS,)),
        Mistake("Only pkg/calculator.py may change. Compare the whole path.",
                lambda e: e.value is True, (_WRITE_MAIN, _WRITE_OTHER, _WRITE_ALIKE, _WRITE_NEW)),
        Mistake("A file written by the model was run. Allow known files only.",
                lambda e: e.value is True, (_RUN_NEW,)),
        Mistake("Only main.py and tests.py are to be run. Refuse every other file.",
                lambda e: e.value is True, (_RUN_FIXED,)),
        Mistake("A tool that you do not know was approved. Allow two tools by name.",
                lambda e: e.value is True, (_OTHER_TOOL,)),
        Mistake("The same call got two answers. Decide by the call alone.",
                lambda e: e.error is None, (_ALL,)),
    ),
    otherwise="Return `True` itself for a yes, and a text for a no.",
)


LESSON = Lesson(
    title="files, code, and an agent that repairs",
    minutes=45,
    predictions={
        "08.p1": Prediction(
            right="b", seen=lambda passes: "b" if passes is True else "a",
            options={
                "a": "The check looks at letters only, and the path of the sibling begins alike.",
                "b": "`calculator_evil` begins with the letters of `calculator`.",
                "c": "The check never asks the disk, so no file can be missing for it."}),
        "08.p2": Prediction(
            right="b", seen=lambda passes: "b" if passes is True else "a",
            options={
                "a": "`normpath` works on letters. It does not know what a link is.",
                "b": "The name `link.txt` lies in the folder. Only the disk knows where it leads.",
                "c": "On letters, a link to a file and a link to a folder are both plain names."}),
        "08.p3": Prediction(
            right="b", seen=lambda sees: {"True": "b", "False": "a"}[sees],
            options={
                "a": "A child gets a copy of its parent's environment, unless you pass another.",
                "b": "The environment is handed down, with everything in it.",
                "c": "Nobody asks who you are. Each program that you start gets its copy."}),
        "08.p4": Prediction(
            right="b", seen=lambda read: "b" if read == "a private letter" else "a",
            options={
                "a": "`cwd` says where a program starts, not where it may go.",
                "b": "A program may read what you may read, wherever it starts.",
                "c": "The system knows `..` in every path. Nothing blocks it."}),
        "08.p5": Prediction(
            right="b", seen={"blocked": "a", "a private letter": "b", "": "c"}.__getitem__,
            options={
                "a": "The hook stays, but its list is empty now. It blocks nothing any more.",
                "b": "The hook asks a list that lies in the same program, so the code empties it.",
                "c": "Python does not watch its hooks. Nothing is noticed."}),
    },
    checks={"08.1": order, "08.2": is_plain, "08.3": read_text, "08.4": run_script,
            "08.5": approve},
    recall=(
        Recall("09", "Two tools are harmless alone and dangerous together. Which?",
               "write_file and run_python_file: together they run any program."),
        Recall("11", "Why is `startswith` no path check?",
               "A sibling folder with the same beginning, and links, pass."),
    ),
)
