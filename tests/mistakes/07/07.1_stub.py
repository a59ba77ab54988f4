CHECK = "07.1"
EXPECT = "A gap is still open"


class Question(BaseModel):
    question: str
    # validate: options
    ...  # YOUR CODE HERE
    # validate: answer_index
    ...  # YOUR CODE HERE
    explanation: str = ""


ANSWER = Question
