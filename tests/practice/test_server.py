"""The practice server over real HTTP, and its core without a network."""

import gc
import http.client
import json
import socket
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from studybuddy import practice
from studybuddy.models.base import ModelError
from studybuddy.models.scripted import ScriptedModel
from studybuddy.practice import PracticeModel, terminal
from studybuddy.practice.handle import MAX_BODY, Service

SCHEMA = {"type": "object", "properties": {"expression": {"type": "string"}},
          "required": ["expression"]}
TOOL = {"type": "function", "function": {
    "name": "calculator", "description": "Work out an arithmetic expression.",
    "parameters": SCHEMA}}
QUESTION = "What is 15% of 2,480?"
CHAT = {"model": "m", "messages": [{"role": "user", "content": QUESTION}], "tools": [TOOL]}
GENERATE = {"contents": [{"role": "user", "parts": [{"text": QUESTION}]}],
            "tools": [{"functionDeclarations": [{
                "name": "calculator", "description": "Work out an arithmetic expression.",
                "parametersJsonSchema": SCHEMA}]}]}
GEMINI = "/v1beta/models/gemini-3.8-flash:generateContent"


@pytest.fixture(scope="module")
def server():
    with practice.serve(today="2026-11-29", key="secret", seed=1) as running:
        yield running


@pytest.fixture(scope="module")
def service():
    return Service(PracticeModel(today="2026-11-29"), key="secret", seed=1)


def request(server, method, path, body=None, headers=None):
    """(status, headers, body) of one plain HTTP request."""
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=5)
    raw = json.dumps(body) if body is not None else None
    connection.request(method, path, raw, {"Authorization": "Bearer secret"} if headers is None
                       else headers)
    answer = connection.getresponse()
    read = answer.read()
    connection.close()
    return answer.status, answer.headers, read


def handle(service, method, path, body=None, headers=None):
    raw = json.dumps(body).encode() if body is not None else b""
    status, _, answer = service.handle(method, path, headers or {"x-goog-api-key": "secret"}, raw)
    return status, json.loads(answer)


# -- replies -----------------------------------------------------------------------------------


def test_a_chat_completion(service):
    status, body = handle(service, "POST", "/v1/chat/completions", CHAT)
    assert status == 200
    [choice] = body["choices"]
    assert choice["finish_reason"] == "tool_calls"
    [call] = choice["message"]["tool_calls"]
    assert (call["type"], call["function"]["name"]) == ("function", "calculator")
    assert json.loads(call["function"]["arguments"]) == {"expression": "15 / 100 * 2480"}
    assert choice["message"]["content"] is None
    assert body["object"] == "chat.completion" and body["id"].startswith("chatcmpl-")
    usage = body["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"] > 50


def test_a_generated_content(service):
    status, body = handle(service, "POST", GEMINI, GENERATE)
    assert status == 200
    [candidate] = body["candidates"]
    [part] = candidate["content"]["parts"]
    assert part["functionCall"]["args"] == {"expression": "15 / 100 * 2480"}
    assert service.signer.accepts(part["thoughtSignature"], part)
    assert (candidate["finishReason"], candidate["content"]["role"]) == ("STOP", "model")
    assert body["modelVersion"] == "gemini-3.8-flash" and len(body["responseId"]) == 22
    usage = body["usageMetadata"]
    assert usage["totalTokenCount"] == (usage["promptTokenCount"] + usage["candidatesTokenCount"]
                                        + usage["thoughtsTokenCount"])


def test_the_history_costs_tokens():
    service = Service(ScriptedModel([lambda messages: "Yes."] * 9), key="k")
    counted = []
    contents = []
    for _ in range(3):
        contents.append({"role": "user", "parts": [{"text": "And then?"}]})
        _, body = handle(service, "POST", GEMINI, {"contents": contents}, {"x-goog-api-key": "k"})
        contents.append(body["candidates"][0]["content"])
        counted.append(body["usageMetadata"]["promptTokenCount"])
    assert counted == sorted(set(counted))


def test_only_the_first_of_parallel_calls_is_signed_and_older_models_sign_less():
    both = {"role": "assistant", "content": "", "tool_calls": [TWO_CALLS[0], TWO_CALLS[1]]}
    for model, signed in (
            ("gemini-3.8-flash", [True, False]), ("gemini-flash-latest", [True, False]),
            ("gemini-2.5-pro", [True, False]), ("gemini-2.0-flash", [False, False])):
        service = Service(ScriptedModel([both]), key="k")
        _, body = handle(service, "POST", f"/v1/models/{model}:generateContent", GENERATE,
                         {"x-goog-api-key": "k"})
        parts = body["candidates"][0]["content"]["parts"]
        assert ["thoughtSignature" in part for part in parts] == signed, model


