CHECK = "04.1"
EXPECT = "A gap is still open"

my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                ...  # YOUR CODE HERE
        }},
    ]},
    # the final answer
    ...  # YOUR CODE HERE
]

ANSWER = my_script
