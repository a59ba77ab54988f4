CHECK = "04.4"
EXPECT = "Write only `messages.append(...)`"


def small_loop(messages, model, tools, run_tool, max_steps=5):
    for _ in range(max_steps):
        message = model.complete(messages, tools).message
        messages = messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        messages.extend(answer_calls(message, run_tool))
    return f"I could not finish in {max_steps} steps."


ANSWER = small_loop
