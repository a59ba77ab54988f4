"""The tools that the tests of the practice model offer, as OpenAI schemas, and short helpers."""

import json
from datetime import date

from studybuddy.practice.model import PracticeModel

TODAY = date(2026, 11, 29)  # a Sunday
TEXT = {"type": "string"}
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}


def tool(name, description="", properties=None, required=()):
    """One tool schema."""
    return {"type": "function", "function": {
        "name": name, "description": description,
        "parameters": {"type": "object", "properties": properties or {},
                       "required": list(required)}}}


CALCULATOR = tool("calculator", "Compute an arithmetic expression exactly.",
                  {"expression": TEXT}, ["expression"])
PLAN_FIELDS = {"topics": {"type": "array", "items": TEXT},
               "exam_date": {**TEXT, "description": "the day of the exam as YYYY-MM-DD"},
               "hours_per_day": {**NUMBER, "default": 2}}
PLANNER = tool("make_study_plan", "Make a study plan up to an exam.", PLAN_FIELDS,
               ["topics", "exam_date"])
NOTES = tool("search_notes", "Search the student's own course notes.",
             {"query": TEXT, "k": {**WHOLE, "default": 3}}, ["query"])
MAIL = tool("email_plan_to_me", "Send the study plan by mail.", PLAN_FIELDS,
            ["topics", "exam_date"])
STUDY = [CALCULATOR, PLANNER, NOTES]
FILES = [
    tool("get_files_info", "List a folder.", {"directory": {**TEXT, "default": "."}}),
    tool("get_file_content", "Read a file.", {"file_path": TEXT}, ["file_path"]),
    tool("write_file", "Write a file.", {"file_path": TEXT, "content": TEXT},
         ["file_path", "content"]),
    tool("run_python_file", "Run a Python file.",
         {"file_path": TEXT, "args": {"type": "array", "items": TEXT}}, ["file_path"]),
]


def user(text):
    """A user message."""
    return {"role": "user", "content": text}


def first_call(text, tools=STUDY, history=(), model=None):
    """(name, arguments) of the first call for a question, or (None, {})."""
    reply = (model or PracticeModel(TODAY)).complete([*history, user(text)], tools)
    if not reply.tool_calls:
        return None, {}
    function = reply.tool_calls[0]["function"]
    return function["name"], json.loads(function["arguments"])


def say(text, tools=STUDY, history=()):
    """The words of the reply to a question."""
    return PracticeModel(TODAY).complete([*history, user(text)], tools).text


def answered(text, result, tools=STUDY, history=()):
    """The history after a question, its call, the result and the answer; and the answer."""
    model = PracticeModel(TODAY)
    messages = [*history, user(text)]
    reply = model.complete(messages, tools)
    assert reply.tool_calls, reply.text
    messages.append(reply.message)
    content = result if isinstance(result, str) else json.dumps(result)
    messages += [{"role": "tool", "tool_call_id": c["id"], "content": content}
                 for c in reply.tool_calls]
    reply = model.complete(messages, tools)
    messages.append(reply.message)
    return messages, reply
