"""A question as tokens: words, signs, and numbers in digits or words with what they mean.

`read` gives a `Reading` whose `line` is the question with each number replaced by a mark, so that
a rule can say "P of N" and need not know how a number was written:

    "wats 15 precent of 2,40,000"  ->  "what is P0 of N1"

Marks: N a number, P a percentage, F a fraction in words (half, three quarters), O an ordinal
(5th, third), L a number that only labels something (semester 6).
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from studybuddy.practice.words import STOP, plain, tidy

_SIGNS = {
    "×": "*",
    "✕": "*",
    "✖": "*",
    "·": "*",
    "⋅": "*",
    "∙": "*",
    "•": "*",
    "÷": "/",
    "∕": "/",
    "⁄": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "‒": "-",
    "[": "(",
    "{": "(",
    "]": ")",
    "}": ")",
    "**": "^",
}
_EXPANDED = {
    "√": " root ",
    "²": "^2",
    "³": "^3",
    "½": " 1/2 ",
    "¼": " 1/4 ",
    "¾": " 3/4 ",
    "⅓": " 1/3 ",
    "⅔": " 2/3 ",
    "π": " pi ",
    "°": " ",
    "″": '"',
}

UNITS = {
    w: v
    for v, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
TENS = {
    w: 10 * v
    for v, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
LARGE = {
    "hundred": 100,
    "thousand": 1000,
    "lakh": 100000,
    "million": 1000000,
    "crore": 10000000,
    "billion": 1000000000,
    "dozen": 12,
}
ORDINALS = {
    w: v
    for v, w in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1
    )
}
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "ninths": 9,
    "fifth": 5,
    "fifths": 5,
    "sixth": 6,
    "sixths": 6,
    "seventh": 7,
    "sevenths": 7,
    "eighth": 8,
    "eighths": 8,
    "tenth": 10,
    "tenths": 10,
}
_LABELS = frozenset(
    "semester sem test quiz paper unit chapter class standard year no number "
    "question subject exam assignment term trimester lab week day round".split()
)
CURRENCY_OF = {
    name: unit
    for unit, names in {
        "inr": "₹ rupees rupee rs inr",
        "usd": "$ usd dollars dollar bucks",
        "eur": "€ euros euro eur",
        "gbp": "£ gbp",
    }.items()
    for name in names.split()
}
_GLUED = {"k": 1000, "l": 100000, "cr": 10000000, "m": 1000000}
_UNIT_LETTERS = frozenset(
    "kg g km m cm mm l ml h hr hrs hour hours min mins s sec secs f c kmh "
    "kmph mph w kw gb mb kb tb x y z d days day weeks yrs yr ft inch".split()
)

_TOKEN = re.compile(
    r"\d+(?:st|nd|rd|th)\b"
    r"|\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?(?![\d])"
    r"|\d+(?:\.\d+)?e[-+]?\d{1,2}(?![\w.])"
    r"|\d+(?:\.\d+)?|\.\d+"
    r"|\*\*|[a-z][a-z']*|[₹$€£]|\S"
)


_MIXED = re.compile(r"(?<![\d/.,-])(\d{1,4}) +(\d{1,2})/(\d{1,2})(?![\d/])")


def _mixed(match: re.Match) -> str:
    """`2 3/4` with its sum written out."""
    whole, top, bottom = match.groups()
    return f"({whole} + {top}/{bottom})" if int(top) < int(bottom) else match.group()


@dataclass(slots=True)
class Token:
    """One token. `kind` is W (word), S (sign), or a mark for a number.

    `expr` is the arithmetic behind a number, `unit` its currency where one is named.
    """

    kind: str
    text: str
    expr: str = ""
    unit: str = ""

    @property
    def value(self) -> float:
        """The number that `expr` stands for; NaN for a word."""
        return evaluate(self.expr)


def evaluate(expr: str) -> float:
    """The value of a number's own small expression (only `* / + -` between plain numbers)."""
    total, ok = 0.0, bool(expr)
    if not ok:
        return float("nan")
    for term in expr.split(" + "):
        product = 1.0
        parts = re.split(r" ([*/]) ", term)
        for sign, part in zip(["*", *parts[1::2]], parts[::2], strict=True):
            product = product * float(part) if sign == "*" else product / float(part)
        total += product
    return total


