"""README's picture of the workbook, taken anew: `python -m tests.browser.picture`.

A copy of the project is served by a JupyterLab of its own, lesson 04 is run up to the middle in a
headless Chromium, and what the learner sees there becomes docs/workbook.png. Nothing of the
person at this machine is in it: no address bar, no folder names, no file browser.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from tests.browser import harness

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "workbook.png"
LESSON = "04_agent_loop.ipynb"
FIRST_SHOWN = "Predict 04.p3"
GUESS = 'my_guess = "?"', 'my_guess = "b"'
WIDTH, HEIGHT = 1180, 776
COLOURS = 128


def take(target: Path = PICTURE) -> None:
    """Write the picture to `target`, as a PNG of few colours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        project = folder / "project"
        shutil.copytree(ROOT / "notebooks", project / "notebooks",
                        ignore=shutil.ignore_patterns("progress.json*", "yours"))
        shutil.copytree(ROOT / "studybuddy", project / "studybuddy",
                        ignore=shutil.ignore_patterns("__pycache__"))
        lesson = project / "notebooks" / LESSON
        text = lesson.read_text(encoding="utf-8")
        guesses = [one.replace('"', r"\"") for one in GUESS]
        assert text.count(guesses[0]) > 1, "the predictions look different now"
        lesson.write_text(text.replace(*guesses), encoding="utf-8")
        _without_menus_of_maintainers(folder)
        with harness.lab(folder, cwd=project, STUDYBUDDY_PROGRESS="none",
                         STUDYBUDDY_MODEL="practice") as lab, harness.browser() as browser:
            context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
            page = harness.open_page(context, lab.page_of(f"notebooks/{LESSON}"))
            harness.run_all(page)
            _only_the_notebook(page)
            _scroll_to(page, FIRST_SHOWN)
            page.screenshot(path=folder / "full.png")
            context.close()
        _fewer_colours(folder / "full.png", target)


def _without_menus_of_maintainers(folder: Path) -> None:
    """Learners have no nbgrader and no jupytext: their menus stay out, where they are installed."""
    config = Path(harness.private_folders(folder)["JUPYTER_CONFIG_DIR"], "labconfig")
    config.mkdir(parents=True)
    (config / "page_config.json").write_text(json.dumps({"disabledExtensions": {
        "@jupyter/nbgrader": True, "jupyterlab-jupytext": True}}), encoding="utf-8")


def _only_the_notebook(page) -> None:
    """Close the file browser, so that the lesson has the whole width."""
    page.keyboard.press("Control+b")
    page.wait_for_timeout(800)
    if page.locator("#jp-left-stack:not(.lm-mod-hidden)").count():
        page.keyboard.press("Control+b")
        page.wait_for_timeout(800)


def _scroll_to(page, words: str) -> None:
    """Bring the text cell with these words to the top. Only cells near the screen are drawn, so
    the wheel turns until it is there."""
    heading = page.locator(f"{harness.CURRENT} .jp-MarkdownOutput h3", has_text=words)
    page.locator(f"{harness.CURRENT} .jp-WindowedPanel-outer").evaluate("e => e.scrollTop = 0")
    page.mouse.move(WIDTH / 2, HEIGHT / 2)
    for _ in range(200):
        if heading.count() and heading.first.bounding_box()["y"] < 200:
            break
        page.mouse.wheel(0, 120)
        page.wait_for_timeout(60)
    page.mouse.move(WIDTH - 4, HEIGHT - 4)  # no bar of a cell's buttons in the picture
    page.wait_for_timeout(1000)


def _fewer_colours(source: Path, target: Path) -> None:
    from PIL import Image

    target.parent.mkdir(exist_ok=True)
    with Image.open(source) as picture:
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
            target, optimize=True)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    take()
