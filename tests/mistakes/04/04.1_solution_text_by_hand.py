CHECK = "04.1"
EXPECT = None

my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                '{"expression": "0.15 * 2480"}',
        }},
    ]},
    # the final answer
    {"role": "assistant", "content": "It is 372.0."},
]

ANSWER = my_script
