CHECK = "04.3"
EXPECT = "Your code printed the answer"

def answer_calls(message, run_tool):
    for call in message["tool_calls"]:
        print(run_tool(call["function"]["name"], call["function"]["arguments"]))

ANSWER = answer_calls
