CHECK = "04.3"
EXPECT = "Your code changed its input"

def answer_to(call, content):
    # one tool message: three keys
    return {"role": "tool", "tool_call_id": call["id"], "content": content}


def answer_calls(message, run_tool):
    answers = []
    # for each call: run, append
    while message["tool_calls"]:
        call = message["tool_calls"].pop(0)
        function = call["function"]
        content = run_tool(function["name"], function["arguments"])
        answers.append(answer_to(call, content))
    return answers

ANSWER = answer_calls
