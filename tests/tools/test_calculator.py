"""The calculator: what it computes, what it refuses and how it says so, and what bounds it."""

import json
import math
import re
import subprocess
import sys
import time
import warnings
from enum import IntEnum
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studybuddy.tools import calculator as module
from studybuddy.tools.calculator import calculator

CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"


def strict(answer):
    """The answer after a way through strict JSON and UTF-8, as a service would get it."""
    text = json.dumps(answer, allow_nan=False, ensure_ascii=False)
    return json.loads(text.encode("utf-8"))


def value(expression):
    answer = strict(calculator(expression))
    assert "error" not in answer, answer
    return answer["result"]


def error(expression):
    answer = strict(calculator(expression))
    assert "result" not in answer, answer
    return answer["error"]


# What it computes.


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 / 2", 3.5),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("7.5 // 2", 3.0),
        ("1000 % 37", 1),
        ("-7 % 3", 2),
        ("2 ** 10", 1024),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("(-2) ** 2", 4),
        ("2 ** -2", 0.25),
        ("(-8) ** 3.0", -512.0),
        ("+5 - -3", 8),
        ("1.5e3 + 2E-1", 1500.2),
        ("60.8 ** 0.023", 1.09908120780781),
        ("(8.2*20 + 9.1*22) / 42", 8.67142857142857),
        (".5 + 5.", 5.5),
    ],
)
def test_arithmetic_follows_the_rules_of_python(expression, expected):
    assert value(expression) == expected
    assert calculator(expression)["expression"] == expression


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("500.10 - 400", 100.1),
        ("0.1 + 0.2", 0.3),
        ("0.1 * 3", 0.3),
        ("4.35 * 100", 435.0),
        ("1.1 * 1.1", 1.21),
        ("1 / 3", 0.333333333333333),
        ("100.10 + 200.20 - 300.30", 0.0),
        ("0.1 + 0.2 - 0.3", 0.0),
        ("1e-20 + 1e-22", 1.01e-20),
        ("1e22 / 10", 1e21),
        ("9007199254740991 / 1", 9007199254740991.0),  # the whole doubles stay exact
        ("1.7976931348623157e308", 1.7976931348623157e308),  # 15 digits would round it away
        ("5e-324", 5e-324),
    ],
)
def test_a_decimal_is_rounded_to_15_digits_and_survives(expression, expected):
    assert value(expression) == expected


def test_a_whole_number_is_exact():
    assert value("12345678901234567890 * 98765432109876543210") == (
        12345678901234567890 * 98765432109876543210
    )
    assert value("10**20 - (10**20 - 1)") == 1
    assert type(value("84 // 7")) is int


def test_no_negative_zero():
    assert str(value("0 * -1.5")) == "0.0"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("12 \u2212 5", 7),
        ("12 \u2013 5", 7),
        ("12 \u2014 5", 7),
        ("12 \u2010 5", 7),
        ("12 \u2011 5", 7),
        ("12 \u2012 5", 7),
        ("12 \ufe63 5", 7),
        ("12 \uff0d 5", 7),
        ("3 \u00d7 4", 12),
        ("3 \u00b7 4", 12),
        ("3 \u22c5 4", 12),
        ("3 \u2219 4", 12),
        ("3 \u2217 4", 12),
        ("3 \u2715 4", 12),
        ("84 \u00f7 7", 12),
        ("84 \u2044 7", 12),
        ("84 \u2215 7", 12),
        ("\uff08\uff12\uff0b\uff13\uff09\uff0a\uff14", 20),  # full-width
        ("\u0969 + \u096a", 7),  # Devanagari
        ("\u0663 * \u06f4", 12),  # Arabic, Persian
        ("3,000 + 250", 3250),
        ("1,234,567.5", 1234567.5),
        ("2,40,000 * 0.15", 36000),
        ("1,00,000", 100000),
        ("12,34,567", 1234567),
        ("(1,000 - 999) * 2", 2),
        ("12 * 4 =", 48),
        ("12*4=", 48),
        ("= 12 * 4", 48),
        ("  2 + 2  ", 4),
        ("\n 2 +\n 2\n", 4),
        ("2\t*\r\n3", 6),
        ("2\u00a0+\u20092\u3000", 4),
        ("\ufeff2\u200b + 2", 4),
        (42, 42),
        (-2.5, -2.5),
        (1e300, 1e300),
    ],
)
def test_what_people_type_is_understood(expression, expected):
    assert value(expression) == expected


# What it refuses: the sentence names the fault and shows the right form.


