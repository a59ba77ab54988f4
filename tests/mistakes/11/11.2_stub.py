CHECK = "11.2"
EXPECT = 'gap is still open'

def my_registry():
    ...  # YOUR CODE HERE

ANSWER = my_registry
