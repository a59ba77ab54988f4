"""The repair is derived from the text: one number changes, or nothing."""

import random

import pytest

from studybuddy.practice.operator_tables import find_tables
from studybuddy.practice.repair import Move, candidates, derive, operators_of, usual
from tests.practice import projects

SEEN = {"3 + 7 * 2": 20}
HIGH = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 3}
EXAMPLES = {"+": ("3 + 7 * 2", 17), "-": ("20 - 7 * 2", 6), "*": ("3 + 7 * 2", 17),
            "/": ("9 + 8 / 2", 13), "**": ("2 * 3 ** 2", 18)}

FORMS = {
    "dict": lambda level: f"P = {level!r}",
    "dict in a class": lambda level: (
        "class C:\n    def __init__(self):\n        self.order: dict = {\n"
        + "".join(f"            '{sign}' : {n},  # ä\n" for sign, n in level.items())
        + "        }\n"),
    "tuples": lambda level: "X = [" + ", ".join(
        f"({n}, '{sign}', f)" for sign, n in level.items()) + "]",
    "tuple values": lambda level: "X = {" + ", ".join(
        f"'{sign}': (2, {n}, lambda a, b: 7)" for sign, n in level.items()) + "}",
    "dict values": lambda level: "X = {" + ", ".join(
        f"'{sign}': {{'n': {n}, 'f': f}}" for sign, n in level.items()) + "}",
    "objects": lambda level: "X = [" + ", ".join(
        f"Op(level={n}, sign='{sign}')" for sign, n in level.items()) + "]",
    "calls": lambda level: "\n".join(f"add('{sign}', {n}, f)" for sign, n in level.items()),
    "entries": lambda level: "X = {}\n" + "\n".join(
        f"X['{sign}'] = {n}" for sign, n in level.items()),
    "zip": lambda level: f"X = dict(zip({list(level)!r}, {list(level.values())!r}))",
    "ifs": lambda level: "def p(s):\n" + "".join(
        f"    if s == '{sign}':\n        return {n}\n" for sign, n in level.items()),
    "elifs": lambda level: "def p(s):\n    if s == '': v = 0\n" + "".join(
        f"    elif s in ['{sign}']: v = {n}\n" for sign, n in level.items()) + "    return v\n",
    "cases": lambda level: "def p(s):\n  match s:\n" + "".join(
        f"    case '{sign}': return {n}\n" for sign, n in level.items()),
    "names": lambda level: "X = {" + ", ".join(
        f"Kind.{name}: {level[sign]}" for sign, name in
        (("+", "PLUS"), ("-", "T_MINUS"), ("*", "TIMES"), ("/", "div"), ("**", "POW"))) + "}",
}


def planted(sign, higher_is_tighter=True):
    level = {**HIGH, sign: 4 if sign in "+-" else 1}
    return level if higher_is_tighter else {key: 5 - value for key, value in level.items()}