TWO_CALLS = [{"id": f"c{n}", "type": "function", "function": {
    "name": "calculator", "arguments": '{"expression": "1+1"}'}} for n in (1, 2)]


def test_the_same_request_gets_the_same_reply_on_every_server(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_TODAY", "2026-11-29")
    replies = []
    for _ in range(2):
        service = Service(PracticeModel(today="2026-11-29"), seed="lesson 05")
        replies.append([handle(service, "POST", path, body, {"x-goog-api-key": service.key})[1]
                        for path, body in ((GEMINI, GENERATE), ("/v1/chat/completions", CHAT))])
    assert replies[0] == replies[1]
    assert replies[0][1]["created"] == 1795953600  # noon of that day


def test_servers_have_keys_and_secrets_of_their_own():
    one, two = Service(PracticeModel()), Service(PracticeModel())
    assert one.key != two.key and len(one.key) > 30
    part = {"text": "hello"}
    assert not two.signer.accepts(one.signer.sign(part), part)


def test_tool_choice_limits_what_the_model_sees():
    seen = []

    class Watching:
        def complete(self, messages, tools, *, response_schema=None, cancel=None, on_event=None):
            seen.append(([tool["function"]["name"] for tool in tools], response_schema))
            return ScriptedModel(["ok"]).complete([], tools)

    service = Service(Watching(), key="k")
    other = {"type": "function", "function": {"name": "mail"}}
    for choice in ("auto", "none", {"type": "function", "function": {"name": "mail"}}):
        handle(service, "POST", "/v1/chat/completions",
               {**CHAT, "tools": [TOOL, other], "tool_choice": choice}, {"x-goog-api-key": "k"})
    for config in ({"mode": "NONE"}, {"mode": "ANY", "allowedFunctionNames": ["calculator"]}):
        handle(service, "POST", GEMINI, {
            **GENERATE, "toolConfig": {"functionCallingConfig": config},
            "generationConfig": {"responseSchema": {"type": "STRING"}}}, {"x-goog-api-key": "k"})
    assert [names for names, _ in seen] == [
        ["calculator", "mail"], [], ["mail"], [], ["calculator"]]
    assert seen[-1][1] == {"type": "string"}


def test_a_model_that_fails_does_not_break_the_server():
    class Failing:
        def __init__(self, error):
            self.error = error

        def complete(self, *_args, **_more):
            raise self.error

    spoken = Service(Failing(ModelError("bad_response", "The script has run out.")), key="k")
    key = {"x-goog-api-key": "k"}
    status, body = handle(spoken, "POST", "/v1/chat/completions", CHAT, key)
    assert (status, body["error"]["message"]) == (400, "The script has run out.")
    broken = Service(Failing(ZeroDivisionError("/home/secret")), key="k")
    for path, request_body in (("/v1/chat/completions", CHAT), (GEMINI, GENERATE)):
        status, body = handle(broken, "POST", path, request_body, key)
        assert status == 500
        assert body["error"]["message"] == "The practice server failed with ZeroDivisionError."


# -- addresses, methods, keys ------------------------------------------------------------------


@pytest.mark.parametrize("method,path,status,words", [
    ("POST", "/v1/completions", 404, "Invalid URL (POST /v1/completions)"),
    ("GET", "/v1/chat/completions", 405, "Not allowed to GET on /v1/chat/completions."),
    ("DELETE", "/v1/models", 405, "Not allowed to DELETE on /v1/models."),
    ("GET", GEMINI, 405, "The method GET is not allowed here."),
    ("POST", "/v1beta/models/gemini-3.8-flash:streamGenerateContent", 400, "does not stream"),
    ("POST", "/v1beta/models/gemini-3.8-flash:countTokens", 404, "is not found for API version"),
    ("POST", "/v1beta/nothing", 404, "The requested URL was not found on this server."),
    ("GET", "/", 200, "no language model"),
])
def test_addresses(service, method, path, status, words):
    got, headers, body = service.handle(method, path, {"Authorization": "Bearer secret"}, b"{}")
    assert got == status
    assert words in body.decode()
    assert ("allow" in headers) == (status == 405)


def test_models_are_listed_in_the_shape_that_was_asked_for(service):
    bearer, google = {"Authorization": "Bearer secret"}, {"x-goog-api-key": "secret"}
    assert handle(service, "GET", "/v1/models", headers=bearer)[1]["object"] == "list"
    assert "models" in handle(service, "GET", "/v1/models", headers=google)[1]
    assert "models" in handle(service, "GET", "/v1beta/models?key=secret", headers={"a": "b"})[1]
    assert handle(service, "GET", "/v1/models/any", headers=bearer)[1]["id"] == "any"


def test_where_models_are_named_others_do_not_exist():
    service = Service(PracticeModel(), key="secret", models=["gemini-3.8-flash"])
    status, body = handle(service, "POST", "/v1/chat/completions", CHAT)
    assert (status, body["error"]["code"]) == (404, "model_not_found")
    assert "`m` does not exist" in body["error"]["message"]
    path = "/v1beta/models/gemini-9:generateContent"
    status, body = handle(service, "POST", path, GENERATE)
    assert (status, body["error"]["status"]) == (404, "NOT_FOUND")
    assert body["error"]["message"].startswith("models/gemini-9 is not found for API version")
    assert handle(service, "POST", GEMINI, GENERATE)[0] == 200
    assert [m["id"] for m in handle(service, "GET", "/v1/models",
                                    headers={"Authorization": "Bearer secret"})[1]["data"]] == [
        "gemini-3.8-flash"]


@pytest.mark.parametrize("headers,path", [
    ({"Authorization": "Bearer secret"}, ""), ({"authorization": "bearer secret"}, ""),
    ({"X-Goog-Api-Key": "secret"}, ""), ({}, "?key=secret"), ({}, "?a&b=1&key=secr%65t&c"),
    ({}, "?" + "a=1&" * 500 + "key=secret")])
def test_a_key_may_come_in_three_ways(service, headers, path):
    for address, body in (("/v1/chat/completions", CHAT), (GEMINI, GENERATE)):
        status, _, _ = service.handle("POST", address + path, headers, json.dumps(body).encode())
        assert status == 200


def test_without_the_key_nothing_is_answered(service):
    status, body = handle(service, "POST", "/v1/chat/completions", CHAT, {"a": "b"})
    assert (status, body["error"]["code"]) == (401, None)
    assert body["error"]["message"].startswith("You didn't provide an API key.")
    wrong = {"Authorization": "Bearer sk-wrong-and-rather-long"}
    status, body = handle(service, "POST", "/v1/chat/completions", CHAT, wrong)
    assert (status, body["error"]["code"]) == (401, "invalid_api_key")
    assert body["error"]["message"].startswith(
        f"Incorrect API key provided: sk-w{'*' * 16}long.")
    # Google answers 403 and 400 here, not 401.
    status, body = handle(service, "POST", GEMINI, GENERATE, {"a": "b"})
    assert (status, body["error"]["status"]) == (403, "PERMISSION_DENIED")
    status, body = handle(service, "POST", GEMINI, GENERATE, {"x-goog-api-key": "wrong"})
    assert (status, body["error"]["details"][0]["reason"]) == (400, "API_KEY_INVALID")
    assert body["error"]["message"] == "API key not valid. Please pass a valid API key."


def test_what_came_is_kept_without_keys():
    service = Service(PracticeModel(), key="secret")
    service.handle("POST", "/v1/chat/completions?key=secret", {"Authorization": "Bearer secret"},
                   json.dumps(CHAT).encode())
    service.handle("GET", "/v1/models", {}, b"")
    first, second = service.requests
    assert (first.method, first.path, first.protocol, first.model, first.status, first.fault) == (
        "POST", "/v1/chat/completions", "openai", "m", 200, None)
    assert first.body == CHAT
    assert (second.path, second.status, second.body) == ("/v1/models", 401, None)
    assert "secret" not in repr(service.requests)


def test_a_listener_hears_of_each_request_and_cannot_break_it():
    heard = []

    def listen(seen):
        heard.append((seen.path, seen.status))
        raise ZeroDivisionError

    service = Service(PracticeModel(), key="secret", on_request=listen)
    assert handle(service, "POST", "/v1/chat/completions", CHAT)[0] == 200
    assert heard == [("/v1/chat/completions", 200)]


def test_only_the_last_thousand_requests_are_kept():
    service = Service(PracticeModel(), key="secret")
    for number in range(1010):
        service.handle("GET", f"/{number}")
    assert len(service.requests) == 1000
    assert service.requests[0].path == "/10"


@pytest.mark.parametrize("body", [
    b"", b"{", b"[1]", b"null", b'{"a": NaN}', b"\xff\xfe", b'{"a": ' + b"9" * 5000 + b"}",
    b"[" * 5000 + b"]" * 5000, b'{"a": "' + b"[" * 500 + b'"'])
def test_bodies_that_are_no_json_object(service, body):
    key = {"x-goog-api-key": "secret"}
    status, _, answer = service.handle("POST", "/v1/chat/completions", key, body)
    assert status == 400
    assert "We could not parse the JSON body" in json.loads(answer)["error"]["message"]
    status, _, answer = service.handle("POST", GEMINI, key, body)
    assert status == 400
    assert json.loads(answer)["error"]["message"].startswith("Invalid JSON payload received.")


# -- any input ---------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([
        "role", "content", "parts", "text", "tool_calls", "id", "type", "function", "name",
        "arguments", "functionCall", "function_response", "args", "response", "thoughtSignature",
        "parameters", "properties", "items", "required", "x"]), inner, max_size=4), max_leaves=12)
