"""QuizPanel without a browser: its buttons clicked from Python, its views read as text."""

import csv
import json
from types import SimpleNamespace

import nbformat
import pytest

from studybuddy.panels import QuizPanel
from studybuddy.panels.base import is_shown
from studybuddy.panels.style import STYLE
from studybuddy.quiz import Question, Quiz
from studybuddy.workbook.execute import run_notebook
from tests import accessibility, contrast

HOSTILE = "<img src=x onerror=alert(1)>\u202e"
TURNED = HOSTILE.replace("\u202e", "\u202b")  # no quiz holds an override, but it may an embedding


def question(number, **changes):
    given = {"question": f"Which is number {number}?", "answer_index": number % 4,
             "options": ["zero", "one", "two", "three"], "source": f"notes.md p.{number}"}
    return given | changes


def panel_of(*questions, **changes):
    return QuizPanel({"topic": "Numbers", "questions": list(questions), **changes})


def seen(panel):
    """The texts of all widgets that are shown, in order: HTML values and [names of buttons]."""
    def walk(widget):
        if not is_shown(widget):
            return
        for child in getattr(widget, "children", ()):
            yield from walk(child)
        if hasattr(widget, "click"):
            yield f"[{widget.description}]".replace("\u2068", "").replace("\u2069", "")
        elif hasattr(widget, "value"):
            yield widget.value.rpartition("</style>")[2]

    return "\n".join(walk(panel.box))


def test_a_quiz_from_the_first_question_to_the_score():
    panel = panel_of(*(question(n) for n in range(3)))
    assert "Question 1 of 3. So far 0 answered, 0 right." in seen(panel)
    assert "[A. zero]" in seen(panel) and "[Skip]" in seen(panel) and "[Back]" not in seen(panel)
    panel.options[0].click()
    assert "RIGHT" in seen(panel) and "(your answer, right)" in seen(panel)
    assert "[A. zero]" not in seen(panel)  # an answer is not changed afterwards
    panel.next.click()
    panel.options[3].click()
    assert "WRONG" in seen(panel) and "The answer is <bdi><bdi>B.</bdi> one</bdi>" in seen(panel)
    assert "So far 2 answered, 1 right." in seen(panel)
    panel.next.click()
    assert "[See the score]" in seen(panel) and not is_shown(panel.next)
    panel.skip.click()
    assert "1 of 3 right" in seen(panel) and "Not answered" in seen(panel)
    assert (panel.answers, panel.score) == ([0, 3, None], 1)
    assert [row["result"] for row in panel.results()["questions"]] == [
        "right", "wrong", "not answered"]


def test_trying_again_goes_through_what_was_not_right_alone():
    panel = panel_of(*(question(n) for n in range(3)))
    panel.options[0].click()
    panel.next.click()
    panel.options[0].click()
    panel.next.click()
    panel.options[2].click()
    panel.finish.click()
    assert "[Try again what was not right (1)]" in seen(panel)
    panel.retry.click()
    assert "Question 1 of 1 to try again (question 2 of the quiz)." in seen(panel)
    assert panel.answers == [0, None, 2]
    panel.options[1].click()
    panel.finish.click()
    assert panel.score == 3
    assert "3 of 3 right</strong>, 2 at the first try" in seen(panel)
    assert not is_shown(panel.retry)
    panel.back.click()  # the whole quiz can be looked through
    assert "Question 3 of 3." in seen(panel) and "RIGHT" in seen(panel)
    panel.finish.click()
    panel.restart.click()
    assert (panel.answers, panel.score) == ([None] * 3, 0)
    assert panel.results()["questions"][1]["tries"] == 0


def test_a_second_click_on_the_same_button_changes_nothing():
    panel = panel_of(*(question(n) for n in range(3)))
    for button in (panel.options[0], panel.options[0], panel.next, panel.next):
        button.click()
    assert panel.answers == [0, None, None]
    assert "Question 2 of 3." in seen(panel)


