# What type checkers and editors read in place of `__init__.py`, where names are loaded when they
# are used.

from studybuddy.practice import attacks as attacks
from studybuddy.practice import faults as faults
from studybuddy.practice.model import PracticeModel as PracticeModel
from studybuddy.practice.server import serve as serve

__all__ = ["PracticeModel", "attacks", "faults", "serve"]
