"""What all panels share: one box of widgets, a static view beside it, clicks that cannot go astray.

A panel is shown as three things at once: text, HTML (for a preview, an export, a notebook that is
not trusted) and widgets. Its buttons can be clicked from Python (`button.click()`), so that a
notebook with a panel runs without a browser.
"""

from __future__ import annotations

import html
import sys
import threading
from collections.abc import Callable, Iterable

from studybuddy import trace
from studybuddy.jsontext import name_of
from studybuddy.panels.markup import PLAIN, inline, word
from studybuddy.panels.style import LIVE_STYLE, STYLE
from studybuddy.registry import raised

try:
    import ipywidgets as widgets
except ImportError:
    raise ImportError("A panel needs ipywidgets. Install it: "
                      'python -m pip install "ipywidgets>=8.1,<9"') from None

GONE = "The kernel was restarted, so this panel does nothing any more. Run this cell again."
REPLACED = "A newer panel has taken the place of this one."
RUN_AGAIN = "The buttons of this panel appear when you run this cell."

# The panels of each class and place, with what tells the run apart that made them.
_placed: dict[tuple[str, str], tuple[object, list[Panel]]] = {}


class Panel:
    """The base of all panels.

    A panel class makes its widgets, hands them to `fill`, and says in `static_text` and
    `static_html` the same without widgets. `box` is the widget that holds it all.

    `key` names the place of the panel: a newer panel of the same class and key retires the older
    one. Without a key that place is the notebook cell: a re-run replaces the panels of the run
    before, and two panels of one run stand side by side.
    """

    def __init__(self, key: str | None = None):
        self.box = widgets.VBox()
        self.box.add_class("sb-panel").add_class("sb-live-panel")
        self.retired = False
        self._lock = threading.RLock()
        self._error = widgets.HTML()
        self._error.add_class("sb-live")
        self._take_place(key)

    # -- for the panel classes --------------------------------------------------------------------

    def static_text(self) -> str:
        """The panel as plain text."""
        raise NotImplementedError

    def static_html(self) -> str:
        """The panel as HTML that reads well without a style sheet; every text in it escaped."""
        raise NotImplementedError

    def fill(self, *children: widgets.Widget) -> None:
        """Put the widgets into the box, with the style before and the place for errors behind."""
        gone = f'<p class="sb-gone">{word("STOPPED")} {html.escape(GONE)}</p>'
        self.box.children = (widgets.HTML(LIVE_STYLE + gone), *children, self._error)

    def button(self, label: str, action: Callable[[], object], *classes: str) -> widgets.Button:
        """A button that calls `action()`.

        A click does nothing when the button is hidden or disabled, or the panel retired: so the
        second half of a double click never reaches what has changed meanwhile. Actions run one at
        a time, and should be short. An error in one is shown in the panel.
        """
        button = widgets.Button(description=label, tooltip="")  # else the label a second time
        for name in classes:
            button.add_class(name)

        def clicked(_: widgets.Button) -> None:
            with self._lock:  # a click may arrive on any thread
                if self.retired or button.disabled or not is_shown(button):
                    return
                try:
                    self._error.value = ""
                    action()
                except Exception as error:
                    self.complain(did_not_work(error))

        button.on_click(clicked)
        return button

    def complain(self, sentence: str) -> None:
        """Show an error in the panel, until the next click."""
        self._error.value = f"<p>{word('ERROR', 'bad')} {inline(self._masked(sentence))}</p>"

    def _masked(self, value):
        """A text, or a value with texts, without keys."""
        return trace.masked(None, value)

    def retire(self, sentence: str = REPLACED) -> None:
        """End the panel: its clicks do nothing from now on, and every view of it says why."""
        with self._lock:
            self.retired = True
            inside = list(_descendants(self.box))
            self.box.children = (widgets.HTML(STYLE + f"<p>{html.escape(sentence)}</p>"),)
            close(inside)

    # -- showing ----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.static_text()

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        static = f'<div class="sb-panel {PLAIN}">\n{self.static_html()}\n</div>'
        return {**self.box._repr_mimebundle_(), "text/plain": self.static_text(),
                "text/html": f"{STYLE}\n{static}"}

    def _ipython_display_(self) -> None:
        from IPython.display import display

        # An output of its own: where the widgets are lost (the notebook was closed), JupyterLab
        # shows an error in place of them and of all that stands in the same output. The style of
        # a panel that works hides this line.
        display({"text/plain": RUN_AGAIN,
                 "text/html": f'<p class="sb-run-again"><em>{RUN_AGAIN}</em></p>'}, raw=True)
        display(self._repr_mimebundle_(), raw=True)

    def _take_place(self, key: str | None) -> None:
        place, run = (key, object()) if key is not None else _cell()
        if place is None:
            return
        earlier, panels = _placed.get((type(self).__name__, place), (run, []))
        if earlier != run:
            for older in panels:
                older.retire()
            panels = []
        _placed[type(self).__name__, place] = (run, [*panels, self])


def did_not_work(error: BaseException) -> str:
    """An error of any kind, for the person. A model, a tool and a listener may raise anything,
    also what cannot be made a text."""
    words = raised(error).removeprefix(f"{name_of(error)}: ")
    return f"This did not work ({name_of(error)}){': ' + words if words else '.'}"


def show(widget: widgets.DOMWidget, shown: bool = True) -> None:
    """Show or hide a widget; a hidden one takes no room, no focus and no click."""
    widget.layout.display = None if shown else "none"


def is_shown(widget: widgets.DOMWidget) -> bool:
    """Whether a widget is not hidden by `show`."""
    return widget.layout.display != "none"


def close_boxes(boxes: Iterable[widgets.Box]) -> None:
    """Close boxes that are shown no more, with all that is in them."""
    for box in boxes:
        close([*_descendants(box), box])


def close(gone: Iterable[widgets.Widget]) -> None:
    """Close widgets with their layout and style: kernel and page keep each of them otherwise."""
    for widget in gone:
        for part in (widget, getattr(widget, "layout", None), getattr(widget, "style", None)):
            if part is not None:
                part.close()


def _descendants(box: widgets.Box):
    for child in box.children:
        if isinstance(child, widgets.Box):
            yield from _descendants(child)
        yield child


def _cell() -> tuple[str | None, object]:
    """(the notebook cell that runs, what tells its runs apart); (None, None) outside of a notebook.

    A program that names no cells, as nbclient does not, sends the source of the cell: two cells
    with the same source are then one place.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    parent: dict = getattr(shell, "get_parent", dict)() or {}
    cell = (parent.get("metadata") or {}).get("cellId")
    source = (parent.get("content") or {}).get("code")
    if not isinstance(cell, str) and not isinstance(source, str):
        return None, None
    place = f"cell {cell}" if isinstance(cell, str) else f"source {source}"
    return place, parent.get("header", {}).get("msg_id")
