CHECK = "07.5"
EXPECT = "A bad reply is a normal case"


def small_quiz(notes, model, n=3, retries=2):
    messages, reason = [user(prompt_for(notes, n))], ""
    for _ in range(retries + 1):
        text = model.complete(messages, []).text
        try:
            data = unwrap(text)
            for one in data["questions"]:
                assert_four = len(one["options"])
            quiz = validate(data)
            if len(quiz.questions) == n:
                return quiz
            reason = f"{n} questions were asked for, not {len(quiz.questions)}."
        except ValueError as error:
            reason = told(error)
        messages += [assistant(text[:200]),
                     user(f"This is not right: {reason} Send the whole quiz again.")]
    raise QuizError(reason)


ANSWER = small_quiz
