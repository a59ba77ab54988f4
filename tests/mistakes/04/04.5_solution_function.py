CHECK = "04.5"
EXPECT = None

def better(history):
    assert "error" in history[-1]["content"]
    return asks(a_call("c2", "calculator", {"expression": "2 + 3"}))


my_second_script = [
    asks({"id": "c1", "type": "function",
          "function": {"name": "calculator", "arguments": "{'expression': '2 + 3'}"}}),
    better,
    {"role": "assistant", "content": "The result is 5."},
]

ANSWER = my_second_script
