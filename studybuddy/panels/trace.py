"""TracePanel: a run to step through, forwards and backwards, with the exact messages."""

from __future__ import annotations

import json

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.messages import calls_of, text_of
from studybuddy.panels.base import Panel, show, widgets
from studybuddy.panels.markup import PLAIN, escaped, inline, plain, word
from studybuddy.showing import middle_cut, short
from studybuddy.timeline import as_text, asked

TITLE = "A run, step by step"
MAX_MESSAGE = 20_000  # characters of one message that are shown
LINE = 90  # characters of a message's summary
KEYS = "Keys: Tab moves. On the slider the arrows step, Home and End go to the ends."


class TracePanel(Panel):
    """A run, step by step: what was sent, what came back, what ran, and the picture so far.

    `run` is a Run, or a list of messages such as a loop of your own makes. Step 0 is what there was
    before the first request. `step` is where it begins (the last one, without it). A run that goes
    on meanwhile is read anew at each step. `key` is explained at `Panel`.

    From Python: `step` (to read and to set), and the buttons `first`, `back`, `next`, `last`.

    Raises TypeError for anything else than a run or a list, and ValueError for a step that the run
    does not have.
    """

    def __init__(self, run: Run | list[dict], *, step: int | None = None, key: str | None = None):
        if not isinstance(run, (Run, list)):
            raise TypeError("TracePanel takes a Run, or a list of messages, "
                            f"not {type(run).__name__}.")
        self._run = run
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
        self.slider = widgets.IntSlider(description="Step", min=0, max=max(self._last(), 1))
        self.slider.add_class("sb-field")
        self.slider.observe(self._slid, "value")
        self.box.add_class("sb-broad")
        # Behind the messages is the place for what is done with them, such as a fork.
        self.fill(widgets.HTML(f'<p class="sb-title">{TITLE}</p>'), row, self.slider,
                  self._head, self._body, self._picture,
                  widgets.HTML(f'<p class="sb-small sb-keys">{KEYS}</p>'))
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
        self._head.value = self._head_html(self._step)
        self._body.value = self._body_html(self._step)
        self._picture.value = _picture_html(self._run, self._step)

    # -- drawing ----------------------------------------------------------------------------------

    def _head_html(self, step: int) -> str:
        last = self._last()
        now = (f"Step {step} of {last}" if step else
               f"Before the first request (step 0 of {last})")
        end = ""
        if step == last:
            status = trace.ending(self._run)
            end = f" {word('END')} {inline(status)}"
        return f"<p><strong>{now}</strong>{end}</p>"

    def _body_html(self, step: int) -> str:
        """What was sent with a request, and what followed from it."""
        happened = "".join(
            f"<li><strong>{inline(row['who'])}</strong> {inline(short(row['what'], 300))}</li>"
            for row in trace.rows(self._run, step))
        parts = [f"<p>What happened in this step:</p><ul>{happened}</ul>" if happened else ""]
        if step:
            sent = trace.request(self._run, step)
            new = trace.fresh(self._run, step)
            items = "".join(_message_html(number, message, number > len(sent) - new)
                            for number, message in enumerate(sent, 1))
            parts.append(f"<p>The messages that went to the model ({len(sent)}, {new} of them new "
                         f"since the request before):</p>{items}")
        return "\n".join(parts)

    # -- without widgets --------------------------------------------------------------------------

    def static_text(self) -> str:
        """All steps as lines of text."""
        return f"{TITLE}\n{plain(trace.text(self._run))}"

    def static_html(self) -> str:
        """All steps, each folded, and the picture."""
        parts = [f'<p class="sb-title"><strong>{TITLE}</strong></p>']
        for step in range(self._last() + 1):
            parts.append(f"<details{' open' * (step == self._last())}><summary>"
                         f"{'Before the first request' if not step else f'Step {step}'}</summary>"
                         f"{self._body_html(step)}</details>")
        ending = inline(trace.ending(self._run))
        return "\n".join([*parts, f"<p>{word('END')} {ending}</p>",
                          _picture_html(self._run, None)])


def _picture_html(run: Run | list[dict], step: int | None) -> str:
    """The picture, in a frame that scrolls: made smaller, its words could not be read."""
    return ('<div class="sb-wide" tabindex="0" role="group" aria-label="Picture of the messages">'
            f"{trace.timeline(run, step).img()}</div>")


def _message_html(number: int, message: dict, is_new: bool) -> str:
    """One message: a line that tells it, and the whole as JSON below."""
    role = as_text(message.get("role"))
    try:
        whole = json.dumps(message, indent=2, ensure_ascii=False, default=as_text)
    except (TypeError, ValueError, RecursionError):
        whole = as_text(message)
    mark = f" {word('NEW')}" if is_new else ""
    names = ", ".join(asked(entry)[0] for entry in calls_of(message))
    said = short(text_of(message) or (f"asks for {names}" if names else ""), LINE)
    return (f"<details><summary>{number}. <strong>{inline(role)}</strong>{mark} {inline(said)}"
            f'</summary><pre class="sb-lines {PLAIN}" dir="ltr">'
            f"{escaped(middle_cut(whole, MAX_MESSAGE))}</pre></details>")
