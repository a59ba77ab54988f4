"""Hostile programs, each tried for real: what they are after does not happen.

Each is also run without any layer, where it does its harm: a program that cannot would prove
nothing. And each layer that is said to stop it is tried alone.
"""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from studybuddy.sandbox import budget
from studybuddy.sandbox.runner import LAYERS, run
from tests.sandbox.attacks import ATTACKS, TIME, Attack
from tests.sandbox.world import BUDGET_BYTES, BUDGET_FILES, World

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are written for POSIX")
ROOT = hasattr(os, "getuid") and os.getuid() == 0
LINUX = sys.platform == "linux"


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """The layers that this machine has."""
    folder = tmp_path_factory.mktemp("held")
    (folder / "empty.py").write_text("")
    return run(folder, "empty.py").held


@pytest.fixture
def world(tmp_path, monkeypatch):
    world = World(tmp_path)
    monkeypatch.setenv("STUDYBUDDY_ATTACK_KEY", world.secret)
    monkeypatch.setattr(budget, "BYTES", BUDGET_BYTES)
    monkeypatch.setattr(budget, "FILES", BUDGET_FILES)
    before = signal.signal(signal.SIGUSR1, world.count_signal)
    yield world
    signal.signal(signal.SIGUSR1, before)
    world.close()


def attempted(world: World, attack: Attack, layers) -> list[str]:
    """Run the program with these layers; the harm that it did, in words."""
    if attack.linux and not LINUX:
        pytest.skip("only Linux has what it attacks")
    if attack.root and not ROOT:
        pytest.skip("only root could do it at all")
    if "there" in attack.name:
        world.lay(hard_link="hard link" in attack.name, keys=".env" in attack.name)
    world.write("attack.py", attack.source)
    began = time.monotonic()
    ran = run(world.inside, "attack.py", [world.mark], timeout=attack.timeout, layers=layers)
    took = time.monotonic() - began
    assert took < attack.timeout + 3, f"took {took:.1f} s"
    assert len(ran.stdout) + len(ran.stderr) < 200_000
    assert "SyntaxError" not in ran.stderr and "NameError" not in ran.stderr, ran.stderr
    if attack in TIME:
        assert ran.timed_out and ran.code is None and "was ended after" in ran.note, ran
    return world.harm(ran)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_nothing_happens(attack, world, held):
    if attack.by and not set(attack.by).intersection(held):
        pytest.skip(f"not in force here: {' or '.join(attack.by)}")
    assert attempted(world, attack, LAYERS) == []


@pytest.mark.parametrize("attack", [one for one in ATTACKS if one.control and one.by],
                         ids=lambda attack: attack.name)
def test_without_layers_it_does_harm(attack, world):
    assert attempted(world, attack, ()) != []


@pytest.mark.parametrize("attack,layer", [(attack, layer) for attack in ATTACKS
                                          for layer in attack.by if len(attack.by) > 1],
                         ids=lambda value: getattr(value, "name", value))
def test_each_layer_stops_it_alone(attack, layer, world, held):
    if layer not in held:
        pytest.skip(f"not in force here: {layer}")
    # root reads what is closed to others, unless it gives up its powers.
    alone = (layer, "capabilities") if layer == "dumpable" and ROOT else (layer,)
    assert attempted(world, attack, alone) == []


def test_the_catalogue_is_large_and_has_no_name_twice():
    names = [attack.name for attack in ATTACKS]
    assert len(names) == len(set(names)) >= 40
