CHECK = "05.5"
EXPECT = "One question did not reach this server"


def ask_both(question, server):
    gemini = connect(server.gemini_base_url, server.key)
    contents = [types.Content(role="user", parts=[types.Part(text=question)])]
    text = small_gemini_loop(gemini, model, contents, config, run)
    return {"gemini": text, "openai": text}


ANSWER = ask_both
