"""The one error of the quiz parts, and how it quotes."""

from __future__ import annotations

MAX_PIECE = 60
"""Characters of one quotation in a reason."""


class QuizError(ValueError):
    """A reply is no quiz that may be shown.

    The text, `reason`, says what is wrong and is fit to be sent back
    to the model: a few plain sentences, at most 200 characters of the reply among them.

    `cut_off` says whether the reply ends too early, so that a shorter one may help.
    """

    def __init__(self, reason: str, *, cut_off: bool = False):
        super().__init__(reason)
        self.cut_off = cut_off


def quoted(text: object) -> str:
    """The start of a text in quotation marks, on one line, for a reason."""
    from studybuddy.showing import one_line

    line = one_line(str(text)[: 4 * MAX_PIECE])
    return f'"{line}"' if len(line) <= MAX_PIECE else f'"{line[: MAX_PIECE - 3]}..."'


def listed(texts: list[str], piece: int = 20) -> str:
    """Some short texts on one line for a reason, of each at most its first `piece` characters."""
    from studybuddy.showing import one_line

    return ", ".join(one_line(text[:piece]) for text in texts)
