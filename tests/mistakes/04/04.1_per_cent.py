CHECK = "04.1"
EXPECT = "Write per cent as a division by 100."

my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                json.dumps({"expression": "15% * 2480"}),
        }},
    ]},
    # the final answer
    "15% of 2,480 is 372.",
]

ANSWER = my_script
