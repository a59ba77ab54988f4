"""ChatPanel in a real JupyterLab: asked by keyboard, live steps, approvals, an upload, a restart.

One page for the file, a notebook of its own for each test. The screenshots stay
in the test's folder, for a person to look at.
"""

import json

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.browser import harness

SETUP = '''
import os, threading
os.environ["STUDYBUDDY_TODAY"] = "2026-12-01"
from studybuddy import Agent, PracticeModel, ScriptedModel, Tool, set_store
from studybuddy.defaults import registry
from studybuddy.messages import assistant, call
from studybuddy.panels import ChatPanel
set_store(None)
done, gate = [], threading.Event()

def send(text: str) -> dict:
    """Send a text."""
    done.append(text)
    return {"sent": text}

def wait(seconds: float) -> dict:
    """Wait."""
    gate.wait(20)
    return {"waited": seconds}
'''
ATTACK = r'''
evil = ("<script>document.title='taken'</script><img src=http://198.51.100.1/a "
        "onerror=\"document.title='taken'\"> [x](javascript:document.title='taken') "
        "![p](http://198.51.100.1/p.png) [bank](https://198.51.100.1/login) "
        "<a data-commandlinker-command='x'>y</a> $\\href{javascript:alert(1)}{z}$ \u202eabc")

def look(what: str) -> dict:
    """Look."""
    return {"results": [{"text": evil, "source": evil + " p.1"}], "plan": [
        {"date": "2026-12-01", "topic": evil, "hours": 1}], "exam_date": "2026-12-02"}

seen = evil.replace("\u202e", "")
quiz = {"topic": seen, "questions": [{"question": seen, "options": [seen, "two", "three", "four"],
        "answer_index": 0, "explanation": seen, "source": seen}]}
import json
'''
NOTEBOOKS = {
    "keys": [SETUP, '''agent = Agent([wait], model=ScriptedModel([
    assistant("", [call("wait", {"seconds": 1})]), "**Done** with `it`.", "Second."]))
panel = ChatPanel(agent)
panel''', "gate.set()", "print([turn.question for turn in panel.turns])"],
    "approve": [SETUP, '''panel = ChatPanel(Agent([Tool(send, needs_approval=True)],
    approve="ask", model=ScriptedModel([
        assistant("", [call("send", {"text": "one"})]), "Sent it.",
        assistant("", [call("send", {"text": "two"})]), "Then not.",
        assistant("", [call("send", {"text": "three"})])])))
panel''', "print('done', done)"],
    "notes": [SETUP, '''panel = ChatPanel(Agent(registry, model=PracticeModel(today="2026-12-01")),
    path="kept/chat.jsonl")
panel'''],
    "attack": [SETUP + ATTACK, '''panel = ChatPanel(Agent([look], model=ScriptedModel([
    assistant(evil, [call("look", {"what": evil})]), evil, json.dumps(quiz)])))
panel.ask(evil)
panel''', "panel.ask('quiz')"],
}
PANEL = f"{harness.CURRENT} .sb-live-panel"
QUESTION = f"{PANEL} .sb-write textarea"

pytestmark = pytest.mark.usefixtures("chromium")


@pytest.fixture(scope="module")
def page(desk):
    with harness.notebooks_page(desk, "chat", NOTEBOOKS) as page:
        yield page


def says(page, text):
    page.locator(PANEL).first.get_by_text(text, exact=False).first.wait_for()


def answers(page, text):
    page.locator(f"{PANEL} .sb-answer", has_text=text).first.wait_for()