class Reading:
    """A question, read. `tokens` in order, `numbers` the number tokens, `line` as shown above."""

    def __init__(self, tokens: list[Token]):
        self.tokens = tokens
        self.numbers = [t for t in tokens if t.kind in "NPFOL"]
        places = iter(range(len(self.numbers)))
        self.marks = [f"{t.kind}{next(places)}" if t.kind in "NPFOL" else t.text for t in tokens]
        self.line = " ".join(self.marks)

    def number(self, mark: str) -> Token:
        """The number behind a mark such as `N3`."""
        return self.numbers[int(mark[1:])]

    def expr(self, mark: str) -> str:
        """The arithmetic behind a mark, in brackets where it has more than one part."""
        return group(self.number(mark).expr)

    def marks_of(self, kinds: str) -> list[str]:
        """The marks of the numbers of these kinds, in order."""
        return [m for m in self.marks if re.fullmatch(rf"[{kinds}]\d+", m)]

    def of_kind(self, kinds: str) -> list[Token]:
        """The number tokens of these kinds, in order."""
        return [t for t in self.numbers if t.kind in kinds]

    def has(self, *words: str) -> bool:
        """True when one of the words (or a phrase of words) stands in the line."""
        return any(f" {word} " in f" {self.line} " for word in words)


def group(expr: str) -> str:
    """`expr` in brackets when it has an operator or a sign of its own."""
    simple = re.fullmatch(r"[\d.]+|\([^()]*\)", expr)
    return expr if simple else f"({expr})"


@functools.lru_cache(maxsize=16)
def read(text: str) -> Reading:
    """Read a question (any text). Never raises."""
    text = plain(tidy(text))
    for sign, put in _EXPANDED.items():
        text = text.replace(sign, put)
    if re.search(r"gpa|grade|\bcpi\b", text):
        text = re.sub(r"(\d ?)(?:crore|cr)\b", r"\1 credits", text)
    text = re.sub(r"(?<![\w.])(\d{1,3})c(\d{1,2})(?!\w)", r"\1 choose \2", text)
    text = _MIXED.sub(_mixed, text)
    text = re.sub(r"\bm/s ?\^ ?2\b|\bm/s2\b|\bms-2\b|\bm/s/s\b", "mss", text)
    text = re.sub(r"(?<![\d.)])( ?)(k?m|cm|mm|ft) ?\^ ?([23])\b", r"\1\2\3", text)
    text = re.sub(r"(\d ?)(k?m|cm|mm|ft) ?\^ ?([23])\b", r"\1 \2\3", text)
    raw = [_SIGNS.get(t, t) for t in _TOKEN.findall(text.replace("/-", " "))]
    return Reading(_labels(_joined(_values(_unglued(raw, text)))))


def _unglued(raw: list[str], text: str) -> list[tuple[str, bool]]:
    """Each token with whether it touches the one before it (`3nf`, `-4`)."""
    glued, at = [], 0
    for token, match in zip(raw, _TOKEN.finditer(text.replace("/-", " ")), strict=True):
        glued.append((token, match.start() == at and at > 0))
        at = match.end()
    return glued


def _digits(token: str) -> str:
    number = token.replace(",", "")
    if "e" in number:  # 3.6e3
        from decimal import Decimal

        number = f"{Decimal(number):f}"
    if number.startswith("."):
        number = "0" + number
    whole, dot, part = number.partition(".")
    return (whole.lstrip("0") or "0") + dot + part


