"""The turns of a conversation that goes on, read once each.

A panel is drawn at each event. To read and mask a conversation of hundreds of turns each time
would take longer than the model.
"""

from __future__ import annotations

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.panels.chat_turns import Turn, turns_of
from studybuddy.panels.masking import hidden


class TurnLog:
    """The turns of a run, keys masked. Only the newest turn is read anew: the others are over.

    `readings` counts how often all of them were read anew: another run, other keys, other events.
    """

    def __init__(self) -> None:
        self.readings = 0
        self._of: tuple = (None, ())  # the run, and what is secret
        self._over: list[Turn] = []
        self._begin = 0  # the place of the event that the newest turn begins with
        self._mark: dict | None = None  # that event: events may be replaced

    def turns(self, run: Run) -> list[Turn]:
        """The turns as they are now, in order."""
        events, secrets = list(run.events), trace.secrets_of(run)
        if (self._of != (run, secrets) or self._begin >= len(events)
                or events[self._begin] is not self._mark):
            self._of, self._over, self._begin = (run, secrets), [], 0
            self.readings += 1
        newer = events[self._begin:]
        # What waits for the file is shown, and read anew each time.
        turns = turns_of((hidden(event, secrets) for event in [*newer, *run.unwritten]), self._over)
        for place in range(len(newer) - 1, -1, -1):
            if asks(newer[place]):
                self._begin += place
                break
        self._mark = events[self._begin] if events else None
        self._over = [turn for turn in turns if turn.begin < self._begin]
        return turns


def asks(event: dict) -> bool:
    """Whether a question of the learner came with this event."""
    return event["type"] == "message" and event["message"]["role"] == "user"
