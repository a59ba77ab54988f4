"""The part of a TracePanel that makes a fork run, and says how it differs from the original run."""

from __future__ import annotations

import html
from collections.abc import Callable

from studybuddy import table, trace
from studybuddy.agent import Run
from studybuddy.explore import Diff, diff
from studybuddy.panels.approval_form import ApprovalForm
from studybuddy.panels.base import Panel, did_not_work, show, widgets
from studybuddy.panels.driving import Driver
from studybuddy.panels.markup import plain, word
from studybuddy.panels.pace import Pace
from studybuddy.panels.request_view import masked_calls, request_html, request_text
from studybuddy.runstate import (
    ANSWERED,
    CANCELLED,
    FAILED,
    NEEDS_APPROVAL,
    READY,
    STEP_LIMIT,
    STUCK,
)

TITLE = "The fork"
WHICH = "Run a is the original run, run b is the fork."
_HEADLINE = {
    READY: ("PAUSED", "note", "The fork has not ended."),
    NEEDS_APPROVAL: ("WAITING", "note", "The fork waits for your decision. It carries no approvals "
                     "of the original run; what you approve here really happens."),
    ANSWERED: ("DONE", "good", "The fork has ended with an answer."),
    CANCELLED: ("STOPPED", "note", "The fork was stopped."),
    FAILED: ("FAILED", "bad", "The fork has failed."),
}
_ENDED = {
    STEP_LIMIT: "The fork has ended without an answer: it has made as many requests as its agent "
                "may make for one question ({most}), those that it keeps included.",
    STUCK: "The fork has ended without an answer: the model asked for the same thing again and "
           "again and got the same result, in the steps that it keeps too.",
}
_AT_ONCE = " So the model was not asked. Step back, and run on from an earlier step."


class _RefusedError(Exception):
    """A fork that cannot be made: a sentence of ours, and not an error of the model."""