@pytest.mark.parametrize(
    ("expression", "parts"),
    [
        ("1,5", ["1.5", "15"]),
        ("0,500", ["0.500"]),
        ("1,00", ["comma", "1.00"]),
        ("1,000,00", ["comma"]),
        ("1.234,56", ["comma"]),
        ("3, 000", ["comma"]),
        ("(3, 250)", ["comma"]),
        ("50 + 20%", ["50 * 1.2", "50 + 0.2"]),
        ("50 - 20%", ["50 * 0.8", "50 - 0.2"]),
        ("(10 + 5) + 10%", ["(10 + 5) * 1.1", "(10 + 5) + 0.1"]),
        ("20%", ["20/100"]),
        ("200 * 10%", ["200 * (10/100)"]),
        ("20% * 50", ["(20/100) * 50"]),
        ("20% 50", ["20/100"]),
        ("50 + 20% - 3", ["50 + (20/100) - 3", "50 + 20 % (- 3)"]),
        ("7 % -3", ["7 % (-3)"]),
        ("15% of 2,480", ["0.15 * 2480"]),
        ("15 per cent of 80", ["0.15 * 80"]),
        ("2^10", ["2**10"]),
        ("\u00b2\u00b3", ["needs a number before it", "2**3"]),
        ("2 + ^3", ["needs a number before it", "2**3"]),
        ("5\u00b2", ["5**2"]),
        ("10\u207b\u00b3", ["10**-3"]),
        ("3\u00bd", ["(3 + 1/2)"]),
        ("\u221a16", ["16 ** 0.5"]),
        ("2(3 + 4)", ["2*(3 + 4)"]),
        ("(2)(3)", ["(2)*(3)"]),
        ("(2)3", ["(2)*3"]),
        ("3 x 4", ["3 * 4"]),
        ("3x4", ["3 * 4"]),
        ("[ {12 + 8} \u00d7 3 ] \u2212 14", ["( (12 + 8) * 3 ) - 14"]),
        ("$1,200 * 2", ["$", "1200 * 2"]),
        ("\u20b9500 + 20", ["\u20b9", "500 + 20"]),
        ("Rs. 1,500 / 3", ["Rs.", "1500 / 3"]),
        ("5cm", ["5cm", "5 without"]),
        ("08 + 1", ["Write 8, not 08"]),
        ("0x1F + 1", ["31", "0x1F"]),
        ("1_000", ["1000"]),
        ("3j + 1", ["imaginary"]),
        ("age ** 0.23", ["'age'", "numbers"]),
        ("sqrt(16)", ["16 ** 0.5"]),
        ("max(1, 2)", ["'max'", "+ - * / // % **"]),
        ("\u03c0 * 2", ["'\u03c0'"]),
        ("e", ["'e'"]),
        ("True + True", ["'True'"]),
        ("(lambda: 9)()", ["'lambda'"]),
        ("(n := 5) + n", ["'n'"]),
        ("1 if 2 else 3", ["'if'"]),
        ("[x for y in (1,)]", ["'x'"]),
        ("2 plus 3", ["'plus'"]),
        ("'ab' * 500000000", ["quotation mark"]),
        ("'{0.__class__}'.format(1)", ["quotation mark"]),
        ("`2 + 2`", ["quotation mark"]),
        ("2 + 2 = 4", ["=", "2 + 2"]),
        ("1 == 1", ["=="]),
        ("1 < 2", ["<"]),
        ("1 & 2", ["&"]),
        ("5!", ["!"]),
        ("2 + \u2603", ["\u2603"]),
        ("1\u202e2", ["U+202E"]),
        ("1\x002", ["U+0000"]),
        ("\ud83d", ["U+D83D"]),
        ("", ["empty"]),
        (" \n", ["empty"]),
        ("=", ["empty"]),
        ("1 000 000", ["1000000"]),
        ("5 7", ["5 * 7", "57"]),
        ("2 + 2\n3 + 3", ["between 2 and 3"]),
        ("(2", [") is missing"]),
        ("2)", ["too many"]),
        ("2 + ()", ["empty"]),
        ("2 +", ["after the last +"]),
        ("* 2", ["before the first *"]),
        ("2 */ 3", ["*/"]),
        ("1.2.3", ["1.2.3"]),
        ("...", ["not a number"]),
        ("1e", ["1e", "2e3"]),
        ("1.e.e", ["not a number"]),
        ("().__class__", ["_"]),
        ("(-8) ** 0.5", ["negative"]),
        ("1e400", ["too large"]),
        ("1e308 * 10", ["too large"]),
        ("-1e308 - 1e308", ["too large"]),
        ("10**400 / 3", ["too large"]),
        ("10**400 + 0.5", ["too large"]),
        ("2.0 ** 5000", ["too large"]),
        ("1e308 // 1e-300", ["too large"]),
        ("2 ** -1000000", ["close to 0"]),
        ("1e-200 * 1e-200", ["close to 0"]),
        ("1e-200 / 1e200", ["close to 0"]),
        (float("nan"), ["finite"]),
        (float("-inf"), ["finite"]),
    ],
)
def test_a_refusal_names_the_fault_and_shows_the_right_form(expression, parts):
    sentence = error(expression)
    for part in parts:
        assert part in sentence
    for inner in ("invalid syntax", "octal", "0o", "Call", "callable", "node", "int_max_str"):
        assert inner not in sentence


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("2^10", 1024),
        ("2(3 + 4)", 14),
        ("(2)(3)", 6),
        ("3 x 4", 12),
        ("200 * 10%", 20),
        ("50 / 10%", 500),
        ("50 + 20% - 3", 47.2),
        ("15% of 2,480", 372),
        ("5\u00b2 + 1", 26),
        ("2 * 3\u00bd", 7),
        ("$1,200 * 2", 2400),
        ("1 000 000", 1000000),
        ("[ {12 + 8} \u00d7 3 ] \u2212 14", 46),
        ("(10 + 5) + 10%", 16.5),
        ("7 + 3 + 10%", 11),
    ],
)
def test_the_form_that_is_shown_is_right(expression, expected):
    """What the sentence tells a learner to write is a calculation, and the one that was meant."""
    sentence = error(expression)
    shown = re.search(r"(?:Write |: )([\d(][^a-z:]*?)(?: if | and |\.?$)", sentence)[1]
    assert value(shown) == expected


