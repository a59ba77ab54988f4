"""The exact value of a sum of decimals, as they were typed.

The calculator works with doubles and needs this only where a sum cancels almost to 0. It loads the
module then, since `fractions` costs more than all of the calculator.
"""

from _ast import Add, BinOp, Constant, Div, Mult, Sub, UAdd, UnaryOp, USub
from fractions import Fraction

MAX_BITS = 20_000
"""Bits of a numerator or denominator; divisions by many different numbers could make them long."""
OPERATORS = {
    Add: Fraction.__add__,
    Sub: Fraction.__sub__,
    Mult: Fraction.__mul__,
    Div: Fraction.__truediv__,
}


def exact_value(node) -> Fraction | None:
    """The value of a tree of numbers, + - * / and signs; None for a tree with anything else.

    A decimal counts as the shortest decimal that reads as the same double, which is what was typed
    for up to 15 digits.
    """
    kind = type(node)
    if kind is Constant:
        return Fraction(repr(node.value))
    if kind is UnaryOp and type(node.op) in (UAdd, USub):
        value = exact_value(node.operand)
        return -value if value is not None and type(node.op) is USub else value
    if kind is BinOp and (compute := OPERATORS.get(type(node.op))):
        left, right = exact_value(node.left), exact_value(node.right)
        if left is not None and right is not None and (right or type(node.op) is not Div):
            value = compute(left, right)
            if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS:
                return value
    return None
