"""Which names still hold what an earlier cell made, since the last cell for them ended in an error.

After a SyntaxError in an answer cell the name of the answer stands for the older version, and a
check tries that one. Its card must say so, or a learner looks for the fault in the wrong text.
"""

from __future__ import annotations

import dis
import inspect
import re
from types import CodeType

from studybuddy.workbook import cards

NOTE = ("The last cell for {names} ended in an error, so an older version was tried. "
        "Mend that cell and run it first.")

# By their text: a cell with a SyntaxError has no tree. Definitions and assignments at the margin.
_MADE = re.compile(r"^(?:(?:async[ ]+)?def|class)[ ]+(\w+)|^(\w+)[ ]*(?::[^=\n]+)?=(?!=)", re.M)
_NOTHING = object()


def _with_helpers(names: set[str], namespace: dict) -> set[str]:
    """These names, and the global names that the learner's functions behind them use."""
    found, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        value = namespace.get(name)
        parts = [value, *(vars(value).values() if isinstance(value, type) else ())]
        for part in parts:
            if inspect.isfunction(part) and part.__globals__ is namespace:
                waiting += _global_names(part.__code__)
    return found


def _global_names(code: CodeType) -> set[str]:
    """The global names that a function and those inside it read."""
    names = {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names |= _global_names(inner)
    return names


class Older:
    """Follows the cells of a kernel. `names` are those whose last cell failed before it made them
    anew."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self._before: dict[str, object] = {}
        self._shell: object = None

    def follow_here(self) -> None:
        """From now on, follow the cells of this kernel. Elsewhere nothing happens."""
        shell = cards.shell()
        events = getattr(shell, "events", None)
        if events is None or shell is self._shell:
            return
        self._shell = shell
        events.register("pre_run_cell", self._begin)
        events.register("post_run_cell", self._end)

    def note(self, names: set[str], namespace: dict) -> list[tuple[str, str]]:
        """The row of a card about an answer that stands under these names, or uses what stands
        under others of the learner's `namespace`; none when all is well."""
        found = sorted(_with_helpers(names, namespace) & self.names) if self.names else []
        if not found:
            return []
        return [("note", NOTE.format(names=", ".join(f"`{name}`" for name in found)))]

    def _begin(self, info) -> None:
        self._before = self._values(info)

    def _end(self, result) -> None:
        now = self._values(result.info)
        for name, value in now.items():
            if result.success or value is _NOTHING or self._before.get(name, _NOTHING) is not value:
                self.names.discard(name)
            else:
                self.names.add(name)

    def _values(self, info) -> dict[str, object]:
        text = getattr(info, "raw_cell", None) or ""
        known = self._shell.user_ns  # type: ignore[attr-defined]
        return {name: known.get(name, _NOTHING)
                for found in _MADE.findall(text) for name in found if name}
