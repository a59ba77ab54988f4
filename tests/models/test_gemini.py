"""GeminiModel over loopback HTTP: what it sends, and what it makes of what comes."""

import base64
import json

import pytest

from studybuddy import Agent, GeminiModel, ModelError, Run, call_function
from studybuddy.messages import Usage, assistant, call, system, tool, user
from studybuddy.models import gemini as gemini_module
from studybuddy.models import retry
from tests.models.stub import gemini, gemini_call, serve

ASK = [user("hi")]
ODD = "c2ln/+8="  # a signature whose base64 differs between the two alphabets
BYPASS = base64.b64encode(b"skip_thought_signature_validator").decode()


@pytest.fixture(autouse=True)
def no_waits(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.0)


def add(a: int, b: int = 3) -> int:
    """Add two whole numbers."""
    return a + b


def model(server, **options):
    return GeminiModel("some-model", server.url, "a-key", **options)


def decoded(signature):
    return base64.b64decode(signature.replace("-", "+").replace("_", "/"))


def run_on(*answers, question="?", **options):
    with serve(*answers) as server:
        return Agent([add], model=model(server), **options).ask(question), server.sent


def test_a_run_with_a_call():
    run, sent = run_on(
        gemini({"text": "I will add."}, gemini_call(id="g1", signature=ODD)),
        gemini({"text": "5", "thoughtSignature": ODD}),
        system="S",
    )
    assert (run.status, run.answer, run.usage) == ("answered", "5", Usage(20, 20, 40))
    assert run.messages[2]["content"] == "I will add."
    first, second = (request.body for request in sent)
    assert sent[0].path == "/v1beta/models/some-model:generateContent"
    assert sent[0].headers["x-goog-api-key"] == "a-key" and "a-key" not in sent[0].path
    assert first["systemInstruction"]["parts"] == [{"text": "S"}]
    assert first["generationConfig"] == {}  # no temperature
    declared = first["tools"][0]["functionDeclarations"][0]
    schema = declared.get("parametersJsonSchema") or declared["parameters_json_schema"]
    assert declared["name"] == "add" and schema["properties"]["a"] == {"type": "integer"}
    question, turn, answer = second["contents"]
    assert question == {"role": "user", "parts": [{"text": "?"}]}
    assert turn["role"] == "model" and turn["parts"][0] == {"text": "I will add."}
    assert decoded(turn["parts"][1]["thoughtSignature"]) == decoded(ODD)
    assert turn["parts"][1]["functionCall"] == {"id": "g1", "name": "add", "args": {"a": 2, "b": 3}}
    assert answer == {
        "role": "user",
        "parts": [
            {"functionResponse": {"id": "g1", "name": "add", "response": {"output": {"result": 5}}}}
        ],
    }


def test_all_answers_of_a_turn_in_one_content_and_ids_echoed():
    run, sent = run_on(
        gemini(
            gemini_call(args={"a": 1}, id="g1", signature="c2ln"),
            gemini_call(args={"a": "?"}, id="g2"),
            gemini_call("nope", {}, id="g3"),
        ),
        gemini({"text": "done"}),
    )
    assert run.answer == "done"
    turn, answers = sent[1].body["contents"][1:]
    assert ["thoughtSignature" in part for part in turn["parts"]] == [True, False, False]
    got = [part["functionResponse"] for part in answers["parts"]]
    assert [(r["id"], r["name"], list(r["response"])) for r in got] == [
        ("g1", "add", ["output"]),
        ("g2", "add", ["error"]),
        ("g3", "nope", ["error"]),
    ]


def test_calls_without_ids_go_back_without():
    run, sent = run_on(
        gemini(gemini_call(args={"a": 1}), gemini_call(args={"a": 2})), gemini({"text": "done"})
    )
    assert len({m["tool_call_id"] for m in run.messages if m["role"] == "tool"}) == 2
    parts = [part for content in sent[1].body["contents"][1:] for part in content["parts"]]
    assert not any("id" in next(iter(part.values())) for part in parts)
    assert [part["functionResponse"]["response"]["output"] for part in parts[2:]] == [
        {"result": 4},
        {"result": 5},
    ]


def test_two_equal_ids_are_answered_one_by_one():
    run, sent = run_on(
        gemini(gemini_call(args={"a": 1}, id="g"), gemini_call(args={"a": 2}, id="g")),
        gemini({"text": "done"}),
    )
    answers = [part["functionResponse"] for part in sent[1].body["contents"][2]["parts"]]
    assert [a["id"] for a in answers] == ["g", "g"]
    assert [a["response"]["output"]["result"] for a in answers] == [4, 5]
    assert len({entry["id"] for entry in run.messages[1]["tool_calls"]}) == 2


