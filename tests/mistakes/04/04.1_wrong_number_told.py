CHECK = "04.1"
EXPECT = "tell the result of the tool"

my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                json.dumps({"expression": "15 / 100 * 2480"}),
        }},
    ]},
    # the final answer
    "15% of 2,480 is 248.",
]

ANSWER = my_script
