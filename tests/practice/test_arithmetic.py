"""Questions to expressions: fit for a strict calculator, readable, and honest when nothing fits."""

import re

import pytest

from studybuddy.practice.arithmetic import asks_for_number, expression, solve
from studybuddy.practice.changes import DOWN, UP


@pytest.mark.parametrize("question, wanted", [
    ("What is 15% of 2,480?", "15 / 100 * 2480"),
    ("48 ÷ 6 × 2", "48 / 6 * 2"),
    ("[{12 + 8} × 3] − 14", "((12 + 8) * 3) - 14"),
    ("2^10", "2 ** 10"),
    ("2 3/4 + 1", "(2 + 3 / 4) + 1"),
    ("subtract 48 from 131", "131 - 48"),
    ("My SGPA is 8.2 with 20 credits and 9.1 with 22: what is my CGPA?",
     "(8.2 * 20 + 9.1 * 22) / (20 + 22)"),
    ("average of 67, 72 and 88", "(67 + 72 + 88) / 3"),
    ("what's 200 plus 15%", "200 * (1 + 15 / 100)"),
    ("remainder when 1000 is divided by 37", "1000 % 37"),
])
def test_expressions_are_what_a_student_would_write(question, wanted):
    assert expression(question) == wanted


@pytest.mark.parametrize("question", [
    "what is 3NF", "explain the 7 layers", "what can you do?", "chapter 5", "Hello", "", "5",
    "how many classes may I miss?"])
def test_no_expression_where_there_is_no_sum(question):
    assert solve(question) == []


@pytest.mark.parametrize("question", [
    "my battery drops 12% every hour, from 100% what is left after 3 hours",
    "I run 5 km daily except sunday. km in a week",
    "8 friends, bill 3,200, two did not pay. how much each for the rest",
    "a lamp uses 65 watts for 6 hours a day, how many watt hours",
    "bus fare 25 each way, 22 days a month, both ways. monthly cost?",
    "the shop gives 3 for the price of 2. 9 soaps at 40 each, cost",
    "bought 12 eggs at 6 each, 2 broke. total cost",
    "auto fare is 30 for the first 2 km and 14 for each extra km. fare for 7 km?",
    "I have 40 apples, 7 boxes and 13 crates. what now?"])
def test_no_answer_from_a_part_of_the_numbers(question):
    assert solve(question) == []


@pytest.mark.parametrize("question, wanted", [
    ("my exam lasts 2 hours and has 40 questions, how many minutes per question", "2 * 60 / 40"),
    ("40 questions, 2 hours. minutes for each question?", "2 * 60 / 40"),
    ("how many questions an hour if I do 40 in 2 hours", "40 / 2"),
    ("1 inch = 2.54 cm, how many cm is 5 feet", "2.54 * 5 * 12"),
    ("1 euro = 92 rupees. 4,600 rupees in euros", "4600 / 92"),
    ("4 packs of 6 bottles at 20 a bottle, cost?", "4 * 6 * 20"),
    ("a 2 hour film, I watched 45 minutes, how many minutes left", "2 * 60 - 45"),
])
def test_the_unit_that_is_asked_for_decides(question, wanted):
    assert expression(question) == wanted


def test_two_questions_give_two_expressions():
    assert solve("What is 12*4? And what is 15% of 80?") == ["12 * 4", "15 / 100 * 80"]
    assert solve("half of 96 and 15% of 200") == ["1 / 2 * 96", "15 / 100 * 200"]


def test_a_second_part_uses_the_first_result():
    steps = solve("I have 8.2 with 20 credits and 9.1 with 22. What is my average, and what must "
                  "I get in the next 20 credits to reach 9.0?")
    assert steps[0] == "(8.2 * 20 + 9.1 * 22) / (20 + 22)"
    assert "{previous}" in steps[1]


@pytest.mark.parametrize("question", [
    "wats 15 precent of 2,40,000", "3.2 lakh minus 45,000", "half of three quarters of 96",
    "cgpa is 7.9 after 3 sems, what do i need in the 4th to reach 8"])
def test_only_digits_and_plain_signs(question):
    assert re.fullmatch(r"[\d.+*/%() -]+", expression(question))


def test_each_word_of_direction_points_one_way():
    assert not UP & DOWN
    assert {"rises", "rose", "climbed", "hiked", "dearer", "up"} <= UP
    assert {"falls", "fell", "slashed", "dropping", "cheaper", "down"} <= DOWN


@pytest.mark.parametrize("question", [
    "a bulb of 9 watts for 5 hours a day, watt hours in 30 days?",
    "8 friends, a trip costs 5,600, 2 drop out. new share each?",
    "one sister is 21 and one is 4 years younger, total of both ages?"])
def test_a_sum_without_a_rule_is_known_as_a_sum(question):
    assert solve(question) == [] and asks_for_number(question)


@pytest.mark.parametrize("question", [
    "what are the 7 layers of the OSI model and the 4 layers of TCP/IP?",
    "explain 2 phase commit vs 3 phase commit", "difference between layer 2 and layer 3 switches",
    "what does 2 sigma and 3 sigma mean"])
def test_numbers_in_a_notes_question_are_no_sum(question):
    assert not asks_for_number(question)


def test_a_count_below_nothing_is_no_answer():
    assert solve("I had 40 coins and gave away 65, how many are left?") == []


def test_a_raised_digit_alone_is_no_number():
    assert solve("\u00b9") == []
