"""OpenAIModel over loopback HTTP: what it sends, and what it makes of what comes."""

import json

import pytest

from studybuddy import Agent, GeminiModel, ModelError, OpenAIModel, Run, ScriptedModel, run_agent
from studybuddy.messages import Usage, assistant, call, tool, user
from studybuddy.models import openai_chat, retry
from tests.models.stub import chat, chat_call, gemini, gemini_call, serve

ASK = [user("hi")]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}, "required": []}


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def model(server, **options):
    return OpenAIModel("some-model", f"{server.url}/v1", "a-key", **options)


def test_a_run_with_a_call():
    with serve(chat(None, [chat_call(arguments='{"a": 2, "b": 3}')]), chat("5")) as server:
        run = Agent([add], model=model(server), system="S").ask("2+3?")
    assert (run.status, run.answer, run.usage) == ("answered", "5", Usage(6, 8, 18))
    first, second = (request.body for request in server.sent)
    assert server.sent[0].path == "/v1/chat/completions"
    assert server.sent[0].headers["authorization"] == "Bearer a-key"
    assert first["model"] == "some-model" and first["tool_choice"] == "auto"
    assert first["tools"][0]["function"]["name"] == "add"
    assert set(first) == {"model", "messages", "tools", "tool_choice"}  # no temperature
    assert second["messages"] == [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "2+3?"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [chat_call(arguments='{"a": 2, "b": 3}')],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": '{"result": 5}'},
    ]


def test_what_is_sent_only_when_set():
    with serve(chat("hi")) as server:
        model(server, temperature=0).complete(ASK, [])
        model(server).complete(ASK, [])
    assert server.sent[0].body["temperature"] == 0
    assert set(server.sent[1].body) == {"model", "messages"}


def test_settings_from_the_environment(monkeypatch):
    with serve(chat("hi")) as server:
        for name, value in (
            ("LLM_BASE_URL", f"{server.url}/api/v1/"),
            ("LLM_API_KEY", " k-123 "),
            ("LLM_MODEL", "their-model"),
        ):
            monkeypatch.setenv(name, value)
        OpenAIModel().complete(ASK, [])
        OpenAIModel("mine", server.url, "other").complete(ASK, [])
        monkeypatch.setenv("LLM_API_KEY", "")
        monkeypatch.setenv("LLM_MODEL", "")
        OpenAIModel().complete(ASK, [])  # a server of one's own wants no key
    got = [(r.path, r.headers["authorization"], r.body["model"]) for r in server.sent]
    assert got == [
        ("/api/v1/chat/completions", "Bearer k-123", "their-model"),
        ("/chat/completions", "Bearer other", "mine"),
        ("/api/v1/chat/completions", "Bearer none", openai_chat.DEFAULT_MODEL),
    ]


def test_the_key_is_in_no_repr():
    made = OpenAIModel("m", "http://localhost:1/v1", "a-secret-key")
    assert "a-secret-key" not in repr(made) + repr(made.service) + str(made.name)


