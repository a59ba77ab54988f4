CHECK = "04.1"
EXPECT = "is a list, also for one call"

my_script = [
    {"role": "assistant", "content": "", "tool_calls":
        {"id": "c1", "type": "function", "function": {
            "name": "calculator", "arguments": json.dumps({"expression": "15 / 100 * 2480"})}}},
    "15% of 2,480 is 372.",
]

ANSWER = my_script
