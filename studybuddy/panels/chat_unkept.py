"""A conversation whose file takes nothing any more: what came before stays as it is and is shown.

The run as a whole has then failed. A turn that has its answer has not, and says below the answer
that the file does not go on, and why.
"""

from __future__ import annotations

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.panels.chat_turns import Turn
from studybuddy.panels.masking import masked_short
from studybuddy.panels.run_panel import PRESS
from studybuddy.runfile import RunFileError
from studybuddy.runstate import NEEDS_APPROVAL, READY

RUN_AGAIN = "Run this cell again for that."


def keep_answer(turn: Turn, run: Run) -> bool:
    """Whether the newest turn of a run whose file failed has its answer, or another end of its
    own. Then `turn.unkept` says what became of the file."""
    error = run.error
    if not isinstance(error, RunFileError) or turn.status in (READY, NEEDS_APPROVAL):
        return False
    passing = error.passing
    what = "cannot be kept in its file now" if passing else "is not kept in its file any more"
    turn.unkept = masked_short(run, f"This conversation {what}: {trace.why_failed(run)} "
                                    f"{PRESS if passing else RUN_AGAIN}")
    return True
