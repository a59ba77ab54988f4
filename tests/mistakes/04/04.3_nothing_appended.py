CHECK = "04.3"
EXPECT = "Loop over all of them"

def answer_to(call, content):
    # one tool message: three keys
    return {"role": "tool", "tool_call_id": call["id"], "content": content}


def answer_calls(message, run_tool):
    answers = []
    # for each call: run, append
    for call in message["tool_calls"]:
        function = call["function"]
        run_tool(function["name"], function["arguments"])
    return answers

ANSWER = answer_calls
