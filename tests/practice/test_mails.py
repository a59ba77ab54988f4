"""A plan by mail, asked of the practice model: the right call, and an answer from its result."""

import pytest

from studybuddy.practice import wording
from tests.practice.offers import MAIL, STUDY, answered, first_call, say, user

ALL = [*STUDY, MAIL]
PLAN = {"exam_date": "2026-12-18", "days_left": 19, "plan": []}


@pytest.mark.parametrize("question, topics", [
    ("email me a plan for algebra and geometry, exam on 18 December", ["algebra", "geometry"]),
    ("Mail me a study plan for DBMS and OS, exam on 18 Dec", ["DBMS", "OS"]),
    ("make a plan for algebra, exam on 18 December, and email it to me", ["algebra"]),
    ("make a plan for optics, exam on 18 December. Then send me a copy by e-mail", ["optics"]),
    ("send the plan for algebra, exam on 18 December, to my email", ["algebra"]),
    ("Email me the plan: email security and TCP, exam on 18 December", ["email security", "TCP"]),
    ("email me a plan for group theory, exam on 18 December", ["group theory"]),
])
def test_one_question(question, topics):
    assert first_call(question, ALL) == ("email_plan_to_me", {
        "topics": topics, "exam_date": "2026-12-18"})


@pytest.mark.parametrize("wish", ["mail it to me", "now email this please", "Email me the plan.",
                                  "send it to my mail", "email it to Me please",
                                  "email it to My Gmail", "mail it to myself",
                                  "email the plan to me by Friday", "Send it to my college mail",
                                  "mail me this plan to pass maths", "send it to my inbox too"])
def test_after_a_plan(wish):
    messages, _ = answered("plan for algebra, exam on 18 December, 3 hours a day", PLAN, ALL)
    assert first_call(wish, ALL, history=messages) == ("email_plan_to_me", {
        "topics": ["algebra"], "exam_date": "2026-12-18", "hours_per_day": 3})


@pytest.mark.parametrize(("question", "asked", "known"), [
    ("make a study plan for physics and mail it to me", "Which day is the exam?",
     "Which topics"),
    ("email me a plan for organic chemistry", "Which day is the exam?", "Which topics"),
    ("mail me my study plan, exam on 18 December", "Which topics should", "Which day")])
def test_only_what_is_missing_is_asked_for(question, asked, known):
    reply = say(question, ALL)
    assert asked in reply and known not in reply


def test_a_new_plan_is_not_taken_for_the_one_before():
    messages, _ = answered("plan for algebra, exam on 18 December, 3 hours a day", PLAN, ALL)
    new = "make a study plan for physics and mail it to me"
    asked = say(new, ALL, history=messages)
    assert "Which day is the exam?" in asked
    messages += [user(new), {"role": "assistant", "content": asked}]
    assert first_call("on 20 December", ALL, history=messages) == ("email_plan_to_me", {
        "topics": ["physics"], "exam_date": "2026-12-20"})


def test_what_is_missing_is_asked_for_and_then_it_is_mailed():
    first = "email me a plan for algebra"
    asked = say(first, ALL)
    assert "Which day is the exam?" in asked
    history = [user(first), {"role": "assistant", "content": asked}]
    assert first_call("on 18 December", ALL, history=history) == ("email_plan_to_me", {
        "topics": ["algebra"], "exam_date": "2026-12-18"})


@pytest.mark.parametrize("wish", ["send it to my friend", "mail this to bob@example.org",
                                  "email the plan to our professor", "email it to Ravi",
                                  "mail the plan to Ravi Kumar, please", "Send it to me and Ravi",
                                  "Send Ravi the plan by mail", "mail ravi the plan",
                                  "send it to ravi", "mail the plan to the whole class",
                                  "email a copy of the plan to everybody", "mail it to Meera today",
                                  "mail my cousin and me the plan"])
def test_to_nobody_else(wish):
    messages, _ = answered("plan for algebra, exam on 18 December", PLAN, ALL)
    assert first_call(wish, ALL, history=messages) == (None, {})
    assert "cannot choose another" in say(wish, ALL, history=messages)


def test_without_the_tool_no_mail_is_promised():
    assert first_call("email me a plan for algebra, exam on 18 December", STUDY)[0] != (
        "email_plan_to_me")


@pytest.mark.parametrize("result", [
    {"status": "sent", "to": "a***@example.org", "message": "The mail was sent to a***."},
    {"status": "saved", "where": "outbox/x.eml", "message": "No mail was sent. See outbox/x.eml."},
])
def test_the_answer_is_what_happened(result):
    _, reply = answered("email me a plan for algebra, exam on 18 December", result, ALL)
    assert reply.text.endswith(result["message"])


@pytest.mark.parametrize("status", ["not_sent", "unknown"])
def test_after_a_failure_it_asks_for_nothing_again(status):
    error = "The connection broke. The mail may have been sent. Look into your mailbox."
    _, reply = answered("email me a plan for algebra, exam on 18 December",
                        {"status": status, "error": error}, ALL)
    assert not reply.tool_calls and reply.text.endswith(error)
    assert "ask again" in wording.answer([("x", {}, {"error": error})])  # other tools' faults
