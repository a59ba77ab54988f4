"""TracePanel: a run to step through, with the exact messages, and to go on from in another way."""

from __future__ import annotations

import json

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.explore import Diff
from studybuddy.messages import calls_of, text_of
from studybuddy.panels.approval_form import ARM
from studybuddy.panels.base import REPLACED, Panel, show, widgets
from studybuddy.panels.markup import PLAIN, escaped, inline, plain, word
from studybuddy.panels.run_panel import seconds_to_arm
from studybuddy.panels.trace_edit import LIST, MessageEditor
from studybuddy.panels.trace_fork import ForkBox
from studybuddy.runstate import NEEDS_APPROVAL, READY
from studybuddy.showing import middle_cut, short
from studybuddy.timeline import as_text, asked

TITLE = "A run, step by step"
MAX_MESSAGE = 20_000  # characters of one message that are shown
LINE = 90  # characters of a message's summary
ADDED = ("ADDED was only sent, and is no message of the run: the question before it got no "
         "answer, and some services refuse two questions in a row.")
KEYS = "Keys: Tab moves. On the slider the arrows step, Home and End go to the ends."


class TracePanel(Panel):
    """A run, step by step: what was sent, what came back, what ran, and the picture so far.

    `run` is a Run, or a list of messages such as a loop of your own makes. Step 0 is what there was
    before the first request. `step` is where it begins (the last one, without it). A run that goes
    on meanwhile is read anew at each step. `key` is explained at `Panel`.

    Of a Run one message can be changed at the step that is shown. A fork (`Run.fork`) then goes on
    from there, and takes the place of the run in this panel, with what differs; a button leads
    back. The run stays as it is. What needs a person waits for a click, whatever the agent's policy
    is; `arm` is the time in seconds (0 to 10) before a request takes one. A list can only be
    stepped through.

    From Python: `step` (to read and to set), and the buttons `first`, `back`, `next`, `last`. Then

        panel.step = 1
        panel.edit(2, "another text")    # message 2, counted as in run.messages
        panel.run_on.click()             # or panel.stop, panel.swap
        await panel.settled()            # until the fork waits for a decision, or has ended
        panel.fork, panel.diff           # the new Run, and where it differs

    and `approve`, `reject`, `reason` where the fork waits.

    Raises TypeError for anything else than a run or a list, and ValueError for a step that the run
    does not have, or for an `arm` out of range.
    """

    def __init__(self, run: Run | list[dict], *, step: int | None = None, key: str | None = None,
                 arm: float = ARM):
        if not isinstance(run, (Run, list)):
            raise TypeError("TracePanel takes a Run, or a list of messages, "
                            f"not {type(run).__name__}.")
        arm = seconds_to_arm(arm)
        self._original = self._run = run
        self._step = self._last()
        self._require(self._step if step is None else step)
        super().__init__(key)
        self._head, self._body, self._picture = (widgets.HTML() for _ in range(3))
        self._head.add_class("sb-live")
        self.first = self.button("First", lambda: self._go(0))
        self.back = self.button("Back", lambda: self._go(self._step - 1))
        self.next = self.button("Next", lambda: self._go(self._step + 1), "sb-main")
        self.last = self.button("Last", lambda: self._go(self._last()))
        row = widgets.HBox([self.first, self.back, self.next, self.last])
        row.add_class("sb-arrows")
        # Without its number, a second place to stop at by Tab: the line below says where one is.
        self.slider = widgets.IntSlider(description="Step", min=0, max=max(self._last(), 1),
                                        readout=False)
        self.slider.add_class("sb-field")
        self.slider.observe(self._slid, "value")
        self._editor = MessageEditor(self, self._run_on)
        self._forks = ForkBox(self, run, arm, shows=self._show, draws=self._draw_editor)
        self.box.add_class("sb-broad")
        self.fill(widgets.HTML(f'<p class="sb-title">{TITLE}</p>'), self._forks.box, row,
                  self.slider, self._head, self._body, self._editor.box, self._picture,
                  widgets.HTML(f'<p class="sb-small sb-keys">{KEYS}</p>'))
        # What went wrong is told where the message is changed, and not at the end.
        children = [child for child in self.box.children if child is not self._error]
        children.insert(children.index(self._picture), self._error)
        self.box.children = children
        self._go(self._last() if step is None else step)

    # -- for Python -------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """The step that is shown, 0 to the number of requests. Setting it raises ValueError for one
        that the run does not have."""
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        self._require(step)
        self._go(step)

    def edit(self, index: int, text: str | dict) -> None:
        """Write a new text for message `index` (counted as in `run.messages`), as if it was typed;
        for a result also a dict. `run_on.click()` then makes the fork. Raises ValueError, a
        sentence, for a message that is not kept at this step, where nothing can be changed, and
        for a text of more than 100,000 characters."""
        self._editor.edit(index, text)

    @property
    def run_on(self) -> widgets.Button:
        """The button that makes the fork and lets it run."""
        return self._editor.run_on

    @property
    def stop(self) -> widgets.Button:
        """The button that stops a fork that is at work."""
        return self._forks.stop

    @property
    def swap(self) -> widgets.Button:
        """The button that shows the original run again, and then the fork again."""
        return self._forks.swap

    @property
    def approve(self) -> widgets.Button:
        """The button that lets the call run that the fork waits with, once."""
        return self._forks.form.approve

    @property
    def reject(self) -> widgets.Button:
        """The button that refuses that call, with the text in `reason`."""
        return self._forks.form.reject

    @property
    def reason(self) -> widgets.Text:
        """The field for the reason of a rejection."""
        return self._forks.form.reason

    @property
    def fork(self) -> Run | None:
        """The newest fork that was made here, or None."""
        return self._forks.fork

    @property
    def diff(self) -> Diff | None:
        """Where the original run and the fork part; None without a fork."""
        return self._forks.diff

    async def settled(self) -> Run | None:
        """Wait until the fork waits for a decision that can be clicked, or has ended; returns it,
        or None where there is none."""
        form = self._forks.form
        return await self._forks.driver.settled(lambda: form.call is None or form.armed)

    def retire(self, sentence: str = REPLACED) -> None:
        """End the panel, which then shows `sentence`; see `Panel.retire`. A fork that is at work
        is stopped."""
        self._forks.driver.close()
        if self._forks.driver.busy:
            self._forks.driver.stop()
        super().retire(sentence)

    # -- a fork -----------------------------------------------------------------------------------

    def _run_on(self) -> None:
        if not isinstance(self._run, Run):  # from Python: a list shows no such button
            self.complain(LIST)
            return
        try:
            edit = self._editor.change()
        except ValueError as error:
            self.complain(str(error))  # ours
        else:
            self._forks.start(self._run, self._step, edit)

    def _show(self, run: Run | list[dict], step: int | None) -> None:
        self._run = run
        self._go(self._last() if step is None else step)

    def _draw_editor(self) -> None:
        self._editor.switch(not self._forks.driver.busy)

    def _masked(self, value):
        return trace.masked(self._original, value)

    # -- moving -----------------------------------------------------------------------------------

    def _last(self) -> int:
        return trace.requests(self._run)

    def _require(self, step: object) -> None:
        if type(step) is not int or not 0 <= step <= self._last():
            raise ValueError(f"This run has the steps 0 to {self._last()}, not {step!r}.")

    def _slid(self, change: dict) -> None:
        with self._lock:
            if not self.retired and change["new"] != self._step:
                self._go(change["new"])

    def _go(self, step: int) -> None:
        last = self._last()
        self._step = min(max(step, 0), last)
        self.slider.max = max(last, 1)  # before the value: it is held between the ends
        self.slider.value = self._step
        show(self.slider, last > 0)
        self._body.value = _body_html(self._run, self._step)
        self._picture.value = _picture_html(self._run, self._step)
        self._editor.show_step(self._run, self._step)
        self._head.value = self._head_html(self._step)  # last: who reads it finds the rest below

    # -- drawing ----------------------------------------------------------------------------------

    def _head_html(self, step: int) -> str:
        last = self._last()
        now = (f"Step {step} of {last}" if step else
               f"Before the first request (step 0 of {last})")
        end = ""
        if step == last:
            status = trace.ending(self._run)
            end = f" {_end_word(self._run)} {inline(status)}"
        fork = "" if self._run is self._original else f"{word('FORK')} "
        return f"<p>{fork}<strong>{now}</strong>{end}</p>"

    # -- without widgets --------------------------------------------------------------------------

    def static_text(self) -> str:
        """All steps as lines of text, and the same of the fork."""
        told = f"{TITLE}\n{plain(trace.text(self._original))}"
        return "\n\n".join(filter(None, [told, self._forks.static_text()]))

    def static_html(self) -> str:
        """All steps, each folded, and the picture; of a fork, how it differs."""
        run = self._original
        parts = [f'<p class="sb-title"><strong>{TITLE}</strong></p>']
        for step in range(trace.requests(run) + 1):
            parts.append(f"<details{' open' * (step == trace.requests(run))}><summary>"
                         f"{'Before the first request' if not step else f'Step {step}'}</summary>"
                         f"{_body_html(run, step)}</details>")
        ending = inline(trace.ending(run))
        return "\n".join([*parts, f"<p>{_end_word(run)} {ending}</p>", _picture_html(run, None),
                          self._forks.static_html()])


def _end_word(run: Run | list[dict]) -> str:
    """The word before how a run stands: one that waits, or can go on, is not at its end."""
    goes_on = isinstance(run, Run) and run.status in (READY, NEEDS_APPROVAL)
    return word("NOW" if goes_on else "END")


def _body_html(run: Run | list[dict], step: int) -> str:
    """What was sent with a request, and what followed from it."""
    happened = "".join(
        f"<li><strong>{inline(row['who'])}</strong> {inline(short(row['what'], 300))}</li>"
        for row in trace.rows(run, step))
    told = f"<p>What happened in this step:</p><ul>{happened}</ul>" if happened else ""
    if not step:
        return told
    sent, places = trace.request(run, step), trace.places(run, step)
    new = trace.fresh(run, step)
    items = "".join(_message_html(place, message, number >= len(sent) - new)
                    for number, (place, message) in enumerate(zip(places, sent, strict=True)))
    added = f'<p class="sb-small">{ADDED}</p>' if None in places else ""
    return (f"{told}\n<p>The messages that went to the model ({len(sent)}, {new} of them new "
            f"since the request before):</p>{items}{added}")


def _picture_html(run: Run | list[dict], step: int | None) -> str:
    """The picture, in a frame that scrolls: made smaller, its words could not be read."""
    return ('<div class="sb-wide" tabindex="0" role="group" aria-label="Picture of the messages">'
            f"{trace.timeline(run, step).img()}</div>")


def _message_html(place: int | None, message: dict, is_new: bool) -> str:
    """One message: a line that tells it, with its place in the history, and the whole as JSON."""
    number = word("ADDED") if place is None else f"{place}."
    role = as_text(message.get("role"))
    try:
        whole = json.dumps(message, indent=2, ensure_ascii=False, default=as_text)
    except (TypeError, ValueError, RecursionError):
        whole = as_text(message)
    mark = f" {word('NEW')}" if is_new else ""
    names = ", ".join(asked(entry)[0] for entry in calls_of(message))
    said = short(text_of(message) or (f"asks for {names}" if names else ""), LINE)
    return (f"<details><summary>{number} <strong>{inline(role)}</strong>{mark} {inline(said)}"
            f'</summary><pre class="sb-lines {PLAIN}" dir="ltr">'
            f"{escaped(middle_cut(whole, MAX_MESSAGE))}</pre></details>")
