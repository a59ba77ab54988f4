# What type checkers and editors read in place of `__init__.py`, where names are loaded when they
# are used.

from studybuddy.workbook.runtime import lesson as lesson

__all__ = ["lesson"]
