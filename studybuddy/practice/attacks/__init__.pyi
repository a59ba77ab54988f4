# What type checkers and editors read in place of `__init__.py`, where names are loaded when they
# are used.

from studybuddy.practice.attacks.approvers import APPROVES_ALL as APPROVES_ALL
from studybuddy.practice.attacks.approvers import AS_ASKED as AS_ASKED
from studybuddy.practice.attacks.approvers import REFUSES_ALL as REFUSES_ALL
from studybuddy.practice.attacks.attack import EXERCISE as EXERCISE
from studybuddy.practice.attacks.attack import GOALS as GOALS
from studybuddy.practice.attacks.attack import LESSON as LESSON
from studybuddy.practice.attacks.attack import PLACES as PLACES
from studybuddy.practice.attacks.attack import Attack as Attack
from studybuddy.practice.attacks.attack import Goal as Goal
from studybuddy.practice.attacks.catalogue import ATTACKS as ATTACKS
from studybuddy.practice.attacks.obedient import ObedientModel as ObedientModel
from studybuddy.practice.attacks.own import defended_by as defended_by
from studybuddy.practice.attacks.own import package_agent as package_agent
from studybuddy.practice.attacks.runner import Outcome as Outcome
from studybuddy.practice.attacks.runner import run_all as run_all
from studybuddy.practice.attacks.runner import run_attack as run_attack
from studybuddy.practice.attacks.score import Score as Score
from studybuddy.practice.attacks.score import run as run
from studybuddy.practice.attacks.tasks import TASKS as TASKS
from studybuddy.practice.attacks.tasks import Task as Task
from studybuddy.practice.attacks.tasks import work as work
from studybuddy.practice.attacks.weak import weak_agent as weak_agent
from studybuddy.practice.attacks.world import World as World

__all__ = [
    "Attack", "Goal", "PLACES", "GOALS", "LESSON", "EXERCISE", "ATTACKS", "ObedientModel",
    "World", "REFUSES_ALL", "AS_ASKED", "APPROVES_ALL", "Outcome", "run_attack", "run_all",
    "Score", "run", "Task", "TASKS", "work", "package_agent", "defended_by", "weak_agent",
]
