"""Cases taken from public bug reports, where they lie beside the project; skipped elsewhere."""

import json
from pathlib import Path

import pytest

from studybuddy import QuizError, ScriptedModel, generate_quiz, parse_quiz

CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"
ROWS = [row for line in CASES.read_text(encoding="utf-8").splitlines() if line.strip()
        and (row := json.loads(line))["group"] == "D"] if CASES.exists() else []
pytestmark = pytest.mark.skipif(not ROWS, reason="the shared cases are not here")

PLAIN = next((row["input"]["model_text"] for row in ROWS if row["fault_kind"] == "baseline"), "")
NOTES = "The mitochondrion is the organelle that makes ATP. The nucleus keeps the genes."


def rows(looped):
    found = [pytest.param(row, id=row["id"]) for row in ROWS
             if (row["fault_kind"] == "retry-loop") == looped]
    return found or [pytest.param(None, id="none")]


@pytest.mark.parametrize("row", rows(looped=False))
def test_replies(row):
    for case in row["input"] if isinstance(row["input"], list) else [row["input"]]:
        n = case["ask"]["n_questions"]
        try:
            made = parse_quiz(case["model_text"], n)
        except QuizError as error:
            assert "retry" in row["outcome"], error
            assert 10 < len(str(error)) < 700
            continue
        assert "ok" in row["outcome"] and len(made.questions) == n
        assert all(never not in made.model_dump_json() for never in row.get("never", []))
        if "value" in row:
            assert made.questions[0].answer_index == row["value"]
        written = [entry for entry in json.loads(PLAIN)["questions"]]
        for entry in made.questions:
            if entry.question == written[0]["question"]:
                assert entry.answer == written[0]["options"][written[0]["answer_index"]]


@pytest.mark.parametrize("row", rows(looped=True))
def test_loops(row):
    case = row["input"]
    texts = case.get("model_texts") or [
        PLAIN if source == "Q1" else eval(source) for source in case["model_texts_build"]]
    sent = []

    def says(text):
        return lambda messages: sent.append([dict(m) for m in messages]) or text

    made = generate_quiz(NOTES, case["ask"]["n_questions"], model=ScriptedModel(
        [says(text) for text in texts]), retries=case["max_tries"] - 1)
    assert made.questions[0].answer == "Mitochondrion" and len(sent) == len(texts)
    assert all(len(json.dumps(messages)) < 6_000 for messages in sent)
    assert all("cannot be used" in messages[-1]["content"] for messages in sent[1:])
