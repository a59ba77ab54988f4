"""PracticeModel: the Model that follows fixed rules, for work without a key.

It reads the whole history at each request and keeps nothing between requests, so a run that is
continued in a new kernel goes on where it was, and equal histories get equal replies.
"""

from __future__ import annotations

import datetime
import json
import re
from typing import TYPE_CHECKING

from studybuddy.messages import Reply, assistant, call, calls_of, text_of
from studybuddy.models.base import ModelError
from studybuddy.practice import arithmetic, dates, files, generic, notes, plans, talk, wording
from studybuddy.practice.offered import Offered, sort_out

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

MARKER = "[practice model: fixed rules, no language model]"
"""The first line of the first answer in a conversation."""
MAX_CALLS = 8
"""Calls for one question; then it answers with what it has."""

_NO_DATE = "Which day is the exam?"
_NO_TOPICS = "Which topics should the plan cover?"
_MORE = "I need more for this:"
_DAYS_UNTIL = re.compile(
    r"\b(?:how many|no of|number of) days\b.{0,30}\b(?:until|till|til|to|before|left|remain)")


class PracticeModel:
    """A model of fixed rules: no language model, no network, the same reply every time.

    `today` is a `datetime.date` or a text YYYY-MM-DD, from which dates such as "in 10 days" are
    counted; None takes the date of the day (see `studybuddy.clock`) at each request.
    Raises `ValueError` for a `today` that is no date.
    """

    name = "practice model (fixed rules, no language model)"

    def __init__(self, today: datetime.date | str | None = None):
        self._today = _read_day(today)

    def __repr__(self) -> str:
        return "PracticeModel()" if self._today is None else f"PracticeModel(today={self._today})"

    def complete(
        self,
        messages: list[dict],
        tools: list[dict],
        *,
        response_schema: dict | None = None,
        cancel: threading.Event | None = None,
        on_event: Callable[[dict], None] | None = None,
    ) -> Reply:
        """Write the next message of the history by rule. See `studybuddy.models.base.Model`.

        A `response_schema` cannot be followed; the reply says so. Raises `ModelError` (kind
        `cancelled`) when `cancel` is set, and nothing else whatever the history holds.
        """
        if cancel is not None and cancel.is_set():
            raise ModelError("cancelled", "The request was cancelled.")
        turn = _Turn(messages, tools, self._day())
        if response_schema is not None:
            return turn.say(
                "I follow fixed rules and cannot answer in a given JSON form. "
                "Use a real model for this."
            )
        return turn.reply()

    def _day(self) -> datetime.date:
        if self._today is not None:
            return self._today
        from studybuddy import clock

        return clock.today()


