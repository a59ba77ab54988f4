CHECK = "04.1"
EXPECT = "Arguments travel as text"

my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                {"expression": "15 / 100 * 2480"},
        }},
    ]},
    # the final answer
    "15% of 2,480 is 372.",
]

ANSWER = my_script
