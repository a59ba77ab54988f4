"""TracePanel in a real JupyterLab: stepped and forked by keyboard, in both themes, and narrow.

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
    "364.2 " + evil]), system="Answer  shortly, in  3   words.").ask(
    "Add 8.2 * 20 and 9.1 * 22. " + evil)
panel = TracePanel(run)
panel'''
SAVED = r'''
import json
from studybuddy import Agent, Run, ScriptedModel
from studybuddy.messages import assistant, call
from studybuddy.panels import TracePanel

def price(item: str) -> dict:
    """Price of an item."""
    return {"rupees": 40, "item": item}

agent = Agent([price], ScriptedModel([
    assistant("", [call("price", {"item": "tea"})]),
    lambda messages: f"It costs {json.loads(messages[-1]['content'])['rupees']}."]),
    system="Be brief.")
agent.ask("What does tea cost?").save("run.jsonl")
run = Run.load("run.jsonl", agent)
panel = TracePanel(run, step=1)
panel'''
WAITS = r'''
from studybuddy import Agent, ScriptedModel, Tool
from studybuddy.messages import assistant, call
from studybuddy.panels import TracePanel
written = []

def note(text: str) -> dict:
    """Write a note."""
    written.append(text)
    return {"noted": text}

run = Agent([Tool(note, needs_approval=True)], approve="ask", model=ScriptedModel([
    assistant("", [call("note", {"text": "a"})]), "Noted."])).ask("Note a.")
panel = TracePanel(run, step=0)
panel'''
NOTEBOOKS = {
    "steps": [CELL, "print('step', panel.step)"],
    "fork": [SAVED, "print('fork', panel.fork.answer, 'run', run.answer)"],
    "wait": [WAITS, "print('written', written)"],
}
PANEL = f"{harness.CURRENT} .sb-live-panel"

pytestmark = pytest.mark.usefixtures("chromium")


@pytest.fixture(scope="module")
def page(desk):
    with harness.notebooks_page(desk, "trace", NOTEBOOKS) as page:
        yield page


def tab_to(page, element, most=12):
    """Press Tab until an element has the keyboard."""
    for _ in range(most):
        if element.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not reach it")


def test_stepping_by_keyboard_in_both_themes(page, tmp_path):
    title = page.title()
    page.keyboard.press("Control+Enter")
    panel = page.locator(PANEL)
    panel.get_by_text("Step 3 of 3").wait_for()
    handle = panel.get_by_role("slider")
    tab_to(page, handle)
    page.keyboard.press("ArrowLeft")
    panel.get_by_text("Step 2 of 3").wait_for()
    assert handle.get_attribute("aria-valuenow") == "2.0"
    page.keyboard.press("Home")
    panel.get_by_text("Before the first request").wait_for()
    # Blanks are seen as they are: a name with two of them is another name.
    assert panel.locator("li", has_text="shortly").inner_text() == (
        "system Answer  shortly, in  3   words.")
    page.keyboard.press("ArrowRight")
    panel.get_by_text("Step 1 of 3").wait_for()
    assert "Answer  shortly, in  3   words." in panel.locator("summary").first.inner_text()
    panel.get_by_role("button", name="Next").click()
    panel.get_by_text("Step 2 of 3").wait_for()
    for summary in panel.locator("summary").all():
        summary.click()
    assert '"tool_calls"' in panel.inner_text() and "<U+202E>" in panel.inner_text()
    assert panel.locator("img").count() == 1  # the picture
    assert panel.locator("mjx-container, script").count() == 0
    in_both_themes_and_narrow(page, panel, tmp_path, "steps")
    harness.run_cell(page, 1)
    page.get_by_text("step 2", exact=True).wait_for()
    assert page.title() == title


def in_both_themes_and_narrow(page, panel, folder, name):
    """Screenshots to look at. Narrow, nothing sticks out."""
    page.set_viewport_size({"width": 1280, "height": 2400})
    panel.screenshot(path=folder / f"{name} light.png")
    harness.set_theme(page, "JupyterLab Dark")
    panel.screenshot(path=folder / f"{name} dark.png")
    page.keyboard.press("Control+b")  # the file list makes room
    page.set_viewport_size({"width": 500, "height": 2400})
    page.wait_for_function("panel => panel.clientWidth < 480", arg=panel.element_handle())
    panel.screenshot(path=folder / f"{name} narrow.png")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.keyboard.press("Control+b")
    harness.set_theme(page, "JupyterLab Light")


def test_a_saved_run_goes_on_from_another_result_by_keyboard(page, tmp_path):
    harness.open_notebook(page, "fork")
    harness.run_cell(page, 0)
    panel = page.locator(PANEL)
    panel.get_by_text("Step 1 of 2").wait_for()
    text = panel.get_by_label("Its text")
    page.keyboard.press("Escape")
    tab_to(page, panel.get_by_label("Message", exact=True))
    assert panel.locator("option:checked").inner_text().startswith("3.\xa0result\xa0of\xa0price")
    tab_to(page, text)
    assert '"rupees": 40' in text.input_value()
    page.keyboard.press("Control+a")
    page.keyboard.type('{"rupees": 90,')
    page.keyboard.press("Shift+Enter")  # JupyterLab would run the cell, and the text would be lost
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Enter")
    page.keyboard.type(' "item": "x x dd"}')  # letters are no commands of JupyterLab here
    assert text.input_value().startswith('{"rupees": 90,\n')
    tab_to(page, panel.get_by_role("button", name="Run on from here"))
    page.keyboard.press("Enter")
    panel.get_by_text("The fork has ended with an answer.").wait_for()
    # The keyboard is led to what came of it.
    page.wait_for_function("document.activeElement.textContent.includes('The fork has ended')")
    assert panel.locator('[aria-live="polite"]', has_text="The fork has ended").count() == 1
    assert panel.get_by_text("Step 2 of 2").count() == 1
    shown = panel.inner_text()
    assert "It costs 90." in shown and "The runs part at step 1." in shown
    in_both_themes_and_narrow(page, panel, tmp_path, "fork")
    panel.get_by_role("button", name="Show the original run").click()
    panel.get_by_text("Step 1 of 2").wait_for()
    panel.get_by_role("button", name="Last").click()
    panel.get_by_text("Step 2 of 2").wait_for()
    panel.locator("li", has_text="It costs 40.").wait_for()
    harness.run_cell(page, 1)
    page.get_by_text("fork It costs 90. run It costs 40.", exact=True).wait_for()


def test_a_fork_that_waits_is_decided_in_the_panel(page, tmp_path):
    harness.open_notebook(page, "wait")
    harness.run_cell(page, 0)
    panel = page.locator(PANEL)
    panel.get_by_role("button", name="Run on from here").click()
    panel.get_by_text("The fork waits for your decision.").wait_for()
    panel.locator(".sb-request", has_text="note").wait_for()
    page.set_viewport_size({"width": 1280, "height": 2400})
    panel.screenshot(path=tmp_path / "waits.png")
    page.set_viewport_size({"width": 1280, "height": 900})
    harness.run_cell(page, 1)
    page.get_by_text("written []", exact=True).wait_for()
    harness.button(panel, "Approve").click()
    panel.get_by_text("The fork has ended with an answer.").wait_for()
    harness.run_cell(page, 1)
    page.get_by_text("written ['a']", exact=True).wait_for()