BODIES = st.fixed_dictionaries({}, optional={key: JSON for key in (
    "model", "messages", "contents", "tools", "tool_choice", "toolConfig", "generationConfig",
    "system_instruction", "response_format", "n", "temperature", "x")})
ALMOST = st.fixed_dictionaries({"model": st.just("m"), "messages": st.lists(st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "tool", "system"]), "content": JSON},
    optional={"tool_calls": JSON, "tool_call_id": JSON}), max_size=3)}, optional={"tools": JSON})
CONTENTS = st.fixed_dictionaries({"contents": st.lists(st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "model"]), "parts": st.lists(st.fixed_dictionaries(
        {}, optional={"text": st.text(max_size=5), "functionCall": JSON, "functionResponse": JSON,
                      "thoughtSignature": JSON}), max_size=2)}), max_size=4)},
    optional={"tools": JSON, "toolConfig": JSON, "generationConfig": JSON})


@settings(max_examples=150, deadline=None)
@given(method=st.sampled_from(["POST", "POST", "POST", "GET", "HEAD", "PUT", "x\n", ""]),
       path=st.sampled_from(["/v1/chat/completions", GEMINI, "/v1beta/openai/chat/completions",
                             "/v1/models", "/v1beta/models/%ff:generateContent"]) | st.text(),
       headers=st.just({"Authorization": "Bearer secret"}) | st.dictionaries(
           st.text(), st.text(), max_size=3),
       body=st.binary() | st.one_of(JSON, BODIES, ALMOST, CONTENTS).map(
           lambda value: json.dumps(value).encode()))
