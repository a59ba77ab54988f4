"""Arithmetic as people and models type it: made plain where it is clear, explained where not.

`tidy` changes only signs whose meaning is certain, each into the plain sign of the same meaning.
`explain` says in plain sentences why a text is no calculation, and shows the right form, made from
the learner's own text where that is possible. The calculator loads this module when a text needs
it, so that a plain calculation does not pay for it.

Understood:

    −  –  — and other typographic minus signs       -
    ×  ·  ⋅  ∙  ∗  ✕                                *      (a raised dot is "times", never a point)
    ÷  ⁄  ∕                                         /
    full-width signs and the digits of any script   ASCII
    3,000  12,34,567                                3000, 1234567 (groups of three digits, or
                                                    the Indian groups of two and a last of three)
    blanks of any kind, line breaks                 a blank
    one = at the end or at the beginning            left out

Refused, with the right form: a comma that groups nothing (1,5  1,00  0,500), per cent (20%),
^ for a power, a number or a bracket directly before a bracket, currency signs, units, names,
functions, comparisons, quotation marks, square and curly brackets, superscripts, fractions such
as ½, leading zeros (08), and Python's other ways to write numbers (0x1F, 1_000, 3j).
"""  # noqa: RUF002 - the typographic signs are what this is about

import re

EXAMPLE = "(8 + 9) * 2"
DIGITS = 15  # digits of a number that is worked out for the learner
KNOWN = f"Use only numbers, + - * / // % ** and round brackets, such as {EXAMPLE}."

SIGNS = str.maketrans(
    {sign: plain for plain, signs in {
        "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u2796",
        "+": "\uff0b\ufe62\u2795",
        "*": "\u00d7\u00b7\u22c5\u2219\u2217\u2022\u2715\u2716\u2a2f\uff0a",
        "/": "\u00f7\u2044\u2215\u2797\uff0f",
        "(": "\uff08",
        ")": "\uff09",
        "%": "\uff05",
        ".": "\uff0e",
        ",": "\uff0c",
        "=": "\uff1d",
        "": "\u200b\u2060\ufeff\ufe0f",  # takes no room on the screen: what is seen is what counts
    }.items() for sign in signs}
)  # fmt: skip

NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)"
WORD = re.compile(r"(?<![\w.])[^\W\d]\w*")
NUMBER_WITH_LETTERS = re.compile(r"(?<![\w.])\d[\w.]*[^\W\d][\w.]*")
POWER_OF_TEN = re.compile(rf"{NUMBER}[eE]\d*")
GROUPED = re.compile(r"(?<![\d.,])[1-9](?:\d{0,2}(?:,\d{3})+|\d?(?:,\d\d)+,\d{3})(?![\d,])")
SIDE_BY_SIDE = re.compile(r"([\d.]\s*|\)\s*)(\()|(\)\s*)([\d.])")
TWO_NUMBERS = re.compile(rf"({NUMBER})\s+({NUMBER})")
LEADING_ZEROS = re.compile(r"(?<![\d.eE])(?<![eE][+-])0+(\d+)(?![\d.eE])")
LONELY_PER_CENT = re.compile(r"%\s*(?:$|[-+*/)])")
GLUED_PER_CENT = re.compile(r"[\d.)]%\s+(?=[\d.(])")
PER_CENT_OF = re.compile(rf"({NUMBER})\s*(?:%|per\s*cent)\s*of\s+(\S.*)", re.IGNORECASE)
ADDED_PER_CENT = re.compile(rf"([^%]*[\d.)])\s*([-+])\s*({NUMBER})\s*%")
CURRENCY = re.compile(r"[$\u00a2-\u00a5\u20a0-\u20cf]|\b(?:Rs|INR|USD|EUR)\b\.?", re.IGNORECASE)
SUPERSCRIPTS = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b", "0123456789-"
)
FRACTIONS = {"\u00bd": "1/2", "\u00bc": "1/4", "\u00be": "3/4", "\u2153": "1/3", "\u2154": "2/3"}


def tidy(text: str) -> str:
    """The text with every sign whose meaning is certain as the plain sign. Never longer."""
    text = " ".join(text.translate(SIGNS).split())
    if not text.isascii():
        text = "".join(str(int(sign)) if sign.isdecimal() else sign for sign in text)
    if text.endswith("=") and text[-2:] not in ("==", "<=", ">=", "!="):
        text = text[:-1].rstrip()
    elif text.startswith("=") and not text.startswith("=="):
        text = text[1:].lstrip()
    return GROUPED.sub(lambda number: number[0].replace(",", ""), text)


def unclear_per_cent(text: str) -> bool:
    """Whether a % may be meant as per cent.

    Python's % is the remainder and needs a number on its right: 1000 % 37. With nothing, a sign
    or a closing bracket there, or written as in "20% 50", it is more likely a per cent; Python
    would read 50 + 20% - 3 as 50 + (20 % -3), which is 49.
    """
    return bool(LONELY_PER_CENT.search(text) or GLUED_PER_CENT.search(text))