def test_what_each_option_is_and_why():
    panel = panel_of(question(1, explanation="One is right. Two is too large, but three is larger. "
                                             "Zero stands for nothing at all."))
    panel.options[0].click()
    shown = seen(panel)
    lines = shown[shown.index("<ul>"):shown.index("</ul>")].split("<li")
    assert "Zero stands for nothing at all." in lines[1] and "(your answer, wrong)" in lines[1]
    assert "(right)" in lines[2] and "One is" not in lines[2]
    # A sentence that names two options explains neither alone.
    assert "too large" not in lines[3] + lines[4]
    assert "<bdi>Why:</bdi> One is right. Two" in shown
    assert "Source: <bdi>notes.md p.1</bdi>" in shown


def test_one_question_has_no_next():
    panel = panel_of(question(1))
    panel.options[1].click()
    assert is_shown(panel.finish) and not is_shown(panel.next)
    panel.finish.click()
    assert "1 of 1 right" in seen(panel)


@pytest.mark.parametrize("empty", [[], Quiz(questions=[]), {"questions": []}])
def test_a_quiz_without_questions(empty):
    panel = QuizPanel(empty)
    assert "This quiz has no questions." in seen(panel)
    assert "[" not in seen(panel)
    assert (panel.answers, panel.score, panel.results()["total"]) == ([], 0, 0)
    assert repr(panel) == "Quiz\nThis quiz has no questions."
    assert "This quiz has no questions." in panel.static_html()


def test_fifty_questions():
    panel = panel_of(*(question(n) for n in range(50)))
    for _ in range(50):
        panel.options[1].click()
        panel.next.click()
    assert panel.answers == [1] * 50
    panel.finish.click()
    assert panel.score == 13
    assert seen(panel).count("<li") == 50


@pytest.mark.parametrize("given", [
    Quiz(topic="", questions=[Question(**question(1))]), [Question(**question(1))], [question(1)],
    (question(1),), {"questions": [question(1)], "more": 1},
    SimpleNamespace(topic="", questions=[SimpleNamespace(**question(1))])])
def test_what_is_taken_for_a_quiz(given):
    panel = QuizPanel(given)
    panel.options[1].click()
    assert panel.score == 1


@pytest.mark.parametrize("given, part", [
    ("a text", "This is no quiz"), (None, "This is no quiz"), ({}, "questions"),
    ([question(1, answer_index=4)], "questions.1.answer_index"),
    ([question(1), question(2, answer_index=True)], "questions.2.answer_index"),
    ([question(1, options=["a a", "b b"])], "questions.1.options"),
    ([question(1, options=["same", "Same ", "c c", "d d"])], "equal")])
def test_what_is_no_quiz_is_refused_with_its_place(given, part):
    with pytest.raises(ValueError, match=part) as caught:
        QuizPanel(given)
    assert "pydantic" not in str(caught.value) and "\n" not in str(caught.value)


def test_a_later_change_of_the_quiz_changes_no_panel():
    quiz = Quiz(questions=[Question(**question(1))])
    panel = QuizPanel(quiz)
    quiz.questions[0].answer_index = 3
    panel.options[1].click()
    assert panel.score == 1


@pytest.mark.parametrize("options, first", [
    (["A) one", "B) two", "C) three", "D) four"], "A. one"),
    (["B) one", "A) two", "C) three", "D) four"], "B) one"),
    (["one", "two", "three", "four"], "A. one")])
def test_a_letter_is_said_once(options, first):
    panel = panel_of(question(0, options=options))
    assert f"[{first}]" in seen(panel)
    assert f"\n   {first}\n" in repr(panel)
    assert repr(panel).endswith(f"Answers:\n1. {first}")


def test_a_quiz_that_was_changed_into_none_is_refused():
    for change in (lambda one: setattr(one, "answer_index", 7),
                   lambda one: one.options.append("fifth")):
        made = Quiz(questions=[Question(**question(1))])
        change(made.questions[0])
        for given in (made, made.questions):
            with pytest.raises(ValueError, match="This is no quiz"):
                QuizPanel(given)


def test_the_title_is_one_line():
    panel = panel_of(question(1), topic="Trees\n\nand  graphs")
    assert repr(panel).splitlines()[0].endswith("Quiz: Trees and graphs")


