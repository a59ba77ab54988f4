CHECK = "04.4"
EXPECT = "A call stayed without an answer"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    for _ in range(max_steps):
        message = model.complete(messages, tools).message
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        messages.append(answer_calls(message, run_tool)[0])
    return f"I could not finish in {max_steps} steps."

ANSWER = small_loop
