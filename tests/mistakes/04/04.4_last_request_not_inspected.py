CHECK = "04.4"
EXPECT = "The answer came with the last request"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    for step in range(max_steps):
        message = model.complete(messages, tools).message
        messages.append(message)
        if step == max_steps - 1:
            messages.extend(answer_calls(message, run_tool) if message.get("tool_calls") else [])
            break
        if not message.get("tool_calls"):
            return message["content"]
        messages.extend(answer_calls(message, run_tool))
    return f"I could not finish in {max_steps} steps."

ANSWER = small_loop
