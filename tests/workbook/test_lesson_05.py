"""Lesson 05: its solved functions beside the package's, on the same replies over real HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studybuddy import Agent, GeminiModel, ToolRegistry, calculator, call_function, practice
from studybuddy.messages import assistant, call
from studybuddy.workbook.editions import solved_text
from studybuddy.workbook.source import read_source

SOURCE = Path(__file__).parents[2] / "notebooks" / "source" / "05_gemini_loop.py"
FUNCTIONS = ("connect", "answer_part", "join_answers", "small_gemini_loop")
AVERAGE = {"expression": "(8.2*20 + 9.1*22) / 42"}
CALL = call("calculator", AVERAGE, "c1")
SCRIPTS = {
    "no call": ["Hello."],
    "one call": [assistant("", [CALL]), "8.67"],
    "two calls": [assistant("", [CALL, call("calculator", {"expression": "2 + 3"}, "c2")]), "ok"],
    "two steps": [assistant("", [CALL]),
                  assistant("", [call("calculator", {"expression": "2 + 3"}, "c2")]), "ok"],
    "words and a call": [assistant("I calculate.", [CALL]), "8.67"],
    "an error": [assistant("", [call("calculator", {"expression": "1/0"}, "c1")]), "No."],
}
ODD = ["parallel_calls", "text_call_text", "call_id_missing", "finish_missing", "extra_fields"]
EMPTY = ["choices_empty", "choices_null", "parts_empty", "content_null", "blocked",
         "prompt_blocked", "malformed_call", "length_nothing"]


@pytest.fixture(scope="module")
def lesson():
    """The solved functions of the lesson, by name."""
    from google import genai
    from google.genai import types

    found = {"types": types, "genai": genai}
    for cell in read_source(SOURCE).cells:
        code = solved_text(cell.text) if cell.kind == "code" else ""
        for name in FUNCTIONS:
            start = code.find(f"def {name}(")
            if start >= 0:  # the definition alone: what follows in the cell starts a server
                exec(code[start:].split("\n\n")[0], found)
    return found


def play(lesson, server):
    """(text, requests, contents) of the lesson's loop against a server."""
    types = lesson["types"]
    config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=[
        types.FunctionDeclaration(**schema)
        for schema in ToolRegistry([calculator]).schemas("gemini")])])
    contents = [types.Content(role="user", parts=[types.Part(text="What is my average?")])]
    text = lesson["small_gemini_loop"](
        lesson["connect"](server.gemini_base_url, server.key), "gemini-3.8-flash", contents,
        config, lambda name, args: calculator(**args))
    return text, len(server.requests), contents


def run(server):
    """The package's run against a server."""
    model = GeminiModel("gemini-3.8-flash", base_url=server.gemini_base_url, api_key=server.key)
    return Agent([calculator], model=model).ask("What is my average?")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_both_loops_say_the_same_after_as_many_requests(lesson, script):
    with practice.serve(script=script) as mine, practice.serve(script=script) as other:
        text, requests, contents = play(lesson, mine)
        theirs = run(other)
        assert (text, requests) == (theirs.answer, len(other.requests)) == (
            script[-1], len(script))
        assert {seen.status for seen in mine.requests} == {200}
        assert [content.role for content in contents] == ["user", "model"] * len(script)


@pytest.mark.parametrize("fault", ODD)
def test_an_odd_reply_with_a_call_ends_in_the_same_text(lesson, fault):
    script = [assistant("", [CALL]), "8.67"]
    with practice.serve(script=script, faults=fault) as mine, practice.serve(
            script=script, faults=fault) as other:
        assert play(lesson, mine)[0] == run(other).answer == "8.67"
        assert [seen.fault for seen in mine.requests][0] == fault


@pytest.mark.parametrize("fault", EMPTY)
def test_an_empty_reply_ends_in_a_sentence(lesson, fault):
    with practice.serve(script=["Hello."], faults=fault) as server:
        text, requests, _ = play(lesson, server)
    assert text.endswith(".") and text != "Hello." and requests == 1


def test_an_answer_has_the_shape_of_the_package(lesson):
    asked = lesson["types"].FunctionCall(id="c1", name="calculator", args=AVERAGE)
    mine = lesson["join_answers"]([asked], lambda name, args: calculator(**args))
    package = call_function(asked)
    assert mine.role == package.role == "user"
    own, other = (content.parts[0].function_response for content in (mine, package))
    assert (own.id, own.name) == (other.id, other.name) == ("c1", "calculator")
    assert own.response["result"] == other.response["output"]["result"]
    assert json.dumps(own.response)
