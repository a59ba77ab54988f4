"""Each error message that a person or a model can meet is plain and says what is wrong."""

import re

import pytest

from tests import messages

ALL = messages.gathered()
MOST_WORDS = 60  # of a whole message
MOST_IN_A_SENTENCE = 30

# Words that tell a reader nothing, blame them, or have another term in this project.
AVOIDED = re.compile(
    r"\b(invalid|illegal|bad|failed to|unable|unexpected|unsupported|oops|please|sorry|simply|"
    r"obviously|hallucinat\w*|prompt injection|chunks?|iterations?|NoneType|traceback|"
    r"deserializ\w*|parse error|kwargs?|callable|iterable)\b|\w+n't\b|!", re.IGNORECASE)
# What begins a sentence: a capital, a code quote, a number, something that is filled in, or the
# name of a parameter that "must be" something.
BEGINS = re.compile(r'[A-Z{`"(\d-]|[a-z_]+\w*\b.* (must|has|have|is|are|holds?|needs?|may|belong|'
                    r'takes?|cannot|compares)\b')


def faults(text):
    """What is wrong with the words of a message."""
    found = []
    text = text.strip()
    plain = messages.filled(re.sub(r"`[^`]*`", "X", text))
    if found_word := AVOIDED.search(plain):
        found.append(f"the word {found_word.group()!r}")
    if not BEGINS.match(text):
        found.append("does not begin like a sentence")
    if len(plain.split()) > MOST_WORDS:
        found.append("too long")
    if any(len(one.split()) > MOST_IN_A_SENTENCE for one in re.split(r"[.:;?] ", plain)):
        found.append("a sentence is too long")
    if "  " in plain.replace("\n", ""):
        found.append("two blanks")
    return found


# Not messages but texts for a model: their own tests look at them.
PROMPTS = ("prompts.py", "quiz/asking.py")
READ = [one for one in ALL if not one.place.startswith(PROMPTS)]
# Faults of a lesson's source, for maintainers: "01_safe_calculator.py, line 7: a solution is …"
WITH_PLACE = ("workbook/editions.py", "workbook/reuse.py")


@pytest.mark.parametrize("one", READ, ids=lambda one: one.place)
def test_a_message_is_plain(one):
    text = f"Line 7: {one.text}" if one.place.startswith(WITH_PLACE) else one.text
    assert faults(text) == [], one.text


@pytest.mark.parametrize(("text", "fault"), [
    ("Invalid argument.", "the word 'Invalid'"), ("This can't be read.", 'the word "can\'t"'),
    ("no capital at the beginning.", "does not begin like a sentence"),
    ("It  has two blanks.", "two blanks"), ("Wait! It runs.", "the word '!'"),
    (" ".join(["word"] * 40).capitalize() + ".", "a sentence is too long"),
    ("Use this one. " * 30, "too long")])
def test_each_fault_is_found(text, fault):
    assert fault in faults(text)


CODE = '''
NOT_HERE = "There is no file here."
def f(x):
    if x:
        raise ValueError(f"There is no {x!r} in it.") from None
    return {"error": "Give a number," + " such as 2."}
def g(card):
    _stop(2, "The name is empty." if card else "The name is too long.")
    rows = [("next", "Run the cell again."), ("tried", "Not a message of ours.")]
    raise SystemExit(3)
'''


def test_all_ways_to_tell_are_gathered():
    assert [(one.how, one.text) for one in sorted(
        messages.in_code("x.py", CODE), key=lambda one: int(one.place[5:]))] == [
        ("NOT_HERE", "There is no file here."), ("raise ValueError", "There is no {x} in it."),
        ("error", "Give a number, such as 2."),
        ("_stop", "The name is empty. / The name is too long."), ("next", "Run the cell again.")]


@pytest.mark.parametrize("place", ["agent", "cli", "registry", "schema", "tools/calculator",
                                   "tools/planner", "workbook/runtime", "workbook/faults",
                                   "workbook/doctor", "models/errors", "panels/chat", "rag/pdf",
                                   "sandbox/paths", "quiz/parsing", "runfile"])
def test_no_part_is_left_out(place):
    assert any(one.place.startswith(f"{place}.py:") for one in ALL)


def test_the_table_has_a_row_for_each(capsys):
    lines = messages.table(ALL).splitlines()
    assert len(lines) == len(ALL) + 2
    assert all(line.count("|") == 4 for line in lines[2:])
