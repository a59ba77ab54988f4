"""What all panels share: the static view, clicks that cannot go astray, one panel a place."""

import subprocess
import sys

import nbclient
import nbformat
import pytest

from studybuddy.panels import base
from studybuddy.panels.base import Panel, is_shown, show, widgets


class Counter(Panel):
    """A panel with one button that counts, and one that fails."""

    def __init__(self, key=None):
        super().__init__(key)
        self.count = 0
        self.more = self.button("More", self._more)
        self.bad = self.button("Bad", lambda: 1 / 0)
        self.fill(widgets.VBox([self.more]), self.bad)

    def _more(self):
        self.count += 1

    def static_text(self):
        return f"Counter: {self.count}"

    def static_html(self):
        return f"<p>Counter: {self.count}</p>"


@pytest.fixture(autouse=True)
def no_older_panels(monkeypatch):
    monkeypatch.setattr(base, "_placed", {})


def shown_texts(panel):
    return " ".join(child.value for child in panel.box.children
                    if isinstance(child, widgets.HTML))


def test_the_bundle_holds_widgets_and_a_static_view():
    panel = Counter()
    bundle = panel._repr_mimebundle_()
    assert bundle["text/plain"] == repr(panel) == "Counter: 0"
    assert "<p>Counter: 0</p>" in bundle["text/html"]
    assert "onload" not in bundle["text/html"]
    view = bundle["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == panel.box.model_id
    # Equal from run to run, so that a stored notebook can be compared.
    assert Counter()._repr_mimebundle_()["text/html"] == bundle["text/html"]


def test_displaying_says_first_what_to_do_where_widgets_are_lost(monkeypatch):
    import IPython.display

    shown = []
    monkeypatch.setattr(IPython.display, "display", lambda data, raw: shown.append(data))
    Counter()._ipython_display_()
    note, bundle = shown
    assert base.RUN_AGAIN in note["text/html"] and note["text/plain"] == base.RUN_AGAIN
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_a_click_on_what_is_hidden_or_disabled_does_nothing():
    panel = Counter()
    panel.more.click()
    show(panel.more, False)
    assert not is_shown(panel.more)
    panel.more.click()
    show(panel.more)
    panel.more.disabled = True
    panel.more.click()
    assert panel.count == 1
    panel.more.disabled = False
    panel.more.click()
    assert panel.count == 2


def test_an_error_in_a_click_is_shown_until_the_next_click():
    panel = Counter()
    panel.bad.click()
    assert "This did not work (ZeroDivisionError): division by zero" in shown_texts(panel)
    panel.more.click()
    assert "did not work" not in shown_texts(panel)


def test_a_newer_panel_of_the_same_key_retires_the_older():
    older, other = Counter("a"), Counter("b")
    newer = Counter("a")
    assert (older.retired, other.retired, newer.retired) == (True, False, False)
    assert base.REPLACED in shown_texts(older)
    older.more.click()
    newer.more.click()
    assert (older.count, newer.count) == (0, 1)


def test_without_a_key_the_place_is_the_cell(monkeypatch):
    place = ["cell 1", "run 1"]
    monkeypatch.setattr(base, "_cell", lambda: tuple(place))
    first, second = Counter(), Counter()
    place[:] = "cell 2", "run 2"
    elsewhere = Counter()
    assert not first.retired and not second.retired
    place[:] = "cell 1", "run 3"
    Counter()
    assert first.retired and second.retired
    assert not elsewhere.retired


def test_a_rerun_retires_the_older_panel_where_the_client_names_no_cells(tmp_path):
    """nbclient sends no id of the cell: what runs is known by its source."""
    cells = ["from studybuddy.panels.base import Panel, _cell\n"
             "class Small(Panel):\n    pass\nmade = []",
             "made.append(Small())",
             "made.append(Small())  # another cell",
             "print([panel.retired for panel in made], (_cell()[0] or '').split(' ')[0])"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in cells])
    client = nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3",
                                     resources={"metadata": {"path": str(tmp_path)}})
    with client.setup_kernel():
        for index in (0, 1, 2, 1, 3):
            client.execute_cell(notebook.cells[index], index)
    assert notebook.cells[3].outputs[0].text == "[True, False, False] source\n"


def test_outside_of_a_notebook_no_panel_is_replaced():
    assert base._cell() == (None, None)
    older = Counter()
    Counter()
    assert not older.retired


def test_the_names_are_loaded_when_they_are_used():
    code = ("import sys, studybuddy.panels; assert 'ipywidgets' not in sys.modules; "
            "assert 'QuizPanel' in dir(studybuddy.panels); sys.modules['ipywidgets'] = None\n"
            "try: studybuddy.panels.QuizPanel\n"
            "except ImportError as error: print(error)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("A panel needs ipywidgets. Install it: "), done.stderr
