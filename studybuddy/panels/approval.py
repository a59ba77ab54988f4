"""ApprovalPanel: a run in a notebook that waits for clicks where it needs a person."""

from __future__ import annotations

import html
import os
import sys
from collections.abc import Callable, Generator
from typing import Any

from studybuddy import trace
from studybuddy.agent import Agent, Run
from studybuddy.messages import text_of
from studybuddy.panels.approval_form import ARM, ApprovalForm
from studybuddy.panels.base import REPLACED, did_not_work, is_shown, show, widgets
from studybuddy.panels.driving import Driver
from studybuddy.panels.markup import block, inline, plain, word
from studybuddy.panels.pace import Pace
from studybuddy.panels.request_view import masked_calls, request_html, request_text
from studybuddy.panels.run_panel import RunPanel, answer_of, seconds_to_arm
from studybuddy.runfile import RunFileError
from studybuddy.runstate import ANSWERED, CANCELLED, FAILED, NEEDS_APPROVAL, READY
from studybuddy.showing import short

LINE = 300  # characters of a line of the log
LINES = 60  # newest lines of the log that are shown
_HEADLINE = {
    READY: ("PAUSED", "note", "The run can go on."),
    NEEDS_APPROVAL: ("WAITING", "note", "The run waits for your decision."),
    ANSWERED: ("DONE", "good", "The run has ended with an answer."),
    CANCELLED: ("STOPPED", "note", "The run was stopped."),
    FAILED: ("FAILED", "bad", "The run has failed."),
}
_ENDED = ("ENDED", "note", "The run has ended without an answer.")


