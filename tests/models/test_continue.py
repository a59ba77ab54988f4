"""A conversation that is begun on one provider goes on with another; and who "auto" is."""

import json
import os
import subprocess
import sys

import pytest

from studybuddy import Agent, GeminiModel, ModelError, OpenAIModel, Run
from studybuddy.models import choose
from tests.models.stub import chat, chat_call, gemini, gemini_call, serve


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def act(what: str) -> dict:
    """Do something that a person must allow."""
    return {"done": what}


OPENAI = (OpenAIModel, chat(None, [chat_call("call_A")], reasoning_content="hm"), chat("five"))
GEMINI = (
    GeminiModel,
    gemini(gemini_call(id="gA", signature="c2ln"), gemini_call(id="gB")),
    gemini({"text": "five", "thoughtSignature": "c2ln"}),
)


@pytest.mark.parametrize(("here", "there"), [(OPENAI, GEMINI), (GEMINI, OPENAI)])
def test_there_and_back(here, there, tmp_path):
    with serve(here[1], here[2], here[2]) as home, serve(there[1], there[2]) as away:
        agent = Agent([add], model=here[0]("m", home.url, "k"))
        agent.start("2+3?", path=tmp_path / "run.jsonl").drive()
        agent.model = there[0]("m", away.url, "k")
        run = Run.load(tmp_path / "run.jsonl", agent)
        assert run.ask("again, with a call").answer == "five"
        agent.model = here[0]("m", home.url, "k")
        assert run.ask("and at home?").answer == "five"
    abroad, last = json.dumps(away.sent[-1].body), json.dumps(home.sent[-1].body)
    assert "_origin" not in abroad + last
    if here is OPENAI:
        assert "reasoning_content" not in abroad and "reasoning_content" in last
        assert "c2ln" not in last
        check_gemini(away.sent[-1].body, unsigned=1)
        check_openai(last=home.sent[-1].body)
    else:
        assert "c2ln" not in abroad and "c2ln" in last
        check_openai(last=away.sent[-1].body)
        check_gemini(home.sent[-1].body, unsigned=1)


def check_gemini(body, unsigned):
    """What Google demands of contents."""
    contents, bypassed, calls = body["contents"], 0, []
    for content in contents:
        assert content["role"] in ("user", "model") and content["parts"]
        answers = [p["functionResponse"] for p in content["parts"] if "functionResponse" in p]
        if answers or calls:  # the answers come at once, complete, and with the calls' ids
            assert [a.get("id") for a in answers] == [c.get("id") for c in calls]
            assert content["role"] == "user"
        parts = [p for p in content["parts"] if "functionCall" in p]
        calls = [p["functionCall"] for p in parts]
        if parts:
            assert content["role"] == "model" and parts[0]["thoughtSignature"]
            bypassed += parts[0]["thoughtSignature"].startswith("c2tpcF9")
    assert calls == [] and bypassed == unsigned


def check_openai(last):
    """What OpenAI demands of messages."""
    waiting = []
    for message in last["messages"]:
        if message["role"] == "tool":
            assert message["tool_call_id"] == waiting.pop(0)
            continue
        assert waiting == [] and isinstance(message["content"], str)
        waiting = [entry["id"] for entry in message.get("tool_calls", ())]
        for entry in message.get("tool_calls", ()):
            assert entry["type"] == "function" and json.loads(entry["function"]["arguments"])
    assert waiting == []


@pytest.mark.parametrize(("here", "there"), [(OPENAI, GEMINI), (GEMINI, OPENAI)])
def test_a_call_asked_for_here_is_answered_there(here, there):
    ask = {
        OPENAI[0]: chat(None, [chat_call("c", "act", '{"what": "x"}')]),
        GEMINI[0]: gemini(gemini_call("act", {"what": "x"}, signature="c2ln")),
    }[here[0]]
    from studybuddy import ToolRegistry

    registry = ToolRegistry()
    registry.add(act, needs_approval=True)
    with serve(ask) as home, serve(there[2]) as away:
        agent = Agent(registry, model=here[0]("m", home.url, "k"))
        run = agent.ask("do x")
        assert run.status == "needs_approval"
        agent.model = there[0]("m", away.url, "k")
        run.approve(run.pending[0].id)
        assert run.advance().answer == "five"


def test_three_ways_in_turn_on_the_strict_practice_server():
    from studybuddy import calculator, practice

    server = practice.serve(today="2026-11-29")
    try:
        models = [
            OpenAIModel("gpt-5.4", server.openai_base_url, server.key),
            GeminiModel("gemini-3.8-flash", server.gemini_base_url, server.key),
            OpenAIModel("gemini-3.8-flash", server.gemini_openai_base_url, server.key),
        ]
        agent = Agent([calculator], model=models[0])
        run = agent.ask("what is 15% of 2,480?")
        assert run.answer.endswith("372.")
        for model in models[1:] + models:
            agent.model = model
            assert run.ask("what is 12*3?").answer.endswith("36."), run.answer
            assert run.steps[-1].calls == [] and run.steps[-2].calls[0].name == "calculator"
    finally:
        server.stop()


