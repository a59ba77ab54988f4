"""The part of a TracePanel in which one message is changed, for a fork that runs on from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.jsontext import JSONTextError, dump, kind_of, read_object, well_formed
from studybuddy.messages import calls_of, text_of
from studybuddy.panels.base import Panel, show, widgets
from studybuddy.panels.markup import escaped, plain
from studybuddy.runstate import STUCK
from studybuddy.showing import short
from studybuddy.timeline import as_message, asked

TITLE = "Change one message, and run on from here"
KEPT = ("What happened up to this step is kept. Then the model is asked again, in a new run: a "
        "fork. The run itself stays as it is. Without a change, the model is just asked again.")
KEPT_ONLY = ("What happened up to this step is kept, in a new run: a fork. The run itself stays as "
             "it is.")
RESULT = 'A result is a JSON object. Another text becomes {"result": "your text"}.'
CALLS = "What this message asks for stays as it is: only its words can be changed."
HIDDEN = "A key in this text shows as [key]. If you change the text, it is sent as it stands here."
STUCK_HERE = ("The run ended with this step, since the model asked for the same thing again and "
              "again and got the same result. So change one of these results: a fork in which they "
              "all stay ends at once, and the model is not asked. Or step back.")
LIST = ("A list of messages can only be stepped through. To change a message and run on from "
        "there, give this panel a Run.")
OVER = ("The run ended with this step. Step back: then you can change a message and run on from "
        "there.")
LIMIT = ("The agent may ask the model {most} time{s} for one question, and the steps up to here "
         "have used that up: a fork would end at once. Step back, and run on from an earlier step. "
         "From Python, an agent with a larger max_steps goes on from here: "
         "run.fork({step}, agent=Agent(..., max_steps={more})).advance().")
WAITS_AT_LIMIT = ("What waits here waits in the fork too. When it is decided, the fork ends: the "
                  "agent may ask the model {most} time{s} for one question, and the steps up to "
                  "here have used that up. To have the model asked again, step back.")
TOO_LONG = ("This text is too long to be changed here ({length:,} characters, at most {most:,}). "
            "From Python: run.fork({step}, edit={{{index}: ...}}).")
LABEL = 90  # characters of a message in the list to choose from
MAX_TEXT = 100_000  # characters of a text that can be edited; longer ones would block the page


class MessageEditor:
    """A list of the messages that are kept at a step, the text of one, and a button.

    `run_on` calls `action`. `show_step` fills it for a step; the newest message is chosen first.
    `change` tells what was edited.
    """

    def __init__(self, panel: Panel, action: Callable[[], object]):
        self._run: Run | list[dict] = []  # none yet
        self._step = 0
        self._messages: list[dict] = []
        self._given = ""  # the text as it was put into the field
        self._is_too_long = False
        self.message = widgets.Dropdown(description="Message", options=[])
        # The text arrives when the field is left, so before the click on the button.
        self.text = widgets.Textarea(description="Its text", continuous_update=False, rows=6)
        self.message.add_class("sb-field")
        self.text.add_class("sb-field").add_class("sb-area").add_class("sb-edit")
        self.run_on = panel.button("Run on from here", action, "sb-main")
        self._note, self._why = widgets.HTML(), widgets.HTML()
        self._kept = widgets.HTML()
        self._form = widgets.VBox([self._kept, self.message, self.text, self._note,
                                   widgets.HBox([self.run_on])])
        self.box = widgets.VBox([widgets.HTML(f'<p class="sb-question">{TITLE}</p>'), self._why,
                                 self._form])
        self.message.observe(lambda _: self._fill(), "value")

    def show_step(self, run: Run | list[dict], step: int) -> None:
        """Offer the messages of `run` as it was after `step` steps. A text that is being edited
        stays as long as run, step and messages are the same."""
        messages = kept(run, step)
        why = _why_not(run, step, messages)
        self._why.value = f'<p class="sb-small">{why}</p>' if why else ""
        show(self._why, bool(why))
        show(self._form, not why)
        if isinstance(run, Run) and not why:
            self._kept.value = f'<p class="sb-small">{_what_follows(run, step, messages)}</p>'
        if run is self._run and step == self._step and len(messages) == len(self._messages):
            return
        self._run, self._step, self._messages = run, step, messages
        if not why:
            self._offer()

    def switch(self, on: bool) -> None:
        """Let the widgets be used, or not."""
        self.message.disabled = self.run_on.disabled = not on
        self.text.disabled = not on or self._is_too_long

    def edit(self, index: int, text: str | dict) -> None:
        """Choose a message and write its new text. Raises ValueError where that cannot be."""
        if why := _why_not(self._run, self._step, self._messages):
            raise ValueError(why)
        if type(index) is not int or not 0 <= index < len(self._messages):
            raise ValueError(f"There is no message {index!r} at step {self._step}. "
                             f"The messages are 0 to {len(self._messages) - 1}.")
        if isinstance(text, dict) and self._messages[index]["role"] == "tool":
            text = json.dumps(text, indent=2, ensure_ascii=False)
        if not isinstance(text, str):
            raise ValueError("The new content of a message is a text (of a result: or a dict), "
                             f"not {kind_of(text)}.")
        if len(text) > MAX_TEXT:
            raise ValueError(self._too_long(index, text))
        self.message.value = index
        self.text.value = text

    def change(self) -> dict[int, str] | None:
        """What `Run.fork` takes as its edit; None when the text is as it was. Raises ValueError, a
        sentence, for a text that is too long."""
        if self.text.value == self._given:
            return None
        index = self.message.value
        if len(self.text.value) > MAX_TEXT:  # pasted: to draw it would block the kernel too
            raise ValueError(self._too_long(index, self.text.value))
        is_result = self._messages[index]["role"] == "tool"
        return {index: _as_sent(self.text.value) if is_result else self.text.value}

    def _too_long(self, index: int, text: str) -> str:
        return TOO_LONG.format(length=len(text), most=MAX_TEXT, step=self._step, index=index)

    def _offer(self) -> None:
        """The messages to choose from; the newest is chosen."""
        names = {entry["id"]: asked(entry)[0] for message in self._messages
                 for entry in calls_of(message)}
        self.message.options = [
            (plain(_label(number, message, names)), number)
            for number, message in enumerate(trace.masked(self._run, self._messages))]
        self.message.value = len(self._messages) - 1
        self._fill()

    def _fill(self) -> None:
        """The text of the chosen message."""
        index = self.message.value
        if index is None or index >= len(self._messages):  # while the list is made anew
            return
        message = self._messages[index]
        exact = as_lines(message)
        text = trace.masked(self._run, exact)
        notes = [RESULT] if message["role"] == "tool" else [CALLS] if calls_of(message) else []
        notes += [HIDDEN] if text != exact else []
        self._is_too_long = len(text) > MAX_TEXT
        if self._is_too_long:
            notes = [self._too_long(index, text)]
            text = ""
        self._given = self.text.value = text
        self.switch(not self.run_on.disabled)
        self._note.value = "".join(f'<p class="sb-small">{escaped(note)}</p>' for note in notes)
        show(self._note, bool(notes))


def kept(run: Run | list[dict], step: int) -> list[dict]:
    """The messages as they were after `step` steps; their places are those that `fork` counts."""
    messages = (list(run.messages) if isinstance(run, Run)
                else [as_message(entry) for entry in run])
    replies = [place for place, message in enumerate(messages)
               if message.get("role") == "assistant"]
    return messages[:replies[step]] if step < len(replies) else messages


def as_lines(message: dict) -> str:
    """The text of a message to edit; a result that is a JSON object in lines that can be read."""
    text = text_of(message)
    if message["role"] == "tool":
        with suppress(ValueError, RecursionError):
            value = json.loads(text)
            lines = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
            if isinstance(value, dict) and well_formed(lines) == lines:
                return lines
    return text


def _as_sent(text: str) -> str:
    """A result as tools give it, without the line ends of `as_lines`."""
    with suppress(JSONTextError):
        if text.lstrip().startswith("{"):
            return dump(read_object(text))
    return text


def _why_not(run: Run | list[dict], step: int, messages: list[dict]) -> str | None:
    """Why nothing can be changed at this step, as a sentence; None where it can."""
    if not isinstance(run, Run):
        return LIST
    last = messages[-1]
    if step == trace.requests(run) and last["role"] == "assistant" and not calls_of(last):
        return OVER
    if last["role"] == "tool" and not _is_open(messages) and _used_up(run, step):
        return _limit(LIMIT, run, step)
    return None


def _what_follows(run: Run, step: int, messages: list[dict]) -> str:
    """What a fork from this step does first, as sentences."""
    if _used_up(run, step) and _is_open(messages):
        return _limit(WAITS_AT_LIMIT, run, step)
    if step == trace.requests(run) and run.status == STUCK:
        return f"{KEPT_ONLY} {STUCK_HERE}"
    return KEPT


def _is_open(messages: list[dict]) -> bool:
    """Whether a call has no answer yet."""
    return sum(len(calls_of(message)) - (message["role"] == "tool") for message in messages) > 0


def _limit(sentences: str, run: Run, step: int) -> str:
    most = run.agent.max_steps
    return sentences.format(most=most, s="" if most == 1 else "s", step=step, more=2 * most)


def _used_up(run: Run, step: int) -> bool:
    """Whether the steps that are kept are as many requests for the newest question as the agent
    may make. A fork keeps that number."""
    made = replies = 0
    for event in list(run.events):
        if event["type"] == "message" and event["message"]["role"] == "assistant":
            if replies == step:
                break
            replies += 1
            made = event.get("requests", 0)  # since the newest question
    return made >= run.agent.max_steps


def _label(number: int, message: dict, names: dict[str, str]) -> str:
    """A message as a line of the list: its place, who speaks, and how it begins."""
    who = message["role"]
    if who == "tool":
        who = f"result of {names.get(message['tool_call_id'], 'a tool')}"
    asks = ", ".join(asked(entry)[0] for entry in calls_of(message))
    return short(f"{number}. {who}: {text_of(message) or f'asks for {asks}'}", LABEL)
