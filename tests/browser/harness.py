"""A real JupyterLab, started by `studybuddy lab`, and a real Chromium that looks at it."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]
PACKAGE = Path(__file__).resolve().parents[2] / "studybuddy"
VIEWPORT = {"width": 1280, "height": 900}
LIGHT = "JupyterLab Light"
CURRENT = ".jp-NotebookPanel:not(.lm-mod-hidden)"
INDICATOR = f"{CURRENT} .jp-Notebook-ExecutionIndicator"


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab. `address` is what it told the learner to open, with its token."""

    address: str
    process: subprocess.Popen
    log: Path

    @property
    def base(self) -> str:
        """The address of the server alone."""
        return re.match(r"https?://[^/]+", self.address).group()

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    def page_of(self, notebook: str) -> str:
        """The address of a notebook in the folder that is served."""
        return f"{self.base}/lab/tree/{notebook}?token={self.token}"

    def end_kernels(self) -> None:
        """Shut down all kernels."""
        def ask(path: str, method: str = "GET") -> bytes:
            request = urllib.request.Request(f"{self.base}/api/{path}?token={self.token}",
                                             method=method)
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.read()

        for kernel in json.loads(ask("kernels")):
            ask(f"kernels/{kernel['id']}", "DELETE")


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def private_folders(folder: Path) -> dict[str, str]:
    """Environment variables that keep Jupyter's settings and state within `folder`."""
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR",
             "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR")
    return {name: str(folder / name) for name in names}


@contextmanager
def lab(folder: Path, *, cwd: Path, options: Sequence[str] = (), seconds: float = 60,
        **variables: str) -> Iterator[Lab]:
    """`studybuddy lab --no-browser` with further `options`, in the folder `cwd`, ended on
    leaving."""
    log = folder / "lab.log"
    port = free_port()
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "studybuddy", "lab", "--no-browser", f"--port={port}",
             "--ServerApp.port_retries=0", *options],
            cwd=cwd, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
            env={**os.environ, **private_folders(folder), **variables})
    try:
        address = rf"http://127\.0\.0\.1:{port}/\S+"
        end = time.monotonic() + seconds
        while not (found := re.search(address, log.read_text(errors="replace"))):
            if process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"JupyterLab did not come up:\n{log.read_text()}")
            time.sleep(0.1)
        yield Lab(found.group(), process, log)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(15)


@dataclass(frozen=True)
class Desk:
    """A page of a JupyterLab, in which one file of tests after the other opens its notebooks; what
    it asked for beyond this JupyterLab, and its dialogs, fill the lists."""

    lab: Lab
    served: Path
    page: Page
    beyond: list[str]
    dialogs: list[str]


@contextmanager
def panels_desk(folder: Path, browser: Browser) -> Iterator[Desk]:
    """A JupyterLab that serves `folder / "served"`, for the notebooks of all tests of panels, and
    its page. To load a page takes as long as three of those tests."""
    served = folder / "served"
    served.mkdir()
    with lab(folder, cwd=served, options=[f"--ServerApp.root_dir={served}",
                                          "--LabApp.expose_app_in_browser=True"]) as running:
        with closing(browser.new_context(viewport=VIEWPORT)) as context:
            beyond, dialogs = requests_beyond(context, running), []
            page = context.new_page()
            page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
            page.set_default_timeout(40_000)
            page.goto(f"{running.base}/lab?token={running.token}")
            page.wait_for_selector(".jp-Launcher")
            page.set_default_timeout(15_000)
            yield Desk(running, served, page, beyond, dialogs)
    assert not our_tracebacks(running.log.read_text(errors="replace"))


def our_tracebacks(log: str) -> list[str]:
    """The tracebacks in a log of JupyterLab that lead through the package, or name it as what is
    missing. Others are those of its kernels: one that is interrupted while it is idle, or finds its
    ports taken and tries others. The name in another path (a home folder) is not the package."""
    block = r"^.*Traceback \(most recent call last\):\n(?:[ \t|].*\n|\n)*(?:\S.*)?"
    found = re.findall(block, log, re.M)
    return [one for one in found if _is_ours(one) and "KeyboardInterrupt" not in one]


