CHECK = "05.4"
EXPECT = None


def small_gemini_loop(client, model, contents, config, run, max_steps=20):
    for _ in range(max_steps):
        response = client.models.generate_content(
            model=model, contents=contents, config=config)
        # keep
        if not response.candidates or response.candidates[0].content is None:
            contents.append(types.Content(role="user", parts=[types.Part(text="Again, please.")]))
            continue
        content = response.candidates[0].content
        contents.append(content)
        # stop?
        calls = [part.function_call for part in content.parts or [] if part.function_call]
        if not calls:
            return response.text or "The answer was empty."
        # join
        contents.append(join_answers(calls, run))
    return f"I could not finish in {max_steps} steps."


ANSWER = small_gemini_loop