@example("POST", "/v1beta/openai/chat/completions", {"Authorization": "Bearer secret"},
         b'{"model":"m","messages":[{"role":"user","content":[],"tool_calls":[null]}]}')
def test_any_request_gets_a_well_formed_answer_at_once(service, method, path, headers, body):
    gc.disable()  # what other tests left would be searched here, and is not the request's work
    try:
        start = time.thread_time()  # of this thread alone: nor does the rest of the machine count
        status, names, answer = service.handle(method, path, headers, body)
        took = time.thread_time() - start
    finally:
        gc.enable()
    assert took < 0.05
    assert 200 <= status < 500, answer  # 500 would be a mistake of our own
    assert all(isinstance(item, str) for pair in names.items() for item in pair)
    if names.get("content-type", "").startswith("application/json") and method != "HEAD":
        value = json.loads(answer)
        value = value[0] if isinstance(value, list) else value
        assert status == 200 or isinstance(value["error"]["message"], str)


@pytest.mark.parametrize("arguments", [(None, None, None, None), (1, 2, 3, 4),
                                       ("post", "/v1/chat/completions", [], "text")])
def test_arguments_of_a_wrong_kind_are_answered_too(service, arguments):
    assert service.handle(*arguments).status >= 400


def test_a_large_body_is_read_in_time(service):
    body = {**CHAT, "messages": [{"role": "user", "content": "[x]" * 300_000}]}
    start = time.perf_counter()
    assert handle(service, "POST", "/v1/chat/completions", body)[0] == 200
    assert time.perf_counter() - start < 2


