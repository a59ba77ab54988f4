# What type checkers and editors read in place of `__init__.py`, where names are loaded when they
# are used.

from studybuddy.panels.approval import ApprovalPanel as ApprovalPanel
from studybuddy.panels.chat import ChatPanel as ChatPanel
from studybuddy.panels.quiz import QuizPanel as QuizPanel
from studybuddy.panels.trace import TracePanel as TracePanel

__all__ = ["ApprovalPanel", "ChatPanel", "QuizPanel", "TracePanel"]