def _is_ours(traceback: str) -> bool:
    files = [file.replace("\\", "/") for file in re.findall(r'File "([^"]+)"', traceback)]
    within = [file.rpartition("studybuddy/") for file in files]
    return (any(found and (PACKAGE / tail).is_file() for _, found, tail in within)
            or re.search(r"module named '?studybuddy\b", traceback) is not None)


@contextmanager
def notebooks_page(desk: Desk, name: str, notebooks: dict[str, list[str]]) -> Iterator[Page]:
    """The desk's page with these notebooks (their cells) in the folder `name`, the first one open.
    Nothing is left behind for the next file: no tab, no kernel, no theme. A dialog, and a look at
    an address outside, are failures."""
    place = desk.served / name
    place.mkdir()
    for title, cells in notebooks.items():
        notebook(place / f"{title}.ipynb", *cells)
    try:
        _open(desk.page, f"{name}/{next(iter(notebooks))}.ipynb")
        yield desk.page
    finally:
        desk.page.evaluate("""() => {
            const tabs = [...window.jupyterapp.shell.widgets('main')];
            for (const tab of tabs.filter(tab => tab.context)) {
                tab.context.model.dirty = false;  // else it asks whether to save
                tab.close();
            }
        }""")
        desk.page.wait_for_selector(".jp-NotebookPanel", state="detached")
        desk.lab.end_kernels()
        desk.page.set_viewport_size(VIEWPORT)
        set_theme(desk.page, LIGHT)
        # Chromium shows a PDF by an extension of its own.
        beyond = [url for url in desk.beyond if not url.startswith("chrome")]
        dialogs = list(desk.dialogs)
        desk.beyond.clear()
        desk.dialogs.clear()
    assert beyond == []
    assert dialogs == []


def open_notebook(page: Page, name: str) -> None:
    """Open another notebook of the folder beside the open ones."""
    here = page.evaluate("window.jupyterapp.shell.currentWidget.context.path")
    _open(page, f"{here.rpartition('/')[0]}/{name}.ipynb")


def _open(page: Page, path: str) -> None:
    """Open a notebook by the command that a double click gives: the list of files may be drawn
    anew between two clicks."""
    page.evaluate("""path => window.jupyterapp.commands.execute('docmanager:open', {path})
                             .then(() => null)""", path)
    page.locator(".lm-TabBar-tab.jp-mod-current .lm-TabBar-tabLabel",
                 has_text=path.rpartition("/")[2]).first.wait_for()
    wait_until_ready(page)


def run_cell(page, *numbers: int) -> None:
    """Run code cells of the open notebook with the keyboard, one after the other; their prompts
    are not waited for."""
    for number in numbers:
        page.locator(f"{CURRENT} .jp-CodeCell").nth(number).locator(".cm-content").click()
        page.keyboard.press("Control+Enter")


def seen(page) -> str:
    """What the open notebook shows as text: the kernel's state, and each cell with its prompt."""
    state = page.locator(INDICATOR).first.get_attribute("data-status", timeout=2000)
    cells = page.locator(f"{CURRENT} .jp-CodeCell").all_inner_texts()
    return "\n".join([f"kernel: {state}", *cells])


def output(page, number: int):
    """The outputs of a code cell of the open notebook."""
    return page.locator(f"{CURRENT} .jp-CodeCell").nth(number).locator(".jp-OutputArea-output")


def button(panel, label: str):
    """The button of a panel that is shown and takes a click now."""
    usable = "button:visible:not([disabled]):not(.sb-arming)"
    return panel.locator(usable).get_by_text(label, exact=True)


def notebook(path: Path, *sources: str) -> Path:
    """Write a notebook of code cells without outputs; returns its path."""
    import nbformat

    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{number}")
             for number, source in enumerate(sources)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    return path