@pytest.mark.parametrize(
    "expression", ["1 / 0", "5 // 0", "5 % 0", "0 ** -1", "1 / 0.0", "5 % 0.0"]
)
def test_division_by_zero_has_one_shape(expression):
    assert strict(calculator(expression)) == {"expression": expression, "error": module.BY_ZERO}


@pytest.mark.parametrize(
    "expression", [None, True, [1], {"expression": "1"}, b"1 + 1", 3j, object()]
)
def test_what_is_no_text_and_no_number(expression):
    assert calculator(expression) == {"error": module.NOT_TEXT}


def test_a_number_too_long_to_print():
    assert error(10**5000) == module.TOO_LARGE


def test_subclasses_of_text_and_number():
    class Loud(str):
        def __len__(self):
            raise AssertionError("a text of the caller's own class must not be asked")

        __str__ = __repr__ = strip = __len__

    class Level(IntEnum):
        TWO = 2

    assert value(Loud("2 + 2")) == 4
    assert value(Level.TWO) == 2


# Bounds: each stands before the work, so that a refusal is quick.


def quickly(expression):
    start = time.perf_counter()
    sentence = error(expression)
    assert time.perf_counter() - start < 1
    return sentence


def test_bound_on_length():
    assert value("1" + " " * (module.MAX_LENGTH - 1)) == 1
    assert quickly("1" + " " * module.MAX_LENGTH) == module.TOO_LONG
    assert quickly("1" + "+1" * 500_000) == module.TOO_LONG


@pytest.mark.parametrize("count", [module.MAX_BRACKETS + 1, 99, 250, 499])
def test_bound_on_brackets(count):
    nested = "(" * module.MAX_BRACKETS + "1" + ")" * module.MAX_BRACKETS
    assert value(nested) == 1
    assert value("+".join(["(1)"] * (module.MAX_BRACKETS + 1))) == module.MAX_BRACKETS + 1
    assert quickly("(" * count + "1" + ")" * count) == module.TOO_NESTED
    assert quickly("(" * count) == module.TOO_NESTED


def test_bound_on_nodes():
    def terms(count):  # a term has five numbers and four signs
        return "+".join(["1*1*1*1*1"] * count)

    assert value("-(" + terms(40) + ")") == -40  # 399 nodes and the minus
    assert quickly("--(" + terms(40) + ")") == module.TOO_MANY
    assert quickly(terms(99)) == module.TOO_MANY


