CHECK = "07.1"
EXPECT = "A gap is still open"


class Question(BaseModel):
    question: str
    # validate: options
    options: list[str] = Field(min_length=4, max_length=4)
    # validate: answer_index
    ...  # YOUR CODE HERE
    explanation: str = ""


ANSWER = Question