def _values(raw: list[tuple[str, bool]]) -> list[Token]:
    """Tokens with numbers in digits, words and signs read; names such as 3NF stay words."""
    tokens: list[Token] = []
    i = 0
    while i < len(raw):
        token, touches = raw[i]
        after, after_touches = raw[i + 1] if i + 1 < len(raw) else ("", False)
        if token[0].isdecimal() or (token[0] == "." and len(token) > 1):
            if token[-1].isalpha():
                tokens.append(Token("O", token, token[:-2].lstrip("0") or "0"))
            elif after_touches and after.isalpha() and after not in _UNIT_LETTERS | set(_GLUED):
                tokens.append(Token("W", token + after))
                i += 1
            elif (
                touches
                and tokens
                and tokens[-1].kind == "W"
                and tokens[-1].text.isalpha()
                and tokens[-1].text not in ("rs", "x", "inr")
            ):
                tokens[-1] = Token("W", tokens[-1].text + token)
            else:
                expr = _digits(token)
                if after_touches and after in _GLUED and after not in ("l", "m"):
                    expr += f" * {_GLUED[after]}"
                    i += 1
                if _is_sign_of(tokens, raw, i, token):
                    sign = tokens.pop().text
                    expr = "-" + expr if sign == "-" else expr
                    token = sign + token
                tokens.append(Token("N", token, expr))
        elif re.fullmatch(r"[a-z][a-z']*", token):
            i, found = _word_number(raw, i, tokens)
            tokens.append(found)
        else:
            tokens.append(Token("S", token))
        i += 1
    return tokens


def _is_sign_of(tokens: list[Token], raw: list, i: int, token: str) -> bool:
    """True for the sign of `at -1 each`: it touches its number, and no number stands before."""
    if not tokens or tokens[-1].text not in ("+", "-") or not raw[i][1]:
        return False
    before = tokens[-2] if len(tokens) > 1 else None
    return before is not None and before.kind == "W" and before.text not in ("x", "pi")


def _word_number(raw: list, i: int, before: list[Token]) -> tuple[int, Token]:
    """The number in words that begins at `i`, or the word itself; and the place of its end."""
    word = raw[i][0]
    previous = before[-1].text if before else ""
    following = raw[i + 1][0] if i + 1 < len(raw) else ""
    if word in ("twice", "thrice", "double", "triple", "quadruple"):
        times = {"twice": "2", "double": "2", "quadruple": "4"}.get(word, "3")
        return i, Token("F", word, times)
    if word in ("half", "quarter") and previous not in ("first", "second"):
        if word == "quarter" and before and before[-1].kind in "NO":
            return i, Token("W", word)
        return i, Token("F", word, f"1 / {_PARTS[word]}")
    if word in ("a", "an") and following in (
        "hundred",
        "thousand",
        "lakh",
        "million",
        "crore",
        "dozen",
        "billion",
    ):
        return _word_number_at(raw, i + 1, 1)
    if word in UNITS or word in TENS:
        if word == "one" and (
            previous
            in (
                "that",
                "this",
                "which",
                "the",
                "another",
                "last",
                "no",
                "any",
                "every",
                "each",
                "some",
                "credit",
                "course",
                "other",
                "first",
                "new",
                "old",
            )
            or following in ("of", "again", "more", "by")
            or following in ("", ",", ".", "?", "!", "and", "is", "was")
            and [t for t, _ in raw[i + 1 : i + 4]] != ["and", "a", "half"]
            and previous
            not in (
                "plus",
                "minus",
                "times",
                "by",
                "+",
                "-",
                "*",
                "/",
                "is",
                "=",
                "to",
                "and",
                "add",
            )
        ):
            return i, Token("W", word)
        return _word_number_at(raw, i, None)
    if word in LARGE and before and before[-1].kind == "N" and word != "second":
        number = before.pop()
        return i, Token("N", number.text + " " + word, f"{number.expr} * {LARGE[word]}")
    if word in ORDINALS and word != "second":
        by = len(before) > 1 and before[-2].text == "by" and word in _PARTS
        if previous in ("a", "one") and word in _PARTS and (by or following in _OF_PART):
            return i, Token("F", word, f"1 / {_PARTS[word]}")
        return i, Token("O", word, str(ORDINALS[word]))
    if word == "second" and previous in ("the", "my") and following not in ("", "."):
        return i, Token("O", word, "2")
    return i, Token("W", word)


