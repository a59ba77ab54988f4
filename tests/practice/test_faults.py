"""The fault dial itself: its table, when a fault is applied, and what each does to a reply."""

import http.client
import json
import time

import pytest

from studybuddy import practice
from studybuddy.models.scripted import ScriptedModel
from studybuddy.practice import faults
from studybuddy.practice.catalogue import SENTENCES
from studybuddy.practice.handle import Service

CALL = {"id": "c1", "type": "function", "function": {
    "name": "calculator", "arguments": '{"expression": "2480 * 0.15"}'}}
ASKS = {"role": "assistant", "content": "", "tool_calls": [CALL]}
USER = {"role": "user", "content": "What is 15% of 2,480?"}
ANSWER = {"role": "tool", "tool_call_id": "c1", "content": '{"result": 372.0}'}
PATHS = {"openai": "/v1/chat/completions",
         "gemini": "/v1beta/models/gemini-3.8-flash:generateContent"}
ALL = [(protocol, name) for protocol in faults.PROTOCOLS for name in faults.names(protocol)]


def first_request(protocol: str) -> dict:
    if protocol == "openai":
        return {"model": "m", "messages": [USER]}
    return {"contents": [{"role": "user", "parts": [{"text": USER["content"]}]}]}


def later_request(service: Service, protocol: str) -> dict:
    """The history with one answered call in it."""
    if protocol == "openai":
        return {"model": "m", "messages": [USER, ASKS, ANSWER]}
    part = {"functionCall": {"name": "calculator", "id": "c1",
                             "args": {"expression": "2480 * 0.15"}}}
    part["thoughtSignature"] = service.signer.sign(part)
    return {"contents": [*first_request(protocol)["contents"], {"role": "model", "parts": [part]},
                         {"role": "user", "parts": [{"functionResponse": {
                             "name": "calculator", "id": "c1", "response": {"result": 372}}}]}]}


def make(faulty=None) -> Service:
    return Service(ScriptedModel([ASKS, "It is 372.", "Bye."]), faulty, key="k", seed=1)


def send(service: Service, protocol: str, request: dict):
    return service.handle("POST", PATHS[protocol], {"x-goog-api-key": "k"},
                          json.dumps(request).encode())


# -- the table ---------------------------------------------------------------------------------


def test_the_table_has_a_sentence_and_a_reason_for_each():
    rows = faults.table()
    assert len(rows) == len(SENTENCES) >= 80
    assert len({row["what"] for row in rows}) == len(rows)
    statuses = {"answered", "failed", "stuck"}
    for row in rows:
        assert row["what"].endswith(".") and len(row["what"]) < 120
        missing = [name for name in faults.PROTOCOLS if name not in row["protocols"]]
        assert bool(missing) == bool(row["elsewhere"]), row["name"]
        if missing:  # the reason names the protocol that it speaks of
            assert row["elsewhere"].lower().startswith(missing[0])
        assert set(row["expected"]) == set(row["protocols"].split(", "))
        for status, kind in faults.get(row["name"]).expected.values():
            assert status in statuses and (kind is not None) == (status == "failed")


def test_the_table_can_be_shown():
    text = faults.show()
    assert "arguments_fenced\n    The arguments stand in a code fence.\n    A run ends in " in text
    assert all(name in text for name in faults.names())


def test_names_by_protocol():
    assert "arguments_text" in faults.names("gemini")
    assert "arguments_text" not in faults.names("openai")
    assert faults.names("smoke signals") == []


@pytest.mark.parametrize("name", ["argument_fenced", "nothing at all", "", 7])
def test_an_unknown_name_shows_the_near_ones(name):
    with pytest.raises(ValueError, match=r"There is no fault .*names\(\) lists all"):
        faults.get(name)


@pytest.mark.parametrize("options", [{"at": 0}, {"at": True}, {"times": 0}, {"at": 1.5}])
def test_numbers_below_one_are_refused(options):
    with pytest.raises(ValueError, match="1 or more"):
        faults.at("quota", **options)


# -- when a fault is applied ---------------------------------------------------------------------


@pytest.mark.parametrize("protocol,name", ALL)
def test_each_fault_changes_the_reply_and_then_is_gone(protocol, name):
    fault = faults.get(name)
    good, service = make(), make(name)
    request = first_request(protocol)
    if fault.effects[protocol].earlier or fault.forever:
        request = later_request(service, protocol)
    normal, faulty = (send(each, protocol, request) for each in (good, service))
    assert (tuple(faulty), faulty.delay, faulty.ending) != (tuple(normal), 0, ""), "no change"
    assert [seen.fault for seen in service.requests] == [name]
    after = send(service, protocol, request)
    if fault.forever:
        assert service.requests[-1].fault == name
    else:
        assert after.status == 200 and (after.delay, after.ending) == (0, "")
        assert service.requests[-1].fault is None


