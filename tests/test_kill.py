"""A run survives the death of its process: killed by SIGKILL at every point of a run with two
actions and at hundreds of random moments, cut off at every byte, and held by two processes.

The work is done by tests/killing.py in children of one warm process. STUDYBUDDY_TEST_KILLS is the
number of random moments (300 without it).
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from studybuddy import machine

ROOT = Path(__file__).parents[1]
KILLS = int(os.environ.get("STUDYBUDDY_TEST_KILLS", "300"))

pytestmark = pytest.mark.skipif(
    not machine.can_fork(), reason="Windows has no fork and no SIGKILL to do this with")


@pytest.fixture
def folder(tmp_path):
    """A folder in memory where there is one: a killed process leaves the same behind there, and
    thousands of files are synced sooner."""
    memory = Path("/dev/shm")
    if not (memory.is_dir() and os.access(memory, os.W_OK)):
        yield tmp_path / "runs"
        return
    made = tempfile.mkdtemp(prefix="studybuddy-kill-", dir=memory)
    yield Path(made, "runs")
    shutil.rmtree(made)


def killing(folder, *what):
    """What tests/killing.py counted."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.killing", str(folder), *map(str, what)], cwd=ROOT,
        capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout)


def test_killed_at_every_point_each_action_is_done_once_or_asked_about(folder):
    counted = killing(folder, "steps")
    assert counted["kills"] > 300  # lines of the run file's code and of the action, as they ran
    assert counted["asked"] > 10


def test_killed_at_random_moments_and_resumed_each_time(folder):
    counted = killing(folder, "moments", KILLS)
    assert counted["kills"] == KILLS
    assert KILLS < 100 or (counted["runs"] > 1 and counted["asked"] > 0)


def test_a_line_torn_at_any_byte_is_dropped_and_nothing_runs_twice(folder):
    assert killing(folder, "cuts")["cuts"] > 1_000


def test_two_processes_on_one_file_run_an_action_once(folder):
    counted = killing(folder, "races", 60)
    assert counted["lost"] > 10  # the others found out that the run went on elsewhere
    assert counted["killed"] > 0
