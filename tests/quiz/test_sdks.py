"""Every fault of the dial, through both real SDKs: a quiz survives it or ends in a clear error."""

import pytest

from studybuddy import ModelError, QuizError, generate_quiz, practice
from studybuddy.models import retry
from studybuddy.models.service import JSON, PLAIN, SCHEMA
from studybuddy.practice import faults

pytest.importorskip("openai")
pytest.importorskip("google.genai")

NOTES = """\
A mutex is a lock with an owner. A file is a named sequence of bytes.
A monitor is an object whose methods exclude each other. A spinlock waits in a short loop.
"""
ALL = [(protocol, name) for protocol in faults.PROTOCOLS for name in faults.names(protocol)]
NOT_FOR_A_RETRY = {"quota", "wrong_key", "forbidden", "model_not_found", "html_page",
                   "never_answers", "blocked", "prompt_blocked", "recitation"}
FEWER = {"length_text", "length_nothing"}  # the model is asked for half as many


HANG = 0.8  # seconds: a busy machine must still reach the server in this time


@pytest.fixture(scope="module")
def server():
    with practice.serve(today="2026-11-29") as running:
        yield running


@pytest.fixture(scope="module")
def models(server):
    """The two adapters by protocol and time-out; the SDKs are loaded once."""
    from studybuddy import GeminiModel, OpenAIModel

    made = {}
    for timeout in (5.0, HANG):
        made["openai", timeout] = OpenAIModel(
            "practice", base_url=server.openai_base_url, api_key=server.key, timeout=timeout)
        made["gemini", timeout] = GeminiModel(
            "gemini-3.8-flash", base_url=server.gemini_base_url, api_key=server.key,
            timeout=timeout)
    return made


@pytest.fixture
def ask(server, models, monkeypatch):
    """A quiz of two questions with a fault on the dial, `times` times."""
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.001)

    def start(protocol, name, times):
        server.reset()
        server.dial(name, times=times, seconds=0.05 if name == "slow" else 0)
        model = models[protocol, HANG if name == "never_answers" else 5.0]
        monkeypatch.setattr(model, "_mode", SCHEMA)
        return generate_quiz(NOTES, 2, model=model, seed=1)

    yield start
    server.reset()


def is_good(made):
    return all(entry.answer in ("Mutex", "File", "Monitor", "Spinlock") and entry.source
               for entry in made.questions)


@pytest.mark.filterwarnings("ignore:SOME_NEW_REASON")
@pytest.mark.parametrize("protocol,name", ALL)
def test_a_fault_that_passes(server, ask, protocol, name):
    if name in NOT_FOR_A_RETRY:
        with pytest.raises(ModelError) as caught:
            ask(protocol, name, 1)
        assert caught.value.message.endswith((".", ")")) or "service says" in caught.value.message
    else:
        made = ask(protocol, name, 1)
        count = 1 if name in FEWER else 2
        assert len(made.questions) == count and is_good(made)
        assert ("cut off" in made.note) == (name in FEWER)
    others = [seen for seen in server.requests if seen.fault is None]
    assert all(seen.status == 200 for seen in others), "a request was refused"


@pytest.mark.filterwarnings("ignore:SOME_NEW_REASON")
@pytest.mark.parametrize("protocol,name", ALL)
def test_a_fault_that_never_passes(server, ask, protocol, name):
    try:
        made = ask(protocol, name, 10**6)
    except (QuizError, ModelError) as error:
        assert 20 < len(str(error)) < 900 and "Traceback" not in str(error)
    else:
        assert len(made.questions) == 2 and is_good(made)
    assert len(server.requests) <= 12  # tries are bounded


@pytest.mark.parametrize("mode", [SCHEMA, JSON, PLAIN])
@pytest.mark.parametrize("protocol", faults.PROTOCOLS)
def test_each_way_to_ask_for_json(server, models, monkeypatch, protocol, mode):
    server.reset()
    model = models[protocol, 5.0]
    monkeypatch.setattr(model, "_mode", mode)
    assert is_good(generate_quiz(NOTES, 2, model=model))
    body = server.requests[-1].body
    assert server.requests[-1].status == 200
    form = body.get("response_format") or body.get("generationConfig") or {}
    assert ("schema" in str(form).lower()) == (mode == SCHEMA)
    assert ("JSON Schema" in str(body)) == (mode != SCHEMA)


def test_the_schema_fits_the_strict_mode():
    from studybuddy.models.openai_chat import schema_format
    from studybuddy.quiz.asking import schema

    sent = schema_format(schema())["json_schema"]
    assert sent["strict"] is True and sent["schema"] == schema()
