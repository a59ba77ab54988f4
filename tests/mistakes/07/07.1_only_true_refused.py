CHECK = "07.1"
EXPECT = 'The text "1" became a number'

from pydantic import field_validator


class Question(BaseModel):
    question: str
    options: list[str] = Field(min_length=4, max_length=4)
    answer_index: int = Field(ge=0, le=3)
    explanation: str = ""

    @field_validator("answer_index", mode="before")
    @classmethod
    def no_bool(cls, value):
        if isinstance(value, bool):
            raise ValueError("true is no number")
        return value

ANSWER = Question
