"""Numbers as bars: lengths in proportion, and the same in words."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from studybuddy.picture import SKY
from studybuddy.workbook.bars import LONGEST, bars

ROWS = {"request 1": 394, "request 2": 788, "nothing": 0}


def lengths(made):
    return [int(found) for found in re.findall(rf'width="(\d+)" height="34" rx="4" fill="{SKY}"',
                                               made.svg)]


def test_bars_are_in_proportion_and_nothing_has_no_bar():
    assert lengths(bars(ROWS)) == [LONGEST // 2, LONGEST]


def test_the_words_say_the_same_as_the_picture():
    made = bars({"short": 5, "a longer one": 1200}, "tokens")
    assert made.alt == "Bars. short: 5 tokens. a longer one: 1,200 tokens."
    assert repr(made).splitlines() == ["short             5 tokens", "a longer one  1,200 tokens"]
    assert made.alt in made.img()
    assert ElementTree.fromstring(made.svg).tag.endswith("svg")


def test_all_bars_may_be_nothing():
    assert lengths(bars({"none": 0})) == []


@pytest.mark.parametrize("rows", [{}, {"debt": -1}, {"odd": float("nan")}])
def test_what_cannot_be_drawn_is_refused(rows):
    with pytest.raises(ValueError, match="0 or more"):
        bars(rows)
