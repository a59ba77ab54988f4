CHECK = "07.2"
EXPECT = "stood in the question"


def problems(question):
    found, options = [], [tidy(option) for option in question.options]
    if len(set(options)) < len(options):
        found.append("Two options are equal.")
    if "" in options:
        found.append("An option is blank.")
    if set(options) & {"a", "b", "c", "d"}:
        found.append("An option is only a letter.")
    return found


ANSWER = problems
