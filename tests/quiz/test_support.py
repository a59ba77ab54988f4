"""An answer stands in the notes or it does not, by the rule that the module states."""

import pytest

from studybuddy import Question
from studybuddy.quiz.passages import Passage
from studybuddy.quiz.support import Support

PASSAGES = [
    Passage("A mutex is a lock with an owner. Only the thread that locked it may unlock it.",
            "p.1"),
    Passage("Reading an item of an array is O(1). A page has 4096 bytes. Use `a += b` here.",
            "p.2"),
    Passage("The deadlock conditions: mutual exclusion, hold and wait, no preemption, and "
            "circular wait. A deadlock needs all four of them.", "p.3"),
]
OTHERS = ["wrong x", "wrong y", "wrong z"]


def judge(question, answer):
    made = Question(question=question, options=[answer, *OTHERS], answer_index=0)
    passage, good = Support(PASSAGES).best(made)
    return passage.source if passage else None, good


@pytest.mark.parametrize("question,answer,source", [
    ("What is a mutex?", "A lock with an owner", "p.1"),
    ("What is a mutex?", "Locks which have owners", "p.1"),
    ("Which of these is a lock with an owner?", "Mutex", "p.1"),
    ("How many bytes has a page?", "4096", "p.2"),
    ("How long does reading an item of an array take?", "O(1)", "p.2"),
    ("Which line is used?", "a += b", "p.2"),
    ("Which are deadlock conditions?", "All of the above", "p.3"),
    ("Does a deadlock need all four conditions?", "True", "p.3"),
])
def test_what_stands_there(question, answer, source):
    assert judge(question, answer) == (source, True)


@pytest.mark.parametrize("question,answer", [
    ("What is a mutex?", "A counter that never blocks anybody"),
    ("How many bytes has a page?", "8192"),
    ("How many bytes has a page?", "4096 or 8192"),
    ("What does a monkey eat?", "Bananas"),
    ("Who painted the famous sunflowers?", "An owner"),  # the words stand there by chance
    ("Is the sky green at night?", "True"),
    ("Which sign is used?", "%%"),
])
def test_what_does_not(question, answer):
    assert judge(question, answer)[1] is False


NUMBERS = [Passage("It cost 1,000 rupees. Water boils at 100 \u00b0C. A C program makes the code "
                   "run. The mitochon-\ndrion makes ATP. The low is -5.", "p.1"),
           Passage("Der Zellkern enth\u00e4lt die Erbinformation der Zelle.", "p.2")]


@pytest.mark.parametrize("question,answer,good", [
    ("What did it cost?", "1000 rupees", True), ("What did it cost?", "Rs. 1000", True),
    ("What did it cost?", "1 rupee", False), ("What did it cost?", "1,000", True),
    ("When does water boil?", "-100 \u00b0C", False),
    ("When does water boil?", "100 \u00b0C", True),
    ("What is the low?", "\u22125", True), ("What is the low?", "minus 5", True),
    ("What is the low?", "5", False),
    ("Which program makes the code run?", "C++", False),
    ("What makes ATP?", "Mitochondrion", True), ("What makes ATP?", "Mitochondria", True),
    ("What makes ATP?", "Both zebras and okapis", False), ("What makes ATP?", "Any quagga", False),
    ("What makes ATP?", "None of these", True), ("What makes ATP?", "Both A and B", True),
    ("Was enth\u00e4lt der Zellkern?", "Die Erbinformation", True),
    ("Was enth\u00e4lt der Zellkern?", "Die Sonne", False),
])
def test_numbers_signs_and_forms_of_words(question, answer, good):
    made = Question(question=question, options=[answer, *OTHERS], answer_index=0)
    assert Support(NUMBERS).best(made)[1] is good


def test_a_topic_is_no_notes():
    entry = Question(question="What makes sugar?", options=["Leaves", *OTHERS], answer_index=0)
    assert Support([Passage("Photosynthesis", "passage 1")]).best(entry) == (None, True)
    assert Support([Passage("It is about photosynthesis.", "passage 1")]).best(entry) == (
        None, False)
