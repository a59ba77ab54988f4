"""Dense vectors: joined with BM25, batched, kept, and no loss when the service fails."""

import math

import pytest

from studybuddy import PracticeModel, practice
from studybuddy.rag import VectorStore
from studybuddy.rag.dense import Embeddings, fuse

TEXTS = ["Deadlocked processes wait in a circle.", "Tea and biscuits at four o'clock.",
         "A heap keeps the smallest item at its root."]


@pytest.fixture(scope="module")
def server():
    with practice.serve(PracticeModel()) as running:
        yield running


@pytest.fixture
def embeddings(server):
    return Embeddings("practice", f"{server.url}/v1", server.key)


def store_with(embeddings, texts=TEXTS):
    store = VectorStore(embeddings)
    for number, text in enumerate(texts):
        store.add_text(text, f"{number}.txt")
    return store


def asked(server):
    return [seen for seen in server.requests if seen.path.endswith("/embeddings")]


def test_fusion_by_reciprocal_rank():
    assert fuse([7, 8], [8, 9]) == [
        (8, 1 / 61 + 1 / 62), (7, 1 / 61), (9, pytest.approx(1 / 62))]
    assert fuse([], []) == []


def test_a_word_that_bm25_does_not_know_is_found_by_its_parts(embeddings):
    query = "deadlockedness of processors"
    assert VectorStore().search(query) == store_with(None).search(query) == []
    found = store_with(embeddings).search(query)
    assert [hit["text"] for hit in found] == TEXTS[:1]
    assert 0 < found[0]["score"] <= 2 / 61


def test_nothing_near_is_no_hit(embeddings):
    assert store_with(embeddings).search("xylophone") == []


def test_texts_are_asked_for_once_and_in_batches(server, embeddings):
    before = len(asked(server))
    store = store_with(embeddings, [f"Text number {number}." for number in range(150)])
    store.search("number 7")
    store.search("number 7")
    sizes = [len(seen.body["input"]) for seen in asked(server)[before:]]
    assert sizes == [64, 64, 22, 1]
    store.add_text("One text more.", "more.txt")
    store.search("number 7")
    assert [len(seen.body["input"]) for seen in asked(server)[before + 4:]] == [1]


def test_saved_vectors_are_not_asked_for_again(server, embeddings, tmp_path):
    store = store_with(embeddings)
    wanted = store.search("heap")
    path = store.save(tmp_path / "i")
    fresh = Embeddings("practice", f"{server.url}/v1", server.key)
    before = len(asked(server))
    assert VectorStore.load(path, fresh).search("heap") == wanted
    assert [len(seen.body["input"]) for seen in asked(server)[before:]] == [1]  # the query
    other = Embeddings("another-model", f"{server.url}/v1", server.key)
    VectorStore.load(path, other).search("heap")
    assert len(asked(server)[before + 1].body["input"]) == len(TEXTS)


def test_where_the_service_fails_bm25_answers_with_one_line(server):
    store = store_with(Embeddings("practice", f"{server.url}/v1", "a-wrong-key-0123456789"))
    with pytest.warns(UserWarning, match="No dense search: .*AuthenticationError") as caught:
        found = store.search("heap")
    assert found == store_with(None).search("heap")
    assert len(caught) == 1
    assert "a-wrong-key" not in str(caught[0].message)


def test_a_server_that_sends_nonsense(monkeypatch):
    class Client:
        class embeddings:
            @staticmethod
            def create(**_):
                return type("Reply", (), {"data": []})

    store = store_with(Embeddings("x", client=Client))
    with pytest.warns(UserWarning, match="No dense search"):
        assert [hit["text"] for hit in store.search("heap")] == TEXTS[2:]


def post(server, body):
    import json
    import urllib.error
    import urllib.request

    request = urllib.request.Request(
        f"{server.url}/v1/embeddings", json.dumps(body).encode(),
        {"authorization": f"Bearer {server.key}", "content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_the_endpoint_of_the_practice_server(server):
    status, body = post(server, {"model": "m", "input": ["a lock", "two locks"]})
    assert (status, body["model"], [row["index"] for row in body["data"]]) == (200, "m", [0, 1])
    for row in body["data"]:
        assert len(row["embedding"]) == 256
        assert math.isclose(math.hypot(*row["embedding"]), 1)
    from openai import OpenAI

    client = OpenAI(base_url=f"{server.url}/v1", api_key=server.key)
    packed = client.embeddings.create(model="m", input="a lock").data[0].embedding
    assert packed == pytest.approx(body["data"][0]["embedding"], abs=1e-6)


@pytest.mark.parametrize("body", [
    [], {"input": "x"}, {"model": "", "input": "x"}, {"model": "m"}, {"model": "m", "input": ""},
    {"model": "m", "input": []}, {"model": "m", "input": ["x", ""]},
    {"model": "m", "input": [1, 2]}, {"model": "m", "input": ["x"] * 2049},
    {"model": "m", "input": "x", "encoding_format": "hex"},
])
def test_what_the_endpoint_refuses(server, body):
    status, answer = post(server, body)
    assert status == 400
    assert answer["error"]["message"]
