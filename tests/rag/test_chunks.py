"""Cutting a page into passages: nothing lost, nothing too long, along the borders of the text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studybuddy.rag import chunk
from studybuddy.rag.chunks import without_headings

SENTENCE = "A process waits for a lock that another process holds. "


def paragraph(number, length=300):
    return (f"Paragraph {number}. " + SENTENCE * 20)[:length].rstrip() + "."


def test_small_paragraphs_are_packed_and_whole():
    text = "\n\n".join(paragraph(number) for number in range(5))
    found = chunk(text)
    assert [len(piece) <= 800 for piece in found] == [True] * len(found)
    assert len(found) == 3
    assert "\n".join(found) == text.replace("\n\n", "\n")


def test_nothing_comes_from_nothing():
    assert chunk("") == []
    assert chunk(" \n\n \t\n") == []


def test_a_heading_stays_with_its_text_and_begins_a_passage():
    text = (paragraph(1, 500) + "\n2.1 Third normal form\nA table is in 3NF when nothing depends "
            "on anything but the key.\nDeadlock in databases\nTwo transactions wait for each "
            "other, and neither of them goes on.")
    first, second = chunk(text)
    assert first == paragraph(1, 500)
    assert second.startswith("2.1 Third normal form\nA table")
    assert "Deadlock in databases\nTwo" in second


def test_list_items_are_borders_and_stay_together_where_they_fit():
    items = [f"\u2022 Condition {number}: " + "x" * 200 for number in range(6)]
    found = chunk("\n".join(items))
    assert [piece.count("\u2022") for piece in found] == [3, 3]


def test_a_markdown_heading_and_a_fence():
    text = f"# Title\n{paragraph(1, 400)}\n\n```\na = 1\n\n\nb = 2\n```\n\n## Next\nWords."
    found = chunk(text)
    assert "a = 1\nb = 2" in "\n".join(found)
    assert found[-1] == "## Next\nWords."


def test_a_long_paragraph_is_cut_after_a_sentence():
    found = chunk(SENTENCE * 40)
    assert len(found) > 1
    assert all(piece.endswith(".") and len(piece) <= 800 for piece in found)


def test_long_words_and_lines():
    assert chunk("x" * 2000) == ["x" * 800, "x" * 800, "x" * 400]
    assert max(map(len, chunk("word " * 1000))) <= 800


def test_a_limit_of_ones_own():
    assert chunk("one two three", 7) == ["one two", "three"]
    with pytest.raises(ValueError, match="at least 1"):
        chunk("text", 0)


LINES = st.lists(st.text(st.sampled_from("ab. A1#\u2022-`:\n"), max_size=60), max_size=40)


@settings(deadline=None)
@given(LINES, st.integers(1, 120))
def test_no_letter_is_lost_or_doubled_and_no_passage_is_too_long(lines, limit):
    text = "\n".join(lines)
    found = chunk(text, limit)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(0 < len(piece) <= limit and piece.strip() for piece in found)


def test_a_passage_without_its_headings():
    words = "A table is in 3NF when nothing depends on\nanything but the key."
    for heading in ("2.1 Third normal form", "## Third normal form", "Third normal form",
                    "# One\n## Two", "Chapter 2 Tables"):
        assert without_headings(f"{heading}\n{words}") == words
        assert without_headings(f"{words}\n{heading}\n{words}") == f"{words}\n{words}"
    items = "\u2022 one\n\u2022 two"
    for text in (words, items, "2 Tables", "", "```\n# no heading\n```", "a = 1\nb = 2"):
        assert without_headings(text) == text
