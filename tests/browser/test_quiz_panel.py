"""QuizPanel in a real JupyterLab: by keyboard alone, in both themes, on a narrow page.

The screenshots stay in the test's folder, for a person to look at.
"""

import csv
import json

import pytest

from tests.browser import harness

QUIZ = {"topic": "Deadlocks & locks", "questions": [
    {"question": "What does the banker's algorithm do with deadlocks?",
     "options": ["Detects them", "Avoids them", "Breaks them", "Ignores them"],
     "answer_index": 1, "explanation": "It grants a request only if the state stays safe.",
     "source": "os.pdf p.6"},
    {"question": "Which text is <b>data</b>, costs $5 or $6, and hides \u202b something?",
     "options": ["<script>document.title = 'taken'</script>",
                 "<img src=http://198.51.100.1/x.png onerror=\"document.title='taken'\">",
                 "=1+1", "a\u200bb"],
     "answer_index": 2, "explanation": "", "source": "<i>notes</i>"},
    {"question": "ما هو نظام التشغيل (OS)؟",
     "options": ["برنامج يدير العتاد", "جهاز فقط", "لغة برمجة Python 3", "قاعدة بيانات"],
     "answer_index": 0, "explanation": "نظام التشغيل برنامج.", "source": "os.pdf p.1"},
    {"question": "Which of these is the shortest one, when all of them are compared?",
     "options": ["word " * 60, "x" * 200, "short", "a middle one, in a few words"],
     "answer_index": 2, "explanation": "Count the letters. The text x is long too."}]}
FIRST = (f"from studybuddy.panels import QuizPanel\nolder = globals().get('panel')\n"
         f"panel = QuizPanel({QUIZ!r})\npanel")
STATE = ("print('answers', panel.answers, 'score', panel.score)\n"
         "print('older', older and older.retired)")
PANEL = f"{harness.CURRENT} .sb-live-panel"

pytestmark = pytest.mark.usefixtures("chromium")


@pytest.fixture(scope="module")
def page(desk):
    """The notebook, open in a browser; the tests here use one kernel, one after the other."""
    cells = [FIRST, STATE, "other = QuizPanel([])\nother"]
    with harness.notebooks_page(desk, "quiz", {"quiz": cells}) as page:
        yield page


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def focused(page):
    return page.evaluate("document.activeElement.textContent").replace("\u2068", "").replace(
        "\u2069", "")


def wait_for_focus(page, text):
    page.wait_for_function(
        "text => document.activeElement.textContent.replace(/[\\u2068\\u2069]/g, '')"
        ".startsWith(text)", arg=text)


