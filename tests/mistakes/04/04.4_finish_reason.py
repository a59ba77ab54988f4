CHECK = "04.4"
EXPECT = "Follow this script by hand"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    for _ in range(max_steps):
        reply = model.complete(messages, tools)
        messages.append(reply.message)
        if reply.finish == "stop":
            return ""
        messages.extend(answer_calls(reply.message, run_tool))
    return f"I could not finish in {max_steps} steps."

ANSWER = small_loop
