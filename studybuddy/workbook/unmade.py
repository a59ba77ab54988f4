"""A class that pydantic cannot make, in a notebook: what is wrong with it, in plain words.

pydantic's own texts speak of schemas and settings that a learner need not know.
"""

from __future__ import annotations

import re
from types import TracebackType

from studybuddy.workbook import cards, values
from studybuddy.workbook.cards import Card

TITLE = "pydantic cannot make this class."
_FORM = "Write a name, a colon and a type: `size: int`. Limits follow: `size: int = Field(ge=1)`."
_NO_TYPE = re.compile(r"^Field '(\w+)' requires|detected: `(\w+) ")
_NO_NAME = re.compile(r"you should define `(\w+)`")


_NO_LIMIT = re.compile(r'SchemaError: Field "(\w+)"')
_UNKNOWN_CLASS = re.compile(r"schema for <class '(?:(.+)\.)?(\w+)'>\.")
_NO_TEXT_OF_TYPE = re.compile(r"must be an expression -- got (.+)")
_MAKING = "pydantic._internal._model_construction"


def is_meant(error: BaseException, trace: TracebackType | None, namespace: dict) -> bool:
    """Whether this is about a class of `namespace` that is wrong: pydantic's word for it, or what
    was raised while pydantic made it. Tells without importing pydantic."""
    if ("pydantic.errors", "PydanticUserError") in values.bases_of(type(error)):
        return True
    steps = []
    while trace is not None:
        steps.append(trace.tb_frame.f_globals)
        trace = trace.tb_next
    own = [place for place, step in enumerate(steps) if step is namespace]
    return bool(own) and any(step.get("__name__") == _MAKING for step in steps[own[-1] + 1:])


def card_of(error: BaseException) -> Card:
    """What the error says, and what to do next. Raises what the error raises when it is asked for
    its text."""
    text, code = str(getattr(error, "message", None) or error), getattr(error, "code", None)
    if found := _NO_TYPE.search(text):
        return Card(cards.NOT_YET, f"The field `{found[1] or found[2]}` has no type.",
                    [("next", _FORM)])
    if code == "schema-for-unknown-type" and (found := _UNKNOWN_CLASS.search(text)):
        own = (found[1] or "__main__").partition(".")[0] == "__main__"
        return Card(cards.NOT_YET, f"The class `{found[2]}` is not known to pydantic.", [
            ("next", f"Make it a BaseModel: `class {found[2]}(BaseModel):`." if own else
             "Take a type that it knows, such as `str`, `list[str]` or a BaseModel of yours.")])
    if code == "schema-for-unknown-type":
        return Card(cards.NOT_YET, "Behind a colon stands something that is no type.", [
            ("next", _FORM)])
    if found := _NO_TEXT_OF_TYPE.search(text):
        return Card(cards.NOT_YET, "Behind a colon stands a text that is no type.", [
            ("came back", f"`{values.clipped(found[1])}`"), ("next", _FORM)])
    if found := _NO_LIMIT.search(text):
        return Card(cards.NOT_YET, f"A limit of the field `{found[1]}` does not fit.", [
            ("came back", f"`{values.clipped(text.splitlines()[-1], values.MAX_ERROR)}`"),
            ("next", "Look into its `Field(...)`. A limit is a number, without quotes: "
                     "`size: int = Field(ge=1)`.")])
    if found := _NO_NAME.search(text):
        return Card(cards.NOT_YET, f"The type `{found[1]}` is not known.", [
            ("next", "Check its spelling. Then run the cell of the class again.")])
    return Card(cards.NOT_YET, TITLE, [
        ("came back", f"`{values.clipped(text, values.MAX_ERROR)}`"), ("next", _FORM)])
