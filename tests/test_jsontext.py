"""Strict JSON in both directions."""

import datetime
import json
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studybuddy import jsontext
from studybuddy.jsontext import JSONTextError, dump_result, read_object


@pytest.mark.parametrize("text", [None, "", " \n\t", "null", "{}", {}])
def test_missing_blank_and_null_are_no_arguments(text):
    assert read_object(text) == {}


@pytest.mark.parametrize("text", [
    '{"a": 1}', ' {"a": 1}\n', '\ufeff{"a": 1}', {"a": 1},
    json.dumps('{"a": 1}'),  # encoded twice: unwrapped once
])
def test_what_is_clear_is_read(text):
    assert read_object(text) == {"a": 1}


@pytest.mark.parametrize(("text", "hint"), [
    ('{"a": 1,}', "comma too many"),
    ("{'a': 1}", "double quotes"),
    ('{"a": 1}{"a": 1}', "nothing after it"),
    ('{"a": 1}}', "nothing after it"),
    ("{", "ends too early"),
    ('{"a": "b', "ends too early"),
    ('```json\n{"a": 1}\n```', "code fence"),
    ("{a: 1}", "near character 2"),
    ('{"a": NaN}', "finite"),
    ('{"a": -Infinity}', "finite"),
    ('{"a": 1e999}', "too large"),
    ('{"a": ' + "9" * 5000 + "}", "too many digits"),
    ('{"a": 1, "a": 2}', "twice"),
    ("[1]", "a list"),
    ("17", "a number"),
    ("true", "not true"),
    ('"2+2"', "a text"),
    (json.dumps(json.dumps('{"a": 1}')), "a text"),  # three times: bounded, not unwrapped
    ("[" * 100_000, "nested deeper"),
    ('{"a":' * 5000, "nested deeper"),
    (5, "a number"),
    (b"{}", "bytes"),
    ({"a": float("nan")}, "cannot hold"),
    ({"a": 1j}, "cannot hold"),
])
def test_what_is_not_is_refused_with_a_hint(text, hint):
    with pytest.raises(JSONTextError, match=hint):
        read_object(text)


def test_nesting_is_counted_outside_strings_only():
    brackets = "[{" * 200 + '\\"'
    assert read_object(json.dumps({"content": brackets})) == {"content": brackets}


def test_length_is_bounded_before_parsing(monkeypatch):
    monkeypatch.setattr(jsontext, "MAX_LENGTH", 20)
    assert read_object('{"a": "0123456789"}') == {"a": "0123456789"}
    with pytest.raises(JSONTextError, match="too long: 21 characters, the limit is 20"):
        read_object('{"a": "0123456789ab"}')


def test_an_error_quotes_at_most_200_characters():
    text = '{"a": "' + "x" * 5000
    with pytest.raises(JSONTextError) as caught:
        read_object(text)
    assert "x" * 150 in str(caught.value)
    assert len(str(caught.value)) < 350


@given(st.text())
def test_any_text_gives_a_dict_or_a_sentence(text):
    try:
        assert isinstance(read_object(text), dict)
    except JSONTextError as error:
        assert str(error)


def strict(text: str) -> object:
    """Read as a strict parser does: no NaN, no Infinity, no lone half of a pair."""
    text.encode("utf-8")

    def refuse(name):
        raise AssertionError(f"not strict JSON: {name}")

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize(("result", "answer"), [
    ({"expression": "1+1", "result": 2}, {"expression": "1+1", "result": 2}),
    (7, {"result": 7}),
    ("text", {"result": "text"}),
    ([1, "a"], {"result": [1, "a"]}),
    ({2, 1}, {"result": [1, 2]}),
    (datetime.date(2026, 12, 5), {"result": "2026-12-05"}),
    (PurePosixPath("a/b"), {"result": "a/b"}),
    (b"\xffok", {"result": "\ufffdok"}),
    ({1: "one"}, {"1": "one"}),
    ("a\ud800b", {"result": "a?b"}),
])
def test_results_are_written_as_json(result, answer):
    assert strict(dump_result(result)) == answer


def test_no_result_says_so():
    assert strict(dump_result(None)) == {
        "result": None, "message": "The tool ran and returned nothing."}


class Hostile:
    def isoformat(self):
        raise RuntimeError("no")


@pytest.mark.parametrize("result", [
    float("nan"), {"a": float("inf")}, 1j, [10**5000], object(), {(1, 2): 3}, Hostile()])
def test_what_json_cannot_hold_becomes_an_error(result):
    assert list(strict(dump_result(result))) == ["error"]
    assert "digits" not in dump_result(result)


def test_a_loop_in_a_result_becomes_an_error():
    loop: list = []
    loop.append(loop)
    assert "error" in strict(dump_result(loop))


def test_a_long_result_is_cut_and_says_how_long_it_was():
    assert strict(dump_result("x" * 20_000)) == {"result": "x" * 20_000}
    answer = strict(dump_result("x" * 1_000_000))
    assert answer == {"result": "x" * 20_000, "truncated": True, "total_chars": 1_000_000}
    answer = strict(dump_result({"rows": ["y" * 100] * 300}))
    assert answer["truncated"] is True
    assert answer["result"].startswith('{"rows": ["yyy')
    assert answer["total_chars"] > len(answer["result"]) == 20_000
