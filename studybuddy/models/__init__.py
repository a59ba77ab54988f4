"""The models that can stand behind an agent, and how a name becomes one."""

from __future__ import annotations

import os

from studybuddy.models.base import ModelError

NAMES = ("auto", "practice", "gemini", "openai")


def choose(name: str = "auto"):
    """The model with this name: "auto", "practice", "gemini" or "openai".

    What "auto" means can be set with STUDYBUDDY_MODEL in the environment of the process; a model
    that is named wins over it. Raises ModelError with a sentence when there is none.
    """
    if name == "auto":
        name = os.environ.get("STUDYBUDDY_MODEL", "").strip() or "practice"
    if name in ("auto", "practice"):
        from studybuddy.practice import PracticeModel

        return PracticeModel()
    if name in NAMES:
        raise ModelError("model_not_found", f"This version cannot talk to {name} yet. "
                         "Use the practice model: it needs no key.")
    raise ModelError("model_not_found",
                     f"There is no model {name!r}. The names are: {', '.join(NAMES)}.")
