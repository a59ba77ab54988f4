"""Lesson 00: what a lesson is, and who runs a tool."""

from __future__ import annotations

from studybuddy.workbook import values
from studybuddy.workbook.define import (
    TEXT,
    Case,
    Check,
    Lesson,
    Mistake,
    Order,
    OrderRule,
    Prediction,
    Recall,
)

TODAY = "2026-11-30"
MAX_STEPS = 4
"""Requests for the question of 00.3: enough for three calculations and the answer."""


# -- 00.1 average ------------------------------------------------------------------------------

MEERA = ([8.2, 9.1], [20, 22])
AVERAGE = (8.2 * 20 + 9.1 * 22) / (20 + 22)

_MEERAS = "Meera's two semesters"


def _meera(e, *wrong: float) -> bool:
    """Whether Meera's average comes out as one of these values, whichever case failed first."""
    attempt = e.of(_MEERAS)
    return attempt.error is None and any(values.same(attempt.value, one) for one in wrong)


def _rounded(e) -> bool:
    return not e.passes(_MEERAS) and abs(e.of(_MEERAS).value - AVERAGE) < 0.5


average = Check(
    name="average",
    parameters=("points", "credits"),
    cases=(  # Meera's last: a rounded answer passes the others, and the card says so
        Case("one subject", ([7.5], [4]), 7.5),
        Case("unequal credits", ([10, 5], [1, 3]), 6.25),
        Case("three subjects", ([6, 8, 9], [2, 3, 5]), 8.1),
        Case(_MEERAS, MEERA, AVERAGE),
    ),
    mistakes=(
        Mistake("Return a number, not a text.",
                lambda e: isinstance(e.value, str)),
        Mistake("Each grade counts with its credits. Multiply point by credit before you add.",
                lambda e: _meera(e, (8.2 + 9.1) / 2)),
        Mistake("Divide by the sum of the credits, not by how many grades there are.",
                lambda e: _meera(e, (8.2 * 20 + 9.1 * 22) / 2)),
        Mistake("`//` cuts the decimals off. Use `/`.", lambda e: _meera(e, 8.0)),
        Mistake("Return the exact value. Rounding belongs to the display.", _rounded),
        Mistake("The division ran too early. Put the whole sum in brackets.",
                lambda e: _meera(e, 8.2 * 20 + 9.1 * 22 / 42, 8.2 * 20 / 42 + 9.1 * 22)),
        Mistake("This is the sum. Divide it by the sum of the credits.",
                lambda e: _meera(e, 8.2 * 20 + 9.1 * 22)),
        Mistake("Only two of the three grades were used. Go through all pairs.",
                lambda e: e.same((6 * 2 + 9 * 5) / 7) or e.same((6 * 2 + 8 * 3) / 5),
                ("three subjects",)),
        Mistake("This works for Meera's numbers only. Use `points` and `credits`.",
                lambda e: e.passes(_MEERAS), ("one subject", "unequal credits")),
    ),
    otherwise="Compute this average on paper. At which step does your code differ?",
)


# -- 00.2 lines in order -----------------------------------------------------------------------

conversation = Order(
    name="lines in order",
    lines={"a": "the model reads the result and answers",
           "b": "you ask",
           "c": "your code runs the tool",
           "d": "the model asks for a tool",
           "e": "the model runs the tool"},
    accepted=("bdca",),
    rules=(
        OrderRule("A model runs nothing. Which line says who runs the tool?",
                  lambda letters: "e" in letters),
        OrderRule("Use four different lines. One of the five is not needed.",
                  lambda letters: len(letters) != 4 or len(set(letters)) != 4),
        OrderRule("A conversation begins with your question.",
                  lambda letters: letters[0] != "b"),
        OrderRule("Nothing is run before the model has asked.",
                  lambda letters: letters.index("c") < letters.index("d")),
        OrderRule("The answer needs the result. Put it last.",
                  lambda letters: letters[-1] != "a"),
    ),
    passed="you ask, the model asks for a tool, your code runs it, the model answers.",
)