def test_a_fault_waits_for_a_reply_that_can_carry_it():
    service = Service(ScriptedModel(["Hello.", ASKS, "Done."]), "arguments_fenced", key="k")
    messages = [USER]
    for expected in (None, "arguments_fenced", None):
        body = json.loads(send(service, "openai", {"model": "m", "messages": messages}).body)
        assert service.requests[-1].fault == expected
        message = body["choices"][0]["message"]
        if message.get("tool_calls"):
            assert message["tool_calls"][0]["function"]["arguments"].startswith("```json\n{")
            messages += [ASKS, ANSWER]
        else:
            messages += [message, USER]


def test_a_fault_of_another_protocol_waits():
    service = make("arguments_text")
    assert send(service, "openai", first_request("openai")).status == 200
    assert service.requests[-1].fault is None
    send(service, "gemini", first_request("gemini"))
    assert service.requests[-1].fault == "arguments_text"


def test_at_and_times():
    service = Service(ScriptedModel([lambda messages: "Hi."]), faults.at("server_error", 2, 2),
                      key="k")
    statuses = [send(service, "openai", first_request("openai")).status for _ in range(4)]
    assert statuses == [200, 500, 500, 200]
    service.dial("overloaded", at=2)
    assert [send(service, "openai", first_request("openai")).status for _ in range(3)] == [
        200, 503, 200]


def test_several_faults_one_after_the_other():
    service = make(["rate_limit", faults.at("overloaded"), "quota"])
    statuses = [send(service, "gemini", first_request("gemini")).status for _ in range(4)]
    assert statuses == [429, 503, 429, 200]


def test_a_refused_request_uses_up_no_fault():
    service = make("quota")
    assert send(service, "openai", {"model": "m", "messages": []}).status == 400
    assert send(service, "openai", first_request("openai")).status == 429


def test_reset_takes_all_faults_off():
    service = make(["quota", "overloaded"])
    service.reset()
    assert send(service, "openai", first_request("openai")).status == 200


# -- what they do --------------------------------------------------------------------------------


def test_a_rate_limit_says_how_long_to_wait():
    for protocol in faults.PROTOCOLS:
        status, headers, body = send(make(faults.at("rate_limit", seconds=7)), protocol,
                                     first_request(protocol))
        assert (status, headers["retry-after"]) == (429, "7")
        assert "7s" in json.loads(body)["error"]["message"]
    details = json.loads(body)["error"]["details"]
    assert details[1] == {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7s"}


def test_a_used_up_quota_does_not():
    status, headers, body = send(make("quota"), "openai", first_request("openai"))
    assert (status, json.loads(body)["error"]["code"]) == (429, "insufficient_quota")
    assert "retry-after" not in headers


def test_changed_calls_are_signed_as_they_were_sent():
    """Else every fault on Gemini would end in a corrupted signature."""
    service = make("field_extra")
    body = json.loads(send(service, "gemini", first_request("gemini")).body)
    [part] = body["candidates"][0]["content"]["parts"]
    assert part["functionCall"]["args"]["colour"] == "blue"
    assert service.signer.accepts(part["thoughtSignature"], part)


def test_the_same_call_comes_with_a_new_id_each_time():
    service = make("same_call_again")
    ids = []
    for _ in range(3):
        body = json.loads(send(service, "openai", later_request(service, "openai")).body)
        [call] = body["choices"][0]["message"]["tool_calls"]
        ids.append(call["id"])
        assert call["function"] == CALL["function"]
    assert len(set(ids)) == 3


def over_http(name: str, seconds: float | None = None, timeout: float = 5):
    fault = faults.at(name, seconds=seconds)
    with practice.serve(script=["Hello."], key="k", faults=fault) as server:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"),
                                                timeout=timeout)
        connection.request("POST", "/v1/chat/completions", json.dumps(first_request("openai")),
                           {"Authorization": "Bearer k"})
        try:
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


def test_a_slow_reply_is_late_and_whole():
    start = time.monotonic()
    status, body = over_http("slow", 0.3)
    assert time.monotonic() - start >= 0.3
    assert status == 200 and json.loads(body)["choices"]


def test_a_closed_connection_leaves_half_a_reply():
    with pytest.raises(http.client.IncompleteRead) as caught:
        over_http("connection_closed")
    assert caught.value.partial.startswith(b'{"id"')


def test_nothing_ever_comes():
    with pytest.raises(TimeoutError):
        over_http("never_answers", timeout=0.3)


def test_a_client_that_gives_up_frees_its_thread():
    import threading

    before = threading.active_count()
    with practice.serve(script=["Hello."], key="k", faults="never_answers") as server:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=0.2)
        connection.request("POST", "/v1/chat/completions", json.dumps(first_request("openai")),
                           {"Authorization": "Bearer k"})
        with pytest.raises(TimeoutError):
            connection.getresponse()
        connection.close()
        end = time.monotonic() + 3
        while threading.active_count() > before + 1 and time.monotonic() < end:
            time.sleep(0.02)
        assert threading.active_count() <= before + 1  # the server's own thread only
