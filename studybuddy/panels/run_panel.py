"""What a panel that drives a run has beside its own: the form for decisions, and masked views."""

from __future__ import annotations

from studybuddy import trace
from studybuddy.agent import Agent, Run
from studybuddy.panels.approval_form import ApprovalForm
from studybuddy.panels.base import Panel, widgets
from studybuddy.panels.driving import Driver
from studybuddy.runstate import FAILED

PRESS = "Nothing is lost: press Try again to go on from here."


class RunPanel(Panel):
    """The base of the panels in which a person decides about the calls of a run.

    A class sets `_agent`, `_driver` and `_form`.
    """

    _agent: Agent
    _driver: Driver
    _form: ApprovalForm

    @property
    def run(self) -> Run | None:
        """The run, or the conversation; None until it has begun."""
        return self._driver.run

    @property
    def approve(self) -> widgets.Button:
        """The button that lets the shown call run, once."""
        return self._form.approve

    @property
    def reject(self) -> widgets.Button:
        """The button that refuses the shown call, with the text in `reason`."""
        return self._form.reject

    @property
    def reason(self) -> widgets.Text:
        """The field for the reason of a rejection."""
        return self._form.reason

    async def settled(self) -> Run | None:
        """Wait until the run waits for a decision that can be clicked, or has ended."""
        return await self._driver.settled(lambda: self._form.call is None or self._form.armed)

    def _masked(self, value):
        """Without keys: the static views are stored in the notebook, and may be handed on."""
        return trace.masked(self._driver.run or Run(self._agent), value)


def answer_of(run: Run) -> str:
    """What a run says in the end, for a panel: where Python would go on, a button does; "" while
    it has not ended."""
    if run.status == FAILED and getattr(run.error, "passing", False):
        return f"{trace.why_failed(run)} {PRESS}"
    return run.answer or ""


def seconds_to_arm(arm: object) -> float:
    """`arm` of a panel, checked. Raises ValueError when it is no number from 0 to 10."""
    if isinstance(arm, bool) or not isinstance(arm, (int, float)) or not 0 <= arm <= 10:
        raise ValueError(f"arm is a time in seconds from 0 to 10, not {arm!r}.")
    return arm