@pytest.mark.parametrize("higher", [True, False], ids=["higher is tighter", "lower is tighter"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign", HIGH)
def test_one_operator_in_any_form_of_table(form, sign, higher):
    wrong = FORMS[form](planted(sign, higher))
    right = FORMS[form](HIGH if higher else {key: 5 - value for key, value in HIGH.items()})
    expression, wanted = EXAMPLES[sign]
    repair = derive(wrong, expression, wanted)
    assert repair is not None
    assert repair.content == right
    assert [change.signs for change in repair.changes] == [(sign,)]


@pytest.mark.parametrize("sign", HIGH)
def test_without_an_example_one_is_found(sign):
    repair = derive(f"P = {planted(sign)!r}")
    assert repair.content == f"P = {HIGH!r}"
    assert repair.wanted == usual(repair.expression)


def test_the_order_of_the_lines_does_not_matter():
    for seed in range(20):
        rows = list(planted("+").items())
        random.Random(seed).shuffle(rows)
        assert derive(f"P = {dict(rows)!r}", "3 + 7 * 2", 17).content == (
            f"P = {dict((k, 1 if k == '+' else v) for k, v in rows)!r}")


def test_every_other_character_stays():
    text = ('\ufeff# naïve — 計算\r\nP = {\t"+":3 ,"-": 1,\r\n\f\r\n"*"  :2, \'/\':2 }'
            '\rQ = "é" # end').lstrip("\ufeff")
    repair = derive(text, "3 + 7 * 2", 17, SEEN)
    place = text.index('"+":') + 4
    assert repair.content == text[:place] + "1" + text[place + 1:]
    assert repair.changes[0].line == 2


def test_a_level_with_a_name_gets_the_name():
    text = "LOW = 1\nHIGH = 2\nP = {'+': HIGH, '-': LOW, '*': HIGH, '/': HIGH}"
    assert derive(text, "3 + 7 * 2", 17).content == text.replace("'+': HIGH", "'+': LOW")


def test_two_levels_that_were_exchanged():
    text = "P = {'+': 2, '-': 1, '*': 1, '/': 2}"
    assert derive(text, "3 + 7 * 2", 17, SEEN).content == (
        "P = {'+': 1, '-': 1, '*': 2, '/': 2}")


def test_the_table_whose_result_was_seen_is_the_one():
    """The numbers of arguments form a table too; it is not touched."""
    text = "ARGS = {'+': 2, '*': 2}\nLEVEL = {'+': 1, '*': 1}"
    assert derive(text, "3 + 7 * 2", 17, SEEN).content == (
        "ARGS = {'+': 2, '*': 2}\nLEVEL = {'+': 1, '*': 2}")
    assert derive("A = {'+': 2, '*': 2}\nB = {'+': 1, '*': 1}", "3 + 7 * 2", 17, SEEN) is None


@pytest.mark.parametrize(("source", "expression", "wanted", "got"), [
    ("P = {'+': 1, '-': 1, '*': 2, '/': 2}", "3 + 7 * 2", 17, 20),  # nothing wrong in the table
    ("P = {'+': 3, '-': 1, '*': 2, '/': 2}", "3 + 7 * 2", 20, 17),  # not the usual order
    ("P = {'+': 3, '-': 1, '*': 2, '/': 2}", "3 + 7 * 2", 17, 99),  # some other fault
    ("P = {'+': 3, '-': 3, '*': 1, '/': 1}", "3 + 7 * 2", 17, 20),  # more than one number
    ("P = {'+': 3, '-': 1, '*': 2, '/': 2}", "3 + x * 2", 17, 20),
    ("P = {'+': 3, '-': 1, '*': 2, '/': 2", "3 + 7 * 2", 17, 20),  # no Python
    ("", "3 + 7 * 2", 17, 20),
    ("print('hello')", "3 + 7 * 2", 17, 20),
    ("P = {'+': 'a', '-': 1}", "3 + 7 * 2", 17, 20),
    ("P = {'+': True, '-': 1, '*': 1}", "3 + 7 * 2", 17, 20),
    ("P = " + "(" * 500 + ")" * 500, "3 + 7 * 2", 17, 20),
    ("P = {'+': " + "-" * 5_000 + "3, '*': 2}", "3 + 7 * 2", 17, 20),
    ("P = {'+': 3, '-': 1, '*': " + "9" * 3_000 + "}", "3 + 7 * 2", 17, 20),
    ("\0", "3 + 7 * 2", 17, 20),
    ("\ud800 = {'+': 3, '-': 1, '*': 2}", "3 + 7 * 2", 17, 20),
])
def test_what_cannot_be_derived_is_none(source, expression, wanted, got):
    assert derive(source, expression, wanted, {expression: got}) is None


@pytest.mark.parametrize("source", [projects.CLIMBING, projects.CHAIN, projects.CASES])
def test_a_right_program_is_left_alone(source):
    assert find_tables(source)
    assert derive(source) is None
    assert operators_of(source) and set(operators_of(source)) == set("+-*/")


GROUPED = [  # wrong, right
    ("if o == '+' or o == '-' or o == '*': return 1\n    if o == '/': return 2",
     "if o == '+' or o == '-': return 1\n    if o == '/' or o == '*': return 2"),
    ("if o == '*' or o == '-' or o == '+': return 1\n    return 2",
     "if o == '-' or o == '+': return 1\n    return 2"),
    ('if o in ("+", "-", "*"): return 1\n    if o in ("/",): return 2',
     'if o in ("+", "-"): return 1\n    if o in ("/", "*"): return 2'),
    ("if o in {'*', '+', '-'}: return 1\n    elif o in {'/'}: return 2",
     "if o in {'+', '-'}: return 1\n    elif o in {'/', '*'}: return 2"),
    ('return 1 if o in "+-*" else 2', 'return 1 if o in "+-" else 2'),
    ("if o == T.PLUS or o == T.MINUS or o == T.TIMES: return 1\n    if o == T.DIV: return 2",
     "if o == T.PLUS or o == T.MINUS: return 1\n    if o == T.DIV or o == T.TIMES: return 2"),
    ('match o:\n        case "+" | "-" | "*": return 1\n        case "/": return 2',
     'match o:\n        case "+" | "-": return 1\n        case "/" | "*": return 2'),
]


@pytest.mark.parametrize(("wrong", "right"), GROUPED)
def test_one_operator_in_the_wrong_branch(wrong, right):
    before, after = (f"def p(o):  # é\n    {text}\n" for text in (wrong, right))
    repair = derive(before, "3 + 7 * 2", 17, SEEN)
    assert repair.content == after
    assert [type(change) for change in repair.changes] == [Move]
    assert derive(after) is None


@pytest.mark.parametrize(("wrong", "right"), [
    ('[("+", "-", "*"), ("/",)]', '[("+", "-"), ("/", "*")]'),
    ('[("*", "/"), ("+",), ("-",)]', None),  # right is more than one move of + or -
    ('[("/",), ("+", "-", "*")]', '[("/", "*"), ("+", "-")]'),
    ('[["+"], ["-", "*", "/"]]', '[["+", "-"], ["*", "/"]]'),
    ('["+-*", "/"]', '["+-", "/*"]'),
    ('{1: "+-*", 2: "/"}', '{1: "+-", 2: "/*"}'),
    ('{1: ["+", "-", "*"], 2: []}', '{1: ["+", "-"], 2: ["*"]}'),
    ('[("+-*", 1), ("/", 2)]', '[("+-", 1), ("/*", 2)]'),
    ('[(1, ("+", "*")), (2, ("/",))]', '[(1, ("+",)), (2, ("/", "*"))]'),
    ('(frozenset("+-*"), frozenset("/"))', '(frozenset("+-"), frozenset("/*"))'),
])
def test_one_operator_in_the_wrong_level_of_a_list(wrong, right):
    text = "20 - 7 * 2" if wrong.startswith('[["+"]') else "3 + 7 * 2"
    seen = {text: 26} if text != "3 + 7 * 2" else SEEN
    repair = derive(f"# é\nORDER = {wrong}  # end", text, usual(text), seen)
    assert (repair and repair.content) == (right and f"# é\nORDER = {right}  # end")


def test_the_loops_of_a_recursive_descent_are_levels():
    right = projects.DESCENT
    wrong = right.replace('{"+", "-"}', '{"+", "-", "*"}').replace('"/*"', '"/"')
    assert wrong != right == derive(wrong, "3 + 7 * 2", 17, SEEN).content


@pytest.mark.parametrize("source", [
    "L = [('+', '-', '*'), 7, ('/',)", "L = ['+-*', '/', '+-*']", "SIGNS = ['+', '-', '*', '/']",
    "L = ['+-', '*/']", "L = ['+-', '']",
    "L = {**{}, 1: '+-'}", "while '+' in '*': pass"])
def test_groups_that_are_none_or_are_right_stay(source):
    assert derive(source, "3 + 7 * 2", 17) is None


def test_all_places_that_explain_it_the_likeliest_first():
    text = "A = {'+': 2, '*': 2}\nLEVEL = {'+': 1, '*': 1}\nL = ['+-*', '/']"
    found = candidates(text, "3 + 7 * 2", 17, SEEN)
    assert [one.content.index(new) > 0 for one, new in zip(
        found, ("'*': 2}\nL =", "'*': 3}", "['+-', '/*']"), strict=True)] == [True] * 3


@pytest.mark.parametrize(("expression", "value"), [
    ("3 + 7 * 2", 17), ("2 ** 3 ** 2", 512), ("(3 + 7) * 2", 20), ("10 - 4 - 3", 3),
    ("-2 + 5", 3), ("7 % 4 * 2", 6), ("7 // 2", 3), ("1 / 0", None), ("3 +", None), ("a + 1", None),
    ("9 ** 999", None), ("(0 - 8) ** 0.5", None), (") 3 (", None), ("", None), ("3 4", None),
    ("0 - 8 ** 0.5 ** 3 ** 9", -1),
])
def test_the_usual_order(expression, value):
    assert usual(expression) == (pytest.approx(value) if value is not None else None)


@pytest.mark.parametrize(("source", "wrong"), [
    ("class Op(Enum):\n    ADD = ('+', 1)\n    SUB = ('-', 1)\n    MUL = ('*', 2)\n", "('+', 3)"),
    ("PLUS_LEVEL = 1\nMINUS_LEVEL = 1\nTIMES_LEVEL = 2\n"
     "T = {'+': PLUS_LEVEL, '-': MINUS_LEVEL, '*': TIMES_LEVEL}", "PLUS_LEVEL = 3"),
    ("from enum import IntEnum\nclass Rank(IntEnum):\n    PLUS = 1\n    MINUS = 1\n    TIMES = 2\n",
     "PLUS = 3"),
])
def test_levels_that_are_set_one_by_one(source, wrong):
    right = wrong.replace("3", "1")
    assert source.count(right) == 1
    assert derive(source.replace(right, wrong), "3 + 7 * 2", 17).content == source
