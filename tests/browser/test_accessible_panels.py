"""Every panel for somebody who listens, uses the keyboard alone, or sees little: names, order and
sight of the focus, contrast in each theme of JupyterLab.

With STUDYBUDDY_PICTURES=1 screenshots stay in the test's folder, for a person to look at.
"""

import os
from contextlib import closing

import pytest

from tests import contrast
from tests.browser import accessible, harness

SETUP = r'''
from studybuddy import Agent, ScriptedModel, Tool, calculator
from studybuddy.defaults import registry
from studybuddy.messages import assistant, call
from studybuddy.panels import ApprovalPanel, ChatPanel, QuizPanel, TracePanel

diff = """Write plan.txt

--- plan.txt
+++ plan.txt
@@ -1,2 +1,2 @@
 one
-two
+2"""

def note(text: str) -> dict:
    """Write a note."""
    return {"noted": text}

note.effect = lambda text: diff

def asks(text):
    return assistant("", [call("note", {"text": text})])

def agent(*script):
    return Agent([Tool(note, needs_approval=True), calculator], approve="ask",
                 model=ScriptedModel([*script, "**All** `done`, see [this](https://a.example)."]))
'''
QUIZ = {"topic": "Locks", "questions": 2 * [
    {"question": "Which one avoids deadlocks?",
     "options": ["The banker's algorithm", "A timer", "A queue", "A stack"],
     "answer_index": 0, "explanation": "It grants only what stays safe."}]}
NOTEBOOKS = {
    "approval": [SETUP, 'panel = ApprovalPanel(agent(asks("a"), asks("b")), "Note it.", arm=2)\n'
                 'panel'],
    "chat": [SETUP, '''panel = ChatPanel(Agent(registry, approve="ask", model=ScriptedModel([
    assistant("I look.", [call("calculator", {"expression": "2 * 3"})]),
    "It is **6**, see `2 * 3`.\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |",
    assistant("", [call("email_plan_to_me", {"topics": ["SQL"], "exam_date": "2026-12-07"})]),
    "No mail was sent."])))
panel.ask("What is 2 * 3?")
panel''', "panel.ask('Mail me the plan.')", "panel.send.click()"],
    "quiz": [SETUP, f"panel = QuizPanel({QUIZ!r})\npanel"],
    "trace": [SETUP, 'panel = TracePanel(agent(assistant("", [call("calculator", '
              '{"expression": "2 * 3"})])).ask("What is 2 * 3?"), step=1)\npanel'],
    "fork": [SETUP, 'panel = TracePanel(agent(asks("a")).ask("Note it."), step=0)\npanel'],
}
THEMES = {"JupyterLab Light": "light", "JupyterLab Dark": "dark",
          "JupyterLab Dark High Contrast": "dark-high-contrast"}
PANEL = f"{harness.CURRENT} .sb-live-panel"

pytestmark = pytest.mark.usefixtures("chromium")


@pytest.fixture(scope="module")
def page(desk):
    with harness.notebooks_page(desk, "accessible", NOTEBOOKS) as page:
        yield page


@pytest.fixture
def judge(page, tmp_path):
    """A function that looks at a panel as it stands now, under a name for its pictures."""
    pictures = os.environ.get("STUDYBUDDY_PICTURES")

    def look(panel, name):
        accessible.settle(page, panel)
        faults = accessible.name_faults(page, panel) + accessible.keyboard_faults(page, panel)
        page.mouse.move(0, 0)
        if pictures:
            page.set_viewport_size({"width": 1280, "height": 2400})
        # First in the theme that is on: to change it draws the whole page anew.
        on = page.evaluate("document.body.dataset.jpThemeName")
        for theme in sorted(THEMES, key=lambda theme: theme != on):
            if theme != on:
                harness.set_theme(page, theme)
            if pictures:
                panel.screenshot(path=tmp_path / f"{name} {THEMES[theme]}.png")
            faults += [f"{fault} ({THEMES[theme]})" for fault in accessible.contrast_faults(panel)]
        if pictures:
            page.set_viewport_size({"width": 1280, "height": 900})
        assert faults == []

    return look


def shown(page, name, *cells):
    """The panel of a notebook whose cells are run."""
    if name != next(iter(NOTEBOOKS)):
        harness.open_notebook(page, name)
    harness.run_cell(page, *(cells or (0, 1)))
    panel = page.locator(PANEL)
    panel.wait_for()
    return panel


