"""Building lessons for real: executed by a kernel, written, rebuilt, reset."""

import copy as copying
import importlib.util
import json
import sys
import time
from pathlib import Path

import nbformat
import pytest

from studybuddy.workbook import editions, progress, reuse
from studybuddy.workbook.build import build, find_project
from studybuddy.workbook.execute import IGNORED, ExecutionError, run_notebook
from studybuddy.workbook.reset import reset
from studybuddy.workbook.source import SourceError, read_source

# A lesson that stands by itself: its `lesson` only prints.
LESSON = '''\
# %% [markdown] claims="none"
# # Lesson 07: a gap

# %%
import os
import sys
from types import SimpleNamespace

lesson = SimpleNamespace(check=lambda name, thing: print("PASSED" if thing(2) == 4 else "NOT YET"))
keys = [os.environ.get(name, "") for name in ("LLM_API_KEY", "STUDYBUDDY_MODEL", "HTTPS_PROXY")]
print(keys, os.path.basename(os.getcwd()))

# %% tags=["small"]
def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION

# %%
lesson.check("07.1", double)

# %% tags=["nbval-ignore-output"]
print(os.getpid())
'''


def project(folder, text=LESSON, name="07_gap.py"):
    source = folder / "notebooks" / "source" / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text, encoding="utf-8")
    return folder


def run(root, *numbers, **options):
    said = []
    code = build(root, numbers, progress=False, say=said.append, **options)
    return code, "\n".join(said)


