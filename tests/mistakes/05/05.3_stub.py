CHECK = "05.3"
EXPECT = "A gap is still open"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    ...  # YOUR CODE HERE
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
