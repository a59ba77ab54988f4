"""Every public name says what it is, and names each of its parameters."""

from __future__ import annotations

import inspect
import re
from importlib import import_module

import pytest

import studybuddy
from studybuddy import panels, practice, sandbox
from studybuddy.workbook import lesson

# The names of the plan that lessons, learners and outside programs rely on.
PLANNED = """calculator make_study_plan search_notes set_store retrieve get_files_info
    get_file_content write_file run_python_file email_plan_to_me file_tools Tool ToolRegistry
    ToolError ToolCall TOOLS REGISTRY NEEDS_CONFIRMATION run_tool run_tool_checked Agent Run
    run_agent call_function diff ScriptedModel PracticeModel OpenAIModel GeminiModel ModelError
    VectorStore plan_to_ics Quiz Question QuizError parse_quiz generate_quiz sandbox
    practice""".split()
VALUES = {"__version__", "TOOLS", "REGISTRY", "NEEDS_CONFIRMATION"}  # described where they stand
# The model reads a tool's docstring, and must not know of what the program sets.
HIDDEN = {"working_directory"}


def public():
    """(name, thing) for each public function, class, method and module."""
    found = {name: getattr(studybuddy, name) for name in studybuddy.__all__ if name not in VALUES}
    found |= {f"panels.{name}": getattr(panels, name) for name in panels.__all__}
    found |= {f"practice.{name}": getattr(practice, name) for name in practice.__all__}
    found |= {f"sandbox.{name}": getattr(sandbox, name) for name in sandbox.__all__}
    found["lesson"] = type(lesson)
    for name, thing in list(found.items()):
        if inspect.isclass(thing):
            for part, value in vars(thing).items():
                value = getattr(value, "__func__", value)  # of a class method
                if not part.startswith("_") and (
                        inspect.isfunction(value) or isinstance(value, property)):
                    found[f"{name}.{part}"] = value
    return [(name, thing) for name, thing in found.items()
            if callable(thing) or isinstance(thing, property) or inspect.ismodule(thing)]


def words_of(thing):
    """A docstring with that of `__init__`, and of what it points to: see `studybuddy.x.Y`."""
    text = thing.__doc__ or ""
    if inspect.isclass(thing):
        text += thing.__init__.__doc__ or ""
    for path in re.findall(r"[Ss]ee\s+`(studybuddy\.[\w.]+)`", text):
        module, _, name = path.rpartition(".")
        target = getattr(import_module(module), name, None) or import_module(path)
        text += (target.__doc__ or "") + (getattr(target, "complete", target).__doc__ or "")
    return text


def unnamed(thing):
    """The parameters that the docstring does not speak of."""
    if isinstance(thing, property) or not callable(thing):
        return []
    try:
        parameters = inspect.signature(thing).parameters.values()
    except ValueError:  # an exception without a form of its own
        return []
    return [one.name for one in parameters if one.name not in {"self", "cls"} | HIDDEN
            and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
            and not re.search(rf"\b{one.name}\b", words_of(thing))]


def test_the_planned_names_are_there():
    assert set(PLANNED) <= set(studybuddy.__all__)
    assert set(panels.__all__) == {"ApprovalPanel", "ChatPanel", "QuizPanel", "TracePanel"}
    assert {"serve", "faults", "attacks"} <= set(practice.__all__)
    assert set(dir(studybuddy)) == set(studybuddy.__all__)


@pytest.mark.parametrize(("name", "thing"), public(), ids=lambda value: value
                         if isinstance(value, str) else "")
def test_it_says_what_it_is(name, thing):
    own = thing.__doc__ or ""
    assert own.strip(), f"{name} has no docstring"
    if inspect.isclass(thing) and thing.__mro__[1].__doc__ == own:
        pytest.fail(f"{name} has only the docstring of its parent")
    assert unnamed(thing) == [], name


def test_what_is_missing_is_found():
    def plain(first, second, *rest, working_directory=None):
        """Take the first one; secondly, nothing."""

    assert unnamed(plain) == ["second"]
