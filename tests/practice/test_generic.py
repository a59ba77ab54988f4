"""Tools without a rule of their own: chosen by words, filled by type."""

import time

import pytest

from tests.practice.offers import (
    CALCULATOR,
    NUMBER,
    STUDY,
    TEXT,
    WHOLE,
    answered,
    first_call,
    say,
    tool,
)

ATTENDANCE = tool(
    "attendance", "Work out attendance: how many classes may be missed.",
    {"attended": {**WHOLE, "description": "classes attended"},
     "held": {**WHOLE, "description": "classes held"},
     "required": {**WHOLE, "description": "required percent", "default": 75}},
    ["attended", "held"])
CONVERT = tool(
    "convert_units", "Convert a value from one unit to another.",
    {"value": NUMBER, "from_unit": {**TEXT, "enum": ["km", "mile"]},
     "to_unit": {**TEXT, "enum": ["km", "mile"]}}, ["value", "from_unit", "to_unit"])
WEATHER = tool("get_weather", "Get the weather forecast for a city.",
               {"city": TEXT, "unit": {**TEXT, "enum": ["celsius", "fahrenheit"]}}, ["city"])
REMIND = tool("set_reminder", "Remind the student of something on a date.",
              {"text": TEXT, "date": {**TEXT, "format": "date"}}, ["text", "date"])
FORECAST = tool("get_forecast", "Get the weather forecast of a city.",
                {"city": TEXT, "days": WHOLE}, ["city", "days"])
BORROW = tool("borrow_book", "Borrow a book from the library.",
              {"date": {**TEXT, "format": "date"},
               "weeks": {**WHOLE, "description": "for how many weeks"}}, ["date", "weeks"])
CARD = tool("add_flashcard", "Save a flashcard.", {"front": TEXT, "back": TEXT, "deck": TEXT},
            ["front", "back"])
STATISTICS = tool("statistics", "Median and standard deviation of numbers.",
                  {"values": {"type": "array", "items": NUMBER}}, ["values"])


@pytest.mark.parametrize("question, offered, wanted", [
    ("I attended 31 of 40 classes. How many may I miss and keep 75 percent?", ATTENDANCE,
     {"attended": 31, "held": 40, "required": 75}),
    ("convert 10 miles to km", CONVERT, {"value": 10, "from_unit": "mile", "to_unit": "km"}),
    ("what's the weather in Pune today?", WEATHER, {"city": "Pune"}),
    ("Will it rain in Mumbai tomorrow, in celsius?", WEATHER,
     {"city": "Mumbai", "unit": "celsius"}),
    ("remind me to submit the lab report on 12 December", REMIND,
     {"text": "submit the lab report", "date": "2026-12-12"}),
    ("What is the weather forecast for Pune in 3 days?", FORECAST, {"city": "Pune", "days": 3}),
    ("Weather forecast for Pune within five days", FORECAST, {"city": "Pune", "days": 5}),
    ("remind me to submit the lab report in 3 days", REMIND,
     {"text": "submit the lab report", "date": "2026-12-02"}),
    ("borrow the book in 3 days, for 2 weeks", BORROW, {"date": "2026-12-02", "weeks": 2}),
    ("borrow the book on 12 December, back in 2 weeks", BORROW,
     {"date": "2026-12-12", "weeks": 2}),
    ("add a flashcard with front \"mitosis\" and back \"cell division\"", CARD,
     {"front": "mitosis", "back": "cell division"}),
    ("give me the standard deviation of 4, 8 and 15", STATISTICS, {"values": [4, 8, 15]}),
])
def test_filled_by_type(question, offered, wanted):
    assert first_call(question, [*STUDY, offered]) == (offered["function"]["name"], wanted)


DELETE = tool("delete_note", "Delete a note for ever.",
              {"number": {"type": "integer", "description": "number of the note"}})


@pytest.mark.parametrize("question", ["not 3", "what is in 4?", "why 3?", "and 5?"])
def test_a_question_that_names_no_tool_calls_none_again(question):
    """Which numbers go where would be a guess, and the tool may be one that acts."""
    assert first_call("Delete note number 3", [DELETE, *STUDY]) == ("delete_note", {"number": 3})
    history, _ = answered("Delete note number 3", {"deleted": 3}, [DELETE, *STUDY])
    assert first_call(question, [DELETE, *STUDY], history)[0] != "delete_note"


def test_words_that_all_parameters_have_decide_nothing():
    assert first_call("How many may I miss at 35 of 40 classes?", [ATTENDANCE]) == (
        "attendance", {"attended": 35, "held": 40})


