"""ApprovalPanel in a real JupyterLab: clicks, keys, interrupts, restarts, and how quick it is.

One page for the file, a notebook of its own for each test. The screenshots stay
in the test's folder, for a person to look at.
"""

import re
import statistics

import pytest

from tests.browser import harness

SETUP = '''
from studybuddy import Agent, ScriptedModel, Tool, file_tools
from studybuddy.messages import assistant, call
from studybuddy.panels import ApprovalPanel
done = []

def send(text: str) -> dict:
    """Send a text."""
    done.append(text)
    return {"sent": text}

def asks(*texts):
    return [assistant("", [call("send", {"text": text})]) for text in texts]

def agent(*script, tools=(send,)):
    return Agent([Tool(tool, needs_approval=True) for tool in tools], approve="ask",
                 model=ScriptedModel([*script, "All done."]), max_steps=60)
'''
PANEL = f"{harness.CURRENT} .sb-live-panel"
NOTEBOOKS = {
    "clicks": [SETUP, 'panel = ApprovalPanel(agent(*asks("a1", "a2", "a3")), "Send three.")\npanel',
               'other = ApprovalPanel(agent(*asks("b1", "b2", "b3")), "Send others.")\nother',
               "print('done:', *done)", "print('reason:', panel.run.steps[1].results[0].error)"],
    "fast": [SETUP, 'panel = ApprovalPanel(agent(*asks("f1")), "Send f1.", arm=4)\npanel',
             "print('done:', *done)"],
    "await": [SETUP, 'panel = ApprovalPanel(agent(*asks("w1")), "Send w1.")\n'
              "run = await panel\nprint('status', run.status, done)",
              "print('after the wait')"],
    "resume": [SETUP, 'panel = ApprovalPanel(agent(*asks("r1", "r2")), "Send two.", '
               'path="kept/run.jsonl")\npanel', "print('done:', *done)"],
    "fifty": [SETUP, 'panel = ApprovalPanel(agent(*asks(*map(str, range(50)))), "Send fifty.", '
              'path="fifty.jsonl", arm=0)\npanel', "print('done:', len(done), *done[-1:])"],
    "keys": [SETUP, 'panel = ApprovalPanel(agent(*asks("k1", "k2", "k3")), "Send three.")\npanel',
             "print('done:', *done)", "# a place to type"],
    "hostile": [SETUP, r'''
def broken(name: str) -> dict:
    """Fail."""
    raise RuntimeError("<img src=http://198.51.100.1/a onerror=\"document.title='taken'\">")
bad = "<script>document.title = 'taken'</script>\u202e\u200b" + " " * 500 + "rm -rf"
import os, pathlib
pathlib.Path("work").mkdir(exist_ok=True)
pathlib.Path("work/plan.txt").write_text("one\ntwo\nthree\n", encoding="utf-8")
hostile = Agent([*file_tools("work"), Tool(broken, needs_approval=True)], approve="ask",
    model=ScriptedModel([
    assistant(bad, [call("broken", {"name": bad})]),
    assistant("", [call("write_file", {"file_path": "plan.txt",
                                       "content": "one\n2 <b>two</b>\nthree\nfour\n"})]),
    bad]))
panel = ApprovalPanel(hostile, bad)
panel'''],
}

pytestmark = pytest.mark.usefixtures("chromium")


@pytest.fixture(scope="module")
def page(desk):
    with harness.notebooks_page(desk, "approval", NOTEBOOKS) as page:
        yield page


def printed(page, number, text):
    """Run a cell that prints, and wait for its text."""
    harness.run_cell(page, number)
    harness.output(page, number).get_by_text(text, exact=True).wait_for()


def wants(panel, text):
    """Wait until the panel asks about this text and takes a click."""
    panel.locator(".sb-request", has_text=text).wait_for()
    harness.button(panel, "Approve").wait_for()


def says(panel, text):
    panel.locator(".sb-live", has_text=text).wait_for()