# -- 00.3 my_question --------------------------------------------------------------------------


def ask(question: str) -> dict:
    """What the agent of the lesson does with a question: status, names of tools, answer."""
    from studybuddy import Agent, PracticeModel, calculator, make_study_plan

    agent = Agent([calculator, make_study_plan], model=PracticeModel(today=TODAY),
                  max_steps=MAX_STEPS)
    run = agent.ask(question)
    return {"status": run.status, "tools": [call.name for step in run.steps for call in step.calls],
            "answer": run.answer or ""}


def _load() -> None:
    ask("What is 1 + 1?")  # loads all that a first conversation needs


def _is_question(text: str) -> bool:
    return any(c.isalpha() for c in text) or sum(c.isdigit() for c in text) > 1


my_question = Check(
    name="my_question",
    asks=TEXT,
    wrong_kind="Put your question between quotes.",
    prepare=_load,
    cases=(
        Case("a question", run=lambda text: text, passes=_is_question, shown="my_question",
             wanted="a question of your own", gives="you asked one"),
        Case("a tool is used", run=lambda text: ask(text)["tools"], passes=bool,
             shown="agent.ask(my_question)", wanted="the model asks for a tool",
             gives=lambda tools: f"the model asked for `{tools[0]}`"),
        Case("it ends answered", run=lambda text: ask(text)["status"], expected="answered",
             shown="agent.ask(my_question)", wanted="the run ends `answered`",
             gives="the run ends `answered`"),
    ),
    mistakes=(
        Mistake("Type a question of your own between the quotes.",
                lambda e: True, ("a question",)),
        Mistake("The practice model has no rule for this. Take one of its examples and change it.",
                lambda e: "no rule" in e.run(ask, e.answer).value["answer"], ("a tool is used",)),
        Mistake("Ask for something that needs a calculation or a study plan.",
                lambda e: e.value == [], ("a tool is used",)),
        Mistake("Ask one thing at a time.",
                lambda e: e.value in ("step_limit", "stuck"), ("it ends answered",)),
    ),
    otherwise="Take one of the examples of the practice model and change it.",
)


LESSON = Lesson(
    title="start here, meet StudyBuddy",
    minutes=30,
    predictions={
        "00.p1": Prediction(
            right="b", seen={2: "a", 3: "b"}.__getitem__,
            options={
                "a": "The second run replaces nothing: it takes the old value and adds 1.",
                "b": "Each run takes the old value and adds 1: 1, then 2, then 3.",
                "c": "A name can get a new value at any time. The old one is forgotten."}),
        "00.p2": Prediction(
            right="b", seen=lambda name: {"calculator": "b"}[name],
            options={
                "a": "The model wrote the calculation as a text. It did not work it out.",
                "b": "The model asked for `calculator`, a Python function, and your code ran it.",
                "c": "The tool is a function of this program. Nothing left your computer."}),
        "00.p3": Prediction(
            right="c", seen=lambda roles: {2: "a", 3: "b", 4: "c"}[len(roles)],
            options={
                "a": "Between question and answer, the model asked for a tool and got a result.",
                "b": "The request and its result are two messages: two different sides wrote them.",
                "c": "Question, request, result, answer: each is a message of its own."}),
    },
    checks={"00.1": average, "00.2": conversation, "00.3": my_question},
    recall=(
        Recall("01", 'A model "uses a tool". Which part of that does the model run itself?',
               "Nothing. It asks; your code decides and runs."),
        Recall("01", "A check says NOT YET. What is broken?",
               "Nothing. It names one thing to try next."),
        Recall("02", "You changed a function, but the check sees the old one. Why?",
               "The cell was not run. The kernel keeps the old one."),
        Recall("03", "Which four kinds of message did the first conversation hold, in order?",
               "user, assistant that asks, tool, assistant that answers."),
    ),
)
