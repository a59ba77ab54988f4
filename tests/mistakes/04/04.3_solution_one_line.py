CHECK = "04.3"
EXPECT = None

def answer_calls(message, run_tool):
    return [{"role": "tool", "tool_call_id": call["id"],
             "content": run_tool(call["function"]["name"], call["function"]["arguments"])}
            for call in message["tool_calls"]]

ANSWER = answer_calls
