CHECK = "07.5"
EXPECT = None

from studybuddy import parse_quiz


def small_quiz(notes, model, n=3, retries=2):
    messages = [user(prompt_for(notes, n))]
    for left in range(retries, -1, -1):
        reply = model.complete(messages, [])
        try:
            return parse_quiz(reply.text, n)
        except QuizError as error:
            if not left:
                raise
            messages.append(assistant(reply.text[:100]))
            messages.append(user(str(error)))

ANSWER = small_quiz
