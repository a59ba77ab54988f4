"""A conversation in turns: one question each, with what followed from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from studybuddy.jsontext import JSONTextError, read_object
from studybuddy.messages import calls_of, text_of, visible
from studybuddy.runstate import ANSWERED, CANCELLED, FAILED, READY, STEP_LIMIT, STUCK

TYPE_CHECKING = False  # type checkers know this name
if TYPE_CHECKING:
    from studybuddy.quiz import Quiz

SEARCH = "search_notes"  # the only tool whose results are shown as passages of the notes
_ENDS = {CANCELLED: "This question was stopped.", FAILED: "The model gave no answer.",
         STEP_LIMIT: "There was no answer within the permitted number of steps.",
         STUCK: "The model asked for the same thing again and again, so it was stopped."}


@dataclass(slots=True)
class Turn:
    """A question and what followed. Its requests are those after number `before`, up to `last`,
    and its events those of the run from place `begin`, up to before `end`.

    `answer` is "" while there is none. `unkept` says why the file of the conversation does not take
    what follows; "" where it does.
    """

    question: str
    before: int
    last: int
    begin: int
    end: int
    messages: list[dict] = field(default_factory=list)
    status: str = READY
    answer: str = ""
    unkept: str = ""


def turns_of(events: Iterable[dict], before: Sequence[Turn] = ()) -> list[Turn]:
    """The turns that the events of a run make up, in order; with `before`, those that go on behind
    these turns."""
    turns: list[Turn] = list(before)
    requests, begin = (turns[-1].last, turns[-1].end) if turns else (0, 0)
    for place, event in enumerate(events, begin):
        message = event.get("message", {})
        if event["type"] == "message" and message["role"] == "user":
            if turns and turns[-1].status == READY:
                _end(turns[-1], FAILED)  # an error ended it that no event tells of
            turns.append(Turn(text_of(message), requests, requests, place, place))
        if not turns:
            continue
        turns[-1].end = place + 1
        if event["type"] == "message" and message["role"] == "assistant":
            requests += 1
            turns[-1].last = requests
            turns[-1].messages.append(message)
            _end(turns[-1], READY if calls_of(message) else ANSWERED)
        elif event["type"] == "done":
            turns[-1].messages.append(message)
        elif event["type"] == "end":
            _end(turns[-1], event["status"])
            error = event.get("error")
            if error:
                turns[-1].answer = str(error.get("message"))
    return turns


def _end(turn: Turn, status: str) -> None:
    turn.status = status
    turn.answer = (visible(text_of(turn.messages[-1])) if status == ANSWERED
                   else _ENDS.get(status, ""))


def sources_of(turn: Turn) -> list[tuple[str, str]]:
    """(source, passage) of what was found in notes for this turn: those that the answer names,
    or all of them where it names none."""
    found: dict[str, str] = {}
    for result in _results(turn, SEARCH):
        passages = result.get("results")
        for passage in passages if isinstance(passages, list) else ():
            if isinstance(passage, Mapping) and isinstance(passage.get("source"), str):
                found.setdefault(passage["source"], str(passage.get("text", "")))
    named = {source: text for source, text in found.items() if source in turn.answer}
    return list((named or found).items())


def plans_of(turn: Turn) -> list[dict]:
    """The study plans that tools returned in this turn."""
    return [result for result in _results(turn)
            if isinstance(result.get("plan"), list) and result["plan"] and not result.get("error")]


def _results(turn: Turn, name: str | None = None) -> Iterable[dict]:
    """The results of the tools, or of the tool of this name, that are objects."""
    names: dict[str, str] = {}
    for message in turn.messages:
        if message["role"] == "assistant":
            names.update((entry["id"], entry["function"]["name"]) for entry in calls_of(message))
        elif name in (None, names.get(message["tool_call_id"])):
            try:
                yield read_object(text_of(message))
            except JSONTextError:  # also what is nested too deep to be walked through
                continue


# -- a quiz in an answer --------------------------------------------------------------------------

_QUESTION = re.compile(r"\s*(\d{1,3})[.)] +(\S.*)")
_OPTION = re.compile(r"\s*([A-D])[.)] +(\S.*)")
_RIGHT = re.compile(r"\s*(\d{1,3})[.):]+ *\(?([A-D])\)?[.):]?(?: +\((.+)\))?\s*")


def quiz_in(answer: str) -> Quiz | None:
    """The quiz that an answer holds: as JSON, or as numbered questions with four options A) to
    D) and, behind a line "Answers:", the letter of each. None for anything that is not wholly so:
    an answer that was guessed would be learned."""
    from studybuddy.quiz import QuizError, parse_quiz

    raw = answer if '"questions"' in answer else _as_json(answer)
    if raw is None:
        return None
    try:
        return parse_quiz(raw)
    except QuizError:
        return None


def _as_json(answer: str) -> str | None:
    questions: dict[str, dict] = {}
    letters: dict[str, tuple[str, str | None]] = {}
    lines = iter(line for line in answer.splitlines() if line.strip())
    newest: dict | None = None
    for line in lines:
        if line.strip().rstrip(":").lower() == "answers":
            break
        asked, option = _QUESTION.fullmatch(line), _OPTION.fullmatch(line)
        if asked and asked[1] not in questions:
            newest = questions[asked[1]] = {"question": asked[2], "options": []}
        elif option and newest is not None and "ABCD".find(option[1]) == len(newest["options"]):
            newest["options"].append(option[2])
        elif newest is not None:
            return None  # a line that belongs nowhere
    for line in lines:
        right = _RIGHT.fullmatch(line)
        if right is None or right[1] in letters:
            return None
        letters[right[1]] = right[2], right[3]
    if not questions or questions.keys() != letters.keys():
        return None
    for number, question in questions.items():
        letter, source = letters[number]
        question.update(answer_index="ABCD".index(letter), source=source)
    return json.dumps({"questions": list(questions.values())})
