CHECK = "09.3"
EXPECT = 'A gap is still open'


class Gate:
    ...  # YOUR CODE HERE


ANSWER = Gate
