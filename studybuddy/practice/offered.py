"""Which of the offered tools plays which part.

A tool is known by its shape (the parameters it takes) together with its name or its description.
The description decides: a tool called `calculator` that is described as a room finder is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from studybuddy.practice import files
from studybuddy.practice.generic import MAX_TOOLS, function_of, parameters_of

_CALC_WORDS = re.compile(
    r"calc|arithm|math|expression|evaluat|\bsums?\b|comput|\badd|multipl|"
    r"\bnumbers\b",
    re.I,
)
_NOTE_WORDS = re.compile(
    r"\bnotes?\b|passage|document|course|lecture|textbook|material|slides", re.I
)
_PLAN_WORDS = re.compile(r"plan|schedul|timetable|revis|stud", re.I)


@dataclass(slots=True)
class Offered:
    """The tools of a request. The first fields are names of tools, or None."""

    calculator: str | None = None
    expression: str = "expression"
    plan: str | None = None
    plan_keys: dict = field(default_factory=dict)
    mail: str | None = None
    mail_keys: dict = field(default_factory=dict)
    notes: str | None = None
    query: str = "query"
    k: str | None = None
    quiz: str | None = None
    files: set[str] = field(default_factory=set)
    others: list[dict] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


def sort_out(tools: object) -> Offered:
    """Sort the offered tools (OpenAI schemas; anything else is passed over) into their parts."""
    offered = Offered()
    for tool in (tools if isinstance(tools, (list, tuple)) else [])[:MAX_TOOLS]:
        function = function_of(tool)
        if not function:
            continue
        offered.names.append(function["name"])
        if not _take(offered, function):
            offered.others.append(tool)
    return offered


def _take(offered: Offered, function: dict) -> bool:
    name, about = function["name"], str(function.get("description") or "")[:2000]
    properties, required = parameters_of(function)
    lowered = name.lower()

    def fits(words: re.Pattern, known: bool) -> bool:
        short = len(about.split()) < 4  # too little to say that the name is wrong
        return bool(words.search(about)) or known and short

    expression = next(
        (
            k
            for k in properties
            if re.fullmatch(r"expr|expression|formula|calculation|equation|sum", k.lower())
        ),
        None,
    )
    if expression and not offered.calculator and fits(_CALC_WORDS, "calc" in lowered):
        offered.calculator, offered.expression = name, expression
        return True
    keys = _plan_keys(properties)
    if "topics" in keys and "exam_date" in keys:
        if re.search(r"e-?mail|\bmail|send", f"{lowered} {about}".lower()) and "mail" in lowered:
            offered.mail, offered.mail_keys = offered.mail or name, keys
            return True
        if not offered.plan and fits(_PLAN_WORDS, "plan" in lowered):
            offered.plan, offered.plan_keys = name, keys
            return True
    if lowered in files.TOOLS:
        offered.files.add(name)
        return True
    query = next(
        (
            k
            for k in properties
            if k.lower()
            in ("query", "q", "question", "search", "keywords", "text", "search_query", "topic")
        ),
        None,
    )
    if (
        query
        and set(required) <= {query}
        and not offered.notes
        and fits(_NOTE_WORDS, "note" in lowered)
        and not re.search(r"quiz|write|save|add|create|delete", lowered)
    ):
        offered.notes, offered.query = name, query
        offered.k = next(
            (
                k
                for k in properties
                if k.lower()
                in ("k", "limit", "n", "top_k", "count", "max_results", "num_results", "top")
            ),
            None,
        )
        return True
    if "quiz" in lowered and not offered.quiz:
        offered.quiz = name
    return False


def _plan_keys(properties: dict) -> dict:
    keys: dict[str, str] = {}
    for key in properties:
        word = key.lower()
        if "topic" in word or word in ("subjects", "chapters"):
            keys.setdefault("topics", key)
        elif "date" in word or word in ("exam", "deadline", "exam_day"):
            keys.setdefault("exam_date", key)
        elif "hour" in word:
            keys.setdefault("hours_per_day", key)
    return keys