def test_the_calculator_keeps_its_arithmetic():
    for offered in (ATTENDANCE, CONVERT, WEATHER, STATISTICS):
        assert first_call("What is 15% of 2,480?", [offered, *STUDY])[0] == "calculator"


@pytest.mark.parametrize("rooms, marks", [("lookup_a", "lookup_b"), ("lookup_b", "lookup_a")])
def test_the_description_decides(rooms, marks):
    tools = [tool(rooms, "Find the room of an exam.", {"question": TEXT}, ["question"]),
             tool(marks, "Find the marks of a student.", {"question": TEXT}, ["question"])]
    assert first_call("In which room is my exam?", tools)[0] == rooms
    assert first_call("What marks did I get?", tools)[0] == marks


def test_a_vague_description_is_not_chosen():
    vague = tool("helper", "College helper.", {"attended": WHOLE}, ["attended"])
    assert first_call("How many classes may I miss?", [CALCULATOR, vague])[0] is None
    assert "no rule" in say("How many classes may I miss?", [CALCULATOR, vague])


def test_two_weeks_are_not_two_days():
    assert first_call("Weather forecast for Pune in two weeks", [FORECAST])[0] is None
    assert "days" in say("Weather forecast for Pune in two weeks", [FORECAST])


def test_what_is_missing_is_asked_for():
    text = say("How many classes may I miss?", [ATTENDANCE])
    assert "attended" in text and "held" in text


def test_notes_tool_under_another_name():
    other = tool("find_it", "Search course notes for passages.", {"query": TEXT, "limit": WHOLE},
                 ["query"])
    assert first_call("two passages on entropy", [other]) == (
        "find_it", {"query": "entropy", "limit": 2})


def test_a_known_name_with_another_purpose_is_no_calculator():
    odd = tool("calculator", "Find the room of an exam.", {"expression": TEXT}, ["expression"])
    assert first_call("What is 15% of 2,480?", [odd])[0] is None


@pytest.mark.parametrize("broken", [
    None, [], "tools", [None], [{}], [{"function": None}], [{"function": {"name": 3}}],
    [{"function": {"name": "x", "parameters": []}}],
    [{"function": {"name": "room", "parameters": {"properties": {"a": 1}, "required": "a"}}}],
    [{"function": {"name": "room", "description": 5,
                   "parameters": {"properties": {"a": {"type": ["null"]}, "b": {"enum": 3}}}}}]])
def test_broken_schemas_do_not_raise(broken):
    say("In which room is my exam? 5 km", broken)


@pytest.mark.parametrize(("question", "text"), [
    ("Write to my teacher that I am late", "I am late"),
    ("Please tell my teacher that we start at 9.", "we start at 9"),
    ("Send a mail to my teacher: the lab is closed", "the lab is closed"),
    ('Mail my teacher: "I am ill on Monday."', "I am ill on Monday."),
    ("Mail my teacher about that exam", "that exam")])
def test_what_a_person_is_to_be_told_is_the_text(question, text):
    mail_teacher = tool("mail_teacher", "Send a mail to my teacher.", {"text": TEXT}, ["text"])
    assert first_call(question, [mail_teacher, CALCULATOR]) == ("mail_teacher", {"text": text})


MESSAGE = tool("send_message", "Send a message to a person.",
               {"to": {**TEXT, "description": "the person"}, "text": TEXT}, ["to", "text"])
MAIL = tool("send_mail", "Send an e-mail message to a person.",
            {"recipient": TEXT, "subject": TEXT, "body": TEXT}, ["recipient", "body"])


@pytest.mark.parametrize(("question", "to", "text"), [
    ("Send Ravi a message that I am late", "Ravi", "I am late"),
    ("Send a message to Ravi that I am late.", "Ravi", "I am late"),
    ("Send a message that I am late to Ravi", "Ravi", "I am late"),
    ("send a message to ravi that i am late, and that meera comes", "ravi",
     "i am late, and that meera comes"),
    ("Message Ravi that the class is moved to room 5", "Ravi", "the class is moved to room 5"),
    ("Send a message to Ravi saying hello from me", "Ravi", "hello from me"),
    ("Please send my teacher a short message: I am ill today.", "teacher", "I am ill today"),
    ('Send the message "I am late, sorry." to Ravi', "Ravi", "I am late, sorry."),
    ('Send Ravi the message "I am late"', "Ravi", "I am late"),
    ("Could you message Meera Rao that I will come on 15 January?", "Meera Rao",
     "I will come on 15 January"),
    ("Message Ravi and Meera: the room is B12", "Ravi and Meera", "the room is B12"),
    ("Send a mail message to ravi@example.org that we start at 9, please", "ravi@example.org",
     "we start at 9"),
    ("Send Ravi a message hello", "Ravi", "hello"),
    ("I am in the bus. Send Ravi a message that I am late", "Ravi", "I am late"),
    ("Send Ravi a message in Hindi that I am late", "Ravi", "I am late"),
    ("Send a message in simple English to Ravi: I am late", "Ravi", "I am late"),
    ("Message Ravi in Tamil that I am late for the Hindi class", "Ravi",
     "I am late for the Hindi class"),
    ("Please send a Hindi message to Ravi that I am late", "Ravi", "I am late"),
    ("Send a message to Ravi in hindi saying I am late", "Ravi", "I am late"),
    ("In Hindi, send Ravi a message that I am late", "Ravi", "I am late"),
    ('Send Ravi a message in Hindi: "Main late hoon"', "Ravi", "Main late hoon"),
])
def test_who_is_told_does_not_take_what_is_said(question, to, text):
    assert first_call(question, [MESSAGE, CALCULATOR]) == ("send_message", {"to": to, "text": text})
    assert first_call(question, [MAIL, CALCULATOR]) == (
        "send_mail", {"recipient": to, "body": text})


