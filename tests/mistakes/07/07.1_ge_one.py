CHECK = "07.1"
EXPECT = "The first option has position 0"


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=4, max_length=4)
    # validate: answer_index
    answer_index: int = Field(strict=True, ge=1, le=3)
    explanation: str = ""


ANSWER = Question
