CHECK = "05.2"
EXPECT = "without brackets after it"

call = types.FunctionCall(id="c1", name="calculator", args={})
answer = answer_part(call, {"result": 5})

ANSWER = answer
