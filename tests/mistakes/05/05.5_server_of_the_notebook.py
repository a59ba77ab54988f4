CHECK = "05.5"
EXPECT = "Nothing reached this server"


mine = practice.serve(today="2026-11-30")


def ask_both(question, server):
    gemini = connect(mine.gemini_base_url, mine.key)
    contents = [types.Content(role="user", parts=[types.Part(text=question)])]
    other = openai.OpenAI(base_url=mine.openai_base_url, api_key=mine.key)
    messages = [{"role": "user", "content": question}]
    return {
        "gemini": small_gemini_loop(gemini, model, contents, config, run),
        "openai": run_agent(messages, client=other, model=model),
    }


ANSWER = ask_both