def test_clicks_in_two_panels(page, tmp_path):
    harness.run_cell(page, 0, 1, 2)
    first, second = page.locator(PANEL).nth(0), page.locator(PANEL).nth(1)
    wants(second, "b1")
    wants(first, "a1")
    page.screenshot(path=tmp_path / "waiting.png")
    assert first.locator('[aria-live="polite"]', has_text="The model asks for send").count() == 1
    assert first.get_by_role("group", name="The model asks for send").count() == 1
    first.get_by_text("Approve", exact=True).locator("visible=true").dblclick()
    wants(first, "a2")
    printed(page, 3, "done: a1")  # the second click decided nothing, and the other panel waits
    reason = first.get_by_label("Reason").locator("visible=true")
    reason.fill("Not <b>this</b> one")
    harness.button(first, "Reject").click()
    wants(first, "a3")
    assert "person: rejects send: Not <b>this</b> one" in first.inner_text()
    printed(page, 4, "reason: The student rejected this call: Not <b>this</b> one")
    harness.button(second, "Approve every call of send in this run").click()
    says(second, "DONE")
    assert "Answer: All done." in second.inner_text()
    printed(page, 3, "done: a1 b1 b2 b3")
    harness.run_cell(page, 1)  # a new panel in its place; the older run is over
    wants(first, "a1")
    assert page.locator(PANEL).count() == 2
    harness.button(first, "Stop").click()
    says(first, "STOPPED")
    assert "Answer: This run was cancelled." in first.inner_text()
    harness.button(first, "Start again").click()
    wants(first, "a1")
    harness.button(first, "Approve").click()
    wants(first, "a2")
    printed(page, 3, "done: a1 b1 b2 b3 a1")
    page.screenshot(path=tmp_path / "again.png")


def test_a_click_that_comes_too_fast_is_told_so(page, tmp_path):
    harness.open_notebook(page, "fast")
    harness.run_cell(page, 0, 1)
    panel = page.locator(PANEL)
    panel.locator("button.sb-arming:visible", has_text="Approve").first.click()
    says(panel, "TOO FAST Nothing was decided. Read it first, then click again.")
    panel.evaluate("panel => panel.scrollIntoView()")
    page.screenshot(path=tmp_path / "fast.png")
    printed(page, 2, "done:")
    harness.button(panel, "Approve").click()
    says(panel, "DONE")
    printed(page, 2, "done: f1")


def test_await_and_interrupt(page):
    harness.open_notebook(page, "await")
    harness.run_cell(page, 0, 1, 2)
    panel = page.locator(PANEL)
    wants(panel, "w1")
    harness.button(panel, "Approve").click()
    harness.output(page, 1).get_by_text("status answered ['w1']").wait_for()
    harness.output(page, 2).get_by_text("after the wait").wait_for()
    harness.run_cell(page, 1)
    wants(panel, "w1")
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    page.keyboard.press("i")
    says(panel, "STOPPED")
    harness.output(page, 1).get_by_text(
        re.compile("KeyboardInterrupt|CancelledError")).first.wait_for()
    assert harness.button(panel, "Approve").count() == 0
    harness.wait_until_ready(page)  # what comes between an error and that, a kernel does not run
    harness.run_cell(page, 1)
    wants(panel, "w1")
    harness.button(panel, "Stop").click()
    harness.output(page, 1).get_by_text("status cancelled ['w1']").wait_for()


def test_run_all_goes_on_and_a_restart_resumes(page, tmp_path):
    harness.open_notebook(page, "resume")
    harness.run_all(page)
    assert harness.output(page, 2).inner_text().strip() == "done:"  # the later cell did not wait
    panel = page.locator(PANEL)
    wants(panel, "r1")
    harness.button(panel, "Approve").click()
    wants(panel, "r2")
    harness.run_cell(page, 1)  # without a restart as well: the run goes on, and is not cancelled
    page.wait_for_timeout(300)
    wants(panel, "r2")
    harness.restart_kernel(page)
    panel.get_by_text("the run goes on from its file").wait_for()
    assert panel.locator("button:visible, input:visible").count() == 0
    assert "WAITING" not in panel.inner_text()
    page.screenshot(path=tmp_path / "restarted.png")
    harness.run_cell(page, 0, 1)
    wants(panel, "r2")
    assert 'send: {"sent": "r1"}' in panel.inner_text()
    harness.button(panel, "Approve").click()
    says(panel, "DONE")
    harness.button(panel, "Start again (replaces run.jsonl)").wait_for()
    printed(page, 2, "done: r2")


