CHECK = "07.1"
EXPECT = "Set the lower end too"


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=4, max_length=4)
    # validate: answer_index
    answer_index: int = Field(strict=True, le=3)
    explanation: str = ""


ANSWER = Question
