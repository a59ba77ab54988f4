"""The models that can stand behind an agent, and how a name becomes one."""

from __future__ import annotations

from studybuddy.models.base import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeAlias

    from studybuddy.models.gemini import GeminiModel
    from studybuddy.models.openai_chat import OpenAIModel
    from studybuddy.practice import PracticeModel

    Ours: TypeAlias = PracticeModel | GeminiModel | OpenAIModel

NAMES = ("auto", "practice", "gemini", "openai")


def choose(name: str = "auto", *, outside: Path | str | None = None) -> Ours:
    """The model with this name: "auto", "practice", "gemini" or "openai".

    "auto" is what STUDYBUDDY_MODEL in the environment of the process says. Without it, LLM_*
    settings mean "openai", else GEMINI_API_KEY means "gemini", else it is the practice model. A
    model that is named wins over all of these. The model's `picked` is one line that says who
    answers, and why. Settings in a `.env` inside the folder `outside`, where a model may write,
    do not count. Raises ModelError with a sentence when there is none.
    """
    if name not in NAMES:
        raise ModelError("model_not_found",
                         f"There is no model {name!r}. The names are: {', '.join(NAMES)}.")
    reason = f"the program says {name}"
    if name == "auto":
        name, reason = _auto(outside)
    model = _make(name, outside)
    model.picked = f"Model: {model.name}, because {reason}."
    return model


def _auto(outside: Path | str | None) -> tuple[str, str]:
    from studybuddy import environment

    wanted = environment.get("STUDYBUDDY_MODEL", "auto")
    if wanted not in NAMES:
        raise ModelError("model_not_found", f"There is no model {wanted!r}, the value of "
                         f"STUDYBUDDY_MODEL. The names are: {', '.join(NAMES)}.")
    if wanted != "auto":
        return wanted, f"STUDYBUDDY_MODEL is {wanted}"
    for setting, name in (("LLM_BASE_URL", "openai"), ("LLM_API_KEY", "openai"),
                          ("GEMINI_API_KEY", "gemini")):
        if environment.get(setting, outside=outside):
            return name, f"{setting} is set"
    return "practice", "no key is set"


def _make(name: str, outside: Path | str | None) -> Ours:
    if name == "practice":
        from studybuddy.practice import PracticeModel

        return PracticeModel()
    if name == "gemini":
        from studybuddy.models.gemini import GeminiModel

        return GeminiModel(outside=outside)
    from studybuddy.models.openai_chat import OpenAIModel

    return OpenAIModel(outside=outside)
