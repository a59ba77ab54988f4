CHECK = "07.5"
EXPECT = "A gap is still open"


def unwrap(text):
    found, place = [], text.find("{")
    while place >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        # unwrap: keep the value, if it holds questions
        ...  # YOUR CODE HERE
        place = text.find("{", end)
    # unwrap: exactly one, else ValueError
    ...  # YOUR CODE HERE
    return found[0]


def small_quiz(notes, model, n=3, retries=2):
    messages, reason = [user(prompt_for(notes, n))], ""
    for _ in range(retries + 1):
        text = model.complete(messages, []).text
        try:
            quiz = validate(unwrap(text))
            if len(quiz.questions) == n:
                return quiz
            reason = f"{n} questions were asked for, not {len(quiz.questions)}."
        except ValueError as error:
            reason = told(error)
        messages += [assistant(text[:200]),
                     user(f"This is not right: {reason} Send the whole quiz again.")]
    raise QuizError(reason)


ANSWER = small_quiz
