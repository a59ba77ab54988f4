CHECK = "07.2"
EXPECT = None


def problems(question):
    found = []
    for number, one in enumerate(question.options):
        for other in question.options[number + 1:]:
            if tidy(one) == tidy(other):
                found.append(f"{one!r} stands twice.")
        if not one.strip():
            found.append("An option is blank.")
        if tidy(one) in ("a", "b", "c", "d"):
            found.append("An option is a letter.")
    for text in [question.question] + question.options:
        for char in text:
            if char < " ":
                found.append("A control character.")
    return found


ANSWER = problems