def explain(text: str) -> str:
    """One or two plain sentences: what is wrong with a tidied text, and the right form.

    The checks stand in the order of what helps most: a wrong character first, then a sign that is
    missing or too many.
    """
    for check in CHECKS:
        if sentence := check(text):
            return sentence
    return f"This is not a calculation. {KNOWN}"


def _short(text):
    """A piece of the learner's text, fit for a sentence."""
    return text if len(text) <= 60 else text[:57] + "..."


def _value(number):
    """A number that was worked out for the learner, without noise at its end."""
    return f"{number:.12g}"


def _empty(text):
    if not text:
        return f"The expression is empty. Write a calculation, such as {EXAMPLE}."


def _quotes(text):
    if found := re.search("[\"'`\u2018-\u201f]", text):
        return f"Leave out the quotation mark {found[0]}. Write only a calculation: {EXAMPLE}"


def _currency(text):
    if found := CURRENCY.search(text):
        plain = tidy(CURRENCY.sub("", text))
        return f"Leave out {found[0]} and write only numbers: {_short(plain)}"


def _of(text):
    if (found := PER_CENT_OF.search(text)) and len(found[1]) <= DIGITS:
        rate = _value(float(found[1]) / 100)
        return f"Write {_short(found[1])} per cent of a number with *: {rate} * {_short(found[2])}"


def _comparison(text):
    if found := re.search(r":=|[<>=!]=|[<>=\u2264\u2265\u2260\u2248]", text):
        if left := text[: found.start()].rstrip():
            return f"Leave out {found[0]} and what follows. Write one calculation: {_short(left)}"
        return f"Leave out {found[0]}. Write one calculation, such as {EXAMPLE}."


def _number_with_letters(text):
    for found in NUMBER_WITH_LETTERS.finditer(text):
        number = found[0]
        if re.fullmatch(r"0[xX][\dA-Fa-f]{1,16}|0[oO][0-7]{1,16}|0[bB][01]{1,16}", number):
            return f"Write decimal numbers: {int(number, 0)}, not {number}."
        if re.fullmatch(r"[\d_.]+", number):
            return f"Write {_short(number.replace('_', ''))}, not {_short(number)}."
        if POWER_OF_TEN.fullmatch(number):
            continue
        if re.fullmatch(rf"{NUMBER}(?:[eE]\d+)?[jJ]", number):
            return f"{_short(number)} is an imaginary number. Only real numbers are known."
        if times := re.fullmatch(r"([\d.]+)[xX]([\d.]+)", number):
            return f"Write * for times: {_short(text.replace(number, f'{times[1]} * {times[2]}'))}"
        digits = re.match(r"[\d.]+", number)
        assert digits is not None  # it begins with one
        return (f"{_short(number)} is not a number. Write {_short(digits[0])} without letters or "
                "units.")


def _word(text):
    found = WORD.search(text)
    if not found:
        return None
    if root := re.search(rf"(?:math\.)?sqrt\s*\(\s*({NUMBER})\s*\)", text):
        return f"sqrt is not known. Write a root as a power: {_short(root[1])} ** 0.5"
    times = re.sub(r"(?<=[\d)])\s*[xX]\s*(?=[\d(.])", " * ", text)
    if times != text:
        return f"Write * for times: {_short(times)}"
    word = _short(found[0])
    return f"'{word}' is not a number. No names, functions or words are known. {KNOWN}"


def _remainder(text):
    plain = re.sub(r"(?<=[\d)\s])mod(?=[\s\d(])", "%", text, flags=re.IGNORECASE)
    if plain != text:
        return f"Write % for the remainder: {_short(plain)}"


def _factorial(text):
    if found := re.search(r"(?<![\d.])(\d{1,3})\s*!(?!=)", text):
        number = int(found[1])
        product = " * ".join(map(str, range(number, 0, -1))) if 0 < number <= 12 else (
            f"{number} * {number - 1} * ... * 1" if number else "1")
        return f"! is not known. Write a factorial as a product: {product}"


def _caret(text):
    if "^" in text:
        return f"^ is not a power here. {_power(text.replace('^', '**'))}"


def _power(text):
    """How to write a power; the whole text with ** only where each has something to raise."""
    if re.search(r"(?:^|[-+*/%(])\s*\*\*", text):
        return "A power needs a number before it, such as 2**3."
    return f"Write ** for a power: {_short(text)}"


def _superscript(text):
    raised = "[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207b]+"
    power = re.sub(raised, lambda found: "**" + found[0].translate(SUPERSCRIPTS), text)
    if power != text:
        return _power(power)


def _fraction(text):
    plain = text
    for fraction, value in FRACTIONS.items():
        plain = re.sub(rf"(\d+)\s*{fraction}", rf"(\1 + {value})", plain)
        plain = plain.replace(fraction, f"({value})")
    if plain != text:
        return f"Write a fraction as a division: {_short(plain)}"


def _other_brackets(text):
    if re.search(r"[\[\]{}]", text):
        plain = text.translate(str.maketrans("[]{}", "()()"))
        return f"Use only round brackets: {_short(plain)}"


