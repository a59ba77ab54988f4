CHECK = "11.3"
EXPECT = 'gap is still open'

def my_tests(attendance):
    ...  # YOUR CODE HERE

ANSWER = my_tests
