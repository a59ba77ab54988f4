"""Quizzes: what one is, how a model's reply becomes one, and how one is made from notes.

`models` says what a quiz is, `rules` what its texts may hold, `labels` knows "A)" and the like,
`series` their rows, and `bare` sees where nothing stands behind them;
`finding` looks for the JSON in a reply, past `forms` that hold no quiz, and `parsing` checks it;
`generating` asks a model, again where needed, with `asking` for the words, `passages` for the
choice of notes, `support` for the check against them and `shuffling` for the order of the options.
Names are loaded when they are first used, since pydantic is slow to load.
"""

_HOME = {"Question": "models", "Quiz": "models", "QuizError": "errors", "parse_quiz": "parsing",
         "generate_quiz": "generating"}

__all__ = ["Question", "Quiz", "QuizError", "generate_quiz", "parse_quiz"]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
