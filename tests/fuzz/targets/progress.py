"""The learner's progress file: never an exception, and what cannot be read is set aside whole."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from studybuddy.workbook import marks
from studybuddy.workbook.progress import Progress, read
from tests.fuzz.mutate import byte_changes, json_changes, spoil, spoil_json
from tests.fuzz.target import Target

GOOD = {"version": 1, "lessons": {
    "01": {"passed": ["01.1"], "guesses": {"01.p1": "b"}, "shown": {"01.p1": "c"}},
    "02": {"passed": [], "guesses": {}, "shown": {}}}}


class ProgressFile(Target):
    seconds = 5.0
    batch = 60

    def strategy(self):
        return st.tuples(json_changes(), byte_changes(2))

    def check(self, value):
        inner, outer = value
        for old in self.folder.glob("progress.json*"):
            old.unlink()
        file = self.folder / "progress.json"
        data = spoil(spoil_json(GOOD, inner).encode(), outer)
        file.write_bytes(data)
        try:
            lessons = read(file)
            marks.as_csv({"file": lessons}).encode()
            marks.as_table({"file": lessons}).encode()
        except ValueError:
            lessons = None
        assert file.read_bytes() == data  # looking changes nothing
        kept = Progress(file)
        kept.passed("01", "01.2")
        assert kept.guess("03", "03.p1", "a")
        kept.shown("03", "03.p1", "b")
        assert "01.2" in kept.lesson("01")["passed"]
        assert not kept.why_not_kept, kept.messages
        again = json.loads(file.read_text())
        if lessons is None:
            aside = [path for path in self.folder.glob("progress.json.*-1")]
            assert len(aside) == 1 and aside[0].read_bytes() == data
            assert kept.messages
        else:
            for number, lesson in lessons.items():
                assert set(lesson["passed"]) <= set(again["lessons"][number]["passed"])
                assert lesson["guesses"].items() <= again["lessons"][number]["guesses"].items()
        assert Progress(file).lesson("01") == kept.lesson("01")


TARGETS = {"progress": ProgressFile}
