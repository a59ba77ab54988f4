"""`studybuddy lab` as a learner meets it: in a browser, with whatever their home folder holds."""

import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
import websocket

from studybuddy.workbook.lab import LESSON
from tests import lessons
from tests.browser import harness

ROOT = Path(__file__).resolve().parents[2]


def get(lab, path):
    url = f"{lab.base}{path}{'&' if '?' in path else '?'}token={lab.token}"
    with urllib.request.urlopen(url, timeout=20) as answer:
        return answer.read().decode()


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """One JupyterLab for all tests here, in a copy of the project, and with a kernel named
    python3 in the learner's home that cannot work."""
    folder = tmp_path_factory.mktemp("lab")
    broken = folder / "JUPYTER_DATA_DIR" / "kernels" / "python3"
    broken.mkdir(parents=True)
    (broken / "kernel.json").write_text(json.dumps(
        {"argv": ["/no/such/python"], "display_name": "broken", "language": "python"}))
    project = folder / "project"  # Run All may save, and must not touch the originals
    shutil.copytree(ROOT / "notebooks", project / "notebooks")
    shutil.copytree(ROOT / "studybuddy", project / "studybuddy",
                    ignore=shutil.ignore_patterns("__pycache__"))
    with harness.lab(folder, cwd=project, JUPYTER_PREFER_ENV_PATH="0") as running:
        yield running
    assert not harness.our_tracebacks(running.log.read_text(errors="replace"))
    if os.name != "nt":
        assert running.process.returncode == 0  # it ended by itself when it was told to


def test_it_serves_the_lesson_with_its_own_kernel(lab):
    assert lab.address.startswith(f"{lab.base}/lab/tree/{LESSON.as_posix()}?token=")
    assert json.loads(get(lab, f"/api/contents/{LESSON.as_posix()}"))["type"] == "notebook"
    assert "JupyterLab" in get(lab, f"/lab/tree/{LESSON.as_posix()}")
    kernel = json.loads(get(lab, "/api/kernelspecs"))["kernelspecs"]["python3"]["spec"]
    assert kernel["argv"][0] in ("python", sys.executable)


def test_the_learner_reads_the_address_and_how_to_stop(lab):
    said = lab.log.read_text()
    assert "To stop: press Ctrl-C" in said
    assert len(said.splitlines()) < 12  # the address is not lost in a page of log lines


def test_a_page_that_closes_while_a_cell_prints_leaves_no_word(lab):
    def ask(path, method="GET", data=None):
        url = f"{lab.base}/api/{path}?token={lab.token}"
        request = urllib.request.Request(url, method=method, data=data)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read() or b"null")

    before = lab.log.read_text()
    kernel = ask("kernels", "POST", b'{"name": "python3"}')["id"]
    page = websocket.create_connection(
        f"{lab.base.replace('http', 'ws')}/api/kernels/{kernel}/channels?token={lab.token}",
        timeout=20)
    content = {"code": "for _ in range(100): display('x' * 200_000)", "silent": False,
               "store_history": False, "user_expressions": {}, "allow_stdin": False}
    page.send(json.dumps({
        "header": {"msg_id": "1", "username": "", "session": "1", "msg_type": "execute_request",
                   "version": "5.3"},
        "parent_header": {}, "metadata": {}, "content": content, "channel": "shell",
        "buffers": []}))
    while "display_data" not in str(page.recv()):
        pass
    # At once, as when a computer goes to sleep: without the word that a closing page sends.
    page.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    page.sock.close()
    end = time.monotonic() + 20
    while True:
        now = ask(f"kernels/{kernel}")
        if (now["connections"], now["execution_state"]) == (0, "idle"):
            break  # the server has noticed, and all was printed
        assert time.monotonic() < end, now
        time.sleep(0.05)
    ask(f"kernels/{kernel}", "DELETE")
    said = lab.log.read_text().removeprefix(before)  # a kernel may have a word of its own
    assert "ClosedError" not in said and "never retrieved" not in said


@pytest.mark.skipif(os.name == "nt", reason="terminals are tested on Linux and macOS")
def test_ctrl_c_while_it_starts(tmp_path):
    import pexpect

    child = pexpect.spawn(sys.executable, ["-m", "studybuddy", "lab", "--no-browser"],
                          cwd=str(ROOT), timeout=30, encoding="utf-8",
                          env={**os.environ, **harness.private_folders(tmp_path)})
    child.expect_exact("To stop: press Ctrl-C")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.wait()  # else it gets a hang-up when it is slow to end
    assert child.exitstatus == 130
    assert "Stopped." in child.before
    assert "Traceback" not in child.before


def test_an_option_that_jupyterlab_does_not_know_fails(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "studybuddy", "lab", "--no-browser", "--no-such-option"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
        env={**os.environ, **harness.private_folders(tmp_path)})
    assert done.returncode != 0
    assert "no-such-option" in done.stderr


def test_the_lesson_opens_and_runs(lab, browser, tmp_path):
    """The screenshots stay in the test's folder, for a person to look at."""
    if lessons.is_skipped(ROOT / LESSON):
        pytest.skip(lessons.REASON)
    stored = nbformat.read(ROOT / LESSON, as_version=4)
    expected = [[output.text.strip() for output in cell.outputs if output.output_type == "stream"]
                for cell in stored.cells if cell.cell_type == "code"]
    with closing(browser.new_context(viewport=harness.VIEWPORT)) as context:
        beyond = harness.requests_beyond(context, lab)
        page = harness.open_page(context, lab.address)
        tabs = page.locator(".lm-DockPanel-tabBar .lm-TabBar-tabLabel").all_inner_texts()
        assert tabs == [LESSON.name]
        title = stored.cells[0].source.splitlines()[0].lstrip("# ")
        assert page.locator(f"{harness.CURRENT} h1").first.inner_text().startswith(title)
        page.screenshot(path=tmp_path / "light.png")
        harness.run_all(page)
        shown = harness.code_cells(page)
        # Neither a dialog nor a question about news stands between the learner and the lesson.
        assert page.locator(".jp-Dialog, .Toastify__toast").count() == 0
        harness.set_theme(page, "JupyterLab Dark")
        page.screenshot(path=tmp_path / "dark.png")
    assert [prompt for prompt, _ in shown] == [f"[{n}]:" for n in range(1, len(expected) + 1)]
    for number, (texts, (_, outputs)) in enumerate(zip(expected, shown, strict=True), start=1):
        for text in texts:
            assert text.splitlines()[0] in "\n".join(outputs), f"cell [{number}]"
    assert "calculator" in str(shown)  # the first conversation asked for a tool
    assert beyond == []
