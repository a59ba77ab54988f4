"""All attacks, as one list."""

from studybuddy.practice.attacks.attack import Attack
from studybuddy.practice.attacks.forced import FORCED
from studybuddy.practice.attacks.planted import PLANTED

ATTACKS: list[Attack] = [*PLANTED, *FORCED]


def find(attack_id: str) -> Attack:
    """The attack with this id. Raises KeyError."""
    return {attack.id: attack for attack in ATTACKS}[attack_id]