# -- both SDKs without a network ---------------------------------------------------------------


@pytest.fixture
def transport(service):
    httpx2 = pytest.importorskip("httpx2")

    def answer(request):
        status, headers, body = service.handle(
            request.method, request.url.raw_path.decode(), dict(request.headers), request.read())
        return httpx2.Response(status, headers=headers, content=body)

    return httpx2.Client(transport=httpx2.MockTransport(answer))


def test_openai_on_the_core_alone(transport):
    openai = pytest.importorskip("openai")
    client = openai.OpenAI(api_key="secret", base_url="http://practice/v1", http_client=transport)
    reply = client.chat.completions.create(**CHAT)
    message = reply.choices[0].message
    assert message.tool_calls[0].function.name == "calculator"
    with pytest.raises(openai.BadRequestError, match="did not have response messages"):
        client.chat.completions.create(**{**CHAT, "messages": [*CHAT["messages"],
                                                               message.to_dict()]})


def test_google_genai_on_the_core_alone(transport):
    genai = pytest.importorskip("google.genai")
    types = genai.types
    client = genai.Client(api_key="secret", http_options=types.HttpOptions(
        api_version="v1beta", base_url="http://practice", httpx_client=transport))
    config = types.GenerateContentConfig(
        tools=[types.Tool(function_declarations=[types.FunctionDeclaration(
            name="calculator", description="Work out an arithmetic expression.",
            parameters_json_schema=SCHEMA)])],
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True))
    contents = [types.Content(role="user", parts=[types.Part(text=QUESTION)])]
    reply = client.models.generate_content(model="gemini-3.8-flash", contents=contents,
                                           config=config)
    contents.append(reply.candidates[0].content)
    call = contents[1].parts[0].function_call
    contents.append(types.Content(role="user", parts=[types.Part(
        function_response=types.FunctionResponse(id=call.id, name=call.name,
                                                 response={"output": {"result": 372.0}}))]))
    last = client.models.generate_content(model="gemini-3.8-flash", contents=contents,
                                          config=config)
    assert "372" in last.text
    contents[1].parts[0].thought_signature = None
    with pytest.raises(genai.errors.ClientError, match="missing a thought_signature"):
        client.models.generate_content(model="gemini-3.8-flash", contents=contents, config=config)


# -- HTTP --------------------------------------------------------------------------------------


def test_addresses_of_a_running_server(server):
    assert server.url.startswith("http://127.0.0.1:")
    assert server.openai_base_url == server.url + "/v1"
    assert server.gemini_base_url == server.url
    assert server.gemini_openai_base_url == server.url + "/v1beta/openai"
    status, headers, body = request(server, "POST", "/v1/chat/completions", CHAT)
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(body)["choices"]


def test_head_and_options(server):
    status, headers, body = request(server, "HEAD", "/v1/models")
    assert (status, body) == (200, b"")
    status, headers, body = request(server, "OPTIONS", "/v1/chat/completions")
    assert (status, body) == (204, b"")
    assert "POST" in headers["allow"]
    assert not [name for name in headers if name.lower().startswith("access-control")]


def test_a_body_that_is_too_large_or_of_unknown_length_is_not_read(server):
    key = {"Authorization": "Bearer secret"}
    for more, status in (({"Content-Length": str(MAX_BODY + 1)}, 413),
                         ({"Content-Length": "-5"}, 400), ({"Content-Length": "9" * 30}, 400),
                         ({"Transfer-Encoding": "chunked"}, 411)):
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=5)
        connection.putrequest("POST", "/v1/chat/completions")
        for name, value in {**key, **more}.items():
            connection.putheader(name, value)
        connection.endheaders()
        assert connection.getresponse().status == status
        connection.close()


def test_headers_are_bounded(server):
    status, _, _ = request(server, "GET", "/v1/models", headers={
        f"x-{number}": "1" for number in range(200)})
    assert status == 431
    status, _, _ = request(server, "GET", "/v1/models", headers={"x-long": "a" * 70_000})
    assert status == 431


def test_noise_instead_of_a_request_harms_nobody(server):
    port = int(server.url.rpartition(":")[2])
    for noise in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"\r\n" * 5, b"A" * 70_000):
        with socket.create_connection(("127.0.0.1", port), 5) as connection:
            connection.sendall(noise)
    assert request(server, "GET", "/v1/models")[0] == 200


