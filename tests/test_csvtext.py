"""CSV that a spreadsheet shows and never runs."""

import csv
import io

import pytest

from studybuddy.csvtext import csv_text


def read(text):
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A)", "\t=1", "\n=1", "  =1", "\uff1d1"])
def test_no_cell_begins_as_a_formula(text):
    assert read(csv_text(["a"], [[text]])) == [["a"], ["'" + text]]


def test_other_cells_come_back_as_they_are():
    row = ['He said "a, b"', "two\nlines", "नमस्ते", "1 = 1", ""]
    assert read(csv_text(["a", "b", "c", "d", "e"], [row]))[1] == row


def test_numbers_and_truth_values():
    assert csv_text(["n"], [[-1, True, False, None]]) == "n\r\n-1,yes,no,\r\n"


def test_hidden_characters_are_shown():
    assert read(csv_text(["a"], [["safe\u202egpj"]]))[1] == ["safe<U+202E>gpj"]
