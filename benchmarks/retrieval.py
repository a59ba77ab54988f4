"""The search in notes: how good, and how fast.

    python benchmarks/retrieval.py                   the course notes, then the speed
    python benchmarks/retrieval.py COLLECTION.json   any judged collection
    python benchmarks/retrieval.py --speed           the speed alone

A collection is one JSON object: {"docs": {id: text}, "queries": {id: text}, "qrels": {query id:
{doc id: grade}}}, a grade being a whole number, 0 for not relevant. Documents are cut into
passages as notes are; a document stands where its best passage does. Printed are the means over
all queries that have a relevant document: nDCG@10 (Järvelin and Kekäläinen 2002, gain = grade,
discount log2(rank + 1)), recall@10, and the reciprocal rank of the first relevant one within 10.

The speed is measured on 50,000 passages of made-up words, drawn by Zipf's law from a fixed seed.
The limits are 2 ms a query (median) and 1 s to load a saved index; the exit code is 1 above one.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from studybuddy.rag import VectorStore, read_pdf
from studybuddy.rag.store import Passage

ROOT = Path(__file__).resolve().parent.parent
JUDGED = Path(__file__).with_name("notes_queries.json")
DEPTH = 10
PASSAGES, WORDS, VOCABULARY, QUERIES = 50_000, 120, 40_000, 300
QUERY_LIMIT, LOAD_LIMIT = 0.002, 1.0  # seconds


def score(docs: dict[str, str], queries: dict[str, str],
          qrels: dict[str, dict[str, int]]) -> dict[str, float]:
    """The means of nDCG@10, recall@10 and the reciprocal rank, each from 0 to 1."""
    store = VectorStore()
    for name, text in docs.items():
        store.add_text(text, source=name)
    rows = []
    for number, grades in qrels.items():
        relevant = {name: grade for name, grade in grades.items() if grade > 0 and name in docs}
        if not relevant or number not in queries:
            continue
        # Several passages of one document may come first: ask for more than ten.
        found = store.search(queries[number], k=20 * DEPTH)
        ranked = list(dict.fromkeys(passage["source"] for passage in found))[:DEPTH]
        ideal = sorted(relevant.values(), reverse=True)[:DEPTH]
        rows.append((
            gain([relevant.get(name, 0) for name in ranked]) / gain(ideal),
            sum(name in relevant for name in ranked) / len(relevant),
            next((1 / rank for rank, name in enumerate(ranked, 1) if name in relevant), 0.0),
        ))
    if not rows:
        raise SystemExit("No query of this collection has a relevant document.")
    names = ("nDCG@10", "recall@10", "reciprocal rank")
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


def speed() -> bool:
    """Print the times; whether they are within the limits."""
    draw = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(draw.choices(letters, k=draw.randint(4, 10))) for _ in range(VOCABULARY)]
    weights = [1 / rank for rank in range(1, VOCABULARY + 1)]
    store = VectorStore()
    # Made beforehand and put in whole: cutting is not what is measured here.
    store._extend([Passage(" ".join(draw.choices(words, weights, k=WORDS)), f"{number}.pdf", 1)
                   for number in range(PASSAGES)])
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        path = store.save(Path(folder, "notes.index"))
        build = time.perf_counter() - begin
        loads = []
        for _ in range(3):
            begin = time.perf_counter()
            loaded = VectorStore.load(path)
            loads.append(time.perf_counter() - begin)
        size = path.stat().st_size
    queries = [" ".join(draw.choices(words, weights, k=draw.randint(1, 4)))
               for _ in range(QUERIES)]
    loaded.search(queries[0])
    times = []
    for query in queries:
        begin = time.perf_counter()
        loaded.search(query, k=3)
        times.append(time.perf_counter() - begin)
    query, slow, load = (statistics.median(times), statistics.quantiles(times, n=20)[-1],
                         statistics.median(loads))
    print(f"{PASSAGES:,} passages, {size / 1e6:.0f} MB on disk")
    print(f"index and save  {build:7.2f} s")
    print(f"load            {load:7.2f} s (limit {LOAD_LIMIT:g} s)")
    print(f"query, median   {query * 1e3:7.2f} ms (limit {QUERY_LIMIT * 1e3:g} ms)")
    print(f"query, 95%      {slow * 1e3:7.2f} ms")
    return query <= QUERY_LIMIT and load <= LOAD_LIMIT


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", nargs="*", type=Path)
    parser.add_argument("--speed", action="store_true", help="only the speed")
    options = parser.parse_args()
    named = [(path.name, json.loads(path.read_text(encoding="utf-8")))
             for path in options.collection]
    if not named and not options.speed:
        named = [("course notes", course_notes())]
    for name, collection in named:
        begin = time.perf_counter()
        means = score(collection["docs"], collection["queries"], collection["qrels"])
        print(f"{name}: {len(collection['docs']):,} documents, "
              f"{means.pop('queries')} queries, {time.perf_counter() - begin:.1f} s")
        for measure, value in means.items():
            print(f"  {measure:<16}{value:.3f}")
    if options.collection:
        return 0
    return int(not speed())


if __name__ == "__main__":
    sys.exit(main())
