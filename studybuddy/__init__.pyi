# What type checkers and editors read in place of `__init__.py`, where names are loaded when they
# are used.

from studybuddy import messages as messages
from studybuddy import practice as practice
from studybuddy import prompts as prompts
from studybuddy import sandbox as sandbox
from studybuddy import schema as schema
from studybuddy import trace as trace
from studybuddy._version import __version__ as __version__
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

_APPROVE_AT_START: str

__all__ = [
    "__version__", "calculator", "make_study_plan", "search_notes", "set_store", "retrieve",
    "get_files_info", "get_file_content", "write_file", "run_python_file", "file_tools",
    "email_plan_to_me", "Tool", "ToolRegistry", "ToolError", "ToolCall", "ToolResult",
    "Reply", "TOOLS", "REGISTRY", "NEEDS_CONFIRMATION", "run_tool", "run_tool_checked",
    "Agent", "Run", "run_agent", "diff", "ScriptedModel", "OpenAIModel", "GeminiModel",
    "call_function", "ModelError", "PracticeModel", "RunFileError", "VectorStore",
    "plan_to_ics", "calendar_view", "Quiz", "Question", "QuizError", "parse_quiz",
    "generate_quiz", "practice", "trace", "prompts", "sandbox", "schema", "messages",
]
