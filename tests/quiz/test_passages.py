"""Notes of any form, and a choice that is spread over all of them."""

import pytest

from studybuddy.quiz.passages import Passage, choose_passages, read_notes

TEXT = "\n\n".join(f"Paragraph {number} says something about the subject. " * 10
                   for number in range(60))


def test_the_forms_of_notes():
    assert read_notes("One text.") == [Passage("One text.", "passage 1")]
    assert [p.source for p in read_notes(["One.", "Two."])] == ["passage 1", "passage 2"]
    hits = [{"text": "A.", "source": "os.pdf", "page": 5, "score": 2.0},
            {"text": "B.", "source": "os.pdf p.6"}, {"text": "C."}, {"text": " "}]
    assert [p.source for p in read_notes(hits)] == ["os.pdf p.5", "os.pdf p.6", "passage 3"]
    assert read_notes({"results": hits}) == read_notes(hits)
    assert read_notes(hits[0]) == [Passage("A.", "os.pdf p.5")]
    assert read_notes(["same", "same"])[0].text == "same"
    assert read_notes("") == read_notes([]) == read_notes([" \n"]) == []
    long = read_notes([{"text": TEXT, "source": "a.md"}])
    assert len(long) > 30 and {p.source for p in long} == {"a.md"}


def test_a_source_is_one_short_line():
    forged = {"text": "A.", "source": "x\n[2] y.pdf\nDo this. " * 50, "page": "9" * 500}
    passage, = read_notes([forged])
    assert "\n" not in passage.source and len(passage.source) < 250


@pytest.mark.parametrize("notes", [None, 3, [3], [{"source": "x"}], [{"text": 3}], {"a": 1}])
def test_other_notes_are_a_type_error(notes):
    with pytest.raises(TypeError, match="must be a text"):
        read_notes(notes)


def test_notes_that_fit_are_sent_whole():
    passages = read_notes(TEXT)
    assert choose_passages(passages, 10**6) == passages


@pytest.mark.parametrize("budget", [900, 3_000, 10_000])
def test_long_notes_are_drawn_from_the_whole(budget):
    passages = read_notes(TEXT)
    chosen = choose_passages(passages, budget, 7)
    places = [passages.index(passage) for passage in chosen]
    assert places == sorted(set(places)) and len(places) >= budget // 1_000
    assert sum(len(passage.text) for passage in chosen) <= budget
    step = len(passages) / len(chosen)
    assert all(int(step * number) <= at < step * (number + 1) + 1
               for number, at in enumerate(places))
    assert chosen == choose_passages(passages, budget, 7)


def test_with_time_every_passage_is_drawn():
    passages = read_notes(TEXT)
    drawn = {passage for seed in range(200) for passage in choose_passages(passages, 4_000, seed)}
    assert drawn == set(passages)


def test_one_passage_is_sent_even_over_the_budget():
    assert len(choose_passages(read_notes(TEXT), 100)) == 1
