CHECK = "02.3"
EXPECT = "A gap is still open"

def schema_of(function, hidden=()):
    ...  # YOUR CODE HERE

ANSWER = schema_of
