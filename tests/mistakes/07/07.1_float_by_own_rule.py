CHECK = "07.1"
EXPECT = "1.0 is no whole number"


from pydantic import field_validator


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=4, max_length=4)
    # validate: answer_index
    answer_index: object
    explanation: str = ""

    @field_validator("answer_index")
    @classmethod
    def position(cls, value):
        if isinstance(value, (bool, str)) or value not in (0, 1, 2, 3):
            raise ValueError("answer_index must be 0 to 3.")
        return value


ANSWER = Question
