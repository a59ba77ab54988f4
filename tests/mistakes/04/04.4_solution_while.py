CHECK = "04.4"
EXPECT = None

def small_loop(messages, model, tools, run_tool, max_steps=5):
    asked = 0
    while asked < max_steps:
        asked += 1
        message = model.complete(messages, tools).message
        messages += [message]
        calls = message.get("tool_calls") or []
        for call in calls:
            function = call["function"]
            content = run_tool(function["name"], function["arguments"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
        if not calls:
            return message["content"]
    return "Not finished: the limit was reached."

ANSWER = small_loop
