"""The answer sheet: score, tries, results, CSV and JSON."""

import csv
import io
import json

import pytest

from studybuddy.panels.sheet import COLUMNS, AnswerSheet
from studybuddy.quiz import Question, Quiz


def sheet(*questions):
    return AnswerSheet(Quiz(topic="Sums", questions=list(questions) or [
        Question(question=f"What is {n} + 1?", options=[str(n + k) for k in range(4)],
                 answer_index=1, source="maths.pdf p.1") for n in (1, 2, 3)]))


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_answers_and_score():
    answers = sheet()
    assert (answers.answers, answers.score, answers.not_right()) == ([None] * 3, 0, [0, 1, 2])
    assert answers.answer(0, 1) is True
    assert answers.answer(2, 3) is False
    assert answers.answers == [1, None, 3]
    assert [answers.result(number) for number in range(3)] == ["right", "not answered", "wrong"]
    assert (answers.score, answers.not_right()) == (1, [1, 2])


def test_an_answer_stays_until_the_question_is_opened_again():
    answers = sheet()
    assert answers.answer(0, 0) is False
    assert answers.answer(0, 1) is False
    assert answers.answers[0] == 0
    answers.open_again([0])
    assert answers.answer(0, 1) is True
    assert (answers.score, answers.score_first) == (1, 0)
    row = answers.results()["questions"][0]
    assert (row["tries"], row["right_at_first_try"], row["result"]) == (2, False, "right")


def test_results_are_plain_data():
    answers = sheet()
    answers.answer(1, 0)
    results = answers.results()
    assert json.loads(answers.as_json()) == results
    assert {key: results[key] for key in ("topic", "total", "answered", "score", "score_first")
            } == {"topic": "Sums", "total": 3, "answered": 1, "score": 0, "score_first": 0}
    assert results["questions"][1] == {
        "number": 2, "question": "What is 2 + 1?", "options": ["2", "3", "4", "5"],
        "result": "wrong", "chosen": "2", "right_answer": "3", "tries": 1,
        "right_at_first_try": False, "explanation": "", "source": "maths.pdf p.1"}


def test_csv_holds_the_same():
    answers = sheet()
    answers.answer(0, 1)
    found = rows(answers.as_csv())
    assert tuple(found[0]) == COLUMNS
    assert found[0]["result"] == "right" and found[0]["right_at_first_try"] == "yes"
    assert found[1]["chosen"] == "" and found[1]["tries"] == "0"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\n=1+1", "  =1+1", "\uff1d1+1",
                                  '=HYPERLINK("http://a.example","x")'])
def test_no_cell_of_a_csv_begins_as_a_formula(text):
    question = Question(question="Which one?", options=["a a", "b b", "c c", "d d"],
                        answer_index=0, explanation=text, source=text)
    answers = sheet(question)
    answers.quiz.questions[0].options[0] = text  # a new line in front is refused when it is made
    answers.answer(0, 0)
    row = rows(answers.as_csv())[0]
    for name in ("chosen", "right_answer", "explanation", "source"):
        assert row[name] == "'" + text
    assert answers.results()["questions"][0]["chosen"] == text  # JSON runs nothing


def test_texts_with_commas_quotes_and_lines_come_back_whole():
    text = 'He said "a, b",\nthen left; नमस्ते'
    answers = sheet(Question(question=text, options=["a a", "b b", "c c", "d d"], answer_index=0))
    assert rows(answers.as_csv())[0]["question"] == text
    assert answers.as_json().isascii()
    assert json.loads(answers.as_json())["questions"][0]["question"] == text


def test_no_questions():
    answers = AnswerSheet(Quiz(questions=[]))
    assert (answers.answers, answers.score, answers.not_right()) == ([], 0, [])
    assert rows(answers.as_csv()) == []
    assert answers.results()["total"] == 0
