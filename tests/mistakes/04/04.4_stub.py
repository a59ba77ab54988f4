CHECK = "04.4"
EXPECT = "A gap is still open"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    ...  # YOUR CODE HERE

ANSWER = small_loop
