CHECK = "07.1"
EXPECT = "This is a good question"


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=4, max_length=4)
    # validate: answer_index
    answer_index: str = Field(strict=True)
    explanation: str = ""


ANSWER = Question
