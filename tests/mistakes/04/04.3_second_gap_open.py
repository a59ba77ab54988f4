CHECK = "04.3"
EXPECT = "A gap is still open"

def answer_to(call, content):
    # one tool message: three keys
    return {"role": "tool", "tool_call_id": call["id"], "content": content}


def answer_calls(message, run_tool):
    answers = []
    # for each call: run, append
    ...  # YOUR CODE HERE
    return answers

ANSWER = answer_calls
