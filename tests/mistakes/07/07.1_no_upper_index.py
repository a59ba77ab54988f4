CHECK = "07.1"
EXPECT = "Index 4 is a fifth option"


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=4, max_length=4)
    # validate: answer_index
    answer_index: int = Field(strict=True, ge=0)
    explanation: str = ""


ANSWER = Question