class ForkBox:
    """Makes forks of a run, one at a time; approves nothing by itself.

    `start` makes one and lets it run, in a thread. `shows(run, step)` is called on the loop when
    the panel should show another run, from this step (None: its last one); `draws()` when the fork
    began, went on or ended. `arm` is that of `ApprovalForm`.

    `fork` is the newest fork, or None; `diff` compares it with the original run.
    """

    def __init__(self, panel: Panel, original: Run | list[dict], arm: float, *,
                 shows: Callable[[Run | list[dict], int | None], object],
                 draws: Callable[[], object]):
        self._panel, self._original = panel, original
        self._shows, self._draws = shows, draws
        self._shown: Run | list[dict] = original
        self._live = ""
        self._made: tuple[Run, int, list[int]] | None = None  # what the fork was made from
        self._compared: tuple[tuple, Diff] | None = None  # how the runs stood, and their diff
        self._begun = False  # a click began it: the keyboard is led to what came of it
        self.driver = Driver(turned=self._turned, event=self._heard, go=Run.advance)
        self._pace = Pace(self.driver, lambda: self._turn_to(self.fork))
        self.form = ApprovalForm(panel, self.driver, arm)
        self._status, self._differences = widgets.HTML(), widgets.HTML()
        self._status.add_class("sb-live").add_class("sb-calm").add_class("sb-status")
        self._status.tabbable = True
        self.swap = panel.button("", self._swap)
        self.stop = panel.button("Stop", self.driver.stop, "sb-end")
        row = widgets.HBox([self.swap, self.stop])
        row.add_class("sb-arrows")
        self.box = widgets.VBox([self._status, self.form.box, self._differences, row])
        self.box.add_class("sb-part")
        self.draw()

    @property
    def fork(self) -> Run | None:
        return self.driver.run

    @property
    def diff(self) -> Diff | None:
        if self.fork is None or not isinstance(self._original, Run):
            return None
        runs = self._original, self.fork
        now = runs, [(run.status, len(run.events)) for run in runs]
        if self._compared is None or self._compared[0] != now:
            self._compared = now, diff(*runs)
        return self._compared[1]

    def start(self, run: Run, step: int, edit: dict[int, str] | None) -> None:
        """Fork `run` after `step` steps with this edit, and let the fork go on."""
        def begin() -> Run:
            try:
                fork = run.fork(step, edit=edit)
            except ValueError as error:
                raise _RefusedError(str(error)) from None
            self._made = run, step, list(edit or ())
            return fork

        self.driver.do(begin)
        self._begun = True
        self.driver.on_loop(self._drawn)

    # -- on the loop ------------------------------------------------------------------------------

    def _heard(self, event: dict) -> None:
        kind = event["type"]
        if kind == "request":
            self._live = f"Asking the model (request {event.get('step', '?')})."
        elif kind == "call":
            self._live = f"Running {plain(event.get('name', 'a tool'))}."
        elif kind == "retry":
            self._live = "The service is busy. Waiting to ask again."
        if kind in ("request", "result"):
            self._pace.soon()
        self._drawn()

    def _turned(self) -> None:
        self._live = ""
        fault = self.driver.fault
        if fault is not None:
            self._panel.complain(str(fault) if isinstance(fault, _RefusedError) else
                                 did_not_work(fault))
        else:
            self._turn_to(self.fork)
        self._drawn()
        if self._begun and fault is None and self.fork is not None:
            self._status.focus()
        self._begun = False

    def _swap(self) -> None:
        if self._shown is not self.fork:
            self._turn_to(self.fork)
        else:
            base, step, _ = self._from()
            self._turn_to(self._original, step if base is self._original else None)
        self._drawn()

    def _turn_to(self, run: Run | list[dict] | None, step: int | None = None) -> None:
        if run is not None:
            self._shown = run
            self._shows(run, step)

    def _drawn(self) -> None:
        self.draw()
        self._draws()

    def draw(self) -> None:
        driver = self.driver
        show(self.box, driver.busy or self.fork is not None)
        self.form.draw()
        self._status.value = self._standing_html()
        self._differences.value = "" if driver.busy else self._differences_html()
        show(self._differences, bool(self._differences.value))
        self.swap.description = ("Show the original run" if self._shown is self.fork
                                 else "Show the fork")
        show(self.swap, not driver.busy and self.fork is not None)
        show(self.stop, driver.busy)

    def _standing_html(self) -> str:
        if not self.driver.busy and self.fork is None:
            return ""
        label, kind, sentence = self._standing()
        return (f'<p class="sb-question">{TITLE}</p><p>{word(label, kind)} '
                f"{html.escape(sentence)}</p>")

    def _standing(self) -> tuple[str, str, str]:
        """(word, kind of word, sentence) on how things stand with the fork."""
        if self.driver.stopping:
            return "STOPPING", "note", "Waiting for the step that goes on now to end."
        if self.driver.busy:
            return "AT WORK", "note", self._live or "The fork begins."
        assert self.fork is not None  # else there is nothing to say: see _standing_html
        return _HEADLINE.get(self.fork.status) or ("ENDED", "note", self._ended(self.fork))

    def _ended(self, fork: Run) -> str:
        """Why the fork ended without an answer, and what to do where it did so at once."""
        _, step, _ = self._from()
        told = _ENDED[fork.status].format(most=fork.agent.max_steps)
        return told + _AT_ONCE * (trace.requests(fork) == step)

    def _from(self) -> tuple[Run, int, list[int]]:
        """The run, the step and the changed messages that the fork was made from."""
        assert self._made is not None  # said before there is a fork
        return self._made

    def _origin(self) -> str:
        """What the fork was made from, as a sentence."""
        base, step, changed = self._from()
        whose = "the original run" if base is self._original else "the fork before it"
        steps = f"{step} step{'s' * (step != 1)}" if step else "the messages before the first step"
        edited = f"with another text in message {changed[0]}" if changed else "unchanged"
        return f"It keeps {steps} of {whose}, {edited}, and went on from there."

    def _differences_html(self) -> str:
        found = self.diff
        if found is None:
            return ""
        frame = '<div class="sb-wide" tabindex="0" role="group" aria-label="Differences">'
        told = (f'{frame}{table.STYLE}{found.html()}</div>'
                f'<p class="sb-small">{WHICH}</p>' if found else f"<p>{found}</p>")
        return f"<p>{html.escape(self._origin())}</p>{told}"

    # -- without widgets --------------------------------------------------------------------------

    def static_text(self) -> str:
        """How the fork stands, what happened in it, and where it differs; "" without one."""
        if self.fork is None or self.driver.busy:
            return ""
        label, _, sentence = self._standing()
        return "\n".join([
            TITLE, f"{label}: {sentence}", self._origin(), plain(trace.text(self.fork)),
            *map(request_text, masked_calls(self.fork, self.driver.pending)),
            plain(str(self.diff)), WHICH])

    def static_html(self) -> str:
        """The same as HTML, with no more than the differences of what happened."""
        if self.fork is None or self.driver.busy:
            return ""
        calls = map(request_html, masked_calls(self.fork, self.driver.pending))
        return "\n".join([self._standing_html(), *calls, self._differences_html()])
