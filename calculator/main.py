"""Calculate an expression from the command line and print it as JSON.

    python main.py "3 + 7 * 2"
"""

import sys

from pkg.calculator import Calculator, CalculatorError
from pkg.render import render

USAGE = 'Usage: python main.py "3 + 7 * 2"'


def main(arguments):
    """Print the result of the expression; the exit code is 0, or 1 for a bad expression."""
    expression = " ".join(arguments).strip()
    if not expression:
        print(USAGE)
        return 0
    try:
        result = Calculator().evaluate(expression)
    except CalculatorError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    print(render(expression, result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
