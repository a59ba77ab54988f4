CHECK = "04.4"
EXPECT = "Your loop stopped after the first call"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    for _ in range(max_steps):
        message = model.complete(messages, tools).message
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for answer in answer_calls(message, run_tool):
            messages.append(answer)
            return answer["content"]
    return f"I could not finish in {max_steps} steps."

ANSWER = small_loop
