CHECK = "05.5"
EXPECT = None


def ask_both(question, server):
    gemini = GeminiModel(model, base_url=server.gemini_base_url, api_key=server.key)
    other = openai.OpenAI(base_url=server.url + "/v1", api_key=server.key)
    return {"gemini": Agent(registry, model=gemini).ask(question).answer,
            "openai": run_agent([{"role": "user", "content": question}], client=other,
                                model="practice", log=None)}


ANSWER = ask_both
