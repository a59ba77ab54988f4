CHECK = "07.1"
EXPECT = "A gap is still open"


class Question(BaseModel):
    question: str
    # validate: options
    ...  # YOUR CODE HERE
    # validate: answer_index
    answer_index: int = Field(strict=True, ge=0, le=3)
    explanation: str = ""


ANSWER = Question
