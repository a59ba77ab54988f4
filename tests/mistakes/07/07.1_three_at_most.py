CHECK = "07.1"
EXPECT = "This is a good question"


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=3, max_length=3)
    # validate: answer_index
    answer_index: int = Field(strict=True, ge=0, le=3)
    explanation: str = ""


ANSWER = Question
