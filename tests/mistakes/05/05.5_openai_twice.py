CHECK = "05.5"
EXPECT = "Both requests used one protocol"


def ask_both(question, server):
    gemini = connect(server.gemini_base_url, server.key)
    contents = [types.Content(role="user", parts=[types.Part(text=question)])]
    other = openai.OpenAI(base_url=server.openai_base_url, api_key=server.key)
    messages = [{"role": "user", "content": question}]
    return {
        "gemini": run_agent(list(messages), client=other, model=model),
        "openai": run_agent(messages, client=other, model=model),
    }


ANSWER = ask_both
