CHECK = "04.3"
EXPECT = "Write only `answers.append(...)`"


def answer_to(call, content):
    # one tool message: three keys
    return {"role": "tool", "tool_call_id": call["id"], "content": content}


def answer_calls(message, run_tool):
    answers = []
    # for each call: run, append
    for call in message["tool_calls"]:
        function = call["function"]
        content = run_tool(function["name"], function["arguments"])
        answers = answers.append(answer_to(call, content))
    return answers


ANSWER = answer_calls
