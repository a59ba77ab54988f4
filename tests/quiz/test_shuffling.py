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
    "all of these", "None of these options", "The first two", "Options 1 and 2", "Option 2",
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
    "Mercury has the smallest orbit", "A stack gives back the item that came last",
    "It is a planet", "The B-tree is balanced", "This is above the limit", "$a + b$",
    "Two planets have no moon", "Ice reflects light"])
def test_other_words_do_not(words):
    assert not refers_to_place(made(explanation=f"{words}."))
