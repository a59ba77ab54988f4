"""The form in which a person decides about one call: shared by ApprovalPanel and ChatPanel."""

from __future__ import annotations

from collections.abc import Callable

from studybuddy.agent import Run
from studybuddy.messages import ToolCall
from studybuddy.panels.base import Panel, show, widgets
from studybuddy.panels.driving import Driver
from studybuddy.panels.markup import word
from studybuddy.panels.request_view import request_html

ARM = 0.6
"""Seconds that a new request is shown before it can be decided: a double click is over by then."""
TOO_FAST = "Nothing was decided. Read it first, then click again."
OFF, ARMING, ARMED = "off", "arming", "armed"


class ApprovalForm:
    """The first call that waits, and the buttons that decide it.

        form = ApprovalForm(panel, driver)
        panel.fill(..., form.box, ...)
        form.draw()          # on the loop, whenever the driver has `turned` or begins to work

    A click decides the request that it was made for, or nothing. There are two sets of buttons
    that take turns: a click that was meant for one request finds the other set, hidden, at the
    next. And the new set decides nothing in its first `arm` seconds; a click by then is told so.

    `approve`, `reject`, `rest` (all calls of this tool in this run) and `reason` (a text field)
    are the widgets of the request that is shown. `armed` says whether it can be decided now.
    """

    def __init__(self, panel: Panel, driver: Driver, arm: float = ARM):
        self._driver = driver
        self.arm = arm
        self._request = widgets.HTML(tabbable=True)
        self._request.add_class("sb-request").add_class("sb-calm")
        self._hint = widgets.HTML()
        self._hint.add_class("sb-live")
        self._sets = [_Answers(panel, self._decide, self._too_fast) for _ in range(2)]
        self._was_clicked = False
        self.box = widgets.VBox([self._request, *(answers.box for answers in self._sets),
                                 self._hint])
        show(self.box, False)

    @property
    def call(self) -> ToolCall | None:
        """The call that is shown and not decided."""
        return self._sets[0].call

    @property
    def armed(self) -> bool:
        return self._sets[0].armed

    @property
    def approve(self) -> widgets.Button:
        return self._sets[0].approve

    @property
    def reject(self) -> widgets.Button:
        return self._sets[0].reject

    @property
    def rest(self) -> widgets.Button:
        return self._sets[0].rest

    @property
    def reason(self) -> widgets.Text:
        return self._sets[0].reason

    def draw(self) -> None:
        """Show the request that waits now. While the run is at work, the last one stays, switched
        off: so nothing moves under the pointer."""
        if self._driver.busy:
            self._hint.value = ""
            self._sets[0].switch(OFF)
            return
        if not self._driver.pending:
            self._sets[0].leave()
            show(self.box, False)
            return
        call = self._driver.pending[0]
        if self.call != call:
            self._sets.reverse()
            self._sets[1].leave()
            self._sets[0].begin(call)
            self._request.value = request_html(call, len(self._driver.pending))
        elif not self.armed:
            self._sets[0].switch(ARMING)
        self._arm_later(self._sets[0], call)
        show(self.box)
        if self.take_focus():
            self._request.focus()

    def take_focus(self) -> bool:
        """Whether the last thing done here was a click, so that the keyboard should be led on.
        Says so once."""
        clicked, self._was_clicked = self._was_clicked, False
        return clicked

    def _arm_later(self, answers: _Answers, call: ToolCall) -> None:
        def arm() -> None:
            if answers.call is call and not self._driver.busy:
                answers.switch(ARMED)

        answers.call = call
        self._driver.later(self.arm, arm)

    def _too_fast(self) -> None:
        """In a click, which may come on any thread."""
        self._driver.on_loop(setattr, self._hint, "value", f"<p>{word('TOO FAST')} {TOO_FAST}</p>")

    def _decide(self, decision: Callable[[Run], object]) -> None:
        """In the click, which may come on any thread."""
        def decide() -> object:
            assert self._driver.run is not None  # a call waits in it
            return decision(self._driver.run)

        self._driver.do(decide)
        self._was_clicked = True
        self._driver.on_loop(self.draw)


class _Answers:
    """One set of buttons, and the request that they decide. While it is not armed yet, they look
    switched off, and can be clicked: a button that is switched off could not say why."""

    def __init__(self, panel: Panel, decide: Callable[[Callable], None],
                 too_fast: Callable[[], None]):
        self.call: ToolCall | None = None
        self._state = OFF
        self._decide, self._too_fast = decide, too_fast
        self.approve = panel.button("Approve", self._approve, "sb-main")
        self.reject = panel.button("Reject", self._reject)
        self.rest = panel.button("", self._approve_rest, "sb-end")
        # The text arrives when the field is left, so before the click on Reject.
        self.reason = widgets.Text(description="Reason", continuous_update=False,
                                   placeholder="if you reject: why? The model reads it")
        self.reason.add_class("sb-field")
        row = widgets.HBox([self.approve, self.reject, self.rest])
        row.add_class("sb-arrows")
        self.box = widgets.VBox([row, self.reason])
        show(self.box, False)

    def begin(self, call: ToolCall) -> None:
        self.call = call
        self.reason.value = ""
        self.rest.description = f"Approve every call of {call.name} in this run"
        self.rest.tooltip = ""
        show(self.rest, not call.note)  # what went wrong once needs a look each time
        self.switch(ARMING)
        show(self.box)

    def leave(self) -> None:
        self.call = None
        self.switch(OFF)
        show(self.box, False)

    @property
    def armed(self) -> bool:
        return self._state == ARMED

    def switch(self, state: str) -> None:
        self._state = state
        self.reason.disabled = self.call is None
        for button in (self.approve, self.reject, self.rest):
            button.disabled = state == OFF
            if state == ARMING:
                button.add_class("sb-arming")
            else:
                button.remove_class("sb-arming")

    def _approve(self) -> None:
        self._answer(lambda run, call: run.approve(call.id, seen=call.effect))

    def _approve_rest(self) -> None:
        self._answer(lambda run, call: run.approve(call.id, rest_of_run=True, seen=call.effect))

    def _reject(self) -> None:
        reason = self.reason.value.strip()
        self._answer(lambda run, call: run.reject(call.id, reason))

    def _answer(self, answer: Callable[[Run, ToolCall], object]) -> None:
        call = self.call
        if self._state == ARMING:
            self._too_fast()
        if call is None or not self.armed:
            return
        self._state = OFF  # at once: a second click may come before the page is drawn
        try:
            self._decide(lambda run: answer(run, call))
        except Exception:
            self._state = ARMED
            raise
