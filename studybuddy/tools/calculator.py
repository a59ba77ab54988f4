"""A calculator that only calculates: five steps, and nothing is ever run as code.

    parse    the text becomes a tree, by Python's own parser; parsing runs nothing
    allow    numbers and seven operators; every other kind of node is refused
    walk     each node asks its children for their values first
    bound    length, brackets, nodes, depth and the size of every value, before the work is done
    compute  one operator at a time

Why `ast` and not `eval`: eval runs whatever the text says, and the text comes from a model that
reads other people's notes. Taking names and builtins away from eval does not help, since the
attributes of a plain number reach every class of the program. Here a text can only become a number
or an error.

What is understood, besides plain arithmetic, and what is refused with the right form, is the
business of `expression_text`, which is loaded when a text needs it.
"""

# The node classes of `ast`, from the module that `ast` itself takes them from. Importing `ast` (or
# `re`, `math`, `operator`) would cost more than everything else that the calculator loads.
from _ast import (
    Add,
    BinOp,
    Constant,
    Div,
    Expression,
    FloorDiv,
    Mod,
    Mult,
    Pow,
    PyCF_ONLY_AST,
    Sub,
    UAdd,
    UnaryOp,
    USub,
)

MAX_LENGTH = 1_000
"""Characters of an expression."""
MAX_BRACKETS = 50
"""Brackets inside each other. Python's parser gives up at 200, in another way in each version."""
MAX_NODES = 400
"""Numbers, signs and operators in the tree."""
MAX_DEPTH = 200
"""Levels of the tree: `1 + 2 + 3` has three."""
MAX_BITS = 2_000
"""Bits of a whole number, also of every value on the way: 602 digits at most. Every Python can
print that, even with its limit for long numbers (4,300 digits) set as low as it goes (640)."""
MAX_FLOAT = 1.7976931348623157e308
"""The largest decimal number: IEEE 754 double precision, `sys.float_info.max`."""
DIGITS = 15
"""Significant digits of a decimal result: each decimal of up to 15 digits survives the way into a
double and back (`sys.float_info.dig`), so 0.1 + 0.2 is shown as 0.3."""

PLAIN = "0123456789.+-*/() eE"
"""The characters of a text that can go to the parser as it is."""

TOO_LONG = f"The expression is too long. Use at most {MAX_LENGTH:,} characters."
TOO_NESTED = "The expression is nested too deeply. Split it into smaller calculations."
TOO_MANY = "The expression has too many numbers and signs. Split it into smaller calculations."
TOO_LARGE = "The number is too large. Use smaller numbers."
TOO_SMALL = "The number is too close to 0. Use larger numbers."
BY_ZERO = "This divides by zero. A division by zero has no result."
NOT_REAL = "A negative number has no real power such as 0.5. Use a whole number after **."
NOT_TEXT = 'The expression must be a text, such as "2 * (3 + 4)".'


class Refused(ValueError):
    """The calculator will not do this; the text is the sentence for the person or the model."""


def calculator(expression: str) -> dict:
    """Calculate an arithmetic expression and return the number.

    Use it for every calculation, also for an easy one: totals, averages, percentages, marks,
    grade points. It knows numbers, + - * / // % ** and round brackets, and no names, functions or
    units. The rules are Python's: -2 ** 2 is -4, -7 // 2 is -4 (rounded down), % is the remainder.

    Args:
        expression: Numbers and signs only, such as "(8.2*20 + 9.1*22) / 42". Write 15 per cent
            of 80 as 0.15 * 80, a power as 2**10, a root as 16**0.5.

    Returns:
        {"expression": text, "result": int or float}, or {"expression": text, "error": sentence}.
        Whole numbers are exact as long as / and decimals are not used; decimals are doubles,
        rounded to 15 significant digits at the end. The expression is the text as it came, in an
        error its first 200 characters; it is left out when neither a text nor a number came.
        The function never raises.
    """
    try:
        asked = _text(expression)
    except Refused as reason:
        return {"error": str(reason)}
    text = asked
    try:
        if len(asked) > MAX_LENGTH:
            raise Refused(TOO_LONG)
        if asked.strip(PLAIN):  # something is left: a character that is not plain
            text = _readable(asked)
        text = text.strip()
        return {"expression": asked, "result": _shown(_evaluate(_parse(text), text))}
    except Refused as reason:
        sentence = str(reason)
    except ZeroDivisionError:
        sentence = BY_ZERO
    except OverflowError:
        sentence = TOO_LARGE
    except (MemoryError, RecursionError):  # the parser says so when its own stack is full
        sentence = TOO_NESTED
    except (SyntaxError, ValueError):
        sentence = _explain(asked)
    return {"expression": _storable(asked[:200]), "error": _storable(sentence)}


# parse


def _parse(text):
    """The syntax tree of a text. `ast.parse` is this call of `compile`: no code is made or run."""
    if text.count("(") > MAX_BRACKETS and _nesting(text) > MAX_BRACKETS:
        raise Refused(TOO_NESTED)
    tree = compile(text, "<expression>", "eval", PyCF_ONLY_AST, True)
    assert isinstance(tree, Expression)  # of a text to "eval"
    return tree.body


