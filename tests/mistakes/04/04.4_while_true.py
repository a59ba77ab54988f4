CHECK = "04.4"
EXPECT = "Nothing ends this loop"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    while True:
        message = model.complete(messages, tools).message
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        messages.extend(answer_calls(message, run_tool))

ANSWER = small_loop
