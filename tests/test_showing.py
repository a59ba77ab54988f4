"""Text as it may be shown: masked, on one line, shortened."""

import json
import time
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studybuddy.showing import mask, one_line, short, visible

KEY = "a/key+with \"signs\" é"


@pytest.mark.parametrize("form", [KEY, quote(KEY, safe=""), repr(KEY)[1:-1], json.dumps(KEY),
                                  json.dumps(KEY, ensure_ascii=False)])
def test_a_secret_is_found_in_each_of_its_forms(form):
    shown = mask(f"x {form} y", [KEY])
    assert "[key]" in shown and "key+" not in shown and "signs" not in shown


@pytest.mark.parametrize("key", ["sk-proj-abc_DEF-12345678", "gsk_abcdefgh12345678",
                                 "AIzaSyA1234567890abcdefg", "AQ.Ab8RN6abcdefgh12",
                                 "hf_abcdefgh12345678", "xai-abcdefgh12345678"])
def test_what_looks_like_a_key_is_masked(key):
    assert mask(f"the key {key} is wrong") == "the key [key] is wrong"


def test_keys_in_headers_and_addresses():
    assert mask("Authorization: Bearer abc.def") == "Authorization: Bearer [key]"
    assert mask("https://a.example/v1?key=abc&x=1") == "https://a.example/v1?key=[key]&x=1"


def test_plain_words_stay():
    text = "The sky is blue, pk and hf are letters, task-force, 3 * 4 = 12."
    assert mask(text, ["", "no", "x"]) == text


def test_a_secret_that_begins_another_one():
    assert mask("abcdef abcd", ["abcd", "abcdef"]) == "[key] [key]"


def test_one_line():
    assert one_line("  a\n\t b  ") == "a b"
    assert one_line("a\x00\x1b\u202e\u200b\ud800") == (
        "a<U+0000><U+001B><U+202E><U+200B><U+D800>")
    assert one_line("क्‍ष é 学") == "क्‍ष é 学"  # joined letters stay as they are


def test_short():
    assert short("abc", 3) == "abc"
    assert short("abcd", 3) == "abc... (4 characters)"
    assert short("a b\n", 10) == "a b"
    assert short("x" * 1_000_000, 5) == "xxxxx... (1,000,000 characters)"
    assert short(" " * 50_000 + "end", 5) == "... (50,003 characters)"  # nothing is lost in silence


@pytest.mark.parametrize(("text", "shown"), [
    (json.dumps("line\nsk-proj-abcdefgh12345"), '"line\\n[key]"'),
    (json.dumps(json.dumps("k:\tAIzaSyA1234567890abcdef")), r'"\"k:\\t[key]\""'),
    ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: Basic [key]"),
    ("authorization: bearer abcdef123456", "authorization: bearer [key]"),
    ("Authorization: Bearer  abcdef", "Authorization: Bearer  [key]"),
    ('{"Authorization": "Basic dXNlcjpw"}', '{"Authorization": "Basic [key]"}'),
    ("X-Api-Key: abcdef0123", "X-Api-Key: [key]"),
    ('{"x-goog-api-key": "abcdef0123"}', '{"x-goog-api-key": "[key]"}'),
    ("https://me:secretpw@host/x", "https://me:[key]@host/x"),
    ("my_sk-abcdefghijkl", "my_[key]"),
    ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "[key]"),
])
def test_keys_wherever_they_stand(text, shown):
    assert mask(text) == shown


@pytest.mark.parametrize("text", [
    "the bearer of this letter", "orders_pk_customers", "https://host:8080/path?x=a@b",
    "at 10:30, me@host", "desk-and-chair-set", "a task_sk", "basic token of a lexer"])
def test_what_only_looks_like_a_key_stays(text):
    assert mask(text) == text


def test_a_secret_in_a_text_in_a_text():
    nested = json.dumps({"a": json.dumps({"b": KEY})})
    assert json.loads(json.loads(mask(nested, [KEY]))["a"]) == {"b": "[key]"}


@pytest.mark.parametrize("code", [0x1D159, 0x16FE4, 0x115F, 0x2800, 0x200B, 0x202E, 0x1BCA0])
def test_what_shows_nothing_is_shown_by_its_code(code):
    assert visible(f"a{chr(code)}b") == f"a<U+{code:04X}>b"


@pytest.mark.parametrize(("text", "shown"), [
    ("my  notes.md", "my  notes.md"),
    ("my" + " " * 8 + "notes.md", "my" + " " * 8 + "notes.md"),
    ("my" + " " * 200 + "notes.md", "my<200 blanks>notes.md"),
    ("my" + " " * 2_000 + "notes.md", "my<2,000 blanks>notes.md"),
    ("my" + "\u2003" * 200 + "notes.md", "my<200 blanks>notes.md"),
    ("my" + "\t" * 200 + "notes.md", "my<200 blanks>notes.md"),
    ("my\tnotes.md", "my notes.md"),
    ("one \r\n" + " " * 200 + "two\u2028\nthree", "one two three"),
])
def test_blanks_are_shown_as_they_are_or_counted(text, shown):
    assert one_line(text) == shown and short(f" {text}\n", 100) == shown


@given(st.lists(st.sampled_from("a \u00a0\u2003\t"), max_size=40).map("".join),
       st.lists(st.sampled_from("a \u00a0\u2003\t"), max_size=40).map("".join))
def test_two_names_that_differ_look_different(one, other):
    """As far as it can be seen: how many blanks, and not of which kind."""
    def seen(name):
        return "".join("a" if char == "a" else " " for char in name.strip())

    def told(name):
        return "".join(char if char == "a" or not char.isspace() else " "
                       for char in one_line(name))

    assert (told(one) == told(other)) == (seen(one) == seen(other))
    assert "\t" not in one_line(one)


def test_many_blanks_are_looked_at_quickly():
    begin = time.perf_counter()
    for text in (" " * 3_000_000 + "x", "a " * 1_000_000, ("a" + "\t" * 20) * 100_000):
        one_line(text)
    assert time.perf_counter() - begin < 5
