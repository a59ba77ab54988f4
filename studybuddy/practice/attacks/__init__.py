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


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return value
