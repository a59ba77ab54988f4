"""Strict JSON in both directions."""

import collections
import datetime
import enum
import json
import time
import types
import uuid
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePosixPath
from typing import NamedTuple

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
    ("{a: 1}", "Names and texts stand in double quotes"),
    ('{"a": 1, b: 2}', "Names and texts stand in double quotes"),
    ('{"a": True}', "JSON writes true, not True"),
    ('{"a": [1, None]}', "JSON writes null, not None"),
    ("{\u201ca\u201d: 1}", "straight double quotes"),
    ('{"a": "one\ntwo"}', r"new line is written as \\n"),
    ('{"a": \n\n"tab\there"}', r"a tab as \\t"),
    ('{"a": @}', "near character 7"),
    ('{"a": }', "value is missing"),
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
    assert "error" in strict(dump_result(collections.deque([loop])))
    assert "error" in strict(dump_result(types.MappingProxyType({"a": loop})))


def test_a_long_result_is_cut_and_says_how_long_it_was():
    assert strict(dump_result("x" * 20_000)) == {"result": "x" * 20_000}
    answer = strict(dump_result("x" * 1_000_000))
    assert answer == {"result": "x" * 20_000, "truncated": True, "total_chars": 1_000_000}
    answer = strict(dump_result({"rows": ["y" * 100] * 300}))
    assert answer["truncated"] is True
    assert answer["result"].startswith('{"rows": ["yyy')
    assert answer["total_chars"] > len(answer["result"]) > 19_000


@pytest.mark.parametrize("result", [
    "\n" * 19_990, '"' * 30_000, "\x00" * 20_000, {"rows": ['"'] * 9_000}, ["\\" * 19_000],
    "\u0930" * 40_000])
def test_no_answer_is_longer_than_the_limit_and_its_frame(result):
    text = dump_result(result)
    assert len(text) <= 20_100
    assert strict(text)["truncated"] is True


def test_a_text_within_the_limit_is_never_cut():
    assert strict(dump_result({"a": "\n" * 9_000})) == {"a": "\n" * 9_000}
    assert strict(dump_result("\n" * 10_000)) == {"result": "\n" * 10_000}


class Mark(enum.Enum):
    GOOD = "good"


class Pair(NamedTuple):
    x: int
    y: int


@pytest.mark.parametrize(("result", "written"), [
    (Decimal("1.10"), "1.10"),
    (Fraction(1, 3), "1/3"),
    (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    (datetime.timedelta(minutes=90), "1:30:00"),
    (Mark.GOOD, "good"),
    (range(3), [0, 1, 2]),
    (range(10**12), "range(0, 1000000000000)"),
    ({"a": 1}.keys(), ["a"]),
    ({"b": 1, "a": 2}.values(), [1, 2]),
    ({"a": 1}.items(), [["a", 1]]),
    (collections.deque([1, 2]), [1, 2]),
    (types.MappingProxyType({"a": 1}), {"a": 1}),
    (Pair(1, 2), [1, 2]),
])
def test_values_of_the_standard_library_are_written_sensibly(result, written):
    assert strict(dump_result(result)) == {"result": written}
    assert strict(dump_result({"of": [result]})) == {"of": [written]}


def test_numpy_values_are_written_as_numbers_and_lists():
    numpy = pytest.importorskip("numpy")
    result = {"n": numpy.int64(3), "x": numpy.float32(0.5), "yes": numpy.bool_(True),
              "grid": numpy.eye(2, dtype=int)}
    assert strict(dump_result(result)) == {
        "n": 3, "x": 0.5, "yes": True, "grid": [[1, 0], [0, 1]]}
    assert "finite" in strict(dump_result(numpy.array([numpy.nan])))["error"]


@pytest.mark.parametrize("result", [
    {1: "a", "1": "b"}, {"in": [{None: 1, "null": 2}]}, {True: 1, "true": 2},
    types.MappingProxyType({1: "a", "1": "b"}), Decimal("NaN"), [Decimal("Infinity")]])
def test_equal_names_and_endless_numbers_become_an_error(result):
    assert list(strict(dump_result(result))) == ["error"]


def test_many_equal_names_are_found_quickly():
    text = "{" + ", ".join(f'"n{number}": 1' for number in range(60_000)) + ', "n59999": 2}'
    begin = time.perf_counter()
    with pytest.raises(JSONTextError, match="'n59999' twice"):
        read_object(text)
    assert time.perf_counter() - begin < 2


@pytest.mark.parametrize(("value", "held"), [
    ({"a": [1, None, "x"]}, True), (float("nan"), False), (datetime.date(2026, 1, 1), False),
    ("\ud800", False), ({(1, 2): 3}, False)])
def test_what_strict_json_can_hold(value, held):
    assert jsontext.is_json(value) is held