class ApprovalPanel(RunPanel):
    """A run that is driven from a notebook: it shows what the model wants to do, and waits.

        ApprovalPanel(agent, "Fix the failing test.", path="run.jsonl")
        ApprovalPanel(run)

    The first argument is an Agent, with a `question`, or a Run. The cell ends at once and the run
    goes on by itself, up to the next action that needs a person; `await panel` waits for its end
    and gives the Run. `path` names a file for the run: with it, the panel goes on where the file
    ends, also after a restart of the kernel. `key` is explained at `Panel`. `arm` is the time in
    seconds (0 to 10) before a new request takes a click.

    A newer panel of the same place takes over: a run with a file goes on there, a run that only
    this panel knew is cancelled, and a Run that was handed over stays as it is.

    An agent with a policy or an `approve` function decides by that, and asks nobody. Without a
    person, click from Python:

        await panel.settled()      # until it waits, or has ended
        panel.approve.click()      # or reject, with panel.reason.value = "..."; rest; stop
        run = await panel

    Raises TypeError for anything else than an Agent or a Run, and ValueError for a question or a
    path that does not go with it, or for an `arm` out of range.
    """

    def __init__(self, run: Run | Agent, question: str | None = None, *,
                 path: str | os.PathLike | None = None, key: str | None = None,
                 arm: float = ARM):
        self._agent = _agent_of(run, question, path)
        arm = seconds_to_arm(arm)
        self._question, self._path = question, path
        guest = run if isinstance(run, Run) else None  # it belongs to whoever handed it over
        self._is_guest = guest is not None
        self._live = ""
        self._was_shown = False
        self._driver = Driver(guest, turned=self._turned, event=self._heard, path=path)
        self._pace = Pace(self._driver, self._draw_log)
        super().__init__(key)
        self._head, self._status, self._answer, self._log = (widgets.HTML() for _ in range(4))
        self._status.add_class("sb-live").add_class("sb-status")
        self._answer.tabbable = True
        self._answer.add_class("sb-calm")
        self._form = ApprovalForm(self, self._driver, arm)
        self.stop = self.button("Stop", self._stop, "sb-end")
        self.go_on = self.button("Go on", self._go_on, "sb-main")
        replaces = "" if path is None else f" (replaces {plain(os.path.basename(path))})"
        self.again = self.button(f"Start again{replaces}", lambda: self._work(self._begin))
        row = widgets.HBox([self.go_on, self.again, self.stop])
        row.add_class("sb-arrows")
        self.fill(self._head, self._status, self._form.box, self._answer, row, self._log)
        gone = f'<p class="sb-gone">{html.escape(self._after())}</p>'
        self._head.value = self._title(question) + gone
        if guest is not None and guest.status != READY:
            self._driver.pending = guest.pending
            self._turned()
        else:
            self._work((lambda: None) if self._is_guest else self._open)

    # -- for Python -------------------------------------------------------------------------------

    @property
    def rest(self) -> widgets.Button:
        """The button that lets this tool run without a question in the rest of this run."""
        return self._form.rest

    def __await__(self) -> Generator[Any, None, Run]:
        self._show_once()
        return self._driver.finished().__await__()

    def _ipython_display_(self) -> None:
        self._was_shown = True
        super()._ipython_display_()

    def _show_once(self) -> None:
        """In a notebook, nobody can click in a panel that is awaited and was never shown."""
        ipython = sys.modules.get("IPython")
        if not self._was_shown and ipython is not None and ipython.get_ipython() is not None:
            self._ipython_display_()

    def retire(self, sentence: str = REPLACED) -> None:
        """End the panel, which then shows `sentence`; see `Panel.retire`. A run that nobody else
        has is cancelled."""
        self._driver.close()
        if not self._is_guest and self._path is None:
            self._driver.stop()
        super().retire(sentence)

    # -- what the buttons do ----------------------------------------------------------------------

    def _work(self, action: Callable[[], object]) -> None:
        self._driver.do(action)
        self._driver.on_loop(self._draw)

    def _stop(self) -> None:
        self._driver.stop()
        self._driver.on_loop(self._draw)

    def _go_on(self) -> None:
        begun = self._driver.run is not None
        self._work((lambda: None) if begun else self._open)

    def _begin(self) -> Run:
        """A new run. A file of that name is replaced."""
        if self._question is None:  # there was a file to go on with when the panel was made
            raise RunFileError("The file of this run is gone, and this panel has no question to "
                               "begin with. Make a panel with a question.")
        return self._agent.start(self._question, path=self._path)

    def _open(self) -> Run:
        """The run of the file, where there is one; else a new one."""
        if self._path is None or not os.path.exists(self._path):
            return self._begin()
        run = Run.load(self._path, self._agent)
        asked = [text_of(message) for message in run.messages if message["role"] == "user"]
        if self._question is not None and self._question not in asked:
            first = short(asked[0], 60) if asked else "no question"
            raise _OtherRunError(
                f"The file {os.path.basename(self._path)} holds a run with another question "
                f"({first}). Give another path, or press Start again: then that file is replaced.")
        return run

    # -- drawing, on the loop ---------------------------------------------------------------------

    def _heard(self, event: dict) -> None:
        kind = event["type"]
        if kind == "request":
            self._live = f"Asking the model (request {event.get('step', '?')})."
        elif kind == "call":
            self._live = f"Running {plain(event.get('name', 'a tool'))}."
        elif kind == "retry":
            self._live = "The service is busy. Waiting to ask again."
        self._draw_status()
        if kind == "result":
            self._pace.soon()

    def _turned(self) -> None:
        self._live = ""
        self._draw()
        fault = self._driver.fault
        if fault is not None:
            self.complain(str(fault) if isinstance(fault, (_OtherRunError, RunFileError))
                          else did_not_work(fault))

    def _draw(self) -> None:
        driver, run = self._driver, self._driver.run
        self._form.draw()
        over = driver.over
        answer = answer_of(run) if over and run is not None else None
        self._answer.value = block(answer, label="Answer:") if answer else ""
        show(self._answer, bool(answer))
        can_go_on = not over and not driver.busy and not driver.pending
        show(self.stop, not over)
        show(self.go_on, can_go_on or driver.can_try_again)
        self.go_on.description = "Go on" if can_go_on else "Try again"
        self._offer_again(over and self._question is not None)
        self._draw_log()
        self._draw_status()  # last: who reads that it is done finds the rest below
        if over and self._form.take_focus():
            self._answer.focus()

    def _offer_again(self, offered: bool) -> None:
        """Start again comes to where Approve was: the end of a double click must not hit it."""
        if offered and not is_shown(self.again):
            self.again.disabled = True
            self._driver.later(self._form.arm, lambda: setattr(self.again, "disabled", False))
        show(self.again, offered)

    def _draw_status(self) -> None:
        self._status.value = self._standing_html()

    def _standing_html(self) -> str:
        label, kind, sentence = self._standing()
        return f"<p>{word(label, kind)} {html.escape(sentence)}</p>"

    def _standing(self) -> tuple[str, str, str]:
        """(word, kind of word, sentence) on how things stand."""
        driver = self._driver
        if driver.stopping:
            return "STOPPING", "note", "Waiting for the step that goes on now to end."
        if driver.busy:
            return "AT WORK", "note", self._live or "The run begins."
        if driver.run is None:
            return "NOT STARTED", "note", "There is no run."
        if driver.pending:
            name = plain(driver.pending[0].name)
            return "WAITING", "note", f"The model asks for {name}. It waits for your decision."
        return _HEADLINE.get(driver.run.status, _ENDED)

    def _draw_log(self) -> None:
        self._log.value = self._log_html()

    def _log_html(self) -> str:
        run = self._driver.run
        if run is None:
            return ""
        notes = [f"<li>{inline(note)}</li>" for note in run.notes]
        told = trace.rows(run)
        left_out = len(told) - LINES
        if left_out > 0:
            notes.append(f"<li>{left_out} earlier lines are not shown.</li>")
        lines = [f"<li>{inline(row['who'])}: {inline(short(row['what'], LINE))}</li>"
                 for row in told[-LINES:]]
        return ('<details open><summary>What happened</summary><ul class="sb-log">'
                f'{"".join(notes + lines)}</ul></details>')

    # -- without widgets --------------------------------------------------------------------------

    def _title(self, question: str | None) -> str:
        asked = "" if question is None else block(question, label="Question:")
        return f'<p class="sb-title">A run that asks before it acts</p>{asked}'

    def _after(self) -> str:
        """What to do after a restart of the kernel."""
        if self._path is not None:
            return ("If the kernel was restarted, run this cell again: "
                    "the run goes on from its file.")
        return ("If the kernel was restarted, this run is lost: run the notebook again. "
                "With a path, a run goes on from its file.")

    def static_text(self) -> str:
        """The question, how the run stands, the request that waits, or what happened."""
        lines = ["A run that asks before it acts"]
        if self._question is not None:
            lines.append(f"Question: {plain(self._masked(self._question))}")
        label, _, sentence = self._standing()
        lines.append(f"{label}: {sentence}")
        run = self._driver.run
        if not self._driver.busy and run is not None:
            lines += [request_text(call) for call in masked_calls(run, self._driver.pending)]
            if run.answer:
                lines.append(f"Answer: {plain(self._masked(answer_of(run)))}")
            lines += ["", trace.text(run)]
        return "\n".join(lines if self._driver.over else [*lines, "", self._after()])

    def static_html(self) -> str:
        """The same as HTML."""
        parts = [self._title(self._masked(self._question)), self._standing_html()]
        run = self._driver.run
        if not self._driver.busy and run is not None:
            parts += [request_html(call) for call in masked_calls(run, self._driver.pending)]
            if run.answer:
                parts.append(block(self._masked(answer_of(run)), label="Answer:"))
            parts.append(self._log_html())
        if not self._driver.over:
            parts.append(f'<p class="sb-small">{html.escape(self._after())}</p>')
        return "\n".join(parts)


class _OtherRunError(Exception):
    """A file that holds another run than the one that was asked for."""


def _agent_of(run: object, question: object, path: str | os.PathLike | None) -> Agent:
    """The agent behind the first argument of a panel. Raises what ApprovalPanel raises."""
    if isinstance(run, Run):
        if question is not None or path is not None:
            raise ValueError("A Run has its question and its file: give ApprovalPanel(run) alone, "
                             'or ApprovalPanel(agent, "question", path="run.jsonl").')
        return run.agent
    if not isinstance(run, Agent):
        raise TypeError("ApprovalPanel takes an Agent with a question, or a Run, "
                        f"not {type(run).__name__}.")
    if question is None and (path is None or not os.path.exists(path)):
        raise ValueError('ApprovalPanel(agent, "your question") needs a question.')
    if question is not None and not isinstance(question, str):
        raise TypeError(f"A question is a text, not {type(question).__name__}.")
    return run
