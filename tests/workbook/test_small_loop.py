"""The loop that learners write in lesson 04, beside the package's, on the same scripts."""

import pytest

from studybuddy import ModelError, PracticeModel, run_agent, trace
from studybuddy.messages import assistant, call, user
from studybuddy.practice.strict import StrictModel
from studybuddy.workbook.small import registry, run_tool, small_loop


def asks(*expressions, start=1, text=""):
    return assistant(text, [call("calculator", {"expression": one}, f"c{number}")
                            for number, one in enumerate(expressions, start)])


def again(messages):
    return asks("2 +", start=len(messages))


SCRIPTS = {
    "no call": ["Hello."],
    "one call": [asks("2 + 3"), "5"],
    "two calls": [asks("2 + 3", "2 * 3"), "5 and 6"],
    "two steps": [asks("2 + 3"), asks("5 * 2", start=2), "10"],
    "text beside a call": [asks("2 + 3", text="I look."), "5"],
    "no such tool": [assistant("", [call("weather", {}, "c1")]), "I cannot know."],
    "corrected": [asks("2 +"), asks("2 + 3", start=2), "5"],
    "last request": [*(asks("1 + 1", start=n) for n in (1, 2, 3, 4)), "At last."],
    "stuck": [again] * 9,
}


def played(loop, script):
    model, messages = StrictModel(script), [user("A question.")]
    answer = loop(messages, model)
    words = answer if messages[-1]["role"] == "assistant" else "no answer"
    return model.requests, [message["role"] for message in messages], words


def small(messages, model):
    return small_loop(messages, model, registry.schemas("openai"), run_tool)


def package(messages, model):
    return run_agent(messages, model=model, log=None)


@pytest.mark.parametrize("name", SCRIPTS)
def test_both_loops_do_the_same(name):
    assert played(small, SCRIPTS[name]) == played(package, SCRIPTS[name])


def test_broken_arguments_are_the_difference():
    script = [assistant("", [call("calculator", '{"expression": "2 + 3",}', "c1")]), "Sorry."]
    assert played(package, script)[2] == "Sorry."
    with pytest.raises(ModelError, match="must be in JSON format"):
        played(small, script)


@pytest.mark.parametrize(("question", "results"), [
    ("My SGPA is 8.2 with 20 credits and 9.1 with 22: what is my CGPA?", ["8.67142857142857"]),
    ("I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average? And what must I get "
     "in the next 20 credits to reach 9.0?", ["8.67142857142857", "9.69"]),
])
def test_the_small_loop_answers_the_question_of_the_story(question, results):
    messages = [user(question)]
    answer = small(messages, PracticeModel(today="2026-11-30"))
    told = [row["what"] for row in trace.rows(messages) if row["who"] == "calculator"]
    assert len(told) == len(results)
    for result, one in zip(results, told, strict=True):
        assert one.endswith(f'"result": {result}}}')
        assert result[:4] in answer
