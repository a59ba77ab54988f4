"""The options move, the key moves with them; words that name a place keep the order."""

import random

import pytest

from studybuddy import Question
from studybuddy.quiz.shuffling import refers_to_place, shuffled
from tests.quiz.replies import MERCURY, question


def made(**changes):
    return Question.model_validate(question(**changes))


def test_the_key_moves_along():
    places = set()
    for seed in range(40):
        moved = shuffled(made(), random.Random(seed))
        assert moved.answer == "Mercury"
        assert sorted(moved.options) == sorted(MERCURY["options"])
        places.add(moved.answer_index)
    assert places == {0, 1, 2, 3}


def test_the_same_seed_gives_the_same_order():
    orders = {tuple(shuffled(made(), random.Random(5)).options) for _ in range(5)}
    assert len(orders) == 1


@pytest.mark.parametrize("words", [
    "All of the above", "None of the above", "Both A and B", "A and C", "A, B and D", "Only B",
    "all of these", "None of these options", "The first two", "Options 1 and 2",
    "Neither A nor B", "A & B", "(A) and (C)", "the answers above", "B or C", "answers A and B",
    "The first option is wrong", "The second one is right", "Option A is wrong",
    "B is right because it is near", "A) is too far", "Choice #3", "See the last option",
    "the former", "The other options are wrong", "index 2", "A/B", "The correct answer is B"])
def test_words_that_name_a_place_keep_the_order(words):
    # As an explanation, and among the options.
    key = 1 if words == "The correct answer is B" else 2
    for changes in ({"explanation": f"{words}."}, {"options": ["Mars", "Pluto", "Venus", words]}):
        entry = made(answer_index=key, **changes)
        assert refers_to_place(entry)
        for seed in range(8):
            assert shuffled(entry, random.Random(seed)) == entry


@pytest.mark.parametrize("words", [
    "Option 2", "B makes ATP; D stores water", "The answer is b", "Correct: B", "B follows from it",
    "1 and 3 are wrong", "2) is right", "The final option is near", "The second planet in the list",
    "Antwort B ist richtig", "the letter B", "Key: D", "\u201cB\u201d is right", "Option ii",
    "See the option above", "The one above", "The bottom one", "The top option", "The middle one",
    "\u0935\u093f\u0915\u0932\u094d\u092a B \u0938\u0939\u0940 \u0939\u0948", "II only",
    "A stores DNA", "A cannot be", "The third is far", "#2", "the last of the list"])
def test_an_explanation_that_names_a_place_keeps_the_order(words):
    assert refers_to_place(made(answer_index=1, explanation=f"It is near. {words}."))


@pytest.mark.parametrize("option", [
    "Both a and b", "a and b", "neither a nor b", "All above", "All answers are correct",
    "All four", "Alle oben genannten", "None of these", "a) and c)", "A+B", "I and II",
    "D) Ceres", "D \u2013 Ceres"])
def test_an_option_that_names_others_keeps_the_order(option):
    assert refers_to_place(made(options=["Mars", "Pluto", "Venus", option], explanation=""))


@pytest.mark.parametrize("words", [
    "Mercury has the smallest orbit", "A stack gives back the item that came last",
    "It is a planet", "The B-tree is balanced", "This is above the limit", "$a + b$",
    "Two planets have no moon", "Ice reflects light", "A class is a plan", "In C++ it is a class",
    "It is either a lock or a counter", "x = a - b", "1/2", "The first king was here", "(1, 2)",
    "A process uses the memory"])
def test_other_words_do_not(words):
    assert not refers_to_place(made(explanation=f"{words}."))
