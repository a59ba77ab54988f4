"""Pictures: bounded, readable, with words that say the same."""

from __future__ import annotations

import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from studybuddy.workbook import course, define, trees, values
from studybuddy.workbook.pictures import ordinal

TEXTS = ["7", "8 + 9 * 2", "(8.2*20 + 9.1*22) / 42", "-2 ** 2", "marks.clear()", "a < b",
         "__import__('os').system('echo hello')", "'<&\"`'", "[1, 2][0] if x else {3: 4}",
         "f(x, key=y)", "1 + 2 - 3 * 4 / 5 % 6 // 7", "lambda x: x + 1", "'\u202e\x07'"]


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_gets_a_sound_picture(text):
    picture = trees.picture(trees.parse(text), text)
    root = ElementTree.fromstring(picture.svg)
    width, height = float(root.get("width")), float(root.get("height"))
    boxes = []
    for rect in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, w, h = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        assert x >= 0 and y >= 0 and x + w <= width and y + h <= height
        if h > 30:
            boxes.append((x, y, w, h))
    for i, (x, y, w, _) in enumerate(boxes):  # no box lies on another
        assert not [1 for a, b, c, _ in boxes[i + 1:] if b == y and x < a + c and a < x + w]
    sizes = [float(one.get("font-size")) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert min(sizes) >= 14
    assert picture.alt.startswith(f"Syntax tree of {values.visible(text)}.")
    html = picture.img()
    assert re.fullmatch(r'<img alt="[^"]*" src="data:image/svg\+xml,[^"<>]*">', html)
    assert unquote(html.split("svg+xml,")[1][:-2]) == picture.svg
    assert "0x" not in repr(picture)


def test_the_tree_is_told_in_words():
    picture = trees.picture(trees.parse("(8 + 9) * 2"), "(8 + 9) * 2")
    assert picture.alt == (
        "Syntax tree of (8 + 9) * 2. Top: *, a BinOp (operator). left of *: +, a BinOp (operator). "
        "left of +: 8, a Constant (number). right of +: 9, a Constant (number). "
        "right of *: 2, a Constant (number).")
    assert repr(picture) == (
        "*  (BinOp)\n├── left: +  (BinOp)\n│   ├── left: 8  (Constant)\n"
        "│   └── right: 9  (Constant)\n└── right: 2  (Constant)")


@pytest.mark.parametrize(("text", "words"), [
    ("2 +", "Python cannot read"), ("", "empty"), ("   ", "empty"), ("x = 5", "Python cannot read"),
    ("(" * 150, "Python cannot read"), ("1" + "+1" * 100, "levels"), ("1" * 301, "301 characters"),
    ("-" * 40 + "1", "levels"), ("[" + "1," * 70 + "]", "boxes"), ("\0", "Python cannot read"),
    (None, "Give a text"), (b"1", "Give a text"), ("'\ud800'", "Python cannot read")])
def test_what_cannot_be_drawn_is_said(text, words):
    with pytest.raises(trees.CannotDraw, match=words):
        trees.parse(text)


def test_ordinals():
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]


def test_the_map_shows_what_is_passed_and_next(monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.define.numbers", lambda: ["00", "01"])
    places = course.places({"00": ["00.1", "00.2", "00.3"], "01": ["01.2"]})
    assert [place.number for place in places] == [f"{n:02}" for n in range(12)]
    assert places[0].words == "passed"
    assert places[1].words == "next, 1 of 4"
    assert {place.words for place in places[2:]} == {"not written yet"}
    picture = course.picture(places)
    assert "Lesson 01, Safe calculator: next, 1 of 4." in picture.alt
    assert "  01  Safe calculator  next, 1 of 4" in repr(picture)
    svg = ElementTree.fromstring(picture.svg)
    words = [one.text for one in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("not written yet") == 10 and "next, 1 of 4" in words


def test_only_lessons_that_exist_are_next(monkeypatch):
    monkeypatch.setattr("studybuddy.workbook.define.numbers", lambda: ["00", "01"])
    everything = {n: list(define.load(n).checks)
                  for n in ("00", "01")}
    assert not [p for p in course.places(everything) if p.state == course.NEXT]
    skipped = course.places({"01": ["01.1"]})
    assert [p.words for p in skipped[:2]] == ["next, 0 of 3", "begun, 1 of 4"]
