"""ChatPanel: a conversation with an agent, as an app in a cell."""

from __future__ import annotations

import html
import os
import time
from functools import partial
from pathlib import Path

from studybuddy import runfile, trace
from studybuddy.agent import Agent, Run
from studybuddy.messages import ToolCall, text_of
from studybuddy.panels.approval_form import ARM, ApprovalForm
from studybuddy.panels.base import REPLACED, did_not_work, show, widgets
from studybuddy.panels.chat_files import Shelf, as_markdown, as_run_file, title_of, why_unfit
from studybuddy.panels.chat_log import TurnLog, asks
from studybuddy.panels.chat_notes import NotesBox
from studybuddy.panels.chat_turn_list import TurnList
from studybuddy.panels.chat_turns import Turn, turns_of
from studybuddy.panels.chat_unkept import RUN_AGAIN, keep_answer
from studybuddy.panels.chat_view import (
    counted,
    data_link,
    model_name,
    steps_of,
    turn_html,
    turn_text,
)
from studybuddy.panels.driving import BUSY, Driver
from studybuddy.panels.markup import block, escaped, inline, plain, word
from studybuddy.panels.masking import masked_short
from studybuddy.panels.pace import Pace
from studybuddy.panels.request_view import masked_calls, request_html, request_text
from studybuddy.panels.run_panel import PRESS, RunPanel, answer_of, seconds_to_arm
from studybuddy.panels.style import SENT
from studybuddy.rag import VectorStore
from studybuddy.runfile import RunFileError
from studybuddy.runstate import CANCELLED, FAILED, READY
from studybuddy.tools import notes as search

KEYS = "Keys: Enter sends, Shift+Enter begins a new line, Tab moves on."
EMPTY = "Write a question first."
AT_WORK = "An answer is being made. Wait for it, or press Stop. Your question stays here."
DECIDE = "A request waits for your decision. Approve or reject it, or press Stop. Then ask."
OPEN_LATER = 'It stays as it is: choose it under "Saved" and press Open.'
NOT_WRITTEN = "This question could not be written into the file of the conversation."
MAX_LINK = 5_000_000  # characters of a file that a link holds
MIME = {".md": "text/markdown", ".jsonl": "application/json"}


