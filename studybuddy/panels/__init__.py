"""Panels: parts of StudyBuddy to click in a notebook, made of ipywidgets.

`base` is what all panels share, `style` their one style sheet and its keys, `markup` how untrusted
text becomes HTML. Names are loaded when they are used, since ipywidgets is slow to load.
"""

_HOME = {"ApprovalPanel": "approval", "ChatPanel": "chat", "QuizPanel": "quiz",
         "TracePanel": "trace"}

__all__ = [*_HOME]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