@pytest.mark.parametrize("parts", [OPENAI, GEMINI])
def test_half_a_surrogate_pair_stops_nothing(parts):
    with serve(parts[2]) as server:
        agent = Agent([], model=parts[0]("m", server.url, "k"), system="S\ud800")
        assert agent.ask("what is \udcff?").answer == "five"
    assert "what is ??" in json.dumps(server.sent[0].body)


# -- auto ----------------------------------------------------------------------------------------


@pytest.fixture
def settings(monkeypatch):
    def set_to(**values):
        monkeypatch.delenv("STUDYBUDDY_MODEL", raising=False)
        for name, value in values.items():
            monkeypatch.setenv(name, value)

    return set_to


@pytest.mark.parametrize(
    ("values", "kind", "line"),
    [
        ({}, "PracticeModel", "no key is set"),
        ({"GEMINI_API_KEY": "k"}, "GeminiModel", "GEMINI_API_KEY is set"),
        ({"LLM_API_KEY": "k"}, "OpenAIModel", "LLM_API_KEY is set"),
        (
            {"LLM_BASE_URL": "http://localhost:1/v1", "GEMINI_API_KEY": "k"},
            "OpenAIModel",
            "LLM_BASE_URL",
        ),
        ({"LLM_API_KEY": "k", "GEMINI_API_KEY": "k"}, "OpenAIModel", "LLM_API_KEY"),
        (
            {"LLM_API_KEY": "k", "GEMINI_API_KEY": "k", "STUDYBUDDY_MODEL": "gemini"},
            "GeminiModel",
            "STUDYBUDDY_MODEL is gemini",
        ),
        ({"LLM_API_KEY": "k", "STUDYBUDDY_MODEL": "practice"}, "PracticeModel", "STUDYBUDDY_MODEL"),
        ({"GEMINI_API_KEY": "k", "STUDYBUDDY_MODEL": "auto"}, "GeminiModel", "GEMINI_API_KEY"),
        ({"LLM_MODEL": "m", "GEMINI_MODEL": "m"}, "PracticeModel", "no key is set"),
    ],
)
def test_what_auto_picks(settings, values, kind, line):
    settings(**values)
    made = choose("auto")
    assert type(made).__name__ == kind and line in made.picked and "\n" not in made.picked
    assert type(Agent([]).model).__name__ == kind


def test_a_named_model_wins(settings):
    settings(LLM_API_KEY="k", GEMINI_API_KEY="k", STUDYBUDDY_MODEL="practice", GEMINI_MODEL="g-1")
    assert choose("gemini").name == "Gemini (g-1)"
    assert choose("openai").name.endswith("at api.openai.com")


@pytest.mark.parametrize("name", ["gemini", "openai"])
def test_a_named_model_without_a_key_is_a_sentence(settings, name):
    settings()
    with pytest.raises(ModelError, match=r"Write \w+_API_KEY=your-key into the file .env"):
        choose(name)


def test_a_file_where_the_model_may_write_does_not_count(monkeypatch, tmp_path):
    for name in ("LLM_BASE_URL", "LLM_API_KEY", "STUDYBUDDY_MODEL"):
        monkeypatch.delenv(name)
    (tmp_path / ".env").write_text("LLM_BASE_URL=http://localhost:9/v1\n")
    monkeypatch.chdir(tmp_path)
    assert type(choose("auto")).__name__ == "OpenAIModel"
    assert type(choose("auto", outside=tmp_path)).__name__ == "PracticeModel"
    with pytest.raises(ModelError):
        choose("openai", outside=tmp_path)


def test_the_command_line_says_who_answers_each_wait_and_the_tokens(tmp_path):
    with serve(
        (503, {}, {"Retry-After": "0"}),
        chat(None, [chat_call(name="calculator", arguments='{"expression": "6*7"}')]),
        chat("It is 42."),
    ) as server:
        values = {
            **os.environ,
            "LLM_BASE_URL": server.url,
            "LLM_MODEL": "m-1",
            "LLM_API_KEY": "k-12",
        }
        values.pop("STUDYBUDDY_MODEL")
        command = [sys.executable, "-m", "studybuddy", "ask", "6*7?", "--verbose"]
        done = subprocess.run(
            command, env=values, cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("Model: m-1 at 127.0.0.1")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["request", "retry"]
    assert lines[1].endswith("(status 503). Asking again in 0 seconds.")
    assert lines[2] == " - Calling function: calculator" and "6*7" in lines[3]
    assert lines[4].startswith("-> ") and lines[5].startswith("request")
    assert lines[6:] == ["tokens   6 in, 8 out, 18 in all", "Final response:", "It is 42."]
    assert "k-12" not in done.stdout + done.stderr