def ask(page, text):
    page.locator(QUESTION).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_by_keyboard_alone_with_live_steps(page, tmp_path):
    title = page.title()
    harness.run_cell(page, 0, 1)
    page.locator(QUESTION).wait_for()
    for _ in range(8):
        if page.evaluate("document.activeElement.tagName") == "TEXTAREA":
            break
        page.keyboard.press("Tab")
    box = page.get_by_label("Your question")
    assert box.evaluate("box => box === document.activeElement")
    page.keyboard.press("Enter")
    says(page, "Write a question first.")
    page.keyboard.type("What is X,")
    page.keyboard.press("Shift+Enter")  # a new line; JupyterLab would run the cell
    page.keyboard.type("and D D?")  # JupyterLab would delete the cell
    assert box.input_value() == "What is X,\nand D D?"
    page.keyboard.press("Enter")
    page.keyboard.type("at once")  # while the kernel takes the question
    says(page, "Running wait.")  # live: the tool is at work now
    says(page, 'asks for wait {"seconds": 1}')
    assert box.input_value() == "at once"
    box.fill("")
    status = page.locator(f'{PANEL} [aria-live="polite"]', has_text="AT WORK")
    status.first.wait_for()
    page.screenshot(path=tmp_path / "live.png")
    page.keyboard.type("Too early")
    page.keyboard.press("Enter")
    says(page, "An answer is being made.")
    assert box.input_value() == "Too early"  # it is not lost
    harness.run_cell(page, 2)
    strong = page.locator(f"{PANEL} .sb-answer strong")
    strong.wait_for()
    assert strong.inner_text() == "Done"
    page.locator(f"{PANEL} button", has_text="Stop").wait_for(state="hidden")
    box.click()
    page.keyboard.press("Control+Enter")  # sends as well, and does not run the cell
    answers(page, "Second.")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Send"
    harness.run_cell(page, 3)
    told = harness.output(page, 3).first
    told.wait_for()
    assert told.inner_text().strip() == "['What is X,\\nand D D?', 'Too early']"
    assert page.locator(PANEL).count() == 1 and page.title() == title


def test_approve_reject_and_stop(page, tmp_path):
    harness.open_notebook(page, "approve")
    harness.run_cell(page, 0, 1)
    ask(page, "Send one.")
    says(page, "The model asks for send")
    page.wait_for_function("""() => {  // it came into view by itself
        const all = [...document.querySelectorAll('.sb-live-panel button')];
        const button = all.find(one => one.offsetParent && one.textContent === 'Approve');
        const place = button && button.closest('.jp-WindowedPanel-outer, .jp-Notebook');
        return place && button.getBoundingClientRect().bottom
            <= place.getBoundingClientRect().bottom;
    }""", timeout=5_000)
    page.screenshot(path=tmp_path / "request.png")
    ask(page, "Another question")
    says(page, "A request waits for your decision.")
    page.locator(QUESTION).fill("")
    harness.button(page.locator(PANEL), "Approve").click()
    answers(page, "Sent it.")
    ask(page, "Send two.")
    harness.button(page.locator(PANEL), "Reject").wait_for()
    page.locator(f"{PANEL} input[type=text]:visible").fill("not that one")
    harness.button(page.locator(PANEL), "Reject").click()
    answers(page, "Then not.")
    ask(page, "Send three.")
    harness.button(page.locator(PANEL), "Approve").wait_for()
    page.locator(f"{PANEL} button:visible", has_text="Stop").click()
    says(page, "This question was stopped.")
    page.wait_for_function("document.activeElement.tagName === 'TEXTAREA'")  # led on
    steps = page.locator(f"{PANEL} .sb-turn").nth(1).locator("details")
    steps.locator("summary").click()
    assert "rejects send: not that one" in steps.inner_text()
    harness.run_cell(page, 2)
    harness.output(page, 2).first.wait_for()
    assert harness.output(page, 2).first.inner_text().strip() == "done ['one']"
    page.screenshot(path=tmp_path / "stopped.png")


