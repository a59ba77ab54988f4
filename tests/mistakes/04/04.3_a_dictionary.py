CHECK = "04.3"
EXPECT = "Return a list of messages"

def answer_calls(message, run_tool):
    call = message["tool_calls"][0]
    content = run_tool(call["function"]["name"], call["function"]["arguments"])
    return {"role": "tool", "tool_call_id": call["id"], "content": content}

ANSWER = answer_calls
