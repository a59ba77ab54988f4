CHECK = "07.1"
EXPECT = "Look at the two fields"


class Question(BaseModel):
    question: str
    # validate: options
    options: tuple[str, str, str, str]
    # validate: answer_index
    answer_index: int = Field(strict=True, ge=0, le=3)
    explanation: str = ""


ANSWER = Question
