CHECK = "04.4"
EXPECT = "Use the `run_tool` that comes"

def small_loop(messages, model, tools, run_tool, max_steps=5):
    from studybuddy.workbook.small import run_tool as mine
    for _ in range(max_steps):
        message = model.complete(messages, tools).message
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        messages.extend(answer_calls(message, mine))
    return f"I could not finish in {max_steps} steps."

ANSWER = small_loop
