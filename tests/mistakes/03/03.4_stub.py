CHECK = "03.4"
EXPECT = "A gap is still open"


def run_tool(name, arguments_json):
    ...  # YOUR CODE HERE


ANSWER = run_tool
