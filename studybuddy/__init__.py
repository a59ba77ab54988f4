"""StudyBuddy: the pieces of an agent, small enough to read.

Names are loaded when they are used, so that `from studybuddy import calculator` costs little.
"""

from os import environ as _environ

from studybuddy._version import __version__

# Here, and not where it is used: what runs after this import must not be able to set it.
_APPROVE_AT_START = _environ.get("STUDYBUDDY_APPROVE", "")

_HOME = {
    "calculator": "tools.calculator",
    "make_study_plan": "tools.planner",
    "search_notes": "tools.notes",
    "set_store": "tools.notes",
    "retrieve": "tools.notes",
    "get_files_info": "tools.files",
    "get_file_content": "tools.files",
    "write_file": "tools.files",
    "run_python_file": "tools.files",
    "file_tools": "defaults",
    "email_plan_to_me": "tools.mail",
    "Tool": "registry",
    "ToolRegistry": "registry",
    "ToolError": "registry",
    "ToolCall": "messages",
    "ToolResult": "messages",
    "Reply": "messages",
    "TOOLS": "defaults",
    "REGISTRY": "defaults",
    "NEEDS_CONFIRMATION": "defaults",
    "run_tool": "defaults",
    "run_tool_checked": "defaults",
    "Agent": "agent",
    "Run": "agent",
    "run_agent": "agent",
    "diff": "explore",
    "ScriptedModel": "models.scripted",
    "OpenAIModel": "models.openai_chat",
    "GeminiModel": "models.gemini",
    "call_function": "models.gemini",
    "ModelError": "models.base",
    "PracticeModel": "practice",
    "RunFileError": "runfile",
    "VectorStore": "rag",
    "plan_to_ics": "ics",
    "calendar_view": "plan_view",
    "Quiz": "quiz",
    "Question": "quiz",
    "QuizError": "quiz",
    "parse_quiz": "quiz",
    "generate_quiz": "quiz",
}
_MODULES = ("practice", "trace", "prompts", "sandbox", "schema", "messages")

__all__ = ["__version__", *_HOME, *_MODULES]


def __getattr__(name: str) -> object:
    """Load a public name from the module where it lives."""
    from importlib import import_module

    if name in _HOME:
        value = getattr(import_module(f"studybuddy.{_HOME[name]}"), name)
    elif name in _MODULES:
        value = import_module(f"studybuddy.{name}")
    else:
        raise AttributeError(f"module 'studybuddy' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
