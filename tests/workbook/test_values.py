"""Values as a card shows them."""

import json

import jsonschema
import pytest
from pydantic import BaseModel, Field, ValidationError

from studybuddy.workbook import values


def test_of_a_traceback_only_the_name_of_the_file_is_shown():
    trace = 'Traceback:\n  File "/somewhere/of mine/x.py", line 3'
    assert values.clipped(trace) == 'Traceback: File "x.py", line 3'
    assert "somewhere" not in values.shown({"error": trace})
    assert values.clipped('File "C:\\mine\\x.py"') == 'File "x.py"'
    assert values.clipped("a/b is 3/4") == "a/b is 3/4"


def test_the_text_of_an_error_has_room():
    text = "Not allowed: only numbers, + - * / % ( ) are. Write it anew. " * 2
    answer = {"error": text}
    assert values.MAX_TEXT < len(text) < values.MAX_ERROR - 20
    assert text.strip() in values.shown(answer) and text in values.shown(json.dumps(answer))
    assert len(values.shown(answer | {"error": text * 9})) == values.MAX_ERROR
    assert text.strip() in values.shown_error(ValueError(text))
    assert len(values.shown(["x" * 200])) == values.MAX_CHARS


def test_a_validation_error_tells_its_first_fault():
    class Question(BaseModel):
        text: str
        options: list[str] = Field(min_length=4)

    def error_of(*values: object) -> str:
        with pytest.raises(ValidationError) as caught:
            Question.model_validate(*values)
        return values_shown(caught.value)

    values_shown = values.shown_error
    assert error_of({"text": "x", "options": ["a"]}).startswith(
        "ValidationError: options: List should have at least 4 items")
    assert error_of({}) == "ValidationError: text: Field required (and 1 more)"
    assert error_of({"text": "x", "options": [1, "b", "c", "d"]}).startswith(
        "ValidationError: options.0: Input should be a valid string")
    assert error_of("x").startswith("ValidationError: Input should be a valid dictionary")
    with pytest.raises(jsonschema.ValidationError) as caught:
        jsonschema.validate(1, {"type": "string"})
    assert values_shown(caught.value) == "ValidationError: 1 is not of type 'string'"
