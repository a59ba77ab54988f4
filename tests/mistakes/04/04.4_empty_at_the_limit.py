CHECK = "04.4"
EXPECT = "Return a sentence of your own"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    for _ in range(max_steps):
        message = model.complete(messages, tools).message
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        messages.extend(answer_calls(message, run_tool))
    return message["content"]

ANSWER = small_loop