@pytest.mark.parametrize("label", ["{} \u2013 ", "**{})** ", "{})", "Option {}: "])
def test_letters_that_the_options_bring_along_are_shown_once(label):
    options = [label.format(letter) + word for letter, word in zip(
        "ABCD", ("zero", "one", "two", "three"), strict=True)]
    assert "[B. one]" in seen(panel_of(question(1, options=options)))


def test_untrusted_text_is_escaped_in_every_view():
    options = [f"{TURNED}{number}" for number in range(4)]
    panel = panel_of(
        question(1, question=TURNED, options=options, source=HOSTILE,
                 explanation=f"{TURNED} is one. {options[0]} is not right. It is that."),
        topic=HOSTILE, note=HOSTILE)
    views = [panel._repr_mimebundle_()["text/html"], seen(panel)]
    panel.options[0].click()
    views.append(seen(panel))
    panel.finish.click()
    views.append(seen(panel))
    for view in views:
        tags = "\n".join(line for line in view.splitlines() if not line.startswith("["))
        assert "<img" not in tags and "\u202e" not in view and "\u202b" not in view
        assert "&lt;img src=x onerror=alert(1)&gt;&lt;U+202E&gt;" in tags
    assert "\u202e" not in repr(panel)
    assert 'download="quiz-img-src-x-onerror-alert-1.csv"' in views[-1]


def test_formulas_stay_text_for_mathjax():
    html = panel_of(question(1, question="Is $x$ one?"))._repr_mimebundle_()["text/html"]
    assert 'class="sb-panel mathjax_ignore tex2jax_ignore"' in html and "$x$" in html


def test_the_text_view():
    assert repr(panel_of(question(1), question(2), note="Two of three.")).splitlines() == [
        "Quiz: Numbers", "Two of three.", "",
        "1. Which is number 1?", "   A. zero", "   B. one", "   C. two", "   D. three", "",
        "2. Which is number 2?", "   A. zero", "   B. one", "   C. two", "   D. three", "",
        "Answers:", "1. B. one", "2. C. two"]


def as_html(panel):
    """The widgets that are shown as plain HTML, for the checks of contrast and labels."""
    parts = [f"<p><button class='jupyter-button'>{line[1:-1]}</button></p>"
             if line.startswith("[") else line for line in seen(panel).splitlines()]
    return f"{STYLE}<div class='sb-panel'>{''.join(parts)}</div>"


def test_contrast_and_labels(tmp_path):
    panel = panel_of(question(1, explanation="Because. It is so."), question(2))
    views = [panel._repr_mimebundle_()["text/html"], as_html(panel)]
    panel.options[0].click()
    views.append(as_html(panel))
    panel.next.click()
    panel.options[2].click()
    panel.finish.click()
    views.append(as_html(panel))
    for view in views:
        assert contrast.faults(view) == []
        assert accessibility.html_faults(view, tmp_path, rendered=False) == []


def test_saving_to_a_file(tmp_path):
    panel = panel_of(question(1, question="=1+1 is?"))
    panel.options[1].click()
    with panel.save(tmp_path / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        assert next(csv.DictReader(file))["question"] == "'=1+1 is?"
    text = panel.save(str(tmp_path / "results.JSON")).read_text(encoding="utf-8")
    assert json.loads(text) == panel.results()
    with pytest.raises(ValueError, match=r"\.csv or \.json"):
        panel.save(tmp_path / "results.exe")
    assert not (tmp_path / "results.exe").exists()


def test_in_a_notebook_without_a_browser(tmp_path):
    """Run twice with equal outputs, as nbval does; the stored outputs hold no widget."""
    cells = [f"from studybuddy.panels import QuizPanel\npanel = QuizPanel({[question(1)]!r})\n"
             "panel", "panel.options[1].click()\nprint(panel.score, panel.results()['answered'])"]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source, id=f"cell-{number}")
               for number, source in enumerate(cells)])
    first, second = (run_notebook(notebook, tmp_path)["cells"] for _ in range(2))
    assert [cell["outputs"] for cell in first] == [cell["outputs"] for cell in second]
    assert first[1]["outputs"][0]["text"] == "1 1\n"
    note, shown = (output["data"] for output in first[0]["outputs"])
    assert sorted(shown) == ["text/html", "text/plain"]
    assert shown["text/plain"].startswith("Quiz\n") and "run this cell" in note["text/plain"]
