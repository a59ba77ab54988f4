"""Tests of the calculator: python tests.py"""

import contextlib
import io
import json
import unittest

from main import USAGE, main
from pkg.calculator import Calculator, CalculatorError
from pkg.render import render


class TestCalculator(unittest.TestCase):
    def check(self, expression, expected):
        with self.subTest(expression):
            self.assertEqual(Calculator().evaluate(expression), expected)

    def test_one_operator(self):
        self.check("3 + 5", 8)
        self.check("10 - 4", 6)
        self.check("3 * 4", 12)
        self.check("10 / 4", 2.5)
        self.check("17 % 5", 2)
        self.check("2 ** 10", 1024)

    def test_product_before_sum(self):
        self.check("3 + 7 * 2", 17)
        self.check("7 * 2 + 3", 17)
        self.check("20 - 2 * 3", 14)
        self.check("2 * 3 - 8 / 2 + 5", 7)
        self.check("1 + 8 / 4", 3)
        self.check("9 - 6 / 3", 7)
        self.check("10 + 7 % 4", 13)
        self.check("2 * 3 ** 2", 18)
        self.check("1 + 2 ** 3", 9)

    def test_from_left_to_right(self):
        self.check("10 - 4 - 3", 3)
        self.check("10 - 4 + 3", 9)
        self.check("16 / 4 / 2", 2)
        self.check("12 / 4 * 3", 9)
        self.check("17 % 10 * 2", 14)
        self.check("2 * 17 % 5", 4)

    def test_power_from_right_to_left(self):
        self.check("2 ** 3 ** 2", 512)

    def test_brackets(self):
        self.check("(3 + 7) * 2", 20)
        self.check("2 * (3 + (4 - 1))", 12)

    def test_sign(self):
        self.check("-3 + 5", 2)
        self.check("4 * -2", -8)
        self.check("-2 ** 2", -4)
        self.check("2 ** -1", 0.5)
        self.check("--2", 2)

    def test_numbers(self):
        self.check("1.5 + .5", 2)
        self.check("12", 12)

    def test_wrong_expressions(self):
        for expression in ("", "+", "3 +", "3 4", "* 3", "(3", "3)", "()", "3 $ 4", "1 / 0",
                           "1.2.3", "(-8) ** 0.5", "9 ** 9999", "10 ** 999 * 10",
                           "10.0 ** 300 * 10.0 ** 300", "9" * 5_000, "two"):
            with self.subTest(expression), self.assertRaises(CalculatorError):
                Calculator().evaluate(expression)


class TestProgram(unittest.TestCase):
    def run_main(self, *arguments):
        printed, complaints = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complaints):
            code = main(list(arguments))
        return code, printed.getvalue(), complaints.getvalue()

    def test_result(self):
        code, printed, _ = self.run_main("3", "+", "5")
        self.assertEqual((code, json.loads(printed)), (0, {"expression": "3 + 5", "result": 8}))

    def test_usage(self):
        self.assertEqual(self.run_main(), (0, USAGE + "\n", ""))

    def test_wrong_expression(self):
        self.assertEqual(self.run_main("3 +"),
                         (1, "", "Error: a number is missing at the end\n"))

    def test_whole_number_without_fraction(self):
        self.assertEqual(json.loads(render("6 / 3", 2.0))["result"], 2)


if __name__ == "__main__":
    unittest.main()
