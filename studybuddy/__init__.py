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

# What type checkers and editors read in place of `__getattr__`: the same names, with their types.
TYPE_CHECKING = False  # as in `typing`, which need not be loaded for it
if TYPE_CHECKING:
    from studybuddy import messages as messages
    from studybuddy import practice as practice
    from studybuddy import prompts as prompts
    from studybuddy import sandbox as sandbox
    from studybuddy import schema as schema
    from studybuddy import trace as trace
    from studybuddy.agent import Agent as Agent
    from studybuddy.agent import Run as Run
    from studybuddy.agent import run_agent as run_agent
    from studybuddy.defaults import NEEDS_CONFIRMATION as NEEDS_CONFIRMATION
    from studybuddy.defaults import REGISTRY as REGISTRY
    from studybuddy.defaults import TOOLS as TOOLS
    from studybuddy.defaults import file_tools as file_tools
    from studybuddy.defaults import run_tool as run_tool
    from studybuddy.defaults import run_tool_checked as run_tool_checked
    from studybuddy.explore import diff as diff
    from studybuddy.ics import plan_to_ics as plan_to_ics
    from studybuddy.messages import Reply as Reply
    from studybuddy.messages import ToolCall as ToolCall
    from studybuddy.messages import ToolResult as ToolResult
    from studybuddy.models.base import ModelError as ModelError
    from studybuddy.models.gemini import GeminiModel as GeminiModel
    from studybuddy.models.gemini import call_function as call_function
    from studybuddy.models.openai_chat import OpenAIModel as OpenAIModel
    from studybuddy.models.scripted import ScriptedModel as ScriptedModel
    from studybuddy.plan_view import calendar_view as calendar_view
    from studybuddy.practice import PracticeModel as PracticeModel
    from studybuddy.quiz import Question as Question
    from studybuddy.quiz import Quiz as Quiz
    from studybuddy.quiz import QuizError as QuizError
    from studybuddy.quiz import generate_quiz as generate_quiz
    from studybuddy.quiz import parse_quiz as parse_quiz
    from studybuddy.rag import VectorStore as VectorStore
    from studybuddy.registry import Tool as Tool
    from studybuddy.registry import ToolError as ToolError
    from studybuddy.registry import ToolRegistry as ToolRegistry
    from studybuddy.runfile import RunFileError as RunFileError
    from studybuddy.tools.calculator import calculator as calculator
    from studybuddy.tools.files import get_file_content as get_file_content
    from studybuddy.tools.files import get_files_info as get_files_info
    from studybuddy.tools.files import run_python_file as run_python_file
    from studybuddy.tools.files import write_file as write_file
    from studybuddy.tools.mail import email_plan_to_me as email_plan_to_me
    from studybuddy.tools.notes import retrieve as retrieve
    from studybuddy.tools.notes import search_notes as search_notes
    from studybuddy.tools.notes import set_store as set_store
    from studybuddy.tools.planner import make_study_plan as make_study_plan
else:  # hidden from them, or no name would ever be wrong
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
