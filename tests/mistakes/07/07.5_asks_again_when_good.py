CHECK = "07.5"
EXPECT = "Return the quiz at once"


def small_quiz(notes, model, n=3, retries=2):
    messages, reason = [user(prompt_for(notes, n))], ""
    for _ in range(retries + 1):
        text = model.complete(messages, []).text
        try:
            quiz = validate(unwrap(text))
            best = quiz
        except ValueError as error:
            reason = told(error)
        messages += [assistant(text[:200]),
                     user(f"This is not right: {reason} Send the whole quiz again.")]
    return best


ANSWER = small_quiz
