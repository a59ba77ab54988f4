"""The rules of an exercise in which four of five lines are put in order, and one is wrong.

Name the wrong line first, then `FOUR_OF_FIVE`: the rules behind it may trust that all four right
lines are there, once each. The first rule that is seen gives the message.
"""

from __future__ import annotations

from studybuddy.workbook.define import OrderRule

FOUR_OF_FIVE = OrderRule("Use four different lines. One of the five is not needed.",
                         lambda letters: len(letters) != 4 or len(set(letters)) != 4)


def without(letter: str, says: str) -> OrderRule:
    """This line must not be used: it is the wrong one."""
    return OrderRule(says, lambda letters: letter in letters)


def first(letter: str, says: str) -> OrderRule:
    """This line must come first."""
    return OrderRule(says, lambda letters: letters[:1] != letter)


def last(letter: str, says: str) -> OrderRule:
    """This line must come last."""
    return OrderRule(says, lambda letters: letters[-1:] != letter)


def before(early: str, late: str, says: str) -> OrderRule:
    """The line `early` must come before the line `late`; both must be there."""
    return OrderRule(says, lambda letters: letters.index(late) < letters.index(early))
