CHECK = "05.5"
EXPECT = "One question did not reach this server"


mine = practice.serve(today="2026-11-30")
client = connect(mine.gemini_base_url, mine.key)


def ask_both(question, server):
    contents = [types.Content(role="user", parts=[types.Part(text=question)])]
    other = openai.OpenAI(base_url=server.openai_base_url, api_key=server.key)
    messages = [{"role": "user", "content": question}]
    return {
        "gemini": small_gemini_loop(client, model, contents, config, run),
        "openai": run_agent(messages, client=other, model=model),
    }


ANSWER = ask_both
