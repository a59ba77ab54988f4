"""The probe tells what it found by trying, for good and for bad."""

from __future__ import annotations

import os

import pytest

from studybuddy import machine, sandbox
from studybuddy.sandbox import budget, probing
from studybuddy.sandbox.probing import STOPPED, THROUGH, UNTRIED
from studybuddy.sandbox.runner import LAYERS, Ran, run
from studybuddy.workbook import doctor

ALWAYS = ("run for ever", "write without end")


@pytest.fixture(scope="module")
def found():
    return sandbox.probe()


@pytest.fixture(autouse=True)
def quick(found, monkeypatch):
    """Behind `found`, which looks with the numbers that count: few files show the same."""
    monkeypatch.setattr(budget, "FILES", 50)
    monkeypatch.setattr(probing, "_MANY", 300)


def test_where_all_layers_hold_one_attempt_gets_through(found):
    if missing := sorted(set(LAYERS) - set(found.held)):
        pytest.skip(f"not in force here: {', '.join(missing)}")
    assert [row["attempt"] for row in found.rows if row["result"] != STOPPED] == [
        "see that a file outside exists"]
    assert found.contained and len(found.rows) == 24
    assert found.summary == f"{len(found.rows) - 1} of {len(found.rows)} attempts were stopped."


def test_with_hygiene_alone_it_says_that_nothing_else_holds():
    part = sandbox.probe(layers=("hygiene",))
    assert part.held == ("hygiene",) and not part.contained
    for row in part.rows:
        stopped = row["layer"] == "hygiene" or row["attempt"] in ALWAYS or (
            row["layer"] == "capabilities" and hasattr(os, "getuid") and os.getuid() != 0)
        assert row["result"] in (STOPPED if stopped else THROUGH, UNTRIED), row
    assert part.result("read a file outside its folder") == THROUGH
    assert "with your own rights" in part.summary and "approval before each run" in part.summary


# What dumpable stops landlock stops as well; an ordinary user has no powers to give up.
@pytest.mark.parametrize("layer", sorted(set(LAYERS) - {"dumpable"}))
def test_without_any_one_layer_something_gets_through(layer, found):
    if layer not in found.held or not found.contained:
        pytest.skip(f"not in force here: {layer}, or another layer")
    if layer == "capabilities" and os.getuid() != 0:
        pytest.skip("only root has powers")
    part = sandbox.probe([name for name in LAYERS if name != layer])
    assert not part.contained
    assert any(row["result"] == THROUGH and row["layer"] == layer for row in part.rows)


def test_runs_in_which_nothing_ran_count_as_not_tried(monkeypatch):
    """The first program of the probe runs, and none after it."""
    runs = []

    def once(*args, **options):
        runs.append(args)
        return run(*args, **options) if len(runs) == 1 else Ran(note="Not run. Why.")

    monkeypatch.setattr(probing, "run", once)
    found = sandbox.probe()
    assert len(runs) > 5 and not found.contained
    assert {row["result"] for row in found.rows[-7:-1]} == {UNTRIED}


def test_what_the_program_did_not_come_to_counts_as_not_tried(monkeypatch):
    attempts = [("x", "first", "1"), ("x", "second", "os._exit(0)"), ("x", "third", "1")]
    monkeypatch.setattr(probing, "_ATTEMPTS", attempts)
    found = sandbox.probe()
    assert [found.result(words) for _, words, _ in attempts] == [THROUGH, UNTRIED, UNTRIED]
    assert not found.contained


def test_text_and_table_say_the_same(found):
    text, markup = repr(found), found._repr_html_()
    for row in found.rows:
        for value in row.values():
            assert value in text and value in markup
    assert found.summary in text and found.summary in markup
    assert "sandboxed" not in (text + markup).lower()
    with pytest.raises(KeyError):
        found.result("fly")


def test_where_no_process_can_be_started_nothing_is_claimed(monkeypatch):
    monkeypatch.setattr(machine, "can_start_processes", lambda: False)
    found = sandbox.probe()
    assert {row["result"] for row in found.rows} == {UNTRIED}
    monkeypatch.setattr(probing.machine, "can_start_processes", lambda: True)
    monkeypatch.setattr(probing, "run", lambda *args, **options: sandbox.Ran(note="Not run. No."))
    assert {row["result"] for row in sandbox.probe().rows} == {UNTRIED}
    assert not found.contained and "with your own rights" in found.summary


def test_the_doctor_shows_the_table(found):
    finding = doctor.sandbox()
    assert finding.state == (doctor.OK if found.contained else doctor.WARNING)
    report = doctor.report([finding])
    for row in found.rows:
        assert row["attempt"].replace("3,000", "300") in report
    assert finding.fix or found.contained