class ChatPanel(RunPanel):
    """A conversation with an agent: questions, live steps, approvals, answers with their sources.

        ChatPanel(agent)
        ChatPanel(agent, path="chats/chat.jsonl")

    With a `path` the conversation is in that file, each step before the next begins; the next
    conversations get `chat-2.jsonl` and so on beside it. When the panel is made, it goes on with
    the one that was used last, also after a restart of the kernel. Notes that are added are kept
    beside it, in `chat-notes`. Without a path nothing stays on disk, and a newer panel of the same
    place cancels what the older one was at.

    `notes` is True (notes can be added where the agent has `search_notes`), False, or a
    VectorStore that they go into; it is then the one that `search_notes` searches. `key` is
    explained at `Panel`. `arm` is the time in seconds (0 to 10) before a request takes a click.

    An agent with a policy or an `approve` function decides by that, and asks nobody here.

    From Python: `ask(text)`, `await settled()`, `run`, `turns`, `export(path)`, and the widgets
    `question`, `send`, `stop`, `try_again`, `new`, `approve`, `reject`, `reason`.

    Raises TypeError when `agent` is no Agent, or `notes` is none of these, and ValueError for an
    `arm` out of range.
    """

    def __init__(self, agent: Agent, *, path: str | os.PathLike | None = None,
                 notes: bool | VectorStore = True, key: str | None = None, arm: float = ARM):
        if not isinstance(agent, Agent):
            raise TypeError(f"ChatPanel takes an Agent, not {type(agent).__name__}.")
        if not isinstance(notes, (bool, VectorStore)):
            raise TypeError("notes is True, False or a VectorStore, not "
                            f"{type(notes).__name__}.")
        arm = seconds_to_arm(arm)
        self._agent = agent
        self._unfit = why_unfit(path) if path is not None else None
        self._shelf = Shelf(path) if path is not None and self._unfit is None else None
        self._file = self._newest()
        self._began: float | None = None  # time.monotonic() of the question that is answered now
        self._spent: float | None = None  # seconds that the newest answer took, without waits
        self._live = ""
        self._asked = "", 0, 0  # the question sent; how many events there were, questions waiting
        self._turn_log = TurnLog()
        self._drawn = 0, 0  # how often all turns were read by then, and how many there were
        self._driver = Driver(turned=self._turned, event=self._heard, path=self._file)
        self._pace = Pace(self._driver, self._draw)
        super().__init__(key)
        self._make_widgets(arm)
        self._notes = self._make_notes(notes)
        if self._notes is None:  # there is nothing to make a quiz from
            self.question.placeholder = "Ask a question"
        self._fill()
        if self._file is not None and self._file.exists():
            self._work(self._load)
        else:
            self._draw()

    def _make_widgets(self, arm: float) -> None:
        self._head, self._status, self._clock, self._links, self._foot = (
            widgets.HTML() for _ in range(5))
        self._status.add_class("sb-live")
        self._list = TurnList(self._path_of)
        self._form = ApprovalForm(self, self._driver, arm)
        self.question = widgets.Textarea(
            description="Your question", continuous_update=False, rows=2,
            placeholder="Ask, plan, or write: make a quiz on deadlocks")
        self.question.add_class("sb-field").add_class("sb-area").add_class("sb-write")
        self.question.observe(self._typed, "value")
        self.send = self.button("Send", self._send, "sb-main", "sb-send")
        self.stop = self.button("Stop", self._stop)
        self.try_again = self.button("Try again", lambda: self._work(lambda: None))
        self.new = self.button("New conversation", self._new)
        self.save = self.button("Export", self._export)
        self.saved = widgets.Dropdown(description="Saved", options=[])
        self.saved.add_class("sb-field")
        self.open = self.button("Open", self._open)

    def _fill(self) -> None:
        first = widgets.HBox([self.send, self.stop, self.try_again])
        second = widgets.HBox([self.new, self.save])
        for row in (first, second):
            row.add_class("sb-arrows")
        self._shelved = widgets.VBox([self.saved, widgets.HBox([self.open])])
        notes = [self._notes.box] if self._notes is not None else []
        self.fill(self._head, self._list.box, self._status, self._clock, self._form.box,
                  self.question, first,
                  widgets.HTML(f'<p class="sb-small sb-keys">{KEYS}</p>'), *notes, second,
                  self._links, self._shelved, self._foot)
        # What went wrong is told where the question is written, and not at the end.
        children = [child for child in self.box.children if child is not self._error]
        children.insert(children.index(self.question), self._error)
        self.box.children = children
        self._head.value = (f'{self._title()}<p class="sb-gone">{html.escape(self._after())}</p>')

    def _make_notes(self, notes: bool | VectorStore) -> NotesBox | None:
        if isinstance(notes, VectorStore):
            search.set_store(notes)
        elif not notes or "search_notes" not in self._agent.registry or not isinstance(
                search.get_store(), (VectorStore, type(None))):
            return None
        folder = None
        if self._shelf is not None:
            first = self._shelf.first
            folder = first.with_name(f"{first.stem}-notes")
        return NotesBox(notes if isinstance(notes, VectorStore) else None, folder,
                        self._driver.on_loop, self._driver.has_loop)

    # -- for Python -------------------------------------------------------------------------------

    @property
    def turns(self) -> list[Turn]:
        """The turns of the conversation, keys masked."""
        run = self._driver.run
        if run is None:
            return []
        turns = self._turn_log.turns(run)
        if turns and not self._driver.busy and not keep_answer(turns[-1], run):
            turns[-1].status = run.status
            if run.status != CANCELLED:  # the turn says that it was stopped, and not the whole run
                turns[-1].answer = masked_short(run, answer_of(run))
            if run.status != FAILED and any(map(asks, run.unwritten)):
                turns[-1].status, turns[-1].answer = FAILED, f"{NOT_WRITTEN} {PRESS}"
            if (fault := self._driver.fault) is not None and self._fails():
                turns[-1].status = FAILED
                turns[-1].answer = trace.masked(run, _in_words(fault))
        return turns

    def _fails(self) -> bool:
        """Whether the newest question ended with an error that is none of a model's own kinds. The
        run knows nothing of it: it stands before the request, and can ask again."""
        driver = self._driver
        return (not driver.busy and driver.fault is not None and driver.run is not None
                and driver.run.status == READY)

    def ask(self, text: str) -> None:
        """Ask `text` as if it was typed and sent. What is refused is said in the panel."""
        self.question.value = text
        self.send.click()

    async def settled(self) -> Run | None:
        """Wait until no step is going on, notes are read, and a request can be decided."""
        run = await super().settled()
        if self._notes is not None:
            await self._notes.settled()
        return run

    def export(self, path: str | os.PathLike) -> Path:
        """Write the conversation to a file that ends in .md (to read) or .jsonl (for `Run.load`).

        Keys are masked. Returns the path. Raises ValueError for another ending, for a file that is
        a conversation of this chat, and where there is no conversation; RuntimeError while a step
        is going on; OSError when it cannot be written.
        """
        path = Path(path)
        files = self._as_files()
        if path.suffix.lower() not in files:
            raise ValueError('The name must end in .md or .jsonl, such as "chat.md".')
        if self._shelf is not None and self._shelf.holds(path):
            raise ValueError(f"{path.name} is a conversation of this chat, and stays as it is. "
                             "Give another name.")
        path.write_text(files[path.suffix.lower()], encoding="utf-8", newline="\n")
        return path

    def retire(self, sentence: str = REPLACED) -> None:
        """End the panel, which then shows `sentence`; see `Panel.retire`. A conversation without a
        file is cancelled."""
        self._driver.close()
        if self._shelf is None:
            self._driver.stop()
        if self._notes is not None:
            self._notes.close()
        self._list.clear()
        super().retire(sentence)

    # -- what the buttons do ----------------------------------------------------------------------

    def _typed(self, change: dict) -> None:
        if change["new"].endswith(SENT):
            self._driver.on_loop(self.send.click)

    def _send(self) -> None:
        """The page has emptied the field when a text comes: one that is refused is put back."""
        text = self.question.value.replace(SENT, "")
        why = (EMPTY if not text.strip() else AT_WORK if self._driver.busy
               else DECIDE if self._driver.pending else None)
        if why is not None:
            self._driver.on_loop(self._write, text)
            self.complain(why)
            return
        events = len(self._driver.run.events) if self._driver.run is not None else 0
        self._asked = text, events, self._questions(events)
        self._spent = 0
        self._driver.on_loop(self._write, "")
        self._work(partial(self._ask, text), drives=self._driver.run is not None)

    def _write(self, text: str) -> None:
        self.question.value = text

    def _questions(self, after: int) -> int:
        """How many there are after that many events, and that wait for the file."""
        run = self._driver.run
        return sum(map(asks, [*run.events[after:], *run.unwritten])) if run is not None else 0

    def _put_back(self) -> None:
        """A question that did not even get into the conversation is not lost. One that waits for
        the file is in it: it would be asked twice."""
        text, events, waiting = self._asked
        self._asked = "", 0, 0
        if text and self._questions(events) == waiting:
            self._write_before(text)

    def _write_before(self, *texts: str) -> None:
        self._write("\n".join(filter(None, [*texts, self.question.value])))

    def _ask(self, text: str) -> Run:
        """In the thread of the driver."""
        run = self._driver.run
        if run is not None:
            return run.ask(text)  # drives it, so `_work` is told
        return self._agent.start(text, path=self._file)

    def _work(self, action, drives: bool = False) -> None:
        self._driver.do(action, drives=drives)
        self._driver.on_loop(self._draw)

    def _stop(self) -> None:
        self._driver.stop()
        self._lead_on()

    def _lead_on(self) -> None:
        """Draw, and lead the keyboard on: the button that was pressed may be hidden now."""
        self._driver.on_loop(self._draw)
        self._driver.on_loop(self.question.focus)

    def _load(self) -> Run:
        assert self._file is not None  # else there is nothing to open
        return Run.load(self._file, self._agent)

    def _refuses(self) -> bool:
        """Whether something is going on that has to end first; then the panel says so."""
        if self._driver.busy:
            self.complain(BUSY)
        return self._driver.busy

    def _new(self) -> None:
        if self._refuses():
            return
        self._turn_to(self._shelf.free() if self._shelf is not None else None)
        self._lead_on()

    def _open(self) -> None:
        if self.saved.value is not None and not self._refuses():
            self._turn_to(Path(self.saved.value))
            self._work(self._load)
            self._lead_on()

    def _turn_to(self, file: Path | None) -> None:
        if self._shelf is None:
            self._driver.stop()  # what waits is answered, since nobody will come back to it
        if self._driver.run is not None:
            waits = filter(asks, self._driver.run.unwritten)
            self._write_before(*(text_of(event["message"]) for event in waits))
        self._driver.leave(file)
        self._file = file
        self._spent = None
        self._links.value = ""

    def _export(self) -> None:
        if self._refuses():
            return
        files = self._as_files()
        name = self._file.stem if self._file is not None else "chat"
        links = ", ".join(
            data_link(f"{name}{ending}", MIME[ending], text) if len(text) <= MAX_LINK else
            f"{html.escape(name + ending)} (too long for a link: write it with export from Python)"
            for ending, text in files.items())
        self._links.value = f"<p>Save the conversation (keys are masked): {links}</p>"
        show(self._links)

    def _as_files(self) -> dict[str, str]:
        run = self._driver.run
        if run is None:
            raise ValueError("There is no conversation yet. Ask something first.")
        if self._driver.busy:
            raise RuntimeError(BUSY)
        return {".md": as_markdown(run), ".jsonl": as_run_file(run)}

    def _newest(self) -> Path | None:
        if self._shelf is None:
            return None
        return next(iter(self._shelf.files()), self._shelf.first)

    # -- drawing, on the loop ---------------------------------------------------------------------

    def _tick(self) -> None:
        """Once a second: how long it takes so far."""
        if self._began is None or self._driver.closed or not self._driver.has_loop:
            return
        import asyncio

        self._draw_clock()
        asyncio.get_running_loop().call_later(1, self._tick)

    def _heard(self, event: dict) -> None:
        kind = event["type"]
        if kind == "request":
            self._live = (f"Asking {model_name(self._agent.model)} "
                          f"(request {event.get('step', '?')}).")
        elif kind == "call":
            self._live = f"Running {event.get('name', 'a tool')}."
        elif kind == "retry":
            wait = event.get("wait")
            seconds = f" {wait:.0f} seconds" if isinstance(wait, (int, float)) else ""
            self._live = f"The service is busy. Waiting{seconds} to ask again."
        self._status.value = self._standing()
        self._pace.soon()

    def _turned(self) -> None:
        if self._began is not None:
            if self._spent is not None:
                self._spent += time.monotonic() - self._began
            self._began = None
        self._live = ""
        self._error.value = ""  # such as that one had to wait
        self._put_back()
        fault = self._driver.fault
        if fault is not None and self._fails():
            pass  # the turn says so
        elif fault is not None:
            again = ""
            if self._driver.run is None and self._file is not None and self._shelf is not None:
                if self._file.exists() and getattr(fault, "passing", False):
                    again = f" {OPEN_LATER}"
                self._file = self._shelf.free()  # a file that cannot be read stays as it is
                self._driver.leave(self._file)
            self.complain(_in_words(fault) + again)
        elif (self._driver.run is not None and isinstance(self._driver.run.error, RunFileError)
              and not self._driver.can_try_again):
            self.complain(f"{self._driver.run.error} {RUN_AGAIN}")
        self._draw()

    def _draw(self) -> None:
        driver, run = self._driver, self._driver.run
        if driver.busy and self._began is None:
            self._began = time.monotonic()
            self._tick()
        turns = self.turns
        readings, number = self._drawn
        over = number - 1 if readings == self._turn_log.readings else 0  # the newest may go on
        self._drawn = self._turn_log.readings, len(turns)
        self._list.draw(run, turns, max(over, 0), driver.busy or bool(driver.pending))
        self._form.draw()
        self._status.value = self._standing()
        show(self._links, bool(self._links.value))
        self._draw_clock()
        show(self.stop, driver.busy or bool(driver.pending))
        show(self.try_again, self._fails() or run is not None and driver.can_try_again)
        show(self.new, run is not None)
        show(self.save, run is not None)
        if not driver.busy:
            self._draw_shelf()
        self._foot.value = self._counts(turns)
        if self._form.take_focus():
            self.question.focus()

    def _draw_clock(self) -> None:
        now = "" if self._began is None else f"{time.monotonic() - self._began:.0f} s so far"
        self._clock.value = f'<p class="sb-small">{now}</p>' if now else ""
        show(self._clock, bool(now))

    def _draw_shelf(self) -> None:
        files = [place for place in self._shelf.files() if place != self._file] \
            if self._shelf is not None else []
        options = [(title_of(place), str(place)) for place in files]
        if list(self.saved.options) != options:
            self.saved.options = options
            self.saved.index = 0 if options else None
        show(self._shelved, bool(files))

    def _path_of(self, source: str) -> Path | None:
        return self._notes.path_of(source) if self._notes is not None else None

    def _standing(self) -> str:
        """How things stand, as HTML; "" when the next question is awaited."""
        driver = self._driver
        if driver.stopping:
            return f"<p>{word('STOPPING')} Waiting for the step that goes on now to end.</p>"
        if driver.busy:
            return f"<p>{word('AT WORK')} {inline(self._live or 'It begins.')}</p>"
        if driver.pending:
            return (f"<p>{word('WAITING')} The model asks for {inline(driver.pending[0].name)}. "
                    "It waits for your decision.</p>")
        notes = driver.run.notes if driver.run is not None else []
        return "".join(f"<p>{word('NOTE')} {escaped(note)}</p>" for note in notes)

    def _counts(self, turns: list[Turn]) -> str:
        run = self._driver.run
        if run is None:
            return ""
        replies = turns[-1].last if turns else 0
        told = [f"In this conversation: {counted(replies, 'request')} to the model"]
        usage = run.usage
        told.append(f"tokens {usage.input_tokens:,} in, {usage.output_tokens:,} out, "
                    f"{usage.total_tokens:,} in all" if usage.total_tokens or usage.input_tokens
                    else "no tokens counted")
        if self._spent:
            told.append(f"the last answer took {self._spent:.1f} s")
        return f'<p class="sb-small">{"; ".join(told)}.</p>'

    # -- without widgets --------------------------------------------------------------------------

    def _title(self) -> str:
        unfit = "" if self._unfit is None else (
            f"<p>{word('NOT KEPT', 'bad')} {html.escape(self._unfit)}</p>")
        return ('<p class="sb-title">Chat with StudyBuddy</p><p class="sb-small">Model: '
                f"{inline(model_name(self._agent.model))}</p>{unfit}")

    def _after(self) -> str:
        """What to do after a restart of the kernel."""
        if self._shelf is not None:
            return ("If the kernel was restarted, run this cell again: the conversation goes on "
                    f"from its file. It is kept in {plain(self._shelf.first.name)}, or beside it.")
        return ("This conversation is kept nowhere. With a path, it goes on after a restart of "
                "the kernel.")

    def _static(self) -> list[tuple[Turn, list[tuple[str, str]]]]:
        """The turns with their steps: as they are, or as the file has them before it is opened."""
        run, turns = self._driver.run, self.turns
        if run is None and self._file is not None and self._file.exists():
            run = Run(self._agent)
            try:
                for event in runfile.read(self._file)[0]:
                    run._take(event)
            except (RunFileError, KeyError, TypeError, AttributeError, ValueError):
                return []  # opening it says what is wrong
            turns = turns_of(masked_short(run, run.events))
        return [(turn, steps_of(run, turn)) for turn in turns] if run is not None else []

    def _waiting(self) -> list[ToolCall]:
        return masked_calls(self._driver.run, self._driver.pending)

    def static_text(self) -> str:
        """The conversation so far, and the request that waits."""
        lines = ["Chat with StudyBuddy", f"Model: {plain(model_name(self._agent.model))}"]
        for turn, steps in self._static():
            lines += ["", turn_text(turn, steps)]
        lines += [request_text(call) for call in self._waiting()]
        return "\n".join([*lines, "", self._after()])

    def static_html(self) -> str:
        """The same as HTML."""
        parts = [self._title()]
        parts += [turn_html(turn, steps) for turn, steps in self._static()]
        parts += [request_html(call) for call in self._waiting()]
        if self._notes is not None:
            parts.append(self._notes.static_html())
        return "\n".join([*filter(None, parts), block(self._after(), "sb-small")])


def _in_words(fault: BaseException) -> str:
    return str(fault) if isinstance(fault, RunFileError) else did_not_work(fault)
