"""A class that pydantic cannot make, in a notebook: what is wrong with it, in plain words.

pydantic's own texts speak of schemas and settings that a learner need not know.
"""

from __future__ import annotations

import re

from studybuddy.workbook import cards, values
from studybuddy.workbook.cards import Card

TITLE = "pydantic cannot make this class."
_FORM = "Write a name, a colon and a type: `size: int`. Limits follow: `size: int = Field(ge=1)`."
_NO_TYPE = re.compile(r"^Field '(\w+)' requires|detected: `(\w+) ")
_NO_NAME = re.compile(r"you should define `(\w+)`")


def is_meant(error: BaseException) -> bool:
    """Whether this is pydantic's word for a class that is wrong; tells without its import."""
    return any(base.__name__ == "PydanticUserError" and base.__module__ == "pydantic.errors"
               for base in type(error).__mro__)


def card_of(error: BaseException) -> Card:
    """What the error says, and what to do next."""
    text, code = getattr(error, "message", str(error)), getattr(error, "code", None)
    if found := _NO_TYPE.search(text):
        return Card(cards.NOT_YET, f"The field `{found[1] or found[2]}` has no type.",
                    [("next", _FORM)])
    if code == "schema-for-unknown-type":
        return Card(cards.NOT_YET, "Behind a colon stands something that is no type.", [
            ("next", _FORM)])
    if found := _NO_NAME.search(text):
        return Card(cards.NOT_YET, f"The type `{found[1]}` is not known.", [
            ("next", "Check its spelling. Then run the cell of the class again.")])
    return Card(cards.NOT_YET, TITLE, [
        ("came back", f"`{values.clipped(text, values.MAX_ERROR)}`"), ("next", _FORM)])
