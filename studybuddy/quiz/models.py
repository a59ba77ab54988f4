"""What a quiz is: Question and Quiz, as pydantic models."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from studybuddy.quiz.rules import OPTIONS, problems


class Question(BaseModel):
    """One question with exactly four options, of which one is right.

    `answer_index` is the position of the right option, a whole number from 0 to 3 (no text, no
    bool, no 1.0). `explanation` says why it is right. `source` says where in the notes the answer
    stands, such as "os.pdf p.5". Unknown names are ignored. Raises pydantic's ValidationError (a
    ValueError) for any other shape, and for the texts that `studybuddy.quiz.rules` refuses: blank,
    equal, only the letters A to D, with control characters.
    """

    model_config = ConfigDict(extra="ignore", strict=True, revalidate_instances="always")

    question: str
    options: list[str] = Field(min_length=OPTIONS, max_length=OPTIONS)
    answer_index: int = Field(ge=0, le=OPTIONS - 1)
    explanation: str = ""
    source: str | None = None

    @field_validator("explanation", mode="before")
    @classmethod
    def _null_is_none(cls, value: object) -> object:
        return "" if value is None else value

    @field_validator("source", mode="before")
    @classmethod
    def _only_text(cls, value: object) -> object:
        return value if isinstance(value, str) else None  # a page number and the like: no key

    @model_validator(mode="after")
    def _texts(self) -> Question:
        found = problems(self.question, self.options, self.explanation)
        if found:
            raise PydanticCustomError("quiz_rule", "{reason}", {"reason": "; ".join(found)})
        return self

    @property
    def answer(self) -> str:
        """The text of the right option."""
        return self.options[self.answer_index]


class Quiz(BaseModel):
    """`questions` on one `topic`, a list that may be empty. `note` says why there are fewer than
    were asked for, or is ""."""

    model_config = ConfigDict(extra="ignore", strict=True, revalidate_instances="always")

    topic: str = ""
    questions: list[Question]
    note: str = ""

    @field_validator("topic", "note", mode="before")
    @classmethod
    def _text_or_nothing(cls, value: object) -> object:
        return value if isinstance(value, str) else ""  # neither can make a key wrong