def _read_day(today: datetime.date | str | None) -> datetime.date | None:
    if today is None:
        return None
    if isinstance(today, datetime.datetime):
        return today.date()
    if isinstance(today, datetime.date):
        return today
    if isinstance(today, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", today):
        return datetime.date(*map(int, today.split("-")))
    raise ValueError(f"today must be a date or a text such as '2026-11-29', not {today!r:.60}.")


class _Turn:
    """One request: the history, taken apart, and what to say next."""

    def __init__(self, messages: object, tools: object, today: datetime.date):
        history = messages if isinstance(messages, (list, tuple)) else []
        self.history = [m for m in history if isinstance(m, dict)]
        self.offered = sort_out(tools)
        self.today = today
        self.at = max(
            (i for i, m in enumerate(self.history) if m.get("role") == "user"), default=-1
        )
        self.question = _text(self.history[self.at]) if self.at >= 0 else ""
        self.done = self._done(self.at + 1)

    # The history -------------------------------------------------------------------------
    def _done(self, start: int) -> list[tuple[str, dict, dict]]:
        """(name, arguments, result) of every answered call since the question."""
        asked: dict[str, tuple[str, dict]] = {}
        done = []
        for message in self.history[start:]:
            for entry in calls_of(message) if message.get("role") == "assistant" else []:
                asked[str(entry.get("id"))] = _named(entry)
            if message.get("role") == "tool":
                name, arguments = asked.get(str(message.get("tool_call_id")), ("the tool", {}))
                done.append((name, arguments, wording.read_result(message.get("content"))))
        return done

    def _ids(self) -> set[str]:
        return {str(entry.get("id")) for m in self.history for entry in calls_of(m)}

    def _spoken(self) -> bool:
        return any(m.get("role") == "assistant" and MARKER in _text(m)[:200] for m in self.history)

    # Replies -----------------------------------------------------------------------------
    def say(self, text: str) -> Reply:
        """A final answer; the first one of a conversation begins with the marker."""
        return Reply(assistant(text if self._spoken() else f"{MARKER}\n{text}"), "stop")

    def ask(self, *wanted: tuple[str, dict]) -> Reply:
        """Ask for tools. Ids follow from the place in the history and are new in it."""
        used = self._ids()
        number = sum(len(calls_of(m)) for m in self.history)
        entries = []
        for name, arguments in wanted:
            number += 1
            while f"call{number:05d}" in used:
                number += 1
            entries.append(call(name, arguments, f"call{number:05d}"))
        return Reply(assistant("", entries), "tool_calls")

    def reply(self) -> Reply:
        """The next message."""
        if self.at < 0:
            return self.say(f"Please ask a question. {self._examples()}")
        if self.done:
            return self._after_tools()
        return self._first()

    def _after_tools(self) -> Reply:
        name, arguments, result = self.done[-1]
        error = wording.error_of(result)
        if len(self.done) < MAX_CALLS and not wording.was_rejected(result):
            if error:
                better = wording.repaired(arguments, error, self.today)
                tried = [(n, _key(a)) for n, a, _ in self.done]
                if better is not None and len(self.done) == 1 and (name, _key(better)) not in tried:
                    return self.ask((name, better))
            else:
                step = self._next_step()
                if step is not None:
                    return self.ask(step)
        return self.say(wording.answer(self.done))

    def _next_step(self) -> tuple[str, dict] | None:
        """The next part of a question with several parts."""
        name = self.offered.calculator
        if name is None or any(n != name or wording.error_of(r) for n, _, r in self.done):
            return None
        steps = arithmetic.solve(self.question)
        first = self.done[0][1].get(self.offered.expression)
        if len(steps) <= len(self.done) or first != steps[0]:
            return None
        expression = steps[len(self.done)]
        if "{previous}" in expression:
            value = self.done[-1][2].get("result")
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                return None
            expression = expression.replace("{previous}", repr(value))
        return name, {self.offered.expression: expression}

    # Deciding ----------------------------------------------------------------------------
    def _first(self) -> Reply:
        text, offered = self.question, self.offered
        earlier = self._asked_back()
        if (
            earlier
            and talk.small_talk(text) in (None, "earlier", "outside")
            and not arithmetic.is_direct(text)
        ):
            reply = self._plan_reply(f"{earlier}\n{text}") if self._asked_for_plan() else None
            reply = reply or self._generic_reply(f"{earlier} {text}", 0.9)
            if reply:
                return reply
        direct = arithmetic.is_direct(text)
        fit = generic.best_fit(text, offered.others, self.today) if offered.others else None
        days = self._days_until(text)
        if days and not fit:
            return self.say(days)
        if direct:
            if fit and fit.score >= 2.5 and not fit.missing:
                return self.ask((fit.name, fit.arguments))
            return self._calculate(text)
        if fit and fit.score >= 2 and not fit.missing:
            return self.ask((fit.name, fit.arguments))
        kind = talk.small_talk(text)
        if kind in ("empty", "abilities", "greeting"):
            return self._talk(kind)
        mail = self._mail(text)
        if mail:
            return mail
        if offered.files:
            wanted = files.file_call(text, offered.files)
            if wanted:
                return self.ask(wanted)
        if plans.wants_plan(text, self.today) and not (fit and fit.score > 2 and not offered.plan):
            return self._plan_reply(text) or self._unknown()
        if kind and fit and fit.score >= 1:
            return self._generic_reply(text, 1) or self._talk(kind)
        if kind in ("weather", "joke") and offered.notes and notes.names_notes(text):
            kind = None
        if kind in ("weather", "joke") and len(arithmetic.read(text).numbers) > 1:
            kind = None
        if kind in ("thanks", "bye", "weather", "joke"):
            return self._talk(kind)
        if kind != "earlier" or len(arithmetic.read(text).numbers) > 1:
            words = offered.notes and notes.wants_words(text)
            steps = [] if words else arithmetic.solve(text)
            if steps and not (fit and not offered.calculator):
                return self._calculate(text)
            counted = not words and offered.calculator and arithmetic.asks_for_number(text)
            many = len(arithmetic.read(text).of_kind("NPF")) > 2
            if counted and not fit and (many or not notes.names_notes(text)):
                return self._unclear_sum()
        if _QUIZ.search(text.lower()) and not fit:
            return self._quiz()
        if kind and not (
            notes.names_notes(text) and offered.notes and kind not in ("earlier", "feelings")
        ):
            return self._talk(kind)
        if fit and fit.score >= 1:
            return self._generic_reply(text, 1) or self._unknown()
        if talk.says_nothing(text):
            return self._talk("earlier")
        if notes.asks(text):
            if offered.notes:
                return self.ask((offered.notes, self._note_arguments(text)))
            if fit:
                return self._generic_reply(text, 0.9) or self._unknown()
            if notes.names_notes(text):
                return self.say(f"I would need a tool that searches notes. {self._no_tool()}")
        return self._unknown()

    def _days_until(self, text: str) -> str:
        """The answer to "how many days until ...?": the calendar knows, so no tool is needed."""
        if not _DAYS_UNTIL.search(text.lower()):
            return ""
        found = {one.date for one in dates.find_dates(text.lower(), self.today)}
        if len(found) != 1 or plans.wants_plan(text, self.today):
            return ""
        day = found.pop()
        count = (day - self.today).days
        return (f"By the calendar: from {self.today.isoformat()} to {day.isoformat()} "
                f"{'is 1 day' if count == 1 else f'are {count} days'}.")

    def _calculate(self, text: str) -> Reply:
        if self.offered.calculator is None:
            return self.say(f"I would need a calculator for this. {self._no_tool()}")
        expression = arithmetic.solve(text)[0]
        return self.ask((self.offered.calculator, {self.offered.expression: expression}))

    def _note_arguments(self, text: str) -> dict:
        found = notes.read_notes(text)
        arguments = {self.offered.query: found["query"]}
        if "k" in found and self.offered.k:
            arguments[self.offered.k] = found["k"]
        return arguments

    def _plan_reply(self, text: str) -> Reply | None:
        if self.offered.plan is None:
            return self.say(f"I would need a tool that makes study plans. {self._no_tool()}")
        plan = plans.read_plan(text, self.today)
        if plan.exam_date is None and not plan.topics:
            return self.say(
                f'{_NO_TOPICS} {_NO_DATE} For example: "algebra and geometry, exam on 15 January".'
            )
        if plan.exam_date is None:
            return self.say(f'{_NO_DATE} For example: "on 15 January" or "in 10 days".')
        if not plan.topics:
            return self.say(f'{_NO_TOPICS} For example: "algebra, geometry and statistics".')
        keys = self.offered.plan_keys
        return self.ask(
            (self.offered.plan, {keys[k]: v for k, v in plan.arguments().items() if k in keys})
        )

    def _mail(self, text: str) -> Reply | None:
        if self.offered.mail is None or not re.search(r"\b(?:e-?mail|mail|send)\b", text.lower()):
            return None
        if not re.search(r"\b(?:plan|schedule|timetable|it|that|this)\b", text.lower()):
            return None
        plan = plans.read_plan(text, self.today)
        if plan.exam_date and plan.topics:
            arguments = plan.arguments()
        else:  # the plan that was made before in this conversation
            made = [
                a
                for m in self.history[: self.at]
                for e in calls_of(m)
                for n, a in [_named(e)]
                if n == self.offered.plan
            ]
            if not made:
                return self.say(
                    f'{_NO_TOPICS} {_NO_DATE} For example: "email me a plan for '
                    f"algebra and "
                    'geometry, exam on 15 January".'
                )
            inverse = {v: k for k, v in self.offered.plan_keys.items()}
            arguments = {inverse[k]: v for k, v in made[-1].items() if k in inverse}
        keys = self.offered.mail_keys
        return self.ask(
            (self.offered.mail, {keys[k]: v for k, v in arguments.items() if k in keys})
        )

    def _generic_reply(self, text: str, least: float) -> Reply | None:
        fit = generic.best_fit(text, self.offered.others, self.today, least)
        if fit is None:
            return None
        if fit.missing:
            names = " and ".join(name.replace("_", " ") for name in fit.missing)
            return self.say(f"{_MORE} please give {names} for the tool {fit.name}.")
        return self.ask((fit.name, fit.arguments))

    def _asked_back(self) -> str | None:
        """The earlier question, when the last thing said was a request for what is missing."""
        for i in range(self.at - 1, -1, -1):
            message = self.history[i]
            if message.get("role") == "assistant":
                if not any(sign in _text(message) for sign in (_NO_DATE, _NO_TOPICS, _MORE)):
                    return None
                users = [m for m in self.history[:i] if m.get("role") == "user"]
                return _text(users[-1]) if users else None
        return None

    def _asked_for_plan(self) -> bool:
        said = [m for m in self.history[: self.at] if m.get("role") == "assistant"]
        return bool(said) and _MORE not in _text(said[-1])

    # Words -------------------------------------------------------------------------------
    def _talk(self, kind: str) -> Reply:
        if kind == "abilities":
            return self.say(f"I follow fixed rules; I am no language model. {self._examples()}")
        text = talk.ANSWERS[kind]
        return self.say(
            f"{text} {self._examples()}"
            if kind in ("greeting", "earlier", "outside", "empty", "opinion")
            else text
        )

    def _quiz(self) -> Reply:
        if self.offered.quiz:
            return self.say(
                f"I cannot fill the tool {self.offered.quiz} by rule yet. {self._examples()}"
            )
        return self.say(f"I cannot make quizzes yet. {self._examples()}")

    def _unknown(self) -> Reply:
        return self.say(f"I have no rule for this question. {self._examples()}")

    def _unclear_sum(self) -> Reply:
        """A sum that no rule fits: a wrong number, or a search in the notes, would be worse."""
        return self.say(
            "I have no rule for this question: I cannot tell which numbers belong together. "
            f"Please write the sum, for example: 3 * 45 + 2 * 12. {self._examples()}"
        )

    def _no_tool(self) -> str:
        if not self.offered.names:
            return "No tools were given to me."
        return f"It is not among my tools ({', '.join(self.offered.names[:12])})."

    def _examples(self) -> str:
        """What can be asked, from the tools that are offered."""
        examples = _examples_for(self.offered)
        if not examples:
            return "No tools were given to me, so I cannot look up or compute anything."
        return "You can ask, for example:\n" + "\n".join(f"- {e}" for e in examples)


_QUIZ = re.compile(
    r"\b(?:quiz me|make (?:me )?(?:a |an )?(?:\w+ )?quiz|quiz (?:on|about|from)|"
    r"test me on|"
    r"(?:generate|create|give me) (?:\w+ ){0,3}(?:quiz|mcqs?|multiple choice)|"
    r"mcqs? (?:on|about|from))\b"
)


def _examples_for(offered: Offered) -> list[str]:
    examples = []
    if offered.calculator:
        examples.append("What is 15% of 2,480?")
    if offered.plan:
        examples.append(
            "Make a study plan for algebra and geometry, exam in 10 days, 2 hours a day."
        )
    if offered.notes:
        examples.append("Explain normalisation from my notes.")
    if "get_files_info" in offered.files:
        examples.append("List the files in the working folder.")
    if "get_file_content" in offered.files:
        examples.append("Show me main.py.")
    if offered.calculator and len(examples) < 3:
        examples.append("My SGPA is 8.2 with 20 credits and 9.1 with 22: what is my CGPA?")
    if offered.calculator and len(examples) < 3:
        examples.append("I scored 432 out of 500. What percentage is that?")
    for tool in offered.others[:5]:
        function = generic.function_of(tool)
        about = re.split(r"(?<=[.!?])\s|\n", str(function.get("description") or "").strip())[0][
            :150
        ]
        examples.append(
            f"a question for the tool {function['name']}" + (f": {about}" if about else "")
        )
    return examples[:6]


def _text(message: dict) -> str:
    """The text of a message of any shape; never raises."""
    try:
        text = text_of(message)
    except (TypeError, AttributeError, RecursionError):
        return ""
    return text if isinstance(text, str) else ""


def _named(entry: dict) -> tuple[str, dict]:
    """Name and arguments of a call; arguments that cannot be read count as none."""
    function = entry.get("function")
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments")
    if isinstance(arguments, str) and len(arguments) <= wording.MAX_RESULT:
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            arguments = None
    return str(function.get("name") or "the tool"), arguments if isinstance(arguments, dict) else {}


def _key(arguments: dict) -> str:
    try:
        return json.dumps(arguments, sort_keys=True, default=str)
    except (TypeError, ValueError, RecursionError):
        return repr(arguments)[:1000]