def test_the_native_turn_survives_the_run_file(tmp_path):
    with serve(
        gemini(gemini_call(signature=ODD)), gemini({"text": "5"}), gemini({"text": "6"})
    ) as server:
        agent = Agent([add], model=model(server))
        agent.start("?", path=tmp_path / "run.jsonl").drive()
        assert Run.load(tmp_path / "run.jsonl", agent).ask("and?").answer == "6"
    turn = server.sent[-1].body["contents"][1]
    assert decoded(turn["parts"][0]["thoughtSignature"]) == decoded(ODD)
    assert "a-key" not in (tmp_path / "run.jsonl").read_text()


def test_plain_words_are_kept_once():
    run, _ = run_on(gemini({"text": "a"}, {"text": "b"}))
    assert run.messages[-1] == {"role": "assistant", "content": "ab"}


def test_a_call_that_came_unsigned_gets_the_documented_value():
    _, sent = run_on(gemini(gemini_call(id="g1"), gemini_call(id="g2")), gemini({"text": "ok"}))
    first, second = sent[1].body["contents"][1]["parts"]
    assert decoded(first["thoughtSignature"]) == decoded(BYPASS)
    assert "thoughtSignature" not in second


def test_an_edited_turn_is_rebuilt_with_the_documented_value():
    with serve(
        gemini(gemini_call(id="g1", signature=ODD), gemini_call(id="g2")), gemini({"text": "5"})
    ) as server:
        run = Agent([add], model=model(server)).ask("?")
        run.messages[1]["tool_calls"][0]["function"]["arguments"] = '{"a": 40}'
        run.ask("?")
    parts = server.sent[-1].body["contents"][1]["parts"]
    assert parts[0]["functionCall"]["args"] == {"a": 40}
    assert decoded(parts[0]["thoughtSignature"]) == decoded(BYPASS)
    assert "thoughtSignature" not in parts[1]


def test_another_address_does_not_get_the_native_turn():
    with serve(gemini(gemini_call(signature=ODD)), gemini({"text": "5"})) as server:
        agent = Agent([add], model=model(server))
        run = agent.ask("?")
    with serve(gemini({"text": "6"})) as other:
        agent.model = model(other)
        run.ask("?")
    part = other.sent[0].body["contents"][1]["parts"][0]
    assert decoded(part["thoughtSignature"]) == decoded(BYPASS)
    assert other.sent[0].body["contents"][3] == {"role": "model", "parts": [{"text": "5"}]}


def test_a_history_of_another_provider():
    history = [
        system("A"),
        user("one"),
        user("two"),
        assistant(
            "",
            [
                call("calculator", {"expression": "1+1"}, "call_1"),
                call("my tool!", "{bad", "call_2"),
            ],
        ),
        tool("call_1", '{"result": 2, "note": "x"}'),
        tool("call_2", '{"error": "No.", "status": "r"}'),
        user("and?"),
        assistant("2"),
        user(""),
    ]
    with serve(gemini({"text": "ok"})) as server:
        model(server).complete(history, [])
    contents = server.sent[0].body["contents"]
    assert [c["role"] for c in contents] == ["user", "model", "user", "user", "model", "user"]
    assert contents[0]["parts"] == [{"text": "one\n\ntwo"}]
    first, second = (part["functionCall"] for part in contents[1]["parts"])
    assert first == {"id": "call_1", "name": "calculator", "args": {"expression": "1+1"}}
    assert second["name"] == "my_tool_"
    answers = [part["functionResponse"]["response"] for part in contents[2]["parts"]]
    assert answers == [
        {"output": {"result": 2, "note": "x"}},
        {"error": {"error": "No.", "status": "r"}},
    ]
    assert contents[-1]["parts"][0]["text"]  # an empty text would be refused


def test_settings(monkeypatch, caplog):
    monkeypatch.setenv("GEMINI_API_KEY", " key-1 ")
    monkeypatch.setenv("GOOGLE_API_KEY", "wrong")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:9")
    with serve(gemini({"text": "hi"})) as server:
        GeminiModel(base_url=server.url + "/").complete(ASK, [])
        monkeypatch.setenv("GEMINI_MODEL", "gemini-flash-latest")
        GeminiModel(base_url=server.url, api_version="v1", temperature=0.5).complete(ASK, [])
    assert "GOOGLE_API_KEY" not in caplog.text  # the SDK would say that it wins
    first, second = server.sent
    assert first.path == f"/v1beta/models/{gemini_module.DEFAULT_MODEL}:generateContent"
    assert first.headers["x-goog-api-key"] == "key-1"
    assert first.headers["x-server-timeout"] == "120"
    assert second.path == "/v1/models/gemini-flash-latest:generateContent"
    assert second.body["generationConfig"] == {"temperature": 0.5}
    assert GeminiModel().service.address == gemini_module.DEFAULT_URL
    assert "key-1" not in repr(GeminiModel())