def test_notes_a_restart_and_what_was_saved(page, tmp_path):
    pdf = tmp_path / "birds & <b>bees.pdf"
    canvas = Canvas(str(pdf))
    canvas.drawString(72, 700, "This page is about other things, such as the weather of the year.")
    canvas.showPage()
    canvas.drawString(72, 700, "A zorblax is a bird that sleeps upside down in tall trees.")
    canvas.save()
    harness.open_notebook(page, "notes")
    harness.run_cell(page, 0, 1)
    page.locator(QUESTION).wait_for()
    button = page.locator(f"{PANEL} .widget-upload")
    large = tmp_path / "large.txt"
    large.write_bytes(b"a" * 12_000_000)
    with page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(large)
    says(page, "These files have more than 9 MB together.")
    assert button.inner_text() == "Add notes"
    with page.expect_file_chooser() as chooser:
        button.click()
    (tmp_path / "no.exe").write_bytes(b"MZ")
    chooser.value.set_files([pdf, tmp_path / "no.exe"])
    says(page, "2 passages can be searched.")
    says(page, "no.exe is no PDF, Markdown or text file.")
    assert page.get_by_text("These files have more than").locator("visible=true").count() == 0
    ask(page, "What is a zorblax?")
    answers(page, "sleeps upside down")
    link = page.locator(f"{PANEL} .sb-sources a")
    link.wait_for()
    assert link.inner_text() == "birds _ _b_bees.pdf p.2"
    page.screenshot(path=tmp_path / "notes.png")
    link.click()
    page.wait_for_function("""() => {
        const viewer = document.querySelector('.jp-PDFContainer iframe');
        const shown = viewer && viewer.contentDocument.querySelector('object');
        return shown && shown.data.endsWith('#page=2');
    }""")
    page.screenshot(path=tmp_path / "opened.png")
    page.locator(".lm-TabBar-tab", has_text="notes.ipynb").click()

    says(page, "New conversation")
    page.locator(f"{PANEL} button", has_text="New conversation").click()
    page.locator(f"{PANEL} .sb-turn").wait_for(state="detached")
    ask(page, "What is 6 * 7?")
    answers(page, "42")
    harness.restart_kernel(page)
    says(page, "run this cell again: the conversation goes on from its file")
    assert page.locator(f"{PANEL} button:visible").count() == 0
    page.screenshot(path=tmp_path / "restarted.png")
    harness.run_cell(page, 0, 1)
    says(page, "2 passages can be searched.")  # the notes that were kept are read again
    says(page, "What is 6 * 7?")  # the conversation that was used last
    page.locator(PANEL).get_by_label("Saved").select_option(index=0)
    page.locator(f"{PANEL} button", has_text="Open").click()
    answers(page, "sleeps upside down")
    assert page.locator(f"{PANEL} .sb-sources a").count() == 1
    ask(page, "Where is a zorblax in my notes?")
    page.locator(f"{PANEL} .sb-turn").nth(1).locator(".sb-answer").wait_for()
    page.locator(f"{PANEL} button", has_text="Export").click()
    with page.expect_download() as file:
        page.locator(f"{PANEL} a[download]", has_text="chat.jsonl").click()
    with open(file.value.path(), encoding="utf-8") as lines:
        assert json.loads(next(lines))["type"] == "run"


def test_hostile_texts_do_nothing(page, tmp_path):
    harness.open_notebook(page, "attack")
    title = page.title()
    harness.run_cell(page, 0, 1)
    turn = page.locator(f"{PANEL} .sb-turn").first
    turn.locator(".sb-answer").wait_for()
    harness.run_cell(page, 2)
    page.locator(f"{PANEL} .sb-panel .sb-option").first.wait_for()
    page.locator(f"{PANEL} .sb-panel .sb-option").first.click()
    page.locator(f"{PANEL} .sb-panel .sb-word", has_text="RIGHT").wait_for()
    for summary in page.locator(f"{PANEL} summary").all():
        summary.click()
    page.wait_for_timeout(500)
    panel = page.locator(PANEL).first
    assert panel.locator("script, iframe, form, img:not([src^='data:image/svg'])").count() == 0
    assert panel.locator(".mjx-container, mjx-container, [data-commandlinker-command]").count() == 0
    links = panel.locator("a:not([download])").evaluate_all(
        "all => all.map(link => [link.getAttribute('href'), link.innerText, link.rel])")
    assert links and all(href == text and "noopener" in rel for href, text, rel in links)
    assert page.title() == title
    shown = panel.inner_text()
    assert "<U+202E>abc" in shown and "<script>" in shown
    turn.scroll_into_view_if_needed()
    page.screenshot(path=tmp_path / "attack.png")


def test_both_themes_and_a_narrow_page(page, tmp_path):
    page.locator(".lm-TabBar-tab", has_text="notes.ipynb").click()
    ask(page, "Make a quiz of 2 questions on the zorblax and the weather")
    ask(page, "Make a study plan for DBMS and OS, exam in 10 days, 2 hours a day")
    page.locator(f"{PANEL} .sb-plan").wait_for()
    assert page.locator(f"{PANEL} a[download='study-plan.ics']").count() == 1
    panel = page.locator(PANEL).first
    page.set_viewport_size({"width": 1280, "height": 3000})
    panel.screenshot(path=tmp_path / "light.png")
    harness.set_theme(page, "JupyterLab Dark")
    panel.screenshot(path=tmp_path / "dark.png")
    page.keyboard.press("Control+b")  # the file list makes room
    page.set_viewport_size({"width": 500, "height": 3000})
    page.wait_for_timeout(300)
    panel.screenshot(path=tmp_path / "narrow.png")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
