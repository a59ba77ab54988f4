"""Lesson 07: its solved pieces beside the package's, on the same replies."""

from __future__ import annotations

import json

import pytest

from studybuddy import QuizError, ScriptedModel, generate_quiz, parse_quiz
from studybuddy.quiz import Question as PackageQuestion
from studybuddy.workbook import define

LESSON = define.load("07")
ITEM = {"question": "Which key refers to the primary key of another table?",
        "options": ["superkey", "foreign key", "candidate key", "prime attribute"],
        "answer_index": 1}
NOTES = "A foreign key refers to the primary key of another table."


def reply(*items: dict, **changes: object) -> str:
    return json.dumps({"questions": [{**item, **changes} for item in items or (ITEM,)]})


def other(**changes: object) -> dict:
    return {**ITEM, "question": "Which of them is a foreign key?", **changes}


GOOD = {
    "bare": reply(),
    "in a fence": f"```json\n{reply()}\n```",
    "words around it": f"Here it is.\n{reply()}\nGood luck!",
    "braces in the words": f"I used {{question, options}}.\n{reply()}",
    "a fence in an option": reply(options=["```", "---", "###", "%%%"]),
    "another object first": '{"note": "one"}\n' + reply(),
    "two questions": reply(ITEM, other()),
    "unknown keys": reply(level="hard"),
    "numbers as answers": reply(options=["1", "2", "3", "4"]),
}
BAD = {
    "no JSON": "I am sorry.",
    "cut off": reply(ITEM, other())[:-40],
    "two quizzes": reply() + "\n" + reply(other()),
    "answer four": reply(answer_index=4),
    "answer true": reply(answer_index=True),
    "answer as a letter": reply(answer_index="B"),
    "five options": reply(options=[*ITEM["options"], "domain"]),
    "equal options": reply(options=["Join", "join ", "split", "key"]),
    "a blank option": reply(options=[" ", "join", "split", "key"]),
    "only letters": reply(options=["A", "B", "C", "D"]),
    "a form feed": reply(question="What is \frac{1}{2}?"),
    "a tab": reply(options=["\theta", "join", "split", "key"]),
}


@pytest.fixture(scope="module")
def small():
    from studybuddy.workbook import small

    return small


def keys(quiz) -> list[tuple]:
    return [(one.question, one.options, one.answer_index) for one in quiz.questions]


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_both_accept_with_the_same_key(small, text):
    assert keys(small.validate(small.unwrap(text))) == keys(parse_quiz(text))


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_both_refuse(small, text):
    with pytest.raises(ValueError):
        small.validate(small.unwrap(text))
    with pytest.raises(QuizError):
        parse_quiz(text)


def test_the_package_takes_one_letter_as_an_answer_and_the_small_one_does_not(small):
    text = reply(question="Which letter is the symbol of carbon?", options=["Ca", "C", "Co", "Cu"])
    assert parse_quiz(text).questions[0].answer == "C"
    with pytest.raises(ValueError, match="only a letter"):
        small.validate(small.unwrap(text))


@pytest.mark.parametrize("case", LESSON.checks["07.1"].cases, ids=lambda case: case.name)
def test_the_package_passes_the_check_of_question(case):
    assert case.passes(case.run(PackageQuestion, *case.args))


@pytest.mark.parametrize(("replies", "requests"), [
    ([reply()], 1), ([BAD["answer four"], reply()], 2),
    (["no", BAD["equal options"], reply()], 3), ([BAD["two quizzes"]] * 3, 3)])
def test_both_loops_ask_as_often_and_end_alike(small, replies, requests):
    ends = []
    for ask in (lambda model: small.small_quiz(NOTES, model, 1),
                lambda model: generate_quiz(NOTES, 1, model=model, seed=7)):
        model = ScriptedModel(replies)
        try:
            quiz = ask(model)
            ends.append([one.options[one.answer_index] for one in quiz.questions])
        except QuizError:
            ends.append(None)
        assert model.requests == requests
    assert ends[0] == ends[1]
