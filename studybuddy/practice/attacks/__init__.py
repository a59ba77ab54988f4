"""Attacks on an agent: as data, with a model that obeys them, and a runner that judges by effect.

    from studybuddy.practice import attacks
    attacks.ATTACKS                                   the attacks
    attacks.run(attacks.package_agent, tasks=attacks.TASKS)
                                                      a Score: what got through, what stopped it,
                                                      and how many ordinary tasks were done

`attack` says what an attack is; `planted` and `forced` hold them; `obedient` obeys (with `unhide`
and `orders`); `world` is the place of one attack; `approvers` decide; `runner` runs and judges
(with `browser` and `layers`); `score` is the table; `tasks` are the ordinary tasks; `weak` is an
agent without defences. Names are loaded when they are first used.
"""

_HOME = {
    "Attack": "attack", "Goal": "attack", "PLACES": "attack", "GOALS": "attack",
    "LESSON": "attack", "EXERCISE": "attack", "ATTACKS": "catalogue",
    "ObedientModel": "obedient", "World": "world", "REFUSES_ALL": "approvers",
    "AS_ASKED": "approvers", "APPROVES_ALL": "approvers", "Outcome": "runner",
    "run_attack": "runner", "run_all": "runner", "Score": "score", "run": "score",
    "Task": "tasks", "TASKS": "tasks", "work": "tasks",
    "package_agent": "own", "defended_by": "own", "weak_agent": "weak",
}

__all__ = list(_HOME)

# For type checkers: see `studybuddy`.
TYPE_CHECKING = False
if TYPE_CHECKING:
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
else:
    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        return value
