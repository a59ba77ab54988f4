"""Conversations on disk, and a conversation to take along."""

from __future__ import annotations

import os
import re
import tempfile
from functools import lru_cache
from pathlib import Path
from stat import S_ISDIR

from studybuddy import runfile, trace
from studybuddy.agent import Agent, Run
from studybuddy.messages import text_of
from studybuddy.panels.chat_turns import turns_of
from studybuddy.panels.chat_view import model_name, steps_of
from studybuddy.panels.markdown import readable
from studybuddy.panels.markup import plain
from studybuddy.panels.masking import masked_short
from studybuddy.runfile import RunFile, RunFileError
from studybuddy.showing import short

# Pictures, links, HTML, headings, fences, and formulas, which have commands of their own.
_RISKY = re.compile(r"!\[|\]\(|<|\]:|\$|\\[(\[]|^ {0,3}(?:#|=+ *$|-+ *$|```|~~~)|^[ \t>*+\d.)-]+#",
                    re.MULTILINE)
TITLE = 60  # characters of a first question


class Shelf:
    """The conversations that belong to one path: `chat.jsonl`, `chat-2.jsonl`, ..."""

    def __init__(self, path: str | os.PathLike):
        self.first = Path(os.path.abspath(path))

    def files(self) -> list[Path]:
        """Those that are there, the one that was used last first."""
        name = re.compile(rf"{re.escape(self.first.stem)}(-\d+)?{re.escape(self.first.suffix)}")
        try:
            found = [place for place in self.first.parent.iterdir()
                     if name.fullmatch(place.name) and place.is_file()]
            return sorted(found, key=_changed, reverse=True)
        except OSError:
            return []

    def holds(self, path: Path) -> bool:
        """Whether this file is one of them."""
        return os.path.realpath(path) in map(os.path.realpath, [self.first, *self.files()])

    def free(self) -> Path:
        """The name of a file that is not there yet."""
        place, number = self.first, 1
        while place.exists():
            number += 1
            place = self.first.with_stem(f"{self.first.stem}-{number}")
        return place


def why_unfit(path: str | os.PathLike) -> str | None:
    """Why no conversation can be kept at a path, as a sentence; None where it can."""
    told = os.fsdecode(path)
    try:
        if told and "\0" not in told:
            found = os.stat(told)
            return (f"{plain(short(told, TITLE))} is a folder. Name a file in it, such as "
                    "chat.jsonl." if S_ISDIR(found.st_mode) else None)
    except (FileNotFoundError, NotADirectoryError):
        return None  # a folder that cannot be made is found out when the file is written
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it cannot be"
        return f"The path {plain(short(told, TITLE))} cannot be used: {why}. Name another file."
    return 'That is no path of a file. Give one such as "chat.jsonl".'


def title_of(path: Path) -> str:
    """The name of a conversation's file and its first question, for a list."""
    return f"{plain(path.name)}: {plain(short(_first_question(path, _changed(path)), TITLE))}"


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=256)  # a list is drawn after each answer
def _first_question(path: Path, changed: int) -> str:
    """What a conversation begins with, as of this change; words where it cannot be read."""
    try:
        events = runfile.read(path)[0]
        return next((text_of(event["message"]) for event in events if event["type"] == "message"
                     and event["message"]["role"] == "user"), "no question")
    except (RunFileError, KeyError, TypeError, AttributeError):
        return "cannot be read"


def as_run_file(run: Run) -> str:
    """The conversation as the text of a run file that `Run.load` reads.

    Keys are masked, and an approval that was not used stays here. What still waits for its own
    file is in it too, but for a question whose time has not come: a request stands before it.
    """
    waits = run.unwritten
    while True:
        try:
            return _as_run_file(run, [*run.events, *waits])
        except RunFileError:
            if not waits:
                raise
            waits = waits[:-1]


def _as_run_file(run: Run, events: list[dict]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        first, second = os.path.join(folder, "whole"), os.path.join(folder, "copy")
        RunFile.create(first, trace.masked(run, events))
        # An agent of its own: the one of the chat must not take the copy for its last run.
        Run.load(first, Agent(run.agent.registry, run.agent.model)).save(second)
        return Path(second).read_text(encoding="ascii")


def as_markdown(run: Run) -> str:
    """The conversation to read, as Markdown, keys masked.

    Results, and an answer that could load or hide something where the file is opened, or look like
    another part of the conversation, stand in fences: there they are text.
    """
    parts = [f"# Conversation with {_words(model_name(run.agent.model))}"]
    for turn in turns_of([*run.events, *run.unwritten]):
        parts += ["## You", _fenced(masked_short(run, turn.question))]
        steps = [f"{who}: {what}" for who, what in steps_of(run, turn)]
        if steps:
            parts += ["Steps:", _fenced("\n".join(steps))]
        if turn.answer:
            answer = masked_short(run, turn.answer)
            risky = _RISKY.search(answer) is not None
            parts += ["## StudyBuddy", _fenced(answer) if risky else readable(answer)]
    return "\n\n".join(parts) + "\n"


def _words(name: str) -> str:
    return re.sub(r"[^\w ().,:/-]", "_", name)


def _fenced(text: str) -> str:
    """A text between fences that are longer than any in it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{readable(text)}\n{fence}"
