"""Arithmetic said straight out: `48 / 6 * 2`, `half of 3/4 of 96`, `subtract 48 from 131`.

A small grammar over the tokens of a `Reading`. Signs and words mean the same. From the loosest
binding to the tightest:

    whole    a chain of sums:           add 5 to 7, then multiply by 3
    sum      product + product:         plus, minus, less; `+ 18%` of what stands before
    product  power * power:             times, into, by, divided by, over, mod, `P of ...`
    power    item ^ item:               to the power of, squared, cubed
    item     a number, brackets, square root of, sum of A and B, half of, twice, factorial
"""

from __future__ import annotations

import re

from studybuddy.practice.numbers import Reading, group

MAX_DEPTH = 25
MAX_TOKENS = 120
"""A question with more tokens is no arithmetic said straight out."""

_FILLER = frozenset(
    """
what is are the please can you could tell me find calculate compute work out evaluate solve value
of how much many equal equals = ? . , : ! i want to know need answer for result hey hi hello so
ok okay do make it be will would give and get quick quickly help with this that now exactly
simplify expression sum my homework question then maths math us in total a an just thanks show
when if come comes use using calculator by whole ; " ' number correct does as one let say we
decimal fraction answered
""".split()
)

_TO_ITSELF = {
    "double": "{} * 2",
    "triple": "{} * 3",
    "halve": "{} / 2",
    "half": "{} / 2",
    "square": "{} ** 2",
    "cube": "{} ** 3",
}
_IT = (["it"], ["that"], ["this"], ["the"])
_TIMES = ("*", "x", "times")
_OVER = ("/", "over")


class _Stop(Exception):
    """The tokens at this place are no arithmetic."""


