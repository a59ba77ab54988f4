CHECK = "05.5"
EXPECT = "The answer does not fit the question"


question_of_meera = ("I have 8.2 with 20 credits and 9.1 with 22 credits. "
                     "What is my average?")


def ask_both(question, server):
    gemini = connect(server.gemini_base_url, server.key)
    contents = [types.Content(role="user", parts=[types.Part(text=question_of_meera)])]
    other = openai.OpenAI(base_url=server.openai_base_url, api_key=server.key)
    messages = [{"role": "user", "content": question_of_meera}]
    return {
        "gemini": small_gemini_loop(gemini, model, contents, config, run),
        "openai": run_agent(messages, client=other, model=model),
    }


ANSWER = ask_both
