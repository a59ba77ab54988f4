"""TracePanel in a real JupyterLab: stepped by keyboard, in both themes, on a narrow page.

The screenshots stay in the test's folder, for a person to look at.
"""

import pytest

from tests.browser import harness

CELL = r'''
from studybuddy import Agent, ScriptedModel, calculator
from studybuddy.messages import assistant, call
from studybuddy.panels import TracePanel
evil = "<img src=http://198.51.100.1/a onerror=\"document.title='taken'\"> $x$ \u202e"
run = Agent([calculator], ScriptedModel([
    assistant("", [call("calculator", {"expression": "8.2 * 20"})]),
    assistant(evil, [call("calculator", {"expression": "9.1 * 22"})]),
    "364.2 " + evil]), system="Answer shortly.").ask("Add 8.2 * 20 and 9.1 * 22. " + evil)
panel = TracePanel(run)
panel'''
PANEL = f"{harness.CURRENT} .sb-live-panel"

pytestmark = pytest.mark.usefixtures("chromium")


def test_stepping_by_keyboard_in_both_themes(tmp_path, chromium):
    served = tmp_path / "served"
    served.mkdir()
    harness.notebook(served / "trace.ipynb", CELL, "print('step', panel.step)")
    with harness.lab(tmp_path, cwd=served, options=[f"--ServerApp.root_dir={served}"]) as lab, \
            harness.browser() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        beyond = harness.requests_beyond(context, lab)
        page = harness.open_page(context, lab.page_of("trace.ipynb"))
        page.set_default_timeout(15_000)
        title = page.title()
        page.keyboard.press("Control+Enter")
        panel = page.locator(PANEL)
        panel.get_by_text("Step 3 of 3").wait_for()
        handle = panel.get_by_role("slider")
        for _ in range(8):
            page.keyboard.press("Tab")
            if handle.evaluate("handle => handle === document.activeElement"):
                break
        page.keyboard.press("ArrowLeft")
        panel.get_by_text("Step 2 of 3").wait_for()
        assert handle.get_attribute("aria-valuenow") == "2.0"
        page.keyboard.press("Home")
        panel.get_by_text("Before the first request").wait_for()
        page.keyboard.press("ArrowRight")
        panel.get_by_text("Step 1 of 3").wait_for()
        panel.get_by_role("button", name="Next").click()
        panel.get_by_text("Step 2 of 3").wait_for()
        for summary in panel.locator("summary").all():
            summary.click()
        assert '"tool_calls"' in panel.inner_text() and "<U+202E>" in panel.inner_text()
        assert panel.locator("img").count() == 1  # the picture
        assert panel.locator("mjx-container, script").count() == 0
        page.set_viewport_size({"width": 1280, "height": 2000})
        panel.screenshot(path=tmp_path / "light.png")
        harness.set_theme(page, "JupyterLab Dark")
        panel.screenshot(path=tmp_path / "dark.png")
        page.keyboard.press("Control+b")  # the file list makes room
        page.set_viewport_size({"width": 500, "height": 2000})
        page.wait_for_timeout(300)
        panel.screenshot(path=tmp_path / "narrow.png")
        assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
        page.locator(f"{harness.CURRENT} .cm-content").nth(1).click()
        page.keyboard.press("Control+Enter")
        page.get_by_text("step 2", exact=True).wait_for()
        assert page.title() == title and beyond == []
