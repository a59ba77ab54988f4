"""The workbook in a real kernel: cards as display data, nothing twice, nothing lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studybuddy.workbook import execute

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

ROOT = Path(__file__).resolve().parents[2]
CELLS = {
    "start": 'import ast, operator, os\nfrom studybuddy.workbook import lesson\nlesson.start("01")',
    "early": 'lesson.check("01.2", walk)',
    "claim": 'marks = []\nprint("marks", marks)\nlesson.claim("01.p1", marks)',
    "predict": 'lesson.predict("01.p1", "b")',
    "noise": ("def walk(node):\n    print('noise')\n    os.write(1, b'raw')\n"
              "    display('shown')\n    return input('?')\n"
              "print('not sent yet', end='')\nlesson.check('01.2', walk)"),
    "loop": ("from studybuddy.workbook import bench\nbench.CALL_SECONDS = 0.5\n"
             "def walk(node):\n    while True:\n        pass\nlesson.check('01.2', walk)\n"
             "bench.CALL_SECONDS = 2"),
    "async": ("import asyncio\nasync def seven():\n    return 7\n"
              "def walk(node):\n    return asyncio.run(seven())\nlesson.check('01.2', walk)"),
    "tables": ("OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, "
               "ast.Mult: operator.mul,\n    ast.Div: operator.truediv, ast.Mod: operator.mod}\n"
               "SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos}"),
    "solved": ("def walk(node):\n"
               "    if isinstance(node, ast.Constant) and type(node.value) in (int, float):\n"
               "        return node.value\n"
               "    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:\n"
               "        return SIGNS[type(node.op)](walk(node.operand))\n"
               "    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:\n"
               "        return OPERATORS[type(node.op)](walk(node.left), walk(node.right))\n"
               "    raise ValueError('not allowed')"),
    "check": 'lesson.check("01.2", walk)',
    "fresh": ("from studybuddy.workbook import runner\nlesson.runner = runner.FreshRunner()\n"
              'lesson.check("01.2", walk)\nlesson.runner = None'),
    "trace": 'lesson.trace(walk, "8 + (9 + 2)")',
    "finish": 'lesson.finish("01")',
    "map": "lesson.map()",
}


def run(*names: str, **settings: str) -> dict[str, list]:
    """Run the cells of these names in one new kernel; the outputs of each."""
    notebook = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell(CELLS[name]) for name in names])
    client = nbclient.NotebookClient(notebook, kernel_name="python3", timeout=60,
                                     allow_errors=True)
    client.execute(env={**os.environ, **settings})
    return {name: cell.outputs for name, cell in zip(names, notebook.cells, strict=True)}


def text(outputs: list) -> str:
    return "\n".join(out["data"]["text/plain"] for out in outputs
                     if out.output_type == "display_data")


def test_a_lesson_in_a_kernel_and_in_the_next_one(tmp_path):
    settings = {"STUDYBUDDY_PROGRESS": str(tmp_path / "progress.json")}
    first = run("start", "early", "claim", "predict", "noise", "loop", "async", "tables", "solved",
                "check", "fresh", "trace", "finish", "map", **settings)
    assert text(first["start"]).startswith("READY | Lesson 01")
    assert first["early"][0].ename == "NameError"  # the learner's own, before any check
    # A card is one display of text and HTML, after what the cell printed.
    assert [out.output_type for out in first["claim"]] == ["stream", "display_data"]
    assert set(first["claim"][1]["data"]) == {"text/plain", "text/html"}
    assert "nothing yet" in text(first["claim"])
    # What the child prints, writes or displays does not reach the notebook, and nothing that
    # the kernel had not sent yet comes twice.
    assert [out.get("text") for out in first["noise"]] == ["not sent yet", None]
    assert "EOFError" in text(first["noise"])
    # Where it was when the time was up: at one of the two lines of the loop.
    assert re.search(r"where      line (4: while True:|5: pass)", text(first["loop"]))
    assert "came back  7" in text(first["async"])
    assert text(first["check"]).startswith("PASSED | Check 01.2")
    assert text(first["fresh"]) == text(first["check"])
    assert "5th, value 19" in text(first["trace"])
    assert "<img alt=" in first["trace"][0]["data"]["text/html"]
    assert "01.2" in text(first["finish"]) and "next, 0 of" in text(first["map"])

    second = run("start", "claim", "finish", **settings)  # restarted: only some cells run again
    assert "you said      b." in text(second["claim"])
    assert "passed   01.2" in text(second["finish"])


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupting_the_kernel_ends_the_check_and_keeps_the_names():
    from jupyter_client.manager import KernelManager

    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(env={**os.environ, "STUDYBUDDY_PROGRESS": "none"})
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        client.execute_interactive(CELLS["start"] + "\ndef walk(node):\n    while True: pass",
                                   timeout=60, output_hook=lambda m: None)
        shown = []
        client.execute('lesson.check("01.2", walk)')
        time.sleep(0.4)
        manager.interrupt_kernel()
        while True:
            message = client.get_iopub_msg(timeout=30)
            shown.append(message)
            if message["content"].get("execution_state") == "idle":
                break
        kinds = {message["msg_type"]: message["content"] for message in shown}
        assert "you stopped it" in kinds["display_data"]["data"]["text/plain"]
        assert kinds["error"]["ename"] == "KeyboardInterrupt"
        reply = client.execute_interactive("assert callable(walk)", timeout=30,
                                           output_hook=lambda m: None)
        assert reply["content"]["status"] == "ok"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_a_run_of_a_lesson_as_a_test_leaves_no_temporary_files(tmp_path):
    """The kernels of such a run are killed, so their folders go with those of the tests."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider",
         "notebooks/08_file_tools.ipynb"], cwd=ROOT, capture_output=True, text=True, timeout=110,
        env={**os.environ, "CI": "", **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path))})
    assert done.returncode == 0, done.stdout[-2000:]
    assert [one.name for one in tmp_path.iterdir() if not one.name.startswith("pytest-of-")] == []


@pytest.mark.parametrize("starts", [1, 2])
def test_a_kernel_that_does_not_start_is_tried_once_more(tmp_path, starts):
    """As one whose port another program has just taken."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os\n"
        f"path = {str(tmp_path / 'fails')!r}\n"
        "if 'JPY_PARENT_PID' in os.environ and os.path.exists(path):\n"
        "    left = int(open(path).read())\n"
        "    if left:\n"
        "        open(path, 'w').write(str(left - 1))\n"
        "        os._exit(1)\n")
    (tmp_path / "fails").write_text(str(starts))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(17)")])
    environ = {"PYTHONPATH": str(tmp_path)}
    if starts == 1:
        done = execute.run_notebook(notebook, tmp_path, environ=environ)
        assert done.cells[0].outputs[0].text == "17\n"
    else:
        with pytest.raises(execute.ExecutionError, match=f"notebook: {execute.NOT_STARTED}"):
            execute.run_notebook(notebook, tmp_path, environ=environ)
    assert (tmp_path / "fails").read_text() == "0"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler  # Ctrl-C works again
