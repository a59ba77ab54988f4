"""A calculator for +, -, *, /, %, ** and round brackets.

It uses the shunting-yard algorithm of Edsger Dijkstra (1961): numbers go to one stack, operators
wait on another one. An operator has to wait as long as a stronger one may still follow.
"""

import operator
import re

TOKEN = re.compile(r"\s*(\d+\.?\d*|\.\d+|\*\*|[-+*/%()])")
MAX_DIGITS = 1_000  # of a whole number; Python itself prints at most 4,300
MAX_EXPONENT = 1_000


class CalculatorError(Exception):
    """The expression cannot be calculated; the text says why."""


def power(base, exponent):
    """base ** exponent, unless it would run for hours."""
    if abs(exponent) > MAX_EXPONENT:
        raise CalculatorError(f"the exponent is larger than {MAX_EXPONENT}")
    return base**exponent


def number(text):
    """The int or float that a text such as "2" or "2.5" stands for."""
    if len(text) > MAX_DIGITS:
        raise CalculatorError("the number is too large")
    return float(text) if "." in text else int(text)


class Calculator:
    """Calculates a text such as "3 + 7 * 2"."""

    def __init__(self):
        self.operators = {
            "+": operator.add,
            "-": operator.sub,
            "*": operator.mul,
            "/": operator.truediv,
            "%": operator.mod,
            "**": power,
        }
        # A larger number binds more strongly: 3 + 7 * 2 is 3 + (7 * 2).
        self.precedence = {
            "+": 1,
            "-": 1,
            "*": 2,
            "/": 2,
            "%": 2,
            "**": 3,
        }
        # 2 ** 3 ** 2 is 2 ** (3 ** 2): only the power works from right to left.
        self.right_to_left = {"**"}

    def evaluate(self, expression):
        """The value of the expression, an int or a float. Raises CalculatorError."""
        try:
            return self._calculate(self._tokens(expression))
        except ZeroDivisionError:
            raise CalculatorError("division by zero") from None
        except OverflowError:
            raise CalculatorError("the number is too large") from None

    def _tokens(self, expression):
        """The numbers, operators and brackets of the expression, one after the other."""
        tokens = []
        position = 0
        expression = expression.rstrip()
        while position < len(expression):
            match = TOKEN.match(expression, position)
            if match is None:
                raise CalculatorError(f"unknown sign {expression[position:].strip()[0]!r}")
            tokens.append(match[1])
            position = match.end()
        if not tokens:
            raise CalculatorError("the expression is empty")
        return tokens

    def _calculate(self, tokens):
        values, waiting = [], []
        number_is_next = True
        for token in tokens:
            if number_is_next:
                if token == "-":  # a sign: -x is 0 - x, but stronger than * and weaker than **
                    values.append(0)
                    waiting.append("sign")
                elif token == "(":
                    waiting.append(token)
                elif token in self.operators or token == ")":
                    raise CalculatorError(f"a number is missing before {token!r}")
                else:
                    values.append(number(token))
                    number_is_next = False
            elif token == ")":
                while waiting and waiting[-1] != "(":
                    self._apply(waiting.pop(), values)
                if not waiting:
                    raise CalculatorError("a bracket is closed that was never opened")
                waiting.pop()
            elif token in self.operators:
                while waiting and self._goes_first(waiting[-1], token):
                    self._apply(waiting.pop(), values)
                waiting.append(token)
                number_is_next = True
            else:
                raise CalculatorError(f"an operator is missing before {token!r}")
        if number_is_next:
            raise CalculatorError("a number is missing at the end")
        while waiting:
            if waiting[-1] == "(":
                raise CalculatorError("a bracket is not closed")
            self._apply(waiting.pop(), values)
        return values[0]

    def _goes_first(self, waiting, new):
        """Whether the operator that waits is applied before the new one."""
        if waiting == "(":
            return False
        if waiting == "sign":
            return new not in self.right_to_left
        if new in self.right_to_left:
            return self.precedence[waiting] > self.precedence[new]
        return self.precedence[waiting] >= self.precedence[new]

    def _apply(self, name, values):
        right, left = values.pop(), values.pop()
        result = self.operators["-" if name == "sign" else name](left, right)
        if isinstance(result, complex):
            raise CalculatorError("a negative number has no such power")
        if abs(result) >= 10**MAX_DIGITS:  # so is an infinite one
            raise CalculatorError("the number is too large")
        values.append(result)