def stored(root):
    return {path.relative_to(root).as_posix(): path.read_bytes()
            for path in root.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A project with one lesson, built once with a key in the environment; and what was said."""
    root = project(tmp_path_factory.mktemp("project"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLM_API_KEY", "secret")
        patch.setenv("PYTHONWARNINGS", "error")
        return root, *run(root)


@pytest.fixture
def copy(built, tmp_path):
    """The built project, to be spoilt."""
    for name, data in stored(built[0]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


STUDENT, SOLVED = "notebooks/07_gap.ipynb", "notebooks/solutions/07_gap.ipynb"


def printed(data, place):
    return "".join(json.loads(data)["cells"][place]["outputs"][0]["text"])


def test_both_editions_and_small_are_built(built):
    root, code, said = built
    assert code == 0
    assert said.splitlines() == ["small.py: built (small versions)",
                                 "07_gap.ipynb: built (student edition)",
                                 "07_gap.ipynb: built (solved edition)"]
    files = stored(root)
    assert sorted(files) == sorted(["notebooks/source/07_gap.py", STUDENT, SOLVED, reuse.PATH])
    assert printed(files[STUDENT], 3) == "NOT YET\n"
    assert printed(files[SOLVED], 3) == "PASSED\n"


def test_the_run_has_no_key_no_network_and_its_own_folder(built):
    files = stored(built[0])
    assert printed(files[STUDENT], 1) == "['', 'practice', 'http://127.0.0.1:9'] notebooks\n"


def test_what_is_stored_is_clean(built):
    for path in (STUDENT, SOLVED):
        notebook = json.loads(stored(built[0])[path])
        nbformat.validate(nbformat.from_dict(notebook))
        assert notebook["metadata"]["language_info"] == {
            "name": "python", "file_extension": ".py", "mimetype": "text/x-python"}
        assert "execution" not in str([cell["metadata"] for cell in notebook["cells"]])
        assert [cell["execution_count"] for cell in notebook["cells"]
                if cell["cell_type"] == "code"] == [1, 2, 3, 4]


def test_check_finds_what_differs_and_a_rebuild_is_equal_to_the_byte(copy):
    before = stored(copy)
    solved, student = copy / SOLVED, copy / STUDENT
    solved.write_bytes(before[SOLVED].replace(b'"PASSED\\n"', b'"FAILED\\n"'))
    notebook = json.loads(before[STUDENT])
    notebook["cells"][2]["source"] = "def double(x): return x + x"  # somebody's work
    student.write_text(json.dumps(notebook), encoding="utf-8")
    spoilt = stored(copy)

    code, said = run(copy, "07", check=True)
    assert code == 1
    assert said.splitlines() == [
        "small.py: unchanged (small versions)",
        "07_gap.ipynb: differs in cell answer-07-1: source (student edition)",
        "07_gap.ipynb: differs in cell check-07-1: outputs (solved edition)"]
    assert stored(copy) == spoilt  # nothing was written

    code, said = run(copy)
    assert code == 0 and "Their copy is kept" in said
    after = stored(copy)
    kept = [name for name in after if name.startswith("notebooks/yours/07_gap-")]
    assert [after.pop(name) for name in kept] == [spoilt[STUDENT]]
    assert after == before  # the process number too: a rebuild keeps what depends on the machine


@pytest.mark.parametrize(("cell", "words"), [
    ("print('careful', file=sys.stderr)", "it wrote to stderr: careful"),
    ("os._exit(1)", "the kernel ended\n    os._exit(1)"),
])
def test_a_cell_that_fails_is_named_and_nothing_is_written(tmp_path, cell, words):
    notebook = editions.make_edition(
        read_source(project(tmp_path, LESSON + f"\n# %%\n{cell}\n") / "notebooks/source/07_gap.py"),
        editions.STUDENT)
    with pytest.raises(ExecutionError) as error:
        run_notebook(notebook, tmp_path, name="07_gap.ipynb")
    assert str(error.value).startswith("07_gap.ipynb, cell c07-")
    assert words in str(error.value) and "\x1b" not in str(error.value)


def test_a_failing_lesson_fails_the_build(tmp_path):
    code, said = run(project(tmp_path, LESSON.replace("print(os.getpid())", "nothing")))
    assert code == 1
    assert "07_gap.ipynb (solved edition), cell c07-" in said
    assert "NameError: name 'nothing' is not defined" in said
    assert not (tmp_path / STUDENT).exists()


def test_wrong_numbers_and_broken_sources_are_said(tmp_path):
    project(tmp_path, LESSON)
    assert run(tmp_path, "12") == (1, "There is no lesson 12. There are: 07.")
    project(tmp_path, "print(1)", "08_broken.py")
    code, said = run(tmp_path)
    assert code == 1 and "08_broken.py, line 1: a cell begins" in said
    assert not (tmp_path / STUDENT).exists()


def test_a_project_is_found_from_within_or_round_the_package(tmp_path, monkeypatch):
    assert (find_project(tmp_path) / "studybuddy" / "__init__.py").is_file()


# -- reset ---------------------------------------------------------------------------------------

def test_reset_of_an_untouched_lesson_changes_nothing_and_runs_nothing(copy, monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.build.run_notebook", _no_kernel)
    before, said = stored(copy), []
    assert reset(copy, "7", say=said.append) == 0
    assert said == [f"{Path(STUDENT).name} is as it was made. Nothing was changed."]
    assert stored(copy) == before


def test_reset_brings_outputs_back_where_the_cells_are_untouched(copy):
    path, said = copy / STUDENT, []
    before = path.read_bytes()
    data = json.loads(before)
    for cell in data["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    path.write_text(json.dumps(data), encoding="utf-8")
    assert reset(copy, "7", say=said.append) == 0
    cells = {cell["id"]: cell for cell in json.loads(path.read_bytes())["cells"]}
    for cell in json.loads(before)["cells"]:
        if IGNORED not in cell["metadata"].get("tags", ()):  # of those the stored ones stay
            assert cells[cell["id"]] == cell
    assert "is restored" in said[-1]


def test_reset_says_that_progress_is_kept_and_how_to_clear_it(copy, tmp_path, monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", str(tmp_path / "mine.json"))
    notes, said = progress.Progress(tmp_path / "mine.json"), []
    assert reset(copy, "7", say=said.append) == 0 and len(said) == 1  # nothing is kept yet
    notes.passed("07", "07.1")
    notes.passed("07", "07.2")
    notes.guess("07", "07.p1", "a")
    notes.passed("03", "03.1")
    assert reset(copy, "7", say=said.append) == 0
    assert said[-1] == ("Your progress in lesson 07 is kept: 2 checks and 1 guess. "
                        "To begin anew: studybuddy progress --clear 07")
    (copy / STUDENT).unlink()
    assert reset(copy, "7", say=said.append) == 0
    assert "is restored" in said[-2] and "progress --clear 07" in said[-1]


def test_reset_restores_the_lesson_and_keeps_every_copy(copy):
    path, said = copy / STUDENT, []
    older = copy / "notebooks" / "yours" / f"07_gap-{time.strftime('%Y-%m-%d')}.ipynb"
    older.parent.mkdir()
    older.write_bytes(b"older")
    before = path.read_bytes()
    mine = before.replace(b"Twice", b"My own")
    path.write_bytes(mine)
    assert reset(copy, "07", say=said.append) == 0
    assert path.read_bytes() == before
    newer = older.with_stem(older.stem + "-2")
    assert (older.read_bytes(), newer.read_bytes()) == (b"older", mine)
    assert f"Your copy is kept: notebooks/yours/{newer.name}" in said
    assert "Reload Notebook from Disk" in said[-1]


def test_reset_without_a_kernel_restores_the_text(copy, monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.build.run_notebook", _no_kernel)
    said = []
    (copy / STUDENT).unlink()
    assert reset(copy, "07", say=said.append) == 0
    assert any("comes without outputs (no kernel here)" in line for line in said)
    assert editions.state(copy / STUDENT, copy / "notebooks/source/07_gap.py",
                          "student") == "as built"
    nbformat.validate(nbformat.read(copy / STUDENT, as_version=4))


def test_reset_says_what_stands_in_its_way_and_loses_nothing(copy, monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.build.run_notebook", _no_kernel)
    path, yours, said = copy / STUDENT, copy / editions.SET_ASIDE, []
    path.write_bytes(b"mine")
    yours.write_bytes(b"no folder")
    assert reset(copy, "07", say=said.append) == 1
    assert said[-1].startswith("Your copy cannot be kept in notebooks/yours (")
    assert (path.read_bytes(), yours.read_bytes()) == (b"mine", b"no folder")
    assert str(copy) not in "".join(said)

    path.unlink()
    path.mkdir()
    (path / "mine").write_bytes(b"inside")
    assert reset(copy, "07", say=said.append) == 1
    assert said[-1].startswith(f"{STUDENT} is no file") and str(copy) not in said[-1]
    assert (path / "mine").read_bytes() == b"inside"


_ran: dict[str, dict] = {}


def _run_once(notebook, folder, **options):
    """`run_notebook`, by a kernel once for each notebook: what such tests vary lies beside it."""
    key = json.dumps(notebook, sort_keys=True)
    if key not in _ran:
        _ran[key] = run_notebook(notebook, folder, **options)
    return copying.deepcopy(_ran[key])


def test_a_build_says_what_stands_in_its_way_and_loses_nothing(copy, monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.build.run_notebook", _run_once)
    path, yours = copy / STUDENT, copy / editions.SET_ASIDE
    path.write_bytes(b"mine")
    yours.write_bytes(b"no folder")
    code, said = run(copy)
    assert code == 1 and f"{path.name}: cannot be read or written (" in said
    assert (path.read_bytes(), yours.read_bytes()) == (b"mine", b"no folder")
    path.unlink()
    path.mkdir()
    for check in (False, True):
        code, said = run(copy, check=check)
        assert code == 1 and f"{path.name}: cannot be read or written (" in said
        assert str(copy) not in said and path.is_dir()


@pytest.mark.parametrize("mine", [
    b"[" * 100_000, b"\xff", b"", b"7", b'{"cells": 7}',
    b'{"metadata": {"studybuddy": {"cells": 1}}, "cells": [{"source": ' + b"[" * 900 + b"]" * 900
    + b"}]}"])
def test_reset_keeps_what_is_no_notebook(copy, monkeypatch, mine):
    monkeypatch.setattr("studybuddy.workbook.build.run_notebook", _no_kernel)
    path, said = copy / STUDENT, []
    path.write_bytes(mine)
    assert reset(copy, "07", say=said.append) == 0
    assert [one.read_bytes() for one in (copy / editions.SET_ASIDE).iterdir()] == [mine]
    assert editions.state(path, copy / "notebooks/source/07_gap.py", "student") == "as built"
    path.write_bytes(mine)
    monkeypatch.setattr("studybuddy.workbook.build.run_notebook", _run_once)
    code, text = run(copy)
    assert code == 0 and "somebody worked in it" in text
    assert [one.read_bytes() for one in (copy / editions.SET_ASIDE).iterdir()] == [mine, mine]


def _no_kernel(*_, **__):
    raise ExecutionError("no kernel here\nmore")


def test_reset_names_the_lessons_that_there_are(copy):
    said = []
    assert reset(copy, "12", say=said.append) == 2
    assert said == ["There is no lesson 12. There are: 07."]


@pytest.mark.parametrize(("arguments", "code"), [(["build", "77"], 1), (["reset", "77"], 2)])
def test_the_commands_say_which_lessons_there_are(arguments, code):
    from typer.testing import CliRunner

    from studybuddy.cli import app

    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == code and "There is no lesson 77. There are: 00, 01" in done.output


# -- small.py ------------------------------------------------------------------------------------

def small(tmp_path, *texts):
    sources = []
    for number, text in enumerate(texts, start=1):
        path = tmp_path / f"{number:02}_lesson.py"
        path.write_text(text, encoding="utf-8")
        sources.append(read_source(path))
    return reuse.small_module(sources)


def load(text, tmp_path, monkeypatch):
    path = tmp_path / "small.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("small_of_test", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "small_of_test", module)
    spec.loader.exec_module(module)
    return module


HEAVY = '''\
# %%
from colorsys import rgb_to_hls as to_hls
from packaging.version import Version as V
import math, json

# %% tags=["small"]
class Newer(V):
    """Lines of a text

  keep their place."""
    def later(self, other): return self > V(other)

# %% tags=["small"]
LIMIT = math.floor(2.5)
'''


def test_small_takes_the_solved_code_and_the_imports_it_needs(tmp_path, monkeypatch):
    text = small(tmp_path, LESSON.replace("07.1", "01.1").replace("return 2 * x",
                                                                  "return sys.maxsize and 2 * x"))
    assert "import sys" in text and "import os" not in text and "SimpleNamespace" not in text
    assert load(text, tmp_path, monkeypatch).double(21) == 42


def test_small_loads_a_heavy_package_only_when_it_is_used(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "packaging.version", raising=False)
    text = small(tmp_path, '# %% tags=["small"]\ndef light():\n    return 1\n', HEAVY)
    assert "colorsys" not in text and "json" not in text
    module = load(text, tmp_path, monkeypatch)
    assert module.light() == 1 and "packaging.version" not in sys.modules
    assert module.LIMIT == 2 and "packaging.version" in sys.modules
    assert module.Newer("2.0").later("1.9")
    assert module.Newer.__qualname__ == "Newer"
    assert module.Newer.__doc__ == "Lines of a text\n\n  keep their place."
    with pytest.raises(AttributeError, match="nothing"):
        _ = module.nothing


@pytest.mark.parametrize(("texts", "words"), [
    (['# %% tags=["small"]\nx = 1\n', '# %% tags=["small"]\ndef x(): pass\n'],
     "x is marked small in lesson 01 and in lesson 02"),
    (['# %% tags=["small"]\nx = 1\nprint(x)\n'], "holds definitions only (line 2"),
    (['# %%\ny = 1\n\n# %% tags=["small"]\ndef f(): return y + z\n'], "y, z: used by a cell"),
])
def test_what_small_cannot_hold_is_named(tmp_path, texts, words):
    with pytest.raises(SourceError) as error:
        small(tmp_path, *texts)
    assert words in str(error.value)
