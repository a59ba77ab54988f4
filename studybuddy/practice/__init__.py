"""Practice without a key: a model of fixed rules, a server that speaks real protocols, faults.

`PracticeModel` stands in for a language model. `serve()` puts it, or any Model, behind real HTTP on
this machine. `faults` lists what the server can be told to do wrong. Names are loaded when they are
first used, so that importing this package costs next to nothing. `attacks` are what an agent must
withstand.
"""

__all__ = ["PracticeModel", "attacks", "faults", "serve"]


def __getattr__(name: str) -> object:
    if name == "PracticeModel":
        from studybuddy.practice.model import PracticeModel

        return PracticeModel
    if name == "serve":
        from studybuddy.practice.server import serve

        return serve
    if name in ("attacks", "faults"):
        from importlib import import_module

        return import_module(f"studybuddy.practice.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