def _word_number_at(raw: list, i: int, value: int | None) -> tuple[int, Token]:
    start, total, current = i, 0, value or 0
    seen_large = False
    while i < len(raw):
        word = raw[i][0]
        if word in UNITS and (i == start or current % 10 == 0 and current % 100 != 10):
            current += UNITS[word]
        elif word in TENS and current % 100 == 0:
            current += TENS[word]
        elif word == "hundred":
            current, seen_large = (current or 1) * 100, True
        elif word in LARGE and word != "dozen":
            total, current, seen_large = total + (current or 1) * LARGE[word], 0, True
        elif word == "dozen":
            total, current, seen_large = total + (current or 1) * 12, 0, True
        elif (
            word in ("and", "-")
            and i + 1 < len(raw)
            and (
                (
                    word == "and"
                    and seen_large
                    and current % 100 == 0
                    and raw[i + 1][0] in UNITS | TENS
                    and raw[i - 1][0] in ("hundred", "thousand")
                )
                or (word == "-" and current >= 20 and current % 10 == 0 and raw[i + 1][0] in UNITS)
            )
        ):
            pass
        elif (
            word in _PARTS
            and word not in ("second",)
            and not seen_large
            and i > start
            and (word.endswith("s") or current == 1)
        ):
            return i, Token("F", "fraction", f"{current} / {_PARTS[word]}")
        elif word == "-" and i + 1 < len(raw) and raw[i + 1][0] in _PARTS:
            pass
        else:
            break
        i += 1
    return i - 1, Token("N", " ".join(r[0] for r in raw[start:i]), str(total + current))


_TIME = frozenset(
    "hour hours day days week weeks month months year years minute minutes dozen "
    "kg km litre litres metre metres".split()
)


def _joined(tokens: list[Token]) -> list[Token]:
    """Numbers with what belongs to them: %, currency, `and a half`, `an hour and a half`."""
    done: list[Token] = []
    i = 0
    unit = ""
    while i < len(tokens):
        token = tokens[i]
        texts = [t.text for t in tokens[i + 1 : i + 5]] + [""] * 4
        if (
            token.text in CURRENCY_OF
            and token.kind in "WS"
            and (
                token.kind == "S"
                or i + 1 < len(tokens)
                and (tokens[i + 1].kind == "N" or texts[0] == "." and token.text in ("rs", "inr"))
            )
        ):
            unit = CURRENCY_OF[token.text]
            i += 1
            if token.text in ("rs", "inr") and i < len(tokens) and tokens[i].text == ".":
                i += 1
            continue
        if (
            token.kind == "N"
            and texts[0] == "/"
            and texts[2] in _OF_PART
            and _proper(tokens, i, texts[2])
        ):
            done.append(Token("F", "fraction", f"{token.expr} / {texts[1]}"))
            i += 3
            continue
        if token.kind == "N":
            expr = token.expr
            if texts[0] == "and" and texts[1] == "a" and texts[2] in ("half", "quarter"):
                expr = _plus(expr, texts[2])
                i += 3
            elif (
                texts[0] in _TIME
                and texts[1] == "and"
                and texts[2] == "a"
                and texts[3] in ("half", "quarter")
            ):
                done += [Token("N", token.text, _plus(expr, texts[3])), tokens[i + 1]]
                i += 5
                continue
            texts = [t.text for t in tokens[i + 1 : i + 5]] + [""] * 4
            kind = "N"
            if texts[0] in ("%", "percent") or (texts[0], texts[1]) == ("per", "cent"):
                if not (
                    texts[0] == "%"
                    and i + 2 < len(tokens)
                    and tokens[i + 2].kind == "N"
                    and not tokens[i + 2].text.startswith("%")
                    and all(t.kind in "NS" for t in tokens)
                ):
                    kind = "P"
                    i += 2 if texts[0] == "per" else 1
            elif texts[0] in CURRENCY_OF:
                i += 1
                unit = CURRENCY_OF[texts[0]]
            done.append(Token(kind, token.text, expr, unit))
            unit = ""
        elif (
            token.text in ("a", "an", "one")
            and token.kind in "WN"
            and texts[0] in _TIME
            and texts[1] == "and"
            and texts[2] == "a"
            and texts[3] in ("half", "quarter")
        ):
            done += [Token("N", "1.5", _plus("1", texts[3])), tokens[i + 1]]
            i += 5
            continue
        elif token.text == "half" and texts[0] == "dozen":
            done.append(Token("N", "half a dozen", "6"))
            i += 2
            continue
        elif (
            token.kind == "F"
            and token.text in ("half", "quarter")
            and texts[0] in ("a", "an")
            and texts[1] in _TIME
        ):
            done.append(Token("N", token.text, token.expr.replace("1 / 2", "0.5")))
            i += 2
            continue
        elif (
            token.kind == "F" and texts[0] == "of" and texts[1] in ("a", "an") and texts[2] in _TIME
        ):
            done.append(Token("N", token.text, token.expr))
            i += 3
            continue
        elif (
            token.kind == "F"
            and done
            and done[-1].text in ("a", "one")
            and token.text in ("half", "quarter", "third", "fifth", "tenth")
        ):
            done[-1] = token
        else:
            done.append(token)
        i += 1
    return done


