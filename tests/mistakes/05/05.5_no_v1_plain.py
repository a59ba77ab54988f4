CHECK = "05.5"
EXPECT = "The OpenAI base URL ends in `/v1`"


def ask_both(question, server):
    other = openai.OpenAI(base_url=server.gemini_base_url, api_key=server.key)
    messages = [{"role": "user", "content": question}]
    reply = other.chat.completions.create(model="practice", messages=messages)
    return {"gemini": "", "openai": reply.choices[0].message.content}


ANSWER = ask_both
