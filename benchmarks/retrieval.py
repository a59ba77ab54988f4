"""The search in notes beside other rankings: how good, and how fast.

    python -m benchmarks.retrieval                    the course notes, then the speed
    python -m benchmarks.retrieval COLLECTION.json    how good ours is on judged collections

A collection is one JSON object: {"docs": {id: text}, "queries": {id: text}, "qrels": {query id:
{doc id: grade}}}, a grade being a whole number, 0 for not relevant. Documents are cut into
passages as notes are; a document stands where its best passage does. Measured are the means over
all queries that have a relevant document: nDCG@10 (Järvelin and Kekäläinen 2002, gain = grade,
discount log2(rank + 1)), recall@3, recall@10, and the reciprocal rank of the first relevant one
within 10. The peers rank whole documents by the words that their own default makes.

The speed is measured on 50,000 passages of made-up words, drawn by Zipf's law from a fixed seed.
The bounds are 2 ms for a query and 1 s to load a saved index.
"""

from __future__ import annotations

import json
import math
import random
import re
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from benchmarks import measure as by
from benchmarks.measure import ROOT, Metric, Pair, Results
from studybuddy.rag import VectorStore, read_pdf
from studybuddy.rag.store import Passage

JUDGED = Path(__file__).with_name("notes_queries.json")
DEPTH = 10
PASSAGES, WORDS, VOCABULARY, QUERIES = 50_000, 120, 40_000, 100
QUERY_LIMIT, LOAD_LIMIT = 2, 1  # ms, s
PEERS = {"counts": "counting the words", "rank_bm25": "rank_bm25", "bm25s": "bm25s"}
QUALITY = {(peer, measure): f"search: {measure} on the judged course notes, beside {name}"
           for peer, name in PEERS.items() for measure in ("recall@3", "reciprocal rank")}
SPEED = {peer: f"search: a query in {PASSAGES:,} passages, beside {name}"
         for peer, name in PEERS.items()}
# bm25s is what ours stands on: what is paid on top is cutting the query and the passages shown.
QUERY = Metric(f"search: a query in {PASSAGES:,} passages, beside the bound", at_most=1)
LOAD = Metric(f"search: loading {PASSAGES:,} passages, beside the bound", at_most=1)
METRICS = (*(Metric(name, at_least=1) for name in QUALITY.values()),
           *(Metric(name, at_most=None if peer == "bm25s" else 1) for peer, name in SPEED.items()),
           QUERY, LOAD)

Engine = Callable[[str, int], list[str]]  # (query, how many) -> names, best first


def ours(docs: dict[str, str]) -> Engine:
    store = VectorStore()
    for name, text in docs.items():
        store.add_text(text, source=name)
    # Several passages of one document may come first: ask for more than are wanted.
    return lambda query, k: list(dict.fromkeys(
        passage["source"] for passage in store.search(query, k=20 * k)))[:k]


def counts(docs: dict[str, str]) -> Engine:
    """What one writes first: how often do the words of the query stand in each text?"""
    names = list(docs)
    counted = [Counter(re.findall(r"\w+", text.lower())) for text in docs.values()]

    def search(query: str, k: int) -> list[str]:
        words = re.findall(r"\w+", query.lower())
        scores = [sum(count[word] for word in words) for count in counted]
        return _best(names, scores, k)

    return search


def rank_bm25(docs: dict[str, str]) -> Engine:
    from rank_bm25 import BM25Okapi

    names = list(docs)
    index = BM25Okapi([text.lower().split() for text in docs.values()])
    return lambda query, k: index.get_top_n(query.lower().split(), names, n=k)


def bm25s(docs: dict[str, str]) -> Engine:
    import bm25s

    names = list(docs)
    index = bm25s.BM25()
    index.index(bm25s.tokenize(list(docs.values()), show_progress=False), show_progress=False)

    def search(query: str, k: int) -> list[str]:
        words = bm25s.tokenize(query, show_progress=False)
        found, _ = index.retrieve(words, corpus=names, k=min(k, len(names)), show_progress=False)
        return list(found[0])

    return search


def _best(names: list[str], scores: list[float], k: int) -> list[str]:
    order = sorted(range(len(names)), key=scores.__getitem__, reverse=True)
    return [names[number] for number in order[:k] if scores[number] > 0]


BUILDERS = {"ours": ours, "counts": counts, "rank_bm25": rank_bm25, "bm25s": bm25s}