class _Grammar:
    def __init__(self, reading: Reading, words: list[str], at: int):
        self.tokens = reading.tokens
        self.words = words
        self.at = at
        self.operators = 0
        self.depth = 0

    def sees(self, *words: str) -> bool:
        """Take these words, one after the other, if they come next."""
        end = self.at + len(words)
        if tuple(self.words[self.at : end]) != words:
            return False
        self.at = end
        return True

    def sees_one(self, *phrases: str) -> bool:
        """Take the first of these phrases that comes next."""
        here = self.text()
        return (
            any(phrase.startswith(here) and self.sees(*phrase.split()) for phrase in phrases)
            if here
            else False
        )

    def number(self, kinds: str = "NP"):
        if self.at < len(self.tokens) and self.tokens[self.at].kind in kinds:
            self.at += 1
            return self.tokens[self.at - 1]
        raise _Stop

    def peek(self) -> str:
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def text(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    # whole ---------------------------------------------------------------------------------
    def whole(self) -> str:
        listed = self.text() == "sum" and self.words[self.at + 1 : self.at + 2] == ["of"]
        left = self.order() if self.at_order() and not listed else self.sum()
        while True:
            start = self.at
            while self.sees_one(",", "and", "then", "now", "."):
                pass
            verb = self.text()
            if start != self.at and verb in _TO_ITSELF and self.words[self.at + 1 :][:1] in _IT:
                self.at += 2
                self.operators += 1
                left = _TO_ITSELF[verb].format(group(left))
                continue
            if start == self.at or verb not in (
                "add",
                "subtract",
                "multiply",
                "divide",
                "multiplied",
                "divided",
                "take",
                "minus",
                "plus",
                "times",
            ):
                self.at = start
                return left
            self.at += 1
            self.sees_one(
                "it",
                "that",
                "this",
                "the result",
                "the answer",
                "the sum",
                "result",
                "them",
                "the total",
                "the difference",
                "the product",
                "away",
            )
            self.sees_one("by", "to it", "with", "from it")
            if self.peek() == "P" and verb[0] in "apst":
                sign = "+" if verb[0] in "ap" else "-"
                left = f"{group(left)} * (1 {sign} {self.number().expr} / 100)"
                self.operators += 1
                continue
            try:
                right = self.product()
            except _Stop:
                self.at = start
                return left
            self.sees_one(
                "from it",
                "to it",
                "from that",
                "to that",
                "from the result",
                "to the result",
                "from this",
            )
            self.operators += 1
            sign = {"a": "+", "p": "+", "s": "-", "t": "-", "m": "*", "d": "/"}[verb[0]]
            if verb in ("minus", "times"):
                sign = "-" if verb == "minus" else "*"
            left = f"{group(left) if sign in '*/' else left} {sign} {group(right)}"

    def at_order(self) -> bool:
        return self.text() in (
            "add",
            "subtract",
            "multiply",
            "divide",
            "take",
            "deduct",
            "increase",
            "decrease",
            "reduce",
            "raise",
            "sum",
            "remove",
        )

    def order(self) -> str:
        """`subtract A from B`, `add A to B`, `increase A by P`."""
        verb = self.text()
        self.at += 1
        self.operators += 1
        if verb == "sum":
            self.sees_one("up", "of")
        if verb in ("increase", "decrease", "reduce", "raise"):
            first = self.sum()
            if not self.sees("by"):
                raise _Stop
            sign = "+" if verb in ("increase", "raise") else "-"
            if self.peek() == "P":
                return f"{group(first)} * (1 {sign} {self.number().expr} / 100)"
            if self.peek() == "F":
                return f"{group(first)} * (1 {sign} {self.number('F').expr})"
            return f"{first} {sign} {group(self.product())}"
        self.sees_one("up", "together", "away", "the numbers")
        first = self._term() if verb == "sum" else self.product()
        if verb in ("subtract", "take", "deduct", "remove"):
            self.sees_one("away", "off")
            if not self.sees("from"):
                raise _Stop
            percent = re.fullmatch(r"(.+) / 100", first)
            second = self.product()
            if percent and percent.group(1).replace(".", "").isdigit():
                return f"{group(second)} * (1 - {first})"
            return f"{second} - {group(first)}"
        if verb in ("multiply", "divide"):
            self.sees_one("equally", "evenly")
            if not self.sees_one("by", "with", "and", "into", "times", "in", "among", "between"):
                raise _Stop
            return f"{group(first)} {'*' if verb == 'multiply' else '/'} {group(self.product())}"
        terms = [first]
        while self.sees_one(", and", ",", "and", "to", "with", "plus"):
            try:
                terms.append(self._term() if verb == "sum" else self.product())
            except _Stop:
                self.at -= 1
                break
        if len(terms) < 2:
            raise _Stop
        percent = re.fullmatch(r"([\d.]+) / 100", terms[0])
        if percent and len(terms) == 2:  # `add 15% to 240`
            return f"{group(terms[1])} * (1 + {terms[0]})"
        return f"({' + '.join(terms)})" if verb == "sum" else " + ".join(terms)

    # sum, product, power, item -------------------------------------------------------------
    def sum(self) -> str:
        left = self.product()
        while True:
            start = self.at
            if self.sees_one("+", "plus", "added to"):
                sign = "+"
            elif self.sees_one("more than", "less than", "fewer than"):
                sign = "+" if self.tokens[self.at - 2].text == "more" else "-"
                try:
                    right = self.product()
                except _Stop:
                    self.at = start
                    return left
                self.operators += 1
                percent = re.fullmatch(r"([\d.]+) / 100", left)
                left = (
                    f"{group(right)} * (1 {sign} {left})"
                    if percent
                    else f"{right} {sign} {group(left)}"
                )
                continue
            elif self.sees_one("subtracted from", "subtract from", "taken from", "deducted from"):
                try:
                    right = self.sum()
                except _Stop:
                    self.at = start
                    return left
                self.operators += 1
                return f"{right} - {group(left)}"
            elif self.sees_one("-", "minus", "less"):
                sign = "-"
            else:
                return left
            if (
                self.peek() == "P"
                and self.tokens[self.at + 1 : self.at + 2] != []
                and self.tokens[self.at + 1].text == "of"
                or self.peek() != "P"
            ):
                try:
                    right = self.product()
                except _Stop:
                    self.at = start
                    return left
                left = f"{left} {sign} {right}"
            else:  # `200 + 15%`: of what stands before
                left = f"{group(left)} * (1 {sign} {self.number().expr} / 100)"
            self.operators += 1

    def product(self) -> str:
        left = self.power()
        while True:
            start = self.at
            if self.sees_one(
                "times as much as",
                "times as many as",
                "times the",
                *_TIMES,
                "multiplied by",
                "multiplied with",
                "into",
                "multiply by",
            ):
                sign = "*"
            elif self.sees_one(*_OVER, "divided by", "divide by"):
                sign = "/"
            elif self.sees_one("mod", "modulo", "%", "modulus"):
                sign = "%"
            elif self.text() == "(" and self.at and self.tokens[self.at - 1].text == ")":
                sign = "*"
            elif self.text() == "(" and self.at and self.tokens[self.at - 1].kind == "N":
                sign = "*"
            elif self.sees_one("of") and re.search(r"/ [\d.]+$", left):
                sign = "*"
            else:
                return left
            try:
                right = self.power()
            except _Stop:
                self.at = start
                return left
            self.operators += 1
            left = f"{left} {sign} {group(right) if sign in '/%' and '(' != right[0] else right}"

    def power(self) -> str:
        left = self.item()
        while True:
            start = self.at
            if self.sees_one("squared"):
                right = "2"
            elif self.sees_one("cubed"):
                right = "3"
            elif self.sees_one(
                "^",
                "to the power of",
                "to the power",
                "raised to the power of",
                "raised to the power",
                "raised to",
                "to power",
                "power",
            ):
                if self.peek() == "O":
                    right = self.number("O").expr
                else:
                    try:
                        right = self.power()
                    except _Stop:
                        self.at = start
                        return left
            elif self.sees("to", "the") and self.peek() == "O":
                right = self.number("O").expr
                self.sees_one("power")
            elif self.sees_one("!", "factorial") and left.isdigit() and 0 < int(left) <= 20:
                left = "(" + " * ".join(map(str, range(1, int(left) + 1))) + ")"
                self.operators += 1
                continue
            else:
                self.at = start
                return left
            self.operators += 1
            left = f"{group(left)} ** {group(right)}"

    def item(self) -> str:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _Stop
        try:
            return self._item()
        finally:
            self.depth -= 1

    def _item(self) -> str:
        self.sees_one("the")
        if self.sees("("):
            inner = self.sum()
            if not self.sees(")"):
                raise _Stop
            return f"({inner})"
        if self.sees_one("-", "minus"):
            return f"-{self.power()}"
        if self.sees("+"):
            return self.power()
        if self.sees_one(
            "square root of the", "square root of", "square root", "root of", "root over", "root"
        ):
            self.operators += 1
            return f"{group(self._under_root())} ** 0.5"
        if self.sees_one("cube root of", "cuberoot of", "cube root"):
            self.operators += 1
            return f"{group(self.item())} ** (1 / 3)"
        if (
            self.peek() == "O"
            and self.tokens[self.at + 1 : self.at + 3]
            and [t.text for t in self.tokens[self.at + 1 : self.at + 3]] == ["root", "of"]
        ):
            degree = self.number("O").expr
            self.at += 2
            self.operators += 1
            return f"{group(self.item())} ** (1 / {degree})"
        for word, exponent in (("square", "2"), ("cube", "3")):
            if self.sees(word, "of"):
                self.operators += 1
                return f"{group(self.item())} ** {exponent}"
        if self.sees_one("factorial of"):
            count = self.number("N").expr
            if not count.isdigit() or not 0 < int(count) <= 20:
                raise _Stop
            self.operators += 1
            return "(" + " * ".join(map(str, range(1, int(count) + 1))) + ")"
        for names, sign in (
            (("sum of", "total of"), " + "),
            (("product of",), " * "),
            (("difference between", "gap between", "difference of", "difference"), " - "),
            (("quotient of", "ratio of"), " / "),
        ):
            if self.sees_one(*names):
                return self._of_list(sign)
        for words, step in (
            (("bigger is", "more is", "larger is", "greater is"), 1),
            (("smaller is", "less is"), -1),
        ):
            if self.sees_one(*words):
                pair = [self.product()]
                if not self.sees("than"):
                    raise _Stop
                pair.append(self.product())
                self.operators += 1
                return f"({' - '.join(group(p) for p in pair[::step])})"
        if self.sees_one("average of", "mean of"):
            terms = self._terms()
            self.operators += 1
            return f"(({' + '.join(terms)}) / {len(terms)})"
        if self.peek() == "F":
            fraction = self.number("F").expr
            self.sees_one("of the", "of", "the", "off", "as much as", "as many as")
            try:
                inner = self.power()
            except _Stop:
                return f"({fraction})"
            self.operators += 1
            return f"{fraction} * {inner}"
        if self.peek() == "P":
            return f"{self.number().expr} / 100"
        token = self.number("N")
        return group(token.expr)

    def _under_root(self) -> str:
        """What a root is taken of: the next item, or a sum of powers such as `3^2 + 4^2`."""
        start = self.at
        if self.peek() != "N":
            return self.item()
        terms = self.power()
        if "**" not in terms:
            self.at = start
            return self.item()
        while self.text() in ("+", "plus", "-", "minus"):
            here = self.at
            sign = "+" if self.text() in ("+", "plus") else "-"
            self.at += 1
            more = self.power() if self.peek() == "N" else ""
            if "**" not in more:
                self.at = here
                break
            terms = f"{terms} {sign} {more}"
        return terms

    def _terms(self, *between: str) -> list[str]:
        self.sees_one("the numbers", "numbers", "these numbers", "these", "first")
        self.sees_one(":")
        terms = [self._term()]
        while self.sees_one(", and", ",", "and", ";", *between) or self.peek() == "N":
            try:
                terms.append(self._term())
            except _Stop:
                break
        if len(terms) < 2:
            raise _Stop
        return terms

    def _term(self) -> str:
        """A member of a list: words such as `divided by` after it belong to the whole list."""
        left = self.power()
        while self.text() in ("*", "/") or self.text() == "of" and re.search(r"/ [\d.]+$", left):
            sign = "*" if self.text() == "of" else self.text()
            self.at += 1
            left = f"{left} {sign} {group(self.power())}"
        return left

    def _of_list(self, sign: str) -> str:
        terms = self._terms("to") if sign == " / " else self._terms()
        self.operators += 1
        if sign == " - ":
            if len(terms) != 2:
                raise _Stop
            low, high = sorted(terms, key=_size)
            terms = [high, low] if _size(low) else terms
        return "(" + sign.join(group(t) if sign in " - / " else t for t in terms) + ")"


def _size(expr: str) -> float:
    try:
        return float(expr)
    except ValueError:
        return 0.0


def longest(reading: Reading) -> tuple[str, bool, int] | None:
    """The longest arithmetic in the reading, whether nothing else of weight stands round it, and
    how many of the numbers it holds.

    None when there is none with at least one operator.
    """
    best: tuple[int, int, str] | None = None
    tokens = reading.tokens
    if len(tokens) > MAX_TOKENS or not reading.numbers:
        return None
    words = [t.text for t in tokens]
    reach = 0
    for start in range(len(tokens)):
        if start < reach:
            continue
        grammar = _Grammar(reading, words, start)
        try:
            expr = grammar.whole()
        except (_Stop, IndexError, RecursionError):
            continue
        if grammar.operators:
            reach = grammar.at
            if best is None or grammar.at - start > best[1] - best[0]:
                best = (start, grammar.at, expr)
    if best is None:
        return None
    start, end, expr = best
    around = tokens[:start] + tokens[end:]
    bare = all(
        t.text in _FILLER or t.kind == "W" and t.text in ("number", "numbers") for t in around
    )
    if not bare and tokens[end - 1].text == "!":  # a cry, no factorial
        return None
    expr = re.sub(r"^\((.*)\)$", _strip_brackets, expr)
    return expr, bare, sum(t.kind in "NPF" for t in tokens[start:end])


def _strip_brackets(match: re.Match) -> str:
    """The inside of brackets that hold the whole expression, else the expression unchanged."""
    depth = 0
    for c in match.group(1):
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return match.group()
    return match.group(1)
