"""Untrusted text as HTML."""

import pytest

from studybuddy.panels.markup import block, escaped, inline, plain, word

HOSTILE = "<script>alert(1)</script>&amp;<img src=x onerror=alert(1)>\"'"


@pytest.mark.parametrize("make", [escaped, inline, block, lambda text: block("x", label=text),
                                  word])
def test_no_tag_and_no_quotation_mark_comes_through(make):
    shown = make(HOSTILE)
    assert "<script" not in shown and "<img" not in shown
    assert "&lt;script&gt;" in shown and "&amp;amp;" in shown
    assert "onerror=alert(1)&gt;&quot;" in shown


def test_hidden_characters_are_shown_and_none_is_deleted():
    assert plain("a\u200bb\u202ec\u200dd\x07e\ud800f\U000e0041") == (
        "a<U+200B>b<U+202E>c<U+200D>d<U+0007>e<U+D800>f<U+E0041>")
    assert escaped("a\u202eb") == "a&lt;U+202E&gt;b"


def test_line_ends_tabs_and_wide_blanks_stay_readable():
    assert plain("a\n\tb\u00a0c\u2009d") == "a\n\tb c d"


def test_letters_of_any_script_stay():
    text = "ما هو؟ 中文 हिन्दी é Ω 😀"
    assert plain(text) == text
