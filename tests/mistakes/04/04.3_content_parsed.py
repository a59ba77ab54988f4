CHECK = "04.3"
EXPECT = "Do not parse it"

def answer_to(call, content):
    # one tool message: three keys
    return {"role": "tool", "tool_call_id": call["id"], "content": json.loads(content)}


def answer_calls(message, run_tool):
    answers = []
    # for each call: run, append
    for call in message["tool_calls"]:
        function = call["function"]
        content = run_tool(function["name"], function["arguments"])
        answers.append(answer_to(call, content))
    return answers

ANSWER = answer_calls