def _comma(text):
    if "," not in text:
        return None
    if found := re.search(r"(?<![\d.,])(\d+),(\d+)(?![\d.,])", text):
        whole, rest = _short(found[1]), _short(found[2])
        sentence = f"The comma in {whole},{rest} is not clear. Write {whole}.{rest} for a decimal"
        return sentence + ("." if whole[0] == "0" else f", or {whole}{rest} for a whole number.")
    return "The comma is not clear. Write a decimal as 1.5 and a large number as 3000 or 3,000."


def _root_sign(text):
    if "\u221a" in text:
        return "Write a root as a power: 16 ** 0.5"


def _unknown_sign(text):
    if found := re.search(r"[^\d\s.+*/%()eE-]", text, re.ASCII):
        code = f"U+{ord(found[0]):04X}"  # the only way to name a sign that cannot be seen
        sign = f"The sign {found[0]}" if found[0].isprintable() else f"An invisible sign ({code})"
        return f"{sign} is not allowed. {KNOWN}"


def _per_cent(text):
    if not unclear_per_cent(text):
        return None
    if (sum_ := ADDED_PER_CENT.fullmatch(text)) and len(sum_[3]) <= DIGITS:
        first, sign, rate = sum_[1], sum_[2], float(sum_[3]) / 100
        factor = _value(1 + rate if sign == "+" else 1 - rate)
        base = first if re.fullmatch(rf"{NUMBER}|\([^()]*\)", first) else f"({first})"
        return (
            f"{_short(text)} is not clear. Write {_short(base)} * {factor} if you mean "
            f"{sum_[3]} per cent of {_short(base)}, or {_short(first)} {sign} {_value(rate)}."
        )
    plain = re.sub(rf"\(\s*({NUMBER})\s*%\s*\)", r"(\1/100)", text)  # has its brackets
    plain = re.sub(rf"({NUMBER})\s*%(?=\s*(?:$|[-+*/)]))", r"(\1/100)", plain)
    sentence = "% is the remainder here, not per cent. For per cent write a division: "
    sentence += "20/100" if unclear_per_cent(plain) else _short(plain)
    if signed := re.search(rf"\s*%\s*([-+]\s*{NUMBER})", text):
        remainder = text.replace(signed[0], f" % ({signed[1]})")
        sentence += f" and for the remainder write brackets: {_short(remainder)}"
    return sentence


def _brackets(text):
    opened = 0
    for character in text:
        opened += (character == "(") - (character == ")")
        if opened < 0:
            break
    if opened > 0:
        return "A closing bracket ) is missing. Each ( needs one )."
    if opened < 0:
        return "There is one closing bracket ) too many. Each ) needs one ( before it."
    if re.search(r"\(\s*\)", text):
        return "The brackets () are empty. Write a calculation between them."


def _missing_times(text):
    if SIDE_BY_SIDE.search(text):
        plain = SIDE_BY_SIDE.sub(lambda pair: f"{pair[1] or pair[3]}*{pair[2] or pair[4]}", text)
        return f"A sign is missing beside a bracket. Write * for times: {_short(plain)}"


def _blank_groups(text):
    if found := re.search(r"(?<![\d.] )(?<![\d.])\d{1,3}(?: \d{3})+(?! ?[\d.])", text):
        return f"Write a large number without blanks: {_short(found[0].replace(' ', ''))}"


def _two_numbers(text):
    if found := TWO_NUMBERS.search(text):
        first, second = _short(found[1]), _short(found[2])
        return (
            f"A sign is missing between {first} and {second}. "
            f"Write {first} * {second}, or {first}{second} if it is one number."
        )


def _leading_zeros(text):
    if found := LEADING_ZEROS.search(text):
        return f"Write {_short(found[1])}, not {_short(found[0])}: a number begins with no extra 0."


def _points(text):
    if found := re.search(r"(?<!\d)\.(?!\d)|\d*\.\d*\.[\d.]*", text):
        return f"{_short(found[0])} is not a number. A decimal has one point and its digits: 2.5"


def _power_of_ten(text):
    rest = re.sub(rf"{NUMBER}[eE][-+]?\d+", "1", text)
    if found := re.search(rf"{NUMBER}?[eE]", rest):
        return f"{_short(found[0])} is not a number. Write the digits, such as 2000 or 2e3."


def _signs(text):
    if found := re.search(r"[-+*/%]\s*$", text):
        return f"A number is missing after the last {found[0].strip()}."
    if found := re.match(r"[*/%]+", text):
        return f"A number is missing before the first {found[0]}."
    if found := re.search(r"\(\s*[*/%]+|[-+*/%]+\s*\)|[-+*/%]\s*[*/%]+", text):
        return f"A number is missing in or beside {found[0]}."


CHECKS = (
    _empty,
    _quotes,
    _currency,
    _of,
    _superscript,
    _fraction,
    _root_sign,
    _factorial,
    _remainder,
    _number_with_letters,
    _word,
    _comparison,
    _caret,
    _comma,
    _other_brackets,
    _unknown_sign,
    _per_cent,
    _brackets,
    _missing_times,
    _blank_groups,
    _two_numbers,
    _leading_zeros,
    _points,
    _power_of_ten,
    _signs,
)