def test_bound_on_depth():
    # the minus signs and the number
    assert value("-" * (module.MAX_DEPTH - 1) + "1") == -1
    assert quickly("-" * module.MAX_DEPTH + "1") == module.TOO_NESTED
    assert quickly("-" * 999 + "1") == module.TOO_NESTED
    assert quickly("2**" * 300 + "2") == module.TOO_NESTED
    assert value("1" + "+1" * (module.MAX_DEPTH - 1)) == module.MAX_DEPTH


def test_bound_on_bits():
    largest = 2**module.MAX_BITS - 1
    assert value(f"2**{module.MAX_BITS - 1}") == 2 ** (module.MAX_BITS - 1)
    assert value(str(largest)) == largest
    assert len(str(largest)) <= 640  # what each setting of Python's own limit can print
    for expression in (
        f"2**{module.MAX_BITS}",
        f"{largest} + 1",
        f"-{largest} - 1",
        f"2**{module.MAX_BITS // 2} * 2**{module.MAX_BITS // 2}",
        str(largest + 1),
        "9" * 700,
        "10**5000",
        "10**5000 - 10**5000",
        "0 * 10**5000",
    ):
        assert quickly(expression) == module.TOO_LARGE


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "9**9**9**9",
        "((9**9)**9999)**9999",
        "((9**9)**999)**999",
        "(((9**99)**99)**99)**99",
        "(-9)**9**9",
        "10**10**400",
        "(10**500)**(10**500)",
        "2**(2**1999)",
    ],
)
def test_a_power_is_bounded_before_it_is_computed(expression):
    assert quickly(expression) == module.TOO_LARGE


def test_a_power_of_one_is_not_large():
    assert value("1 ** 1000000000") == 1
    assert value("(-1) ** 10**500") == 1
    assert value("0 ** 10**500") == 0


def test_near_the_recursion_limit_of_the_caller():
    """The walk needs the stack, a level for each level of the tree, and says when it is full."""

    def deep(levels):
        return deep(levels - 1) if levels else calculator("-" * 150 + "1")

    used = len(list(_frames()))
    answer = deep(sys.getrecursionlimit() - used - 60)
    assert answer["error"] == module.TOO_NESTED


def _frames():
    frame = sys._getframe()
    while frame:
        yield frame
        frame = frame.f_back


@pytest.mark.parametrize(
    "piece",
    ["1", "1 ", "1,", "1%", "0", "(", "1(", "x", "1x", "e", "1.", "\u00b2", "\u0661", "\ud800"],
)
@pytest.mark.parametrize("end", ["", "!", "%"])
def test_an_explanation_is_quick(piece, end):
    text = (piece * module.MAX_LENGTH)[: module.MAX_LENGTH - len(end)] + end
    start = time.perf_counter()
    strict(calculator(text))
    assert time.perf_counter() - start < 1


def test_no_warning_is_shown():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for expression in ("1(2)", "1if 2else 3", "'\\d'", "1 is 1", "0x1for x in y", "1or 2"):
            error(expression)


# Anything at all.

ARITHMETIC = st.text("0123456789.+-*/%()eE ,=x^\u00d7\u2212", max_size=60)


@settings(deadline=None)
@given(st.one_of(st.text(max_size=200), ARITHMETIC, st.integers(), st.floats(), st.none()))
def test_nothing_raises_and_the_answer_is_strict_json(expression):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = strict(calculator(expression))
    assert ("result" in answer) != ("error" in answer)
    if "result" in answer:
        result = answer["result"]  # an int may be too large for a float: it is exact all the same
        assert type(result) is int or (type(result) is float and math.isfinite(result))
    else:
        assert 10 < len(answer["error"]) < 400


def exact(tree):
    """The value of (left, sign, right) in exact fractions."""
    if not isinstance(tree, tuple):
        return Fraction(tree)
    left, sign, right = exact(tree[0]), tree[1], exact(tree[2])
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "*" else Fraction(left // right)


def written(tree):
    return (
        f"({written(tree[0])} {tree[1]} {written(tree[2])})"
        if isinstance(tree, tuple)
        else str(tree)
    )


WHOLE = st.recursive(
    st.integers(-999, 999),
    lambda part: st.tuples(part, st.sampled_from(["+", "-", "*", "//"]), part),
    max_leaves=12,
)


@settings(deadline=None)
@given(WHOLE)
def test_whole_numbers_agree_with_exact_fractions(tree):
    try:
        expected = exact(tree)
    except ZeroDivisionError:
        assert error(written(tree)) == module.BY_ZERO
    else:
        assert value(written(tree)) == expected


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("+-*/"), st.decimals(-1000, 1000, places=2)),
        min_size=1,
        max_size=6,
    )
)
def test_decimals_agree_with_exact_fractions(steps):
    text, expected, largest = "0", Fraction(0), Fraction(1)
    for sign, number in steps:
        if sign == "/" and number == 0:
            sign = "+"
        text = f"({text} {sign} ({number}))"
        right = Fraction(number)
        expected = {
            "+": lambda left, right: left + right,
            "-": lambda left, right: left - right,
            "*": lambda left, right: left * right,
            "/": lambda left, right: left / right,
        }[sign](expected, right)
        largest = max(largest, abs(expected), abs(right)) * max(1, abs(right))
    assert abs(Fraction(value(text)) - expected) <= largest * Fraction(1, 10**13)