THOUGHT = {"text": "The user wants a sum.", "thought": True}


@pytest.mark.filterwarnings("ignore:SOME_NEW_REASON")
@pytest.mark.parametrize(
    ("bodies", "status", "answer", "requests"),
    [
        ([gemini(THOUGHT, {"text": "Four."})], "answered", "Four.", 1),
        ([gemini({"text": "Done."}, finish="SOME_NEW_REASON")], "answered", "Done.", 1),
        ([gemini({"text": "cut"}, finish="MAX_TOKENS")], "answered", "cut off", 1),
        ([gemini(finish="MAX_TOKENS")], "failed", "length limit", 2),
        ([gemini()], "failed", "empty answer", 2),
        ([gemini(THOUGHT)], "failed", "empty answer", 2),
        ([gemini(finish="SAFETY")], "failed", "blocked this answer", 1),
        ([gemini({"text": "half"}, finish="RECITATION")], "answered", "half", 1),
        ([gemini(finish="MALFORMED_FUNCTION_CALL")], "failed", "MALFORMED_FUNCTION_CALL", 2),
        ([{"candidates": [{"finishReason": "UNEXPECTED_TOOL_CALL"}]}], "failed", "wrong form", 2),
        ([gemini(finish="MALFORMED_FUNCTION_CALL"), gemini({"text": "ok"})], "answered", "ok", 2),
        ([{"candidates": None}, gemini({"text": "ok"})], "answered", "ok", 2),
        ([{"candidates": []}], "failed", "no answer", 2),
        ([{}], "failed", "no answer", 2),
        ([{"promptFeedback": {"blockReason": "SAFETY"}}], "failed", "blocked this question", 1),
        ([gemini({"functionCall": {"name": "add", "args": "{}"}})], "failed", "wrong form", 2),
        (
            [
                gemini(
                    {
                        "functionCall": {"name": "add", "args": {"a": 1}},
                        "thoughtSignature": "no base 64!",
                    }
                )
            ],
            "failed",
            "wrong form",
            2,
        ),
        (
            [gemini({"functionCall": {"name": "add", "args": "{}"}}), gemini({"text": "ok"})],
            "answered",
            "ok",
            2,
        ),
    ],
)
def test_how_a_run_ends(bodies, status, answer, requests):
    run, sent = run_on(*bodies)
    assert (run.status, len(sent)) == (status, requests) and answer in run.answer
    assert "The user wants" not in run.answer
    with serve(gemini({"text": "later"})) as server:  # nothing of it spoils what comes
        run.agent.model = model(server)
        assert run.ask("again").answer == "later"
    assert all(content["parts"] for content in server.sent[0].body["contents"])


@pytest.mark.parametrize(
    ("parts", "result"),
    [
        ([{"text": "I will."}, gemini_call(), {"text": "Else check."}], 5),
        ([{"text": "", "functionCall": {"name": "add", "args": {"a": 2}}}], 5),
        ([{"functionCall": {"name": "add", "args": None}}], "error"),
        ([{"functionCall": {"name": "default_api.add", "args": {"a": 2}}}], 5),
        ([{"functionCall": {"args": {"a": 2}}}], "error"),
        ([{"functionCall": {"name": "add", "args": {"a": float("nan")}}}], "error"),
        ([THOUGHT, gemini_call()], 5),
    ],
)
def test_calls_of_every_shape_are_answered(parts, result):
    run, sent = run_on(gemini(*parts), gemini({"text": "ok"}))
    assert run.answer == "ok"
    answer = json.loads(run.messages[2]["content"])
    assert answer.get("result") == result or result in answer
    turn, answers = sent[1].body["contents"][1:]
    calls = [part for part in turn["parts"] if "functionCall" in part]
    assert len(calls) == len(answers["parts"]) == 1
    assert "text" not in calls[0] and calls[0]["functionCall"]["name"]  # else it is refused
    json.dumps(run.messages, allow_nan=False)


