CHECK = "04.1"
EXPECT = "Put it between quotes."

my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                json.dumps({"expression": "15 / 100 * 2480"}),
        }},
    ]},
    # the final answer
    372,
]

ANSWER = my_script
