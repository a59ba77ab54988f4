CHECK = "04.4"
EXPECT = "A second step was needed"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    message = model.complete(messages, tools).message
    messages.append(message)
    if message.get("tool_calls"):
        messages.extend(answer_calls(message, run_tool))
        message = model.complete(messages, tools).message
        messages.append(message)
    return message["content"]

ANSWER = small_loop
