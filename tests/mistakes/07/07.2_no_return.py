CHECK = "07.2"
EXPECT = "Nothing came back"


def problems(question):
    found, options = [], [tidy(option) for option in question.options]
    if len(set(options)) < len(options):
        found.append("Two options are equal.")
    if "" in options:
        found.append("An option is blank.")
    if set(options) & {"a", "b", "c", "d"}:
        found.append("An option is only a letter.")
    if any(char < " " for text in [question.question, *question.options] for char in text):
        found.append("A control character stands in a text: write a backslash twice.")
    found.sort()


ANSWER = problems
