"""Good quizzes, spoilt at random: whatever is still taken has the key that was written."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from studybuddy import QuizError, parse_quiz
from tests.quiz.replies import MARS, MERCURY, SATURN

ORIGINAL = [MERCURY, SATURN, MARS]
TEXT = json.dumps({"topic": "Planets", "questions": ORIGINAL})
KEYS = [entry["answer_index"] for entry in ORIGINAL]

place = st.integers(0, len(TEXT))
length = st.integers(1, 12)
# No digits: "1" taken away and "2" put in its place is another key, and nobody could know.
signs = st.sampled_from(list("{}[]\",:\\'`-.eE+ \n\tABbnrtu</think>\u201d\u200b\ufeff"))
change = st.one_of(
    st.tuples(st.just("drop"), place, length),
    st.tuples(st.just("insert"), place, signs),
    st.tuples(st.just("case"), place, st.integers(1, 200)),
    st.tuples(st.just("cut"), place, st.booleans()),
    st.tuples(st.just("wrap"), st.sampled_from(
        ["```json\n{}\n```", "Sure: {{x}} {}", "<think>{}</think>{}", "{} and {}", "[{}]",
         '{{"quiz": {}}}', "</think>{}", "{}```"]), st.none()))
double = st.tuples(place, st.integers(1, 400))


def spoilt(text, changes):
    for kind, where, what in changes:
        if kind == "drop":
            text = text[:where] + text[where + what:]
        elif kind == "insert":
            text = text[:where] + what + text[where:]
        elif kind == "case":
            text = text[:where] + text[where:where + what].swapcase() + text[where + what:]
        elif kind == "cut":
            text = text[where:] if what else text[:where]
        else:
            text = where.replace("{}", text).replace("{{", "{").replace("}}", "}")
    return text


def keys_of(raw):
    try:
        return [entry.answer_index for entry in parse_quiz(raw, len(KEYS)).questions]
    except QuizError:
        return None


def test_the_quiz_itself_is_good():
    assert keys_of(TEXT) == KEYS


@settings(max_examples=500, deadline=None)
@given(st.lists(change, min_size=1, max_size=5))
def test_no_key_is_changed_by_small_faults(changes):
    assert keys_of(spoilt(TEXT, changes)) in (None, KEYS)


@settings(max_examples=250, deadline=None)
@given(double, st.lists(change, max_size=2))
def test_no_key_is_changed_by_a_piece_that_comes_twice(piece, changes):
    start, size = piece
    doubled = TEXT[:start + size] + TEXT[start:]
    assert keys_of(spoilt(doubled, changes)) in (None, KEYS)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_no_prose_changes_a_key(before, after):
    assert keys_of(before + TEXT + after) in (None, KEYS)


@settings(max_examples=250, deadline=None)
@given(st.text(alphabet='{}[]",:\\ questionsanswer_index0123<think>/', max_size=200))
def test_any_text_gives_a_quiz_or_a_quiz_error(text):
    assert keys_of(text) is None


@settings(deadline=None)
@given(st.integers(0, len(TEXT) - 1))
def test_no_part_of_a_quiz_is_a_quiz(end):
    assert keys_of(TEXT[:end]) is None
