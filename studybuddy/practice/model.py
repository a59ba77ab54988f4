"""PracticeModel: the Model that follows fixed rules, for work without a key.

It reads the whole history at each request and keeps nothing between requests, so a run that is
continued in a new kernel goes on where it was, and equal histories get equal replies.
"""

from __future__ import annotations

import datetime
import json
import re
from typing import TYPE_CHECKING

from studybuddy.messages import NO_ANSWER, Reply, assistant, call, calls_of, text_of
from studybuddy.models.base import ModelError
from studybuddy.practice import (
    arithmetic,
    dates,
    file_parts,
    file_steps,
    generic,
    mails,
    notes,
    plans,
    quizzes,
    talk,
    wording,
)
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
    picked: str  # why this model answers: see `studybuddy.models.choose`

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

        A `response_schema` is followed for a quiz; for any other form the reply says that it
        cannot be. Raises `ModelError` (kind `cancelled`) when `cancel` is set, and nothing else
        whatever the history holds.
        """
        if cancel is not None and cancel.is_set():
            raise ModelError("cancelled", "The request was cancelled.")
        turn = _Turn(messages, tools, self._day())
        if response_schema is not None:
            return turn.quiz(response_schema) or turn.say(
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
        self.history = [m for m in history if isinstance(m, dict) and not _is_no_answer(m)]
        self.offered = sort_out(tools)
        self.today = today
        self.at = max(
            (i for i, m in enumerate(self.history) if m.get("role") == "user"), default=-1
        )
        self.question = _text(self.history[self.at]) if self.at >= 0 else ""
        self.done = _answered(self.history[self.at + 1:])
        self.past = _answered(self.history[:max(self.at, 0)])

    # The history -------------------------------------------------------------------------
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
        quiz = self.quiz()
        if quiz:
            return quiz
        if self.done:
            return self._after_tools()
        return self._first()

    def _after_tools(self) -> Reply:
        name, arguments, result = self.done[-1]
        if name in self.offered.files and (reply := self._file_reply()):
            return reply
        if name == self.offered.notes and quizzes.asks(self.question):
            quiz = self._quiz_from_search()
            if quiz:
                return quiz
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
            whole = f"{earlier}\n{text}"
            reply = (self._mail(whole) or self._plan_reply(whole)
                     if self._asked_for_plan() else None)
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
        if reply := self._file_reply():
            return reply
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
        if quizzes.asks(text) and not fit:
            return self._quiz_search(text)
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

    def _file_reply(self) -> Reply | None:
        """The next step on files; `it` is the file of the last call that went well."""
        last = next((str(a["file_path"]) for _, a, r in reversed(self.past)
                     if a.get("file_path") and not wording.error_of(r)), "")
        tasks = file_parts.read_tasks(self.question, self.offered.files, last)
        if not tasks:
            return None
        step = file_steps.next_of(tasks, self.done, self.past, self.offered.files)
        return self.say(step) if isinstance(step, str) else self.ask(step)

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
        if plan.exam_date is None or not plan.topics:
            return self.say(_plan_lacks(plan, "algebra and geometry, exam on 15 January"))
        keys = self.offered.plan_keys
        return self.ask(
            (self.offered.plan, {keys[k]: v for k, v in plan.arguments().items() if k in keys})
        )

    def _mail(self, text: str) -> Reply | None:
        if self.offered.mail is None or not mails.wants_mail(text):
            return None
        if mails.to_another(text):
            return self.say("I can mail a plan to you only: the address is in your own settings, "
                            "and I cannot choose another.")
        plan = plans.read_plan(mails.without_wish(text), self.today)
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
            if not made or mails.wants_new(text) and (plan.topics or plan.exam_date):
                return self.say(_plan_lacks(plan, "email me a plan for algebra and geometry, "
                                            "exam on 15 January"))
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

    def _said_last(self) -> tuple[int, str]:
        """The place and the text of the last words before the question; (0, "") for none.

        A call is no words: where a question failed behind it, the words before still stand.
        """
        for i in range(self.at - 1, -1, -1):
            if self.history[i].get("role") == "assistant" and not calls_of(self.history[i]):
                return i, _text(self.history[i])
        return 0, ""

    def _asked_back(self) -> str | None:
        """The earlier question, when the last thing said was a request for what is missing."""
        place, said = self._said_last()
        if not any(sign in said for sign in (_NO_DATE, _NO_TOPICS, _MORE)):
            return None
        users = [m for m in self.history[:place] if m.get("role") == "user"]
        return _text(users[-1]) if users else None

    def _asked_for_plan(self) -> bool:
        return _MORE not in self._said_last()[1]

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

    # Quizzes -----------------------------------------------------------------------------
    def quiz(self, schema: dict | None = None) -> Reply | None:
        """The quiz that is asked for on notes in the conversation itself, or None.

        A message after such a request is about the quiz too where there are no tools, as when the
        asker found a fault in it.
        """
        if schema is None and not quizzes.asks(self.question) and (
                self.offered.names or talk.small_talk(self.question)
                or arithmetic.is_direct(self.question)):
            return None
        for message in reversed(self.history[: self.at + 1]):
            text = _text(message)
            if message.get("role") == "user" and quizzes.asks(text):
                request, passages = quizzes.split(text)
                if passages:
                    return self._quiz_from(request, passages, schema=schema)
        if isinstance(schema, dict) and "questions" in (schema.get("properties") or {}):
            return self._quiz_from(self.question, [], schema=schema)
        return None

    def _quiz_from(self, request: str, passages: list[tuple[str, str]],
                   schema: dict | None = None) -> Reply:
        """A quiz on the notes that stand in the conversation."""
        last = "" if request in self.question else self.question[:600]
        wanted = (quizzes.number_again(self.question) or quizzes.number_in(last)
                  or quizzes.number_in(request) or quizzes.DEFAULT)
        return self._quiz_reply(quizzes.make(passages, wanted), wanted, request, "", schema)

    def _quiz_from_search(self) -> Reply | None:
        """A quiz on what a search found; where that is too little, after a second, wider search."""
        searches = [_passages(result.get("results")) for name, _, result in self.done
                    if name == self.offered.notes]
        if not searches[0]:
            return None
        wanted = quizzes.number_in(self.question) or quizzes.DEFAULT
        topic = quizzes.topic_of(self.question)
        if notes.only_alike(topic, [text for passages in searches for text, _ in passages]):
            return None
        found = list(dict.fromkeys(passage for passages in searches for passage in passages))
        items = quizzes.make(found, wanted, topic, len(searches[0]))
        if len(items) < wanted and len(searches) == 1:
            return self._search(quizzes.wider(found))
        return self._quiz_reply(items, wanted, self.question, topic)

    def _quiz_reply(self, items: list, wanted: int, request: str, topic: str,
                    schema: dict | None = None) -> Reply:
        rules = "\n".join(_text(m) for m in self.history if m.get("role") == "system") + request
        if schema is not None or quizzes.wants_nothing_else(rules):
            return Reply(assistant(quizzes.as_json(items, wanted, topic)), "stop")
        if quizzes.wants_json(rules):
            written = quizzes.as_json(items, wanted, topic, indent=2)
            return self.say(f"Here is the quiz.\n\n```json\n{written}\n```")
        return self.say(quizzes.as_text(items, wanted))

    def _search(self, query: str) -> Reply:
        """Ask for as many passages as a search gives."""
        assert self.offered.notes is not None
        arguments: dict = {self.offered.query: query}
        if self.offered.k:
            arguments[self.offered.k] = _QUIZ_PASSAGES
        return self.ask((self.offered.notes, arguments))

    def _quiz_search(self, text: str) -> Reply:
        """Look for passages that a quiz can be made of."""
        if self.offered.quiz:
            return self.say(
                f"I cannot fill the tool {self.offered.quiz} by rule yet. {self._examples()}"
            )
        if self.offered.notes is None:
            return self.say("I make quizzes from notes. Put them behind your request, or give me a "
                            f"tool that searches notes. {self._examples()}")
        return self._search(quizzes.topic_of(text) or notes.read_notes(text)["query"])

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


def _plan_lacks(plan: plans.Plan, both: str) -> str:
    """A question for what a plan has not yet, its topics or its date; `both` is an example."""
    if plan.topics:
        return f'{_NO_DATE} For example: "on 15 January" or "in 10 days".'
    if plan.exam_date:
        return f'{_NO_TOPICS} For example: "algebra, geometry and statistics".'
    return f'{_NO_TOPICS} {_NO_DATE} For example: "{both}".'


_QUIZ_PASSAGES = 10  # as many as search_notes gives


def _passages(results: object) -> list[tuple[str, str]]:
    """What a search in notes gave, as (text, source)."""
    return [(entry["text"], str(entry.get("source") or ""))
            for entry in (results if isinstance(results, list) else [])
            if isinstance(entry, dict) and isinstance(entry.get("text"), str)]


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


def _is_no_answer(message: dict) -> bool:
    """Whether a message only stands where a question got no answer: nobody said it."""
    return (message.get("role") == NO_ANSWER["role"] and not calls_of(message)
            and _text(message) == NO_ANSWER["content"])


def _answered(messages: list[dict]) -> list[tuple[str, dict, dict]]:
    """(name, arguments, result) of every call in these messages that has its answer."""
    asked: dict[str, tuple[str, dict]] = {}
    done = []
    for message in messages:
        for entry in calls_of(message) if message.get("role") == "assistant" else []:
            asked[str(entry.get("id"))] = _named(entry)
        if message.get("role") == "tool":
            name, arguments = asked.get(str(message.get("tool_call_id")), ("the tool", {}))
            done.append((name, arguments, wording.read_result(message.get("content"))))
    return done


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
