CHECK = "05.4"
EXPECT = "This content is not the one that came"


def small_gemini_loop(client, model, contents, config, run, max_steps=20):
    for _ in range(max_steps):
        response = client.models.generate_content(
            model=model, contents=contents, config=config)
        # keep
        content = response.candidates[0].content if response.candidates else None
        if content is None:
            return "The service sent no answer."
        contents.append(types.Content(role="model", parts=[types.Part(text=response.text)]))
        # stop?
        calls = [part.function_call for part in content.parts or [] if part.function_call]
        if not calls:
            return response.text or "The answer was empty."
        # join
        contents.append(join_answers(calls, run))
    return f"I could not finish in {max_steps} steps."


ANSWER = small_gemini_loop