def _nesting(text):
    """The largest number of brackets that are open at one time."""
    opened = deepest = 0
    for character in text:
        opened += (character == "(") - (character == ")")
        deepest = max(deepest, opened)
    return deepest


# allow, walk


def _evaluate(tree, text):
    """The value of a text's tree. Raises ValueError where a node is not allowed, Refused at a
    bound."""
    nodes = 0

    def walk(node, depth):
        nonlocal nodes
        nodes += 1
        if nodes > MAX_NODES:
            raise Refused(TOO_MANY)
        if depth > MAX_DEPTH:
            raise Refused(TOO_NESTED)
        kind = type(node)
        if kind is BinOp and (compute := OPERATORS.get(type(node.op))):
            left = walk(node.left, depth + 1)
            value = compute(left, walk(node.right, depth + 1))
            if compute in SUMS and type(value) is float and abs(value) < abs(left) * 1e-15:
                value = _what_is_left(node)
        elif kind is Constant and type(node.value) in NUMBERS:
            value = node.value
            if value == 0 and type(value) is float:
                _require_zero(text[node.col_offset : node.end_col_offset])
        elif kind is UnaryOp and (sign := SIGNS.get(type(node.op))):
            value = sign(walk(node.operand, depth + 1))
        else:
            raise ValueError(f"not allowed: {kind.__name__}")
        if type(value) is int:
            if value.bit_length() > MAX_BITS:
                raise Refused(TOO_LARGE)
        elif not -MAX_FLOAT <= value <= MAX_FLOAT:  # also refuses "not a number"
            raise Refused(TOO_LARGE)
        return value

    return walk(tree, 1)


# bound, compute
#
# Two values of at most MAX_BITS are added, multiplied and divided in no time, so that the check
# after the operator is enough. Only a power can explode, and is bounded before.


def _add(left, right):
    return left + right


def _subtract(left, right):
    return left - right


def _multiply(left, right):
    return _nonzero(left * right, left and right)


def _divide(left, right):
    return _nonzero(left / right, left)


def _power(base, exponent):
    """base ** exponent. A result of whole numbers has more than (bits - 1) * exponent bits, and
    at most twice as many, so that what is computed and then refused is still small."""
    if type(base) is int and type(exponent) is int:
        if (base.bit_length() - 1) * exponent >= MAX_BITS:
            raise Refused(TOO_LARGE)
    elif base < 0 and exponent % 1:
        raise Refused(NOT_REAL)
    return _nonzero(base**exponent, base)


def _what_is_left(node):
    """A sum whose terms cancel to less than their 15 digits: what is left of the doubles is noise.
    So the numbers as they were typed are added exactly; where that cannot be done it counts as 0.
    Without this rule 100.10 + 200.20 - 300.30 is -0.0000000000000568."""
    from studybuddy.tools.exact_sum import exact_value

    value = exact_value(node)
    return 0.0 if value is None else float(value)


def _require_zero(number):
    """A decimal number that is read as 0 though it has other digits is below the smallest one."""
    if number.lower().partition("e")[0].strip("0."):
        raise Refused(TOO_SMALL)


def _nonzero(value, factors):
    """A product that became 0 though no factor is 0 fell below the smallest double."""
    if not value and factors:
        raise Refused(TOO_SMALL)
    return value


NUMBERS = (int, float)  # by exact type: True is an int to isinstance, and 3j is a number too
SIGNS = {USub: lambda value: -value, UAdd: lambda value: value}
SUMS = (_add, _subtract)
OPERATORS = {
    Add: _add,
    Sub: _subtract,
    Mult: _multiply,
    Div: _divide,
    FloorDiv: lambda left, right: left // right,
    Mod: lambda left, right: left % right,
    Pow: _power,
}


# text in, number out


def _text(expression):
    """The expression as a plain `str`; a number stands for its own text."""
    kind = type(expression)
    if issubclass(kind, str):
        return str.__str__(expression)
    if kind is bool or not issubclass(kind, NUMBERS):
        raise Refused(NOT_TEXT)
    if issubclass(kind, int):
        if int.bit_length(expression) > MAX_BITS:  # before it is printed
            raise Refused(TOO_LARGE)
        return int.__repr__(expression)
    if not -MAX_FLOAT <= float.__pos__(expression) <= MAX_FLOAT:
        raise Refused("The expression is not a finite number.")
    return float.__repr__(expression)


def _shown(value):
    """The result for people: a decimal rounded to 15 significant digits, never -0.0."""
    if type(value) is int or (value.is_integer() and abs(value) <= 2**53):
        return value + 0
    rounded = float(f"{value:.{DIGITS}g}")
    return rounded if abs(rounded) <= MAX_FLOAT else value


def _storable(text):
    """Half a surrogate pair cannot be written as UTF-8, so an echo must not hold one."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _readable(text):
    """The text with typographic signs as plain ones; Refused when its meaning is not clear."""
    from studybuddy.tools import expression_text

    text = expression_text.tidy(text)
    if text.strip(PLAIN + "%") or expression_text.unclear_per_cent(text):
        raise ValueError(text)
    return text


def _explain(text):
    """Why a text is no calculation, and the right form."""
    from studybuddy.tools import expression_text

    return expression_text.explain(expression_text.tidy(text))
