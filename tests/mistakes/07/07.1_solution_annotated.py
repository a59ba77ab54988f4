CHECK = "07.1"
EXPECT = None

from typing import Annotated

Four = Annotated[list[str], Field(min_length=4, max_length=4)]


class Question(BaseModel):
    question: str
    options: Four
    answer_index: Annotated[int, Field(strict=True, ge=0, le=3)]
    explanation: str = ""

ANSWER = Question