def test_an_approval(page, judge):
    panel = shown(page, "approval")
    panel.locator(".sb-arming").first.wait_for()
    faint = accessible.contrast_faults(panel)  # while it takes no click yet
    assert faint == [] and panel.locator(".sb-arming").count()
    harness.button(panel, "Approve").wait_for()
    judge(panel, "waits")
    assert panel.get_by_role("group", name="The model asks for note").count() == 1
    harness.button(panel, "Approve").click()
    panel.locator(".sb-arming:visible", has_text="Approve").first.click()
    panel.get_by_text("TOO FAST").wait_for()
    harness.button(panel, "Reject").click()
    panel.get_by_text("DONE", exact=True).wait_for()
    harness.button(panel, "Start again").wait_for()
    judge(panel, "done")
    assert ("group", "Answer:") in accessible.names(page, panel)


def test_a_chat(page, judge):
    panel = shown(page, "chat")
    panel.locator(".sb-answer").wait_for()
    panel.locator("summary").first.click()
    judge(panel, "answered")
    assert panel.locator(".sb-turn").count() == 1
    names = [name for _, name in accessible.names(page, panel)]
    assert {"Your question", "Send", "Add notes", "New conversation", "Export"} <= set(names)
    harness.run_cell(page, 2)
    harness.button(panel, "Approve").wait_for()
    harness.run_cell(page, 3)  # an empty question: what is refused is said
    panel.get_by_text("ERROR", exact=True).wait_for()
    judge(panel, "waits")


def test_a_quiz(page, judge):
    panel = shown(page, "quiz")
    panel.locator(".sb-option").first.wait_for()
    judge(panel, "question")
    assert panel.get_by_role("group", name="Which one avoids deadlocks?", exact=True).count() == 1
    for choice, then in (("A timer", "Next question"), ("The banker's algorithm", "See the score")):
        panel.locator(".sb-option", has_text=choice).click()
        judge(panel, f"answered, {then}")
        panel.locator("button:visible", has_text=then).click()
    panel.get_by_text("1 of 2 right").wait_for()
    judge(panel, "score")


def test_a_trace(page, judge):
    panel = shown(page, "trace")
    panel.get_by_text("Step 1 of 2").wait_for()
    panel.locator("summary").first.click()
    judge(panel, "step")
    assert ("slider", "Step") in accessible.names(page, panel)


def test_a_fork_that_waits_and_has_ended(page, judge):
    panel = shown(page, "fork")
    panel.locator("button:visible", has_text="Run on from here").click()
    harness.button(panel, "Approve").wait_for()
    judge(panel, "waits")
    harness.button(panel, "Approve").click()
    panel.get_by_text("The fork has ended with an answer.").wait_for()
    judge(panel, "ended")
    assert ("group", "The fork") in accessible.names(page, panel)


# -- each rule, with its fault planted ---------------------------------------------------------

@pytest.fixture(scope="module")
def blank(browser):
    with closing(browser.new_page(viewport=harness.VIEWPORT)) as page:
        yield page


@pytest.mark.parametrize(("script", "words"), [
    ("one => one.style.color = '#8a8a8a'", '"Back" has a contrast of'),
    ("one => one.parentElement.style.opacity = .5", '"Back" has a contrast of'),
    ("one => one.style.borderColor = '#ddd'", '"the border of Back" has a contrast of'),
    ("one => one.textContent = ''", "a button without a name"),
    ("one => one.style.setProperty('outline', 'none', 'important')", 'the focus on "Back"'),
    ("one => one.tabIndex = 5", "take the keyboard"),
])
def test_each_fault_is_found(blank, script, words):
    blank.set_content('''<body style="background:#fff"><div class="panel" role="region"
        aria-label="Panel"><style>button{background:#eee;color:#212121;border:1px solid #555}
        :focus-visible{outline:3px solid #000}</style>
        <p style="color:#212121">Text</p><button>First</button><button>Back</button></div>''')
    panel = blank.locator(".panel")

    def faults():
        return [*accessible.contrast_faults(panel), *accessible.name_faults(blank, panel),
                *accessible.keyboard_faults(blank, panel)]

    assert faults() == []
    panel.locator("button").last.evaluate(script)
    assert any(words in fault for fault in faults()), faults()


def test_the_ratio_of_a_page_is_the_one_of_the_lessons(blank):
    blank.set_content('<div class="panel" style="background:#fff;color:rgba(0,0,0,.54)">a</div>')
    found = blank.locator(".panel").evaluate(accessible.SCRIPT)["texts"][0]
    grey = contrast.over(contrast.color("rgba(0,0,0,.54)"), contrast.color("#fff"))
    assert [part / 255 for part in found["colours"][0][:3]] == pytest.approx(grey[:3], abs=.01)