def test_the_sdks_own_variables_do_not_count(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/wrong")
    monkeypatch.setenv("OPENAI_API_KEY", "wrong")
    with serve(chat("hi")) as server:
        assert model(server).complete(ASK, []).text == "hi"
    assert server.sent[0].headers["authorization"] == "Bearer a-key"


@pytest.mark.parametrize("make", [OpenAIModel, GeminiModel])
def test_a_client_of_ones_own(make, monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.0)
    if make is OpenAIModel:
        import openai

        with serve((503, {}), chat("hi")) as server:
            client = openai.OpenAI(base_url=server.url, api_key="own-key", max_retries=5)
            events = []
            reply = OpenAIModel("m", client=client).complete(ASK, [], on_event=events.append)
        assert client.max_retries == 5  # the caller's own stays as it is
    else:
        from google import genai

        with serve((503, {}), gemini({"text": "hi"})) as server:
            client = genai.Client(
                api_key="own-key",
                http_options={"base_url": server.url, "retry_options": {"attempts": 5}},
            )
            events = []
            reply = GeminiModel("m", client=client).complete(ASK, [], on_event=events.append)
    assert reply.text == "hi" and len(server.sent) == 2
    assert [event["type"] for event in events] == ["retry"]  # the retry was ours
    assert "own-key" in str(server.sent[0].headers)


def test_extras_go_back_to_their_origin_only():
    signed = chat_call(extra_content={"google": {"thought_signature": "sig"}}, index=0)
    first = chat(None, [signed], reasoning_content="hm", annotations=[], refusal=None)
    with serve(first, chat("5"), chat("again")) as server, serve(chat("elsewhere")) as other:
        agent = Agent([add], model=model(server))
        run = agent.ask("2+3?")
        back = server.sent[1].body["messages"][1]
        assert back["reasoning_content"] == "hm" and "annotations" not in back
        assert back["tool_calls"] == [chat_call(extra_content=signed["extra_content"])]
        assert not [
            key
            for message in server.sent[1].body["messages"]
            for key in message
            if key.startswith("_")
        ]
        agent.model = model(other)
        assert run.ask("and now?").answer == "elsewhere"
        plain = other.sent[0].body["messages"][1]
        assert set(plain) == {"role", "content", "tool_calls"}
        assert plain["tool_calls"] == [chat_call()]
        agent.model = model(server)  # back home: it is all there still
        run.ask("and?")
        assert server.sent[-1].body["messages"][1]["reasoning_content"] == "hm"
    json.dumps(run.messages, allow_nan=False)


def test_extras_of_an_edited_message_are_dropped():
    with serve(chat(None, [chat_call()], reasoning_content="hm"), chat("5")) as server:
        run = Agent([add], model=model(server)).ask("2+3?")
        run.messages[1]["tool_calls"][0]["function"]["arguments"] = '{"a": 9, "b": 9}'
        run.ask("?")
    assert "reasoning_content" not in server.sent[-1].body["messages"][1]


def test_a_server_cannot_say_where_a_message_comes_from():
    with serve(
        chat("hi", _origin={"provider": "openai", "base_url": "x", "content": {}})
    ) as server:
        assert "_origin" not in model(server).complete(ASK, []).message
        model(server).complete([{**user("x"), "_origin": {}}], [])
    assert server.sent[-1].body["messages"] == [user("x")]


def test_extras_survive_the_run_file(tmp_path):
    with serve(chat(None, [chat_call()], reasoning_content="hm"), chat("5"), chat("6")) as server:
        agent = Agent([add], model=model(server))
        run = agent.start("2+3?", path=tmp_path / "run.jsonl")
        run.drive()
        Run.load(tmp_path / "run.jsonl", agent).ask("?")
    assert server.sent[-1].body["messages"][1]["reasoning_content"] == "hm"
    assert "a-key" not in (tmp_path / "run.jsonl").read_text()


def test_what_a_service_refuses_is_sent_otherwise_and_remembered():
    def strict(request):
        for message in request["messages"]:
            for entry in message.get("tool_calls", ()):
                if len(entry["id"]) != 9:
                    return 400, {
                        "object": "error",
                        "message": f"Tool call id was {entry['id']} but "
                        "must be a-z, A-Z, 0-9, with a length of 9.",
                    }
            if "reasoning" in message:
                return 422, {"detail": [{"msg": "Extra inputs are not permitted: reasoning"}]}
        return chat("fine")

    history = [
        user("?"),
        assistant("", [call("add", {"a": 1, "b": 2}, "call_long_id_of_another")]),
        tool("call_long_id_of_another", "{}"),
        user("?"),
    ]
    with serve(strict) as server:
        made = model(server)
        own = assistant("x")
        own["reasoning"] = "r"
        openai_chat.origin.mark(own, made._where)
        assert made.complete([*history, own, user("?")], []).text == "fine"
        assert len(server.sent) == 3
        assert made.complete([*history, own, user("?")], []).text == "fine"
        assert len(server.sent) == 4
    sent = server.sent[-1].body["messages"]
    assert sent[1]["tool_calls"][0]["id"] == sent[2]["tool_call_id"] != history[2]["tool_call_id"]


def test_an_unsigned_call_gets_googles_value_where_it_is_asked_for():
    def google(request):
        signed = request["messages"][1]["tool_calls"][0].get("extra_content")
        return (
            chat("fine")
            if signed
            else (
                400,
                [
                    {
                        "error": {
                            "code": 400,
                            "message": "Function call is missing a thought_signature.",
                        }
                    }
                ],
            )
        )

    history = [
        user("?"),
        assistant("", [call("add", {}, "c1"), call("add", {}, "c2")]),
        tool("c1", "{}"),
        tool("c2", "{}"),
    ]
    with serve(google) as server:
        assert model(server).complete(history, []).text == "fine"
    first, second = server.sent[-1].body["messages"][1]["tool_calls"]
    assert first["extra_content"] == openai_chat.UNSIGNED and "extra_content" not in second


def test_a_refusal_that_stays_ends():
    with serve((400, {"error": {"message": "thought_signature"}})) as server:
        with pytest.raises(ModelError):
            model(server).complete(ASK, [])
    assert len(server.sent) == 2


@pytest.mark.parametrize(
    ("refused", "modes"),
    [
        ((), ["json_schema"]),
        (("json_schema",), ["json_schema", "json_object"]),
        (("json_schema", "json_object"), ["json_schema", "json_object", None]),
    ],
)
def test_an_answer_of_a_shape(refused, modes):
    def answer(request):
        kind = request.get("response_format", {}).get("type")
        return (
            (400, {"error": {"message": f"{kind} is not supported"}})
            if kind in refused
            else chat('{"n": 1}')
        )

    with serve(answer) as server:
        made = model(server)
        assert made.complete(ASK, [], response_schema=SCHEMA).text == '{"n": 1}'
        sent = [request.body.get("response_format", {}).get("type") for request in server.sent]
        assert sent == modes
        made.complete(ASK, [], response_schema=SCHEMA)
        assert len(server.sent) == len(modes) + 1  # what was refused is remembered
    if not refused:
        form = server.sent[0].body["response_format"]["json_schema"]
        assert form["strict"] is True and form["schema"] == {
            "type": "object",
            "properties": {"n": {"type": "integer"}},
            "required": ["n"],
            "additionalProperties": False,
        }
    else:
        assert '"properties"' in server.sent[-1].body["messages"][0]["content"]


def test_a_shape_is_not_given_up_for_another_fault():
    with serve((401, {}), chat("{}")) as server:
        made = model(server)
        with pytest.raises(ModelError):
            made.complete(ASK, [], response_schema=SCHEMA)
        made.complete(ASK, [], response_schema=SCHEMA)
    assert [r.body["response_format"]["type"] for r in server.sent] == ["json_schema"] * 2


def test_a_free_object_is_not_strict():
    form = openai_chat.schema_format({"type": "object", "properties": {"x": {"type": "object"}}})
    assert "strict" not in form["json_schema"]


@pytest.mark.parametrize(
    "entry",
    [
        chat_call(id=None),
        chat_call(id=""),
        {"function": {"name": "add", "arguments": {"a": 2, "b": 3}}},
        {"id": "c", "function": {"name": "add", "arguments": '"{\\"a\\": 2, \\"b\\": 3}"'}},
        {
            "id": "c",
            "type": "function",
            "function": {"name": "functions.add ", "arguments": '{"a":2,"b":3}'},
        },
    ],
)
@pytest.mark.parametrize("finish", ["tool_calls", "stop", "something_new", None])
def test_odd_calls_run_and_go_back_in_good_form(entry, finish):
    with serve(chat(None, [entry], finish=finish), chat("5")) as server:
        assert Agent([add], model=model(server)).ask("?").answer == "5"
    message, answer = server.sent[1].body["messages"][1:]
    sent = message["tool_calls"][0]
    assert message["content"] == "" and sent["type"] == "function"
    assert sent["id"] == answer["tool_call_id"] != "" and answer["content"] == '{"result": 5}'
    assert json.loads(sent["function"]["arguments"]) == {"a": 2, "b": 3}
    assert sent["function"]["name"].replace("_", "").isalnum()


@pytest.mark.parametrize(
    ("body", "status", "answer"),
    [
        (chat("", finish="content_filter"), "failed", "blocked"),
        (chat(""), "failed", "empty answer"),
        (chat("", finish="length"), "failed", "length limit"),
        (chat("The mito", finish="length"), "answered", "cut off"),
        (chat(None, refusal="I cannot."), "answered", "I cannot."),
        (chat([{"type": "refusal", "refusal": "No."}]), "answered", "No."),
        (chat("<think>hm</think>Four."), "answered", "Four."),
        (chat("hi", finish=["odd"]), "answered", "hi"),
    ],
)
def test_how_a_run_ends(body, status, answer):
    with serve(body) as server:
        run = Agent([add], model=model(server)).ask("?")
    assert run.status == status and answer in run.answer


def test_cut_off_calls_do_not_run_and_the_next_request_is_in_order():
    with serve(
        chat(None, [chat_call(arguments='{"a": 2, "b"')], finish="length"), chat("ok")
    ) as server:
        run = Agent([add], model=model(server)).ask("?")
    assert run.answer == "ok"
    sent, answer = server.sent[1].body["messages"][1:]
    assert sent["tool_calls"][0]["function"]["arguments"] == "{}"
    assert "cut off" in answer["content"]


def test_run_agent_with_a_real_client():
    import openai

    with serve(
        chat(
            None,
            [chat_call(name="calculator", arguments='{"expression": "6*7"}')],
            reasoning_content="hm",
        ),
        chat("42"),
        (401, {"error": {"message": "k own-key-1 k"}}),
        (429, {}, {"retry-after": "20"}),
    ) as server:
        client = openai.OpenAI(base_url=server.url, api_key="own-key-1", max_retries=0)
        history = [user("6*7?")]
        assert run_agent(history, client=client, model="m", log=None) == "42"
        assert [m["role"] for m in history] == ["user", "assistant", "tool", "assistant"]
        assert not any(key.startswith("_") for message in history for key in message)
        assert server.sent[1].body["messages"][1]["reasoning_content"] == "hm"
        with pytest.raises(ModelError, match="does not accept the key in the client") as caught:
            run_agent([user("?")], client=client, model="m", log=None)
        assert caught.value.kind == "auth" and "own-key-1" not in str(caught.value)
        with pytest.raises(ModelError, match="20 seconds"):
            run_agent([user("?")], client=client, model="m", log=None)


def test_an_answer_of_a_shape_through_a_client():
    import openai

    from studybuddy.models.openai_chat import ClientModel

    with serve((400, {"error": {"message": "response_format"}}), chat("{}")) as server:
        client = openai.OpenAI(base_url=server.url, api_key="k", max_retries=0)
        ClientModel(client, "m").complete(ASK, [], response_schema=SCHEMA)
    assert [r.body["response_format"]["type"] for r in server.sent] == [
        "json_schema",
        "json_object",
    ]

    class Bare:  # takes what it must, and nothing more
        class chat:  # noqa: N801 (the SDK's own name)
            class completions:  # noqa: N801
                @staticmethod
                def create(model, messages):
                    return {"choices": [{"message": {"content": messages[0]["content"]}}]}

    reply = ClientModel(Bare(), "m").complete(ASK, [], response_schema=SCHEMA)
    assert '"integer"' in reply.text


def test_a_mock_of_a_client():
    from unittest.mock import MagicMock

    client = MagicMock()
    client.chat.completions.create.return_value.choices = [MagicMock()]
    message = client.chat.completions.create.return_value.choices[0].message
    message.content, message.tool_calls = "hello", None
    history = [user("?")]
    assert run_agent(history, client=client, model="m", log=None) == "hello"
    assert history[1] == {"role": "assistant", "content": "hello"}


def test_the_callers_own_fault_stays_the_callers():
    class Broken:
        class chat:  # noqa: N801 (the SDK's own name)
            class completions:  # noqa: N801
                @staticmethod
                def create(**request):
                    raise KeyError("mine")

    with pytest.raises(KeyError):
        run_agent([user("?")], client=Broken(), log=None)


def test_500_turns_stay_within_the_budget():
    with serve(chat("ok")) as server, serve(gemini({"text": "ok"})) as google:
        agent = Agent([add], model=ScriptedModel([]))
        run = agent.start("question 0")
        for number in range(500):
            run._take(
                {
                    "type": "message",
                    "message": assistant("", [call("add", {"a": number, "b": 1}, f"c{number}")]),
                }
            )
            run._take({"type": "done", "message": tool(f"c{number}", "x" * 2_000)})
            run._take({"type": "message", "message": assistant(f"answer {number}")})
            run._take({"type": "message", "message": user(f"question {number + 1}")})
        stored = len(run.messages)
        for made in (model(server), GeminiModel("m", google.url, "k")):
            agent.model = made
            run.step()
            assert run.left_out > 250
            run._record({"type": "message", "message": user("more")})
        assert len(run.messages) == stored + 4
    sent = server.sent[0].body["messages"]
    assert sent[0]["role"] == "user" and sent[-1]["content"] == "question 500"
    assert sum(len(message["content"]) for message in sent) < 410_000
    calls = [entry["id"] for m in sent for entry in m.get("tool_calls", ())]
    assert calls == [m["tool_call_id"] for m in sent if m["role"] == "tool"] and len(calls) > 150
    contents = google.sent[0].body["contents"]
    asked = sum("functionCall" in p for c in contents for p in c["parts"])
    answered = sum("functionResponse" in p for c in contents for p in c["parts"])
    assert asked == answered > 150 and contents[0]["role"] == "user"


def test_importing_the_package_loads_no_sdk():
    import subprocess
    import sys

    code = (
        "import sys, studybuddy; from studybuddy import *; "
        "studybuddy.OpenAIModel('m', 'http://localhost:1');"
        "studybuddy.GeminiModel('m', api_key='k');"
        "print(sorted({'openai', 'google.genai', 'httpx', 'httpx2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr


def test_gemini_calls_do_not_reach_openai_with_their_content():
    with serve(gemini(gemini_call(signature="c2ln"))) as google, serve(chat("5")) as server:
        agent = Agent([add], model=GeminiModel("m", google.url, "k"), max_steps=1)
        run = agent.ask("2+3?")
        agent.model = model(server)
        assert run.ask("go on").answer == "5"
    sent = server.sent[0].body["messages"]
    # The step limit left no words: "(no answer)" stands before the next question.
    assert [m["role"] for m in sent] == ["user", "assistant", "tool", "assistant", "user"]
    assert "c2ln" not in json.dumps(sent) and set(sent[1]) == {"role", "content", "tool_calls"}
