# What type checkers and editors read in place of `__init__.py`, where names are loaded when they
# are used.

from studybuddy.quiz.errors import QuizError as QuizError
from studybuddy.quiz.generating import generate_quiz as generate_quiz
from studybuddy.quiz.models import Question as Question
from studybuddy.quiz.models import Quiz as Quiz
from studybuddy.quiz.parsing import parse_quiz as parse_quiz

__all__ = ["Question", "Quiz", "QuizError", "generate_quiz", "parse_quiz"]