def test_geminis_own_words_on_a_malformed_call():
    from google.genai import types  # the SDK drops them on the way from this API, not from others

    from studybuddy.models.gemini_contents import to_reply

    response = types.GenerateContentResponse(
        candidates=[
            types.Candidate(
                finish_reason="MALFORMED_FUNCTION_CALL", finish_message="It was print(a-key-1)."
            )
        ]
    )
    with pytest.raises(ModelError, match=r"Gemini says: It was print\(\[key\]\)"):
        to_reply(response, {"provider": "gemini", "base_url": "x"}, ("a-key-1",))


def test_malformed_calls_do_not_run_and_are_answered():
    run, sent = run_on(gemini(gemini_call(), finish="UNEXPECTED_TOOL_CALL"), gemini({"text": "ok"}))
    assert run.answer == "ok" and "malformed" in run.messages[2]["content"]
    assert "error" in sent[1].body["contents"][2]["parts"][0]["functionResponse"]["response"]


def test_only_the_first_candidate_counts():
    body = gemini(gemini_call())
    body["candidates"].append({"content": {"role": "model", "parts": [{"text": "Two."}]}})
    run, sent = run_on(body, gemini({"text": "ok"}))
    assert run.answer == "ok" and "Two." not in json.dumps(run.messages)


def test_a_content_without_a_role_goes_back_as_the_models():
    run, sent = run_on(
        {"candidates": [{"content": {"parts": [gemini_call()]}}]}, gemini({"text": "ok"})
    )
    assert sent[1].body["contents"][1]["role"] == "model"


@pytest.mark.parametrize(
    ("counts", "usage"),
    [
        (
            {
                "promptTokenCount": 3,
                "candidatesTokenCount": 4,
                "thoughtsTokenCount": 5,
                "totalTokenCount": 13,
            },
            Usage(3, 9, 13),
        ),
        ({"promptTokenCount": 3}, Usage(3, 0, 3)),
        (None, None),
        ({}, None),
    ],
)
def test_usage(counts, usage):
    with serve({**gemini({"text": "hi"}), "usageMetadata": counts}) as server:
        assert model(server).complete(ASK, []).usage == usage


@pytest.mark.parametrize("refused", [0, 1, 2])
def test_an_answer_of_a_shape(refused):
    def answer(request):
        config = request["generationConfig"]
        found = 2 if any("chema" in key for key in config) else 1 if config else 0
        return (
            gemini({"text": '{"n": 1}'})
            if found <= 2 - refused
            else (
                400,
                {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "No JSON mode."}},
            )
        )

    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    with serve(answer) as server:
        made = model(server)
        for number in range(2):
            assert made.complete(ASK, [], response_schema=schema).text == '{"n": 1}'
            assert len(server.sent) == refused + 1 + number  # remembered
    if refused:
        assert '"integer"' in server.sent[-1].body["systemInstruction"]["parts"][0]["text"]


def test_python_functions_are_never_called_by_the_sdk():
    sent = {}

    class Client:
        class models:  # noqa: N801 (the SDK's own name)
            @staticmethod
            def generate_content(**request):
                sent.update(request)
                from google.genai import types

                return types.GenerateContentResponse.model_validate(gemini({"text": "hi"}))

    GeminiModel(client=Client()).complete(ASK, [])
    assert sent["config"].automatic_function_calling.disable is True


def test_call_function(capsys):
    from google.genai import types

    content = call_function(
        types.FunctionCall(id="g7", name="calculator", args={"expression": "6*7"}), verbose=True
    )
    assert content.role == "user" and len(content.parts) == 1
    answer = content.parts[0].function_response
    assert (answer.id, answer.name) == ("g7", "calculator")
    assert answer.response["output"]["result"] == 42
    assert "calculator" in (said := capsys.readouterr().out) and "42" in said
    for bad in (
        types.FunctionCall(name="nope", args={}),
        types.FunctionCall(name="calculator"),
        types.FunctionCall(),
    ):
        part = call_function(bad).parts[0]
        assert "error" in part.function_response.response and part.function_response.id is None
    assert capsys.readouterr().out == ""


def test_call_function_runs_nothing_that_waits(monkeypatch):
    from google.genai import types

    from studybuddy import NEEDS_CONFIRMATION

    NEEDS_CONFIRMATION.add("calculator")
    try:
        part = call_function(types.FunctionCall(name="calculator", args={"expression": "1"})).parts[
            0
        ]
    finally:
        NEEDS_CONFIRMATION.discard("calculator")
    assert part.function_response.response["output"]["status"] == "needs_approval"


def test_an_empty_history_is_a_sentence():
    with pytest.raises(ModelError):
        model(type("S", (), {"url": "http://127.0.0.1:9"})).complete([], [])