# What it costs.


def test_the_import_loads_nothing_heavy():
    code = (
        "import sys; before = set(sys.modules); "
        "from studybuddy.tools.calculator import calculator; "
        "calculator('(8.2*20 + 9.1*22) / 42'); print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    ).stdout.split()
    assert "studybuddy.tools.calculator" in loaded
    heavy = {"re", "ast", "typing", "math", "operator", "enum", "json", "decimal", "dataclasses"}
    assert not heavy & set(loaded)
    assert "studybuddy.tools.expression_text" not in loaded


# The cases from public bug reports, where they lie beside the project.


def cases():
    if not CASES.exists():
        return []
    rows = map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    return [row for row in rows if row["group"] == "A"]


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize("row", cases(), ids=lambda row: row["id"])
def test_shared_cases(row):
    calls = row["input"] if isinstance(row["input"], list) else [row["input"]]
    expected = row.get("value")
    values = expected if isinstance(expected, list) else [expected] * len(calls)
    for call, wanted in zip(calls, values, strict=True):
        if "args_build" in call:  # a piece of text times a count, written as Python
            parts = re.findall(r"'([^']*)'(?:\*(\d+))?", call["args_build"]["expression"])
            expression = "".join(piece * int(count or 1) for piece, count in parts)
        else:
            expression = call["args"]["expression"]
        answer = strict(calculator(expression))
        if "result" in answer:
            assert row["outcome"] != "error"
            assert math.isclose(answer["result"], wanted, rel_tol=1e-12)
        else:
            assert row["outcome"] != "value"
        for text in row.get("never", []):
            if isinstance(text, str):
                assert text not in json.dumps(answer)
            else:
                assert answer.get("result") != text


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1e15 + 0.5 - 1e15", 0.5),
        ("1e20 + 1 - 1e20", 1.0),
        ("1e20 - 1e20 + 1.5", 1.5),
        ("100.10 + 200.20 - 300.30", 0.0),
        ("1/3 + 1/3 + 1/3 - 1.0", 0.0),
        ("-(0.1 + 0.2) + 0.3", 0.0),
        ("2**0.5 * 2**0.5 - 2", 0.0),  # a root is not exact: what is left of it is noise
        ("(1.5 - 1.5) + 2", 2.0),
    ],
)
def test_what_is_left_of_a_sum_is_exact_or_zero(expression, expected):
    assert value(expression) == expected


def test_cancelling_again_and_again_is_quick():
    begin = time.perf_counter()
    calculator("1e300" + "-1e300+1e300" * 80)
    calculator("1e9" + "-1.1/3.3e77/7.7e88/1.3e-99" * 36 + "+1e9-1e9" * 5)
    assert time.perf_counter() - begin < 2


@pytest.mark.parametrize("expression", ["1e-400", "0.000e-5 + 5e-999", "." + "0" * 400 + "1"])
def test_a_number_that_would_be_read_as_zero_is_refused(expression):
    assert error(expression) == module.TOO_SMALL


@pytest.mark.parametrize("expression", ["0.0", "0e-400", ".0", "0.", "00.0", "0e5"])
def test_zero_in_every_form_is_zero(expression):
    assert value(expression) == 0


@pytest.mark.parametrize(
    ("expression", "form"),
    [
        ("7 mod 3", "7 % 3"),
        ("(7 + 1) MOD (3)", "(7 + 1) % (3)"),
        ("5!", "5 * 4 * 3 * 2 * 1"),
        ("40!", "40 * 39 * ... * 1"),
        ("0!", "1"),
        ("(15%) * 200", "(15/100) * 200"),
        ("( 15 % ) * 200", "(15/100) * 200"),
        ("15% * 200", "(15/100) * 200"),
    ],
)
def test_more_forms_that_people_type(expression, form):
    assert error(expression).endswith(f": {form}")