def chromium() -> str | None:
    """The path of Chromium or Chrome, from CHROMIUM or the usual names; None without one."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium (playwright's Browser)."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, headless=True)
        try:
            yield started
        finally:
            started.close()


def requests_beyond(context, lab: Lab) -> list[str]:
    """A list that grows with each address outside of this JupyterLab that a page asks for."""
    own = (lab.base, lab.base.replace("http", "ws", 1), "data:", "blob:")
    beyond: list[str] = []
    context.on("request", lambda request: None if request.url.startswith(own)
               else beyond.append(request.url))
    return beyond


def open_page(context, address: str):
    """A new page with the notebook at this address, its kernel ready."""
    page = context.new_page()
    page.set_default_timeout(40_000)
    page.goto(address)
    wait_until_ready(page)
    return page


def wait_until_ready(page) -> None:
    """Wait until the kernel of the notebook that was just opened takes a cell."""
    page.wait_for_selector(f"{CURRENT} .jp-Cell")
    if not page.evaluate("'jupyterapp' in window"):  # only where the page shows its inside
        wait_until_idle(page)
        return
    page.wait_for_function("""() => {
        const open = window.jupyterapp.shell.currentWidget;
        const context = open && open.sessionContext;
        const kernel = context && context.isReady && context.session && context.session.kernel;
        return kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
    }""")


def wait_until_idle(page, seconds: float = 40) -> None:
    """Wait until the kernel of the open notebook was idle for 1.5 s: it first says idle, then
    connects, then is idle."""
    page.wait_for_selector(f"{CURRENT} .jp-Cell")
    page.wait_for_selector(f'{INDICATOR}[data-status="idle"]', timeout=1000 * seconds)
    calm = time.monotonic()
    end = calm + seconds
    while time.monotonic() - calm < 1.5:
        assert time.monotonic() < end, "the kernel did not become idle"
        if page.locator(INDICATOR).get_attribute("data-status") != "idle":
            calm = time.monotonic()
        page.wait_for_timeout(100)


def run_all(page) -> None:
    """Run > Run All Cells, and wait until the kernel is idle again."""
    page.locator(".lm-MenuBar-itemLabel", has_text=re.compile("^Run$")).click()
    page.locator('.lm-Menu li[data-command="runmenu:run-all"]').click()
    wait_until_idle(page, seconds=120)


def restart_kernel(page) -> None:
    """Kernel > Restart Kernel, and yes."""
    page.locator(".lm-MenuBar-itemLabel", has_text=re.compile("^Kernel$")).click()
    page.locator('.lm-Menu li[data-command="kernelmenu:restart"]').click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    wait_until_idle(page)


def set_theme(page, name: str) -> None:
    """Settings > Theme > `name`, such as JupyterLab Dark; by its command, which is quicker, where
    the page shows its inside."""
    if page.evaluate("'jupyterapp' in window"):
        page.evaluate("""theme => window.jupyterapp.commands.execute(
            'apputils:change-theme', {theme})""", name)
    else:
        page.locator(".lm-MenuBar-itemLabel", has_text=re.compile("^Settings$")).click()
        page.locator('.lm-Menu li[data-type="submenu"]', has_text=re.compile("^Theme$")).click()
        page.get_by_role("menuitem", name=name, exact=True).click()
    page.wait_for_selector(f'body[data-jp-theme-name="{name}"]', state="attached")
    page.wait_for_selector("#jupyterlab-splash", state="detached")


def code_cells(page) -> list[tuple[str, list[str]]]:
    """The code cells of the open notebook: the prompt, such as [3]:, and the texts put out.

    JupyterLab draws only the cells near the screen, so this scrolls through the notebook.
    """
    found = {}
    cells = page.locator(f"{CURRENT} .jp-Notebook .jp-Cell")
    for number in range(cells.count()):
        cell = cells.nth(number)
        cell.scroll_into_view_if_needed()
        if "jp-CodeCell" in (cell.get_attribute("class") or ""):
            with suppress(Exception):
                cell.locator(".jp-InputPrompt").wait_for(timeout=2000)
            found[number] = (
                cell.locator(".jp-InputPrompt").inner_text().strip(),
                [text.strip() for text in cell.locator(".jp-OutputArea-child").all_inner_texts()])
    return list(found.values())