_TAKES_PART = ("spend", "spent", "spends", "ate", "used", "gave", "and", "gives", "save", "if")
_OF_PART = tuple("of off on for to goes went as is are were was full empty done".split())


def _proper(tokens: list[Token], i: int, after: str) -> bool:
    """True for a fraction of small whole numbers, such as 2/3, with nothing else at its sides."""
    top, bottom = tokens[i], tokens[i + 2]
    return (
        bottom.kind == "N"
        and re.fullmatch(r"\d{1,2}", top.expr + "") is not None
        and re.fullmatch(r"\d{1,2}", bottom.expr) is not None
        and int(top.expr) < int(bottom.expr) <= (20 if after in ("of", "off") else 10)
        and (
            after in ("of", "off", "full", "empty", "done")
            or i > 0
            and tokens[i - 1].text in _TAKES_PART
        )
        and (i == 0 or tokens[i - 1].kind == "W" or after in ("full", "empty", "done"))
    )


def _plus(expr: str, part: str) -> str:
    more = {"half": 0.5, "quarter": 0.25}[part]
    head, star, large = expr.partition(" * ")
    if re.fullmatch(r"\d+", head):
        return f"{int(head) + more}{star}{large}" if not (large == "" and head == "12") else "18"
    return expr


_ALWAYS_LABELS = ("layer", "version", "phase", "section", "step")
# `semester 6 gives`: what may follow a number that only names a thing.
_AFTER_LABEL = (STOP - {"of", "out", "per", "each", "more", "over"}) | frozenset(
    ": - ( = , . ? ) is was got takes gives gets must brings makes sgpa gpa becomes".split()
)


def _labels(tokens: list[Token]) -> list[Token]:
    """Whole numbers that only name a thing (`semester 6`, `test 1`) become labels."""
    for i, token in enumerate(tokens):
        if i and tokens[i - 1].text in _ALWAYS_LABELS and re.fullmatch(r"\d{1,2}", token.expr):
            token.kind = "L" if token.kind == "N" else token.kind
            continue
        if (
            token.kind == "N"
            and i
            and token.text[0] not in "+-"
            and tokens[i - 1].text in _LABELS
            and tokens[i - 1].kind == "W"
            and re.fullmatch(r"\d{1,2}", token.expr)
            and (
                i + 1 >= len(tokens)
                or tokens[i + 1].text
                in _AFTER_LABEL
                or tokens[i + 1].kind == "N"
            )
        ):
            if tokens[i - 1].text == "number" and int(token.expr) > 12:
                continue
            if i > 1 and tokens[i - 2].text in ("in", "on", "for", "from"):
                pass
            elif tokens[i - 1].text in (
                "number",
                "no",
                "class",
                "day",
                "week",
                "subject",
                "question",
                "standard",
                "test",
                "quiz",
                "exam",
            ) and (i + 1 >= len(tokens) or tokens[i + 1].text in ("and", ",", "?", ".")):
                continue
            token.kind = "L"
    return tokens