def test_a_quiz_by_keyboard_alone(page, tmp_path):
    title = page.title()
    panel = page.locator(PANEL).first
    press(page, "Control+Enter")  # runs the cell that has the focus when a notebook opens
    panel.locator(".sb-option").first.wait_for()
    for _ in range(5):
        if focused(page).startswith("A."):
            break
        press(page, "Tab")
    assert focused(page) == "A. Detects them"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    # JupyterLab would take arrows and letters (X cuts the cell) for itself.
    press(page, "x", "ArrowDown", "ArrowDown", "ArrowUp")
    assert focused(page) == "B. Avoids them"
    group = panel.get_by_role("group", name=QUIZ["questions"][0]["question"])
    assert group.get_by_role("button").count() == 4
    page.screenshot(path=tmp_path / "question.png")
    press(page, "Control+s")  # with Ctrl, keys stay JupyterLab's
    page.wait_for_selector(".lm-TabBar-tab.jp-mod-current:not(.jp-mod-dirty)")
    press(page, "Enter")
    wait_for_focus(page, "Next question")
    answered = panel.locator('[aria-live="polite"]', has_text="RIGHT").inner_text()
    assert "Your answer is right." in answered
    assert "B. Avoids them (your answer, right)" in answered
    assert "Detects them (wrong)" in answered
    assert "Why: It grants a request only if the state stays safe." in answered
    assert "Source: os.pdf p.6" in answered
    page.screenshot(path=tmp_path / "right.png")

    press(page, "Space")
    wait_for_focus(page, "A. <script>")
    shown = panel.inner_text()
    assert "Which text is <b>data</b>, costs $5 or $6, and hides <U+202B> something?" in shown
    assert "a<U+200B>b" in shown and "onerror=" in shown
    press(page, "Space")  # answers A, which is wrong
    wait_for_focus(page, "Next question")
    assert "WRONG The answer is C. =1+1" in panel.inner_text()
    assert "Source: <i>notes</i>" in panel.inner_text()
    page.screenshot(path=tmp_path / "wrong.png")
    press(page, "Enter")
    wait_for_focus(page, "A. برنامج")
    page.screenshot(path=tmp_path / "arabic.png")
    press(page, "Enter")
    wait_for_focus(page, "Next question")
    press(page, "Enter")
    wait_for_focus(page, "A. word")
    press(page, "ArrowUp")  # from the first to the last
    assert focused(page) == "D. a middle one, in a few words"
    press(page, "Tab", "Tab")
    assert focused(page) == "See the score"
    press(page, "Enter")
    wait_for_focus(page, "Try again what was not right (2)")
    assert "2 of 4 right" in panel.inner_text()
    assert "Not answered" in panel.inner_text()
    page.screenshot(path=tmp_path / "score.png")

    press(page, "Tab", "Tab")
    assert focused(page) == "as CSV"
    with page.expect_download() as csv_file:
        press(page, "Enter")
    press(page, "Tab")
    with page.expect_download() as json_file:
        press(page, "Enter")
    assert csv_file.value.suggested_filename == "quiz-deadlocks-locks.csv"
    with open(csv_file.value.path(), encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["result"] for row in rows] == ["right", "wrong", "right", "not answered"]
    assert rows[1]["right_answer"] == "'=1+1"
    with open(json_file.value.path(), encoding="utf-8") as file:
        assert json.load(file)["questions"][1]["right_answer"] == "=1+1"

    press(page, "Shift+Tab", "Shift+Tab", "Shift+Tab")
    assert focused(page).startswith("Try again")
    press(page, "Enter")
    wait_for_focus(page, "A. <script>")
    press(page, "ArrowDown", "ArrowDown", "Enter")
    wait_for_focus(page, "Next question")
    page.keyboard.down("Enter")
    for _ in range(5):  # the key is held: it must not run through the quiz
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    wait_for_focus(page, "A. word")
    assert "So far 3 answered, 3 right" in panel.inner_text()
    assert page.title() == title
    harness.run_all(page)  # a newer panel of the same cell takes the place of the older one
    ran = str(harness.code_cells(page))
    assert "answers [None, None, None, None] score 0" in ran and "older True" in ran


def test_both_themes_a_narrow_page_and_a_kernel_that_is_gone(page, tmp_path):
    harness.run_all(page)
    panels = page.locator(PANEL)
    assert panels.count() == 2  # the second one, in another cell, has left the first one alone
    assert "This quiz has no questions." in panels.nth(1).inner_text()
    # What the static view and a lost panel say is not said beside a panel that works.
    assert page.locator(".sb-run-again:visible").count() == 0
    quiz = panels.first
    option = quiz.locator(".sb-option").first
    option.dblclick()  # the second click finds nothing to answer, and skips nothing
    quiz.get_by_text("WRONG", exact=True).wait_for()
    page.wait_for_timeout(300)
    assert "Question 1 of 4. So far 1 answered, 0 right." in quiz.inner_text()
    page.screenshot(path=tmp_path / "light.png")
    harness.set_theme(page, "JupyterLab Dark")
    page.screenshot(path=tmp_path / "dark.png")
    page.keyboard.press("Control+b")  # the file list makes room
    page.set_viewport_size({"width": 500, "height": 900})
    for step in range(3):
        quiz.get_by_text("Next question").click()
        quiz.locator(".sb-option").first.wait_for()
        page.wait_for_timeout(100)
        page.screenshot(path=tmp_path / f"narrow {step}.png")
        assert quiz.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
        wide = quiz.locator(".sb-option").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).length")
        assert wide == 0
        quiz.locator(".sb-option").nth(2).click()
        quiz.locator(".sb-live .sb-word").first.wait_for()
    quiz.locator(".sb-main", has_text="See the score").wait_for()
    page.screenshot(path=tmp_path / "narrow answered.png")
    assert quiz.evaluate("panel => panel.scrollWidth <= panel.clientWidth")

    page.set_viewport_size({"width": 1280, "height": 900})
    quiz.evaluate("panel => panel.scrollIntoView()")
    harness.restart_kernel(page)
    quiz.get_by_text("The kernel was restarted").wait_for()
    assert quiz.locator("button:visible").count() == 0
    page.screenshot(path=tmp_path / "gone.png")