@pytest.mark.parametrize("question", [
    "Did you send Ravi a message?", "Have you already told Ravi that I am late?",
    "When did you send a message to Ravi?", "Has Ravi Kumar been told that I am late?",
    "Was the message sent to Ravi?", "Who sent Ravi a message?", "What did you write to Ravi?",
    "I sent Ravi a message that I am late", "Ok, so did you not message Ravi?",
    "Did you send Ravi a message? I am curious.", "Did Ravi get my message?",
    "Don't send Ravi a message that I am late", "Don\u2019t let Ravi know that I am late",
    "Please do not tell Ravi that I am late.", "Never message Ravi", "Tell Ravi nothing.",
    "I don't want you to send Ravi a message", "No message to Ravi, please",
    "Send Ravi no message", "There is no need to message Ravi that I am late",
    "Stop sending Ravi messages", "Please don't send Ravi a message. He knows it."])
def test_a_question_about_what_was_sent_and_a_ban_send_nothing(question):
    for offered in (MESSAGE, MAIL):
        assert first_call(question, [offered, CALCULATOR]) == (None, {})
        assert "please give" not in say(question, [offered])


@pytest.mark.parametrize("question", [
    "Don't forget to send Ravi a message that I am late",
    "Why don't you send Ravi a message that I am late?", "Don't worry. Message Ravi that I am late",
    "Can't you send Ravi a message that I am late?",
    "Don't be late. Send Ravi a message that I come", "Send Ravi a message: I sent no notes",
    "I was told it. Send Ravi a message saying don't wait", "Tell Ravi that no message came",
    "I texted Meera, now send Ravi a message that I am late",
    "I have to send Ravi a message: I am late",
    "Don't send Ravi a message. Send Meera a message that I am late.",
    "I told you to send Ravi a message that I am late"])
def test_a_wish_that_holds_a_ban_or_something_past_is_one(question):
    assert first_call(question, [MESSAGE])[0] == "send_message"


def test_what_was_done_and_what_must_not_be_done_calls_no_tool_that_acts():
    book = tool("book_room", "Book a room in the library.", {"date": {**TEXT, "format": "date"}},
                ["date"])
    wish = "a room in the library on 12 December"
    assert first_call(f"Book {wish}", [book]) == ("book_room", {"date": "2026-12-12"})
    for question in (f"Did you book {wish}?", f"Have you already booked {wish}?",
                     f"Don't book {wish}", f"I do not want you to book {wish}"):
        assert first_call(question, [book]) == (None, {})
    assert first_call("I wrote to Ravi. Remind me to call him on 12 December", [REMIND])[0]
    assert first_call("Did it rain in Pune, what was the weather?", [WEATHER])[0] == "get_weather"


def test_a_message_with_a_subject_and_one_without_words():
    question = "Send a message to Ravi about the exam: it is on Monday"
    assert first_call(question, [MAIL]) == (
        "send_mail", {"recipient": "Ravi", "subject": "exam", "body": "it is on Monday"})
    assert "please give text for the tool send_message" in say("Send Ravi a message", [MESSAGE])
    assert "please give to for the tool" in say("Send a message that I am late", [MESSAGE])


def test_a_long_question_with_many_names_is_read_quickly():
    for piece in ("Ravi and ", "a. ", "x, ", "send x a message to ", "tell ", "x" * 300 + " ",
                  "don't ", "did you ", "please, ", "no, ", "i have "):
        start = time.perf_counter()
        say(f"Send {piece * 300}", [MESSAGE])
        say(f"{piece * 300} send a message", [MESSAGE])
        assert time.perf_counter() - start < 1