def score(docs: dict[str, str], queries: dict[str, str], qrels: dict[str, dict[str, int]],
          build: Callable[[dict[str, str]], Engine] = ours) -> dict[str, float]:
    """The means of nDCG@10, recall@3, recall@10 and the reciprocal rank, each from 0 to 1."""
    search = build(docs)
    rows = []
    for number, grades in qrels.items():
        relevant = {name: grade for name, grade in grades.items() if grade > 0 and name in docs}
        if not relevant or number not in queries:
            continue
        ranked = search(queries[number], DEPTH)
        ideal = sorted(relevant.values(), reverse=True)[:DEPTH]
        rows.append((
            gain([relevant.get(name, 0) for name in ranked]) / gain(ideal),
            *(sum(name in relevant for name in ranked[:k]) / len(relevant) for k in (3, DEPTH)),
            next((1 / rank for rank, name in enumerate(ranked, 1) if name in relevant), 0.0),
        ))
    if not rows:
        raise SystemExit("No query of this collection has a relevant document.")
    names = ("nDCG@10", "recall@3", "recall@10", "reciprocal rank")
    return {"queries": len(rows)} | {
        name: statistics.fmean(values) for name, values in zip(names, zip(*rows, strict=True),
                                                               strict=True)}


def gain(grades: list[int]) -> float:
    """The discounted cumulative gain of grades in the order of their ranks."""
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))


def course_notes() -> dict:
    """The pages of the course notes with judged questions, as a collection."""
    docs = {f"{path.name} p.{page}": text
            for path in sorted((ROOT / "data" / "notes").glob("*.pdf"))
            for page, text in enumerate(read_pdf(path), 1)}
    judged = json.loads(JUDGED.read_text(encoding="utf-8"))
    queries = {str(number): query for number, query in enumerate(judged, 1)}
    return {"docs": docs, "queries": queries,
            "qrels": {number: judged[query] for number, query in queries.items()}}


def quality() -> Results:
    collection = course_notes()
    means, missing = by.built({name: (lambda build=build: score(**collection, build=build))
                               for name, build in BUILDERS.items()})
    return {metric: missing.get(peer) or Pair(means["ours"][measure], means[peer][measure])
            for (peer, measure), metric in QUALITY.items()}


def made_up() -> tuple[list[str], list[str]]:
    """The passages and the queries of the measure of speed: the same ones each time."""
    draw = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(draw.choices(letters, k=draw.randint(4, 10))) for _ in range(VOCABULARY)]
    weights = [1 / rank for rank in range(1, VOCABULARY + 1)]
    texts = [" ".join(draw.choices(words, weights, k=WORDS)) for _ in range(PASSAGES)]
    return texts, [" ".join(draw.choices(words, weights, k=draw.randint(1, 4)))
                   for _ in range(QUERIES)]


def loaded(texts: list[str]) -> tuple[VectorStore, float]:
    """Our store of these passages, saved and loaded again, and the seconds that a load takes."""
    store = VectorStore()
    # Put in whole: cutting is not what is measured here.
    store._extend([Passage(text, f"{number}.pdf", 1) for number, text in enumerate(texts)])
    with tempfile.TemporaryDirectory() as folder:
        path = store.save(Path(folder, "notes.index"))
        load = by.medians({"load": lambda: VectorStore.load(path)}, rounds=3, batch=0)["load"]
        return VectorStore.load(path), load


def speed() -> Results:
    texts, queries = made_up()
    store, load = loaded(texts)
    docs = {f"{number}.pdf": text for number, text in enumerate(texts)}
    peers, missing = by.built({name: (lambda build=build: build(docs))
                               for name, build in BUILDERS.items() if name != "ours"})
    engines = {"ours": lambda query, k: store.search(query, k=k)} | peers
    # Each one meets all the queries in turn, one in a round.
    asked = {name: cycle(queries) for name in engines}
    times = by.medians({name: (lambda name=name, search=search: search(next(asked[name]), 3))
                        for name, search in engines.items()}, rounds=len(queries), batch=0)
    results = by.against("ours", times, SPEED, scale=1e3, unit="ms")
    return results | {SPEED[peer]: why for peer, why in missing.items()} | {
        QUERY.name: Pair(times["ours"] * 1e3, QUERY_LIMIT, "ms"),
        LOAD.name: Pair(load, LOAD_LIMIT, "s")}


def measure() -> Results:
    return quality() | speed()


def main() -> int:
    paths = [Path(name) for name in sys.argv[1:] if name.endswith(".json")]
    if not paths or "--json" in sys.argv:
        return by.main(METRICS, measure)
    for path in paths:
        collection = json.loads(path.read_text(encoding="utf-8"))
        means = score(collection["docs"], collection["queries"], collection["qrels"])
        print(f"{path.name}: {len(collection['docs']):,} documents, "
              f"{means.pop('queries')} queries")
        for name, value in means.items():
            print(f"  {name:<16}{value:.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