def test_one_connection_serves_several_requests(server):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=5)
    took = []
    for _ in range(5):
        start = time.perf_counter()
        connection.request("POST", "/v1/chat/completions", json.dumps(CHAT),
                           {"Authorization": "Bearer secret"})
        assert connection.getresponse().read()
        took.append(time.perf_counter() - start)
    connection.close()
    assert min(took) < 0.03  # 0.04 and more would be a packet that waits for its ACK


def test_many_clients_at_once():
    together = threading.Barrier(8, timeout=10)

    def slow(messages):
        together.wait()  # all eight requests must be inside at the same time
        return "Done."

    answers = []
    with practice.serve(script=[slow], key="secret") as server:
        def ask():
            answers.append(request(server, "POST", "/v1/chat/completions", CHAT)[0])

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert answers == [200] * 8
        assert len(server.requests) == 8


def test_only_this_machine_can_reach_it(server):
    assert server._http.server_address[0] == "127.0.0.1"


def test_it_stops_and_frees_its_port_and_its_clients():
    server = practice.serve(key="secret", faults="never_answers")
    port = int(server.url.rpartition(":")[2])
    ended = threading.Event()

    def wait_for_ever():
        try:
            request(server, "POST", "/v1/chat/completions", CHAT)
        except (OSError, http.client.HTTPException):
            ended.set()

    thread = threading.Thread(target=wait_for_ever)
    thread.start()
    while not server.requests:
        time.sleep(0.01)
    start = time.monotonic()
    server.stop()
    server.stop()
    thread.join(5)
    assert ended.is_set() and time.monotonic() - start < 2
    assert "stopped" in repr(server)
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), 0.5)


def test_it_ends_with_the_process_that_started_it():
    code = textwrap.dedent("""
        import threading, urllib.request
        from studybuddy import practice
        server = practice.serve(faults="never_answers")
        def ask():
            urllib.request.urlopen(urllib.request.Request(
                server.openai_base_url + "/chat/completions", b"{}"), timeout=60)
        print(server.url, flush=True)
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stderr) == (0, "")
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", int(done.stdout.strip().rpartition(":")[2])), 0.5)


def test_nothing_heavy_is_imported_with_the_package():
    code = ("import sys; from studybuddy import practice; practice.PracticeModel; practice.faults;"
            "print([m for m in ('http.server', 'openai', 'google.genai', 'pydantic', 'httpx2')"
            " if m in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert done.stdout.strip() == "[]", done.stderr


def test_what_cannot_be_served_is_said():
    with pytest.raises(ValueError, match="not both"):
        practice.serve(PracticeModel(), ["a"])
    with pytest.raises(ValueError, match="Did you mean rate_limit"):
        practice.serve(faults="rate_limits")


# -- in a terminal -----------------------------------------------------------------------------


def test_the_terminal_command_shows_address_key_and_requests():
    lines, stop = [], threading.Event()

    def write(text):
        lines.extend(text.splitlines())

    thread = threading.Thread(target=lambda: lines.append(terminal.run(
        faults=["overloaded"], write=write, stop=stop)))
    thread.start()
    while len(lines) < 4:
        time.sleep(0.01)
    words = next(line for line in lines if "LLM_BASE_URL=" in line).split()
    base = next(word for word in words if "BASE_URL" in word).partition("=")[2]
    key = next(word for word in words if "API_KEY" in word).partition("=")[2]
    connection = http.client.HTTPConnection(base.removeprefix("http://").partition("/")[0])
    connection.request("POST", "/v1/chat/completions", json.dumps(CHAT),
                       {"Authorization": f"Bearer {key}"})
    assert connection.getresponse().status == 503
    connection.close()
    while not any("overloaded" in line for line in map(str, lines)):
        time.sleep(0.01)
    stop.set()
    thread.join(5)
    assert lines[-1] == 0
    assert "503  POST /v1/chat/completions  m  fault: overloaded" in lines
    assert sum(key in str(line) for line in lines) == 2


@pytest.mark.parametrize("options,words", [
    ({"faults": ["nothing"]}, "There is no fault 'nothing'"),
    ({"today": "tomorrow"}, "today must be a date"), ({"port": 99999}, "did not start")])
def test_the_terminal_command_says_why_it_did_not_start(options, words):
    lines = []
    assert terminal.run(write=lines.append, **options) == 1
    assert words in lines[0]