def test_fifty_approvals_in_a_row(page, record_property):
    harness.open_notebook(page, "fifty")
    harness.run_cell(page, 0, 1)
    wants(page.locator(PANEL), "0")
    times = page.locator(PANEL).evaluate("""async panel => {
      const end = performance.now() + 40000;
      const frame = () => new Promise((go, fail) => performance.now() < end
        ? requestAnimationFrame(go) : fail(new Error('no result: ' + panel.innerText)));
      const open = () => [...panel.querySelectorAll('button')].find(button =>
        button.offsetParent && !button.disabled && button.textContent === 'Approve');
      const times = [];
      for (let i = 0; i < 50; i++) {
        while (!open()) await frame();
        const begin = performance.now();
        open().click();
        while (!panel.textContent.includes(`{"sent": "${i}"}`)) await frame();
        times.push(performance.now() - begin);
      }
      return times;
    }""")
    median = statistics.median(times)
    record_property("click to result", f"median {median:.0f} ms, slowest {max(times):.0f} ms, "
                    f"of {len(times)} approvals")
    assert median <= 300
    says(page.locator(PANEL), "DONE")
    printed(page, 2, "done: 50 49")


def test_by_keyboard_alone(page, tmp_path):
    harness.open_notebook(page, "keys")
    harness.run_cell(page, 0)
    harness.run_cell(page, 1)
    panel = page.locator(PANEL)
    wants(panel, "k1")
    assert not panel.evaluate("panel => panel.contains(document.activeElement)")
    page.keyboard.press("Escape")
    for _ in range(6):
        page.keyboard.press("Tab")
        if focused(page) == "Approve":
            break
    page.keyboard.press("Enter")
    # The keyboard is led to the next request, so that it is read before it is decided.
    page.wait_for_function("document.activeElement.matches('.sb-request') && "
                           "document.activeElement.textContent.includes('k2')")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.screenshot(path=tmp_path / "focus.png")
    wants(panel, "k2")
    page.keyboard.press("Tab")
    assert focused(page) == "Approve"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Reject"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("dd no")  # letters are no commands of JupyterLab here
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "Reject"
    page.keyboard.press("Enter")
    wants(panel, "k3")
    assert "rejects send: dd no" in panel.inner_text()
    harness.button(panel, "Approve").click()
    # Somebody who types elsewhere by then is left alone.
    page.locator(f"{harness.CURRENT} .jp-CodeCell").nth(3).locator(".cm-content").click()
    says(panel, "DONE")
    page.keyboard.type("still here")
    output_cell = page.locator(f"{harness.CURRENT} .jp-CodeCell").nth(3)
    assert "still here" in output_cell.locator(".cm-content").inner_text()
    printed(page, 2, "done: k1 k3")


def focused(page):
    return page.evaluate("document.activeElement.textContent")


def test_hostile_texts_in_both_themes_and_narrow(page, tmp_path):
    harness.open_notebook(page, "hostile")
    title = page.title()
    harness.run_cell(page, 0, 1)
    panel = page.locator(PANEL)
    wants(panel, "broken")
    shown = panel.locator(".sb-request").inner_text()
    assert "<script>document.title = 'taken'</script><U+202E><U+200B>" in shown
    assert "[... 500 blanks ...] rm -rf" in shown
    panel.evaluate("panel => panel.scrollIntoView()")
    page.screenshot(path=tmp_path / "padding.png")
    harness.button(panel, "Approve").click()
    wants(panel, "plan.txt")
    assert "broken failed with RuntimeError" in panel.inner_text()
    added = panel.locator(".sb-line.sb-added").all_inner_texts()
    assert [line.rstrip() for line in added] == ["+2 <b>two</b>", "+four"]
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        harness.set_theme(page, theme)
        panel.evaluate("panel => panel.scrollIntoView()")
        page.screenshot(path=tmp_path / f"{theme}.png")
    page.keyboard.press("Control+b")
    page.set_viewport_size({"width": 500, "height": 1100})
    panel.evaluate("panel => panel.scrollIntoView()")
    page.screenshot(path=tmp_path / "narrow.png")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    harness.button(panel, "Approve").click()
    says(panel, "DONE")
    page.screenshot(path=tmp_path / "narrow done.png")
    assert page.title() == title
    assert panel.locator("script, img, b").count() == 0
