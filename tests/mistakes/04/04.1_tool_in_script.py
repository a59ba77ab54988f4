CHECK = "04.1"
EXPECT = "Your code writes the tool message"

my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                json.dumps({"expression": "15 / 100 * 2480"}),
        }},
    ]},
    # the final answer
    {"role": "tool", "tool_call_id": "c1", "content": "372"},
    "It is 372.",
]

ANSWER = my_script
