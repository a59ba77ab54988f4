"""Small projects with a calculator in them, each written in another way, for tests of repairs."""

from pathlib import Path

MAIN = '''\
import sys
from {module} import compute

print({print}compute(" ".join(sys.argv[1:])))
'''

# Precedence climbing; a row of tuples, quotes, names and order unlike those of calculator/.
CLIMBING = '''\
"""Rechnen: precedence climbing (é is two bytes long)."""
import operator, re

TIGHTNESS = (
    ('/', 20, operator.truediv),   # « tight »
    ('-', 10, operator.sub), ('*', 20, operator.mul),
    ('+', 10, operator.add),
)


def _row(sign):
    return next(row for row in TIGHTNESS if row[0] == sign)


def compute(text):
    words = re.findall(r"\\d+|[-+*/]", text)

    def climb(least):
        value = int(words.pop(0))
        while words and _row(words[0])[1] >= least:
            sign, tightness, function = _row(words.pop(0))
            value = function(value, climb(tightness + 1))
        return value

    return climb(0)
'''

# A chain of if; here a LOWER number binds tighter, as in the tables of C's operators.
CHAIN = '''\
def rank(token):
    if token == "*" or token == "/":
        return 3
    elif token == "+":
        return 4
    elif "-" == token:
        return 4
    return 99


def compute(text):
    words = text.split()
    while len(words) > 1:
        place = min(range(1, len(words), 2), key=lambda i: (rank(words[i]), i))
        left, sign, right = words[place - 1:place + 2]
        words[place - 1:place + 2] = [str(eval(f"({left}) {sign} ({right})"))]
    return float(words[0])
'''

# Names for the levels, a chain of case, and line ends of Windows.
CASES = '''\
LOOSE, = (1,)
SUM = 1
PRODUCT = 2


def level(sign):
    match sign:
        case "-":
            return SUM
        case "*":
            return PRODUCT
        case "+":
            return SUM
        case "/":
            return PRODUCT


def compute(text):
    values, signs = [], []

    def apply():
        right, left, sign = values.pop(), values.pop(), signs.pop()
        values.append({"+": left + right, "-": left - right, "*": left * right,
                       "/": left / right if right else 0}[sign])

    for word in text.split():
        if word in ("+", "-", "*", "/"):
            while signs and level(signs[-1]) >= level(word):
                apply()
            signs.append(word)
        else:
            values.append(float(word))
    while signs:
        apply()
    return values[0]
'''.replace("\n", "\r\n")

# The textbook's form: a test joined by `or` for each level. Here "*" stands in the wrong one.
TEXTBOOK = '''\
def precedence(op):
    if op == '+' or op == '-':
        return 1
    if op == '/' or op == '*':
        return 2
    return 0


def apply(values, ops):
    op, right, left = ops.pop(), values.pop(), values.pop()
    values.append(left + right if op == '+' else left - right if op == '-'
                  else left * right if op == '*' else left / right)


def compute(text):
    values, ops = [], []
    for token in text.split():
        if token.isdigit():
            values.append(int(token))
            continue
        while ops and precedence(ops[-1]) >= precedence(token):
            apply(values, ops)
        ops.append(token)
    while ops:
        apply(values, ops)
    return values[0]
'''

# Levels as groups in a list, climbed from the loosest.
LEVELS = '''\
LEVELS = [("+", "-"), ("/", "*")]
ACTIONS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b,
           "*": lambda a, b: a * b, "/": lambda a, b: a / b}


def climb(words, level=0):
    if level == len(LEVELS):
        return float(words.pop(0))
    value = climb(words, level + 1)
    while words and words[0] in LEVELS[level]:
        value = ACTIONS[words.pop(0)](value, climb(words, level + 1))
    return value


def compute(text):
    return climb(text.split())
'''

# Recursive descent: the loops say which operators belong to a level.
DESCENT = '''\
SUMS = {"+", "-"}


def compute(text):
    words = text.split()

    def binary(sign, a, b):
        return {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else 0}[sign]

    def expression():
        value = term()
        while words and words[0] in SUMS:
            value = binary(words.pop(0), value, term())
        return value

    def term():
        value = float(words.pop(0))
        while words and words[0] in "/*":
            value = binary(words.pop(0), value, float(words.pop(0)))
        return value

    return expression()
'''

TESTS = '''\
import unittest
from {module} import compute


class Order(unittest.TestCase):
    def test_order(self):
        self.assertEqual(compute("3 + 7 * 2"), 17)
        self.assertEqual(compute("9 - 4 / 2"), 7)
        self.assertEqual(compute("8 / 4 - 1"), 1)
        self.assertEqual(compute("7 - 2 + 1"), 6)


unittest.main()
'''


def make(folder: Path, module: str, source: str, tests: str = "tests.py") -> Path:
    """A project: main.py, its tests, and `source` as the module (`engine.ops` is engine/ops.py)."""
    path = folder / (module.replace(".", "/") + ".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(source.encode("utf-8"))
    (folder / "main.py").write_text(MAIN.format(module=module, print='"result:", '))
    (folder / tests).write_text(TESTS.format(module=module))
    return path
