CHECK = "07.5"
EXPECT = "A gap is still open"


def small_quiz(notes, model, n=3, retries=2):
    ...  # YOUR CODE HERE


ANSWER = small_quiz
