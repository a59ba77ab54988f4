"""What the lesson has defined before its exercises: each answer runs after this."""

import json
import unicodedata

from studybuddy.workbook.small import READING

VERBS = {"write_file": ("write", "make"), "run_python_file": ("run",),
         "email_plan_to_me": ("mail",)}


def show_hidden(text):
    shown = []
    for character in text:
        hidden = (unicodedata.category(character) in ("Cf", "Cc")
                  and character not in "\n\t")
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


def texts(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return [str(value)]


# Used by the answers.
assert json and READING
