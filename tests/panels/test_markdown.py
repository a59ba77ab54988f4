"""Markdown of a stranger as HTML: what comes through, and that nothing else does."""

import re
import subprocess
import sys

import pytest
from bs4 import BeautifulSoup

from studybuddy.panels.markdown import MAX_LENGTH, TAGS, readable, to_html

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=http://198.51.100.1/a onerror=alert(1)>",
    "![pixel](http://198.51.100.1/p.png)",
    "![a][b]\n\n[b]: http://198.51.100.1/p.png",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&colon;alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x) [y](file:///etc/passwd)",
    "<a href='#' data-commandlinker-command='x'>y</a>",
    "<style>*{display:none}</style><svg onload=alert(1)>",
    "<iframe src=//198.51.100.1></iframe><form action=//198.51.100.1><input></form>",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "```\" onload=\"alert(1)\nx\n```",
    "[x](https://198.51.100.1/\"onclick=\"alert(1))",
    "<https://198.51.100.1/'onclick='alert(1)>",
    "| a |\n|:-:|\n| <td onclick=alert(1)> |",
    "[x](https://a.example \"title\" onclick=alert(1))",
    "<!-- --><math><mi//xlink:href=\"data:x,<script>alert(1)</script>\">",
]
ATTRIBUTES = {"dir", "href", "rel", "target", "start", "class", "role", "aria-level"}


def soup_of(text):
    return BeautifulSoup(to_html(text), "html.parser")


@pytest.mark.parametrize("text", [*HOSTILE, "\n\n".join(HOSTILE)])
def test_nothing_but_harmless_tags_and_attributes(text):
    soup = soup_of(text)
    for tag in soup.div.find_all(True):
        assert tag.name in TAGS
        assert tag.attrs.keys() <= ATTRIBUTES, tag
    for link in soup.find_all("a"):
        assert re.match("https?://|mailto:", link["href"])
        assert link.text == link["href"]  # what is read is where it leads
        assert "noopener" in link["rel"]


@pytest.mark.parametrize("text, address", [
    ("[your bank](https://evil.example/login?a=1&b=2)", "https://evil.example/login?a=1&b=2"),
    ("[https://bank.example](https://evil.example)", "https://evil.example"),
    ("<https://a.example/b>", "https://a.example/b"),
    ("![cat](http://a.example/cat.png)", "http://a.example/cat.png"),
    ("[b\u0430nk](http://b\u0430nk.example)", "http://xn--bnk-6cd.example"),
])
def test_a_link_shows_its_target_and_leads_there(text, address):
    links = soup_of(text).find_all("a")
    assert [(link["href"], link.text) for link in links] == [(address, address)]


@pytest.mark.parametrize("text, shown", [
    ("[x](https://bank.example@evil.example/)", "https://bank.example@evil.example/"),
    ("[x](//evil.example/a)", "//evil.example/a"),
    ("[x](/etc/passwd)", "/etc/passwd"),
    ("[x](javascript:alert)", "javascript:alert"),
    (f"[x](https://a.example/{'a' * 3000})", "[... 1,018 characters left out ...]"),
])
def test_other_targets_are_text(text, shown):
    soup = soup_of(text)
    assert shown in soup.text and soup.find("a") is None


def test_what_answers_hold_is_kept():
    soup = soup_of("# Title\n\nSome **bold** and *other* text, `code`.\n\n- one\n- two\n\n"
                   "| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = '<b>'\n```\n> said\n\n3. c")
    assert soup.find(role="heading").text == "Title" and soup.find("h1") is None
    assert soup.strong.text == "bold" and soup.em.text == "other"
    assert [item.text for item in soup.ul.find_all("li")] == ["one", "two"]
    assert [cell.text for cell in soup.find_all("td")] == ["1", "2"]
    assert soup.pre.text == "x = '<b>'\n"
    assert soup.blockquote.text.strip() == "said" and soup.ol["start"] == "3"


def test_line_ends_stay_and_each_part_has_its_direction():
    soup = soup_of("2026-12-02  DBMS\n2026-12-03  OS\n\nما هو؟")
    first, second = soup.find_all("p")
    assert first.br is not None and "2026-12-02  DBMS" in first.text
    assert first["dir"] == second["dir"] == "auto"


def test_formulas_stay_text_and_prices_are_none():
    soup = soup_of(r"$a*b*c$ and \(x_1 * y * z\), $$\frac{a}{b}$$, but $5 or $6 and *this*")
    assert [code.text for code in soup.find_all("code")] == [
        "$a*b*c$", r"\(x_1 * y * z\)", r"$$\frac{a}{b}$$"]
    assert soup.em.text == "this" and "mathjax_ignore" in soup.div["class"]


def test_hidden_characters_are_shown_but_for_those_that_scripts_and_emoji_need():
    assert readable("a\u202eb \u200bc\u200dd") == "a<U+202E>b <U+200B>c<U+200D>d"
    kept = "نمی\u200cدانم ක\u200dෂ ⚠\ufe0f 1\ufe0f\u20e3 \U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert readable(kept) == kept
    assert "<U+200D>" in readable("ä\u200d\u200d\u200d\u200d")  # not a channel to hide in
    assert "&lt;U+202E&gt;" in to_html("a\u202eb")


@pytest.mark.parametrize("piece", ["[", "*a ", "\\(", "$a", "> ", "![a](", "[a](", "_a__", "&#",
                                   "<a ", "a|\n-|\n", "  - a\n", "`a", "\n[a]: x"])
def test_no_text_takes_long(piece):
    import time

    begin = time.process_time()
    to_html((piece * MAX_LENGTH)[:MAX_LENGTH])
    assert time.process_time() - begin < 3


def test_a_text_that_is_too_long_is_shown_as_it_stands():
    shown = to_html("**a** <b> " * MAX_LENGTH)
    assert "**a** &lt;b&gt;" in shown and "<strong>" not in shown


def test_without_the_packages_it_is_plain_text():
    code = ("import sys; sys.modules['nh3'] = None\n"
            "from studybuddy.panels.markdown import to_html\nprint(to_html('**a** <b>'))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          encoding="utf-8", timeout=60)
    assert "**a** &lt;b&gt;" in done.stdout, done.stderr


def test_a_long_target_that_is_named_often_does_not_grow():
    made = to_html(f"[a]: {'b' * 20_000}\n\n" + "[a]" * 9_000)
    assert len(made) < 1_000_000 and "[a][a]" in made  # as it was written


def test_columns_of_blanks_get_letters_of_one_width():
    shown = soup_of("Plan:\n2026-12-01  DBMS      2 hours\n2026-12-02  OS        2 hours")
    assert shown.p["class"] == ["sb-columns"]
    assert "class" not in soup_of("Words  with two blanks.\nAnd more.").p.attrs
