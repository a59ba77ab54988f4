CHECK = "07.1"
EXPECT = None


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=4, max_length=4)
    # validate: answer_index
    answer_index: int = Field(strict=True, gt=-1, lt=4)
    explanation: str = ""


ANSWER = Question
