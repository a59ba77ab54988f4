CHECK = "04.3"
EXPECT = "without brackets after it"

answer_calls = answer_calls(asks(a_call("c1", "calculator", {"expression": "2 + 3"})), run_tool)

ANSWER = answer_calls
