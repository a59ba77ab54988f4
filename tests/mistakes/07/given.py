"""What the lesson has defined before its exercises: each answer runs after this."""

import json

from pydantic import BaseModel, Field, ValidationError

from studybuddy.messages import assistant, user
from studybuddy.quiz import QuizError

FORM = """{"questions": [{"question": "...", "options": ["...", "...", "...", "..."],
"answer_index": 0, "explanation": "..."}]}"""


def prompt_for(notes, n):
    return (f"Make a quiz with {n} questions from these notes. Four options each; "
            f"answer_index counts from 0. Answer with JSON in this form:\n{FORM}\n\n"
            f"Notes:\n{notes}")


class Question(BaseModel):
    question: str
    options: list[str] = Field(min_length=4, max_length=4)
    answer_index: int = Field(strict=True, ge=0, le=3)
    explanation: str = ""


def tidy(text):
    return " ".join(text.split()).casefold()


def problems(question):
    found, options = [], [tidy(option) for option in question.options]
    if len(set(options)) < len(options):
        found.append("Two options are equal.")
    if "" in options:
        found.append("An option is blank.")
    if set(options) & {"a", "b", "c", "d"}:
        found.append("An option is only a letter.")
    if any(char < " " for text in [question.question, *question.options] for char in text):
        found.append("A control character stands in a text.")
    return found


def unwrap(text):
    found, place = [], text.find("{")
    while place >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        if "questions" in value:
            found.append(value)
        place = text.find("{", end)
    if len(found) != 1:
        raise ValueError(f"There must be one 'questions' object, not {len(found)}.")
    return found[0]


class Quiz(BaseModel):
    questions: list[Question]


def validate(data):
    quiz = Quiz.model_validate(data)
    found = [problem for question in quiz.questions for problem in problems(question)]
    if found:
        raise ValueError(" ".join(found[:5]))
    return quiz


def told(error):
    if not isinstance(error, ValidationError):
        return str(error)
    return " ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}."
                    for one in error.errors()[:5])
