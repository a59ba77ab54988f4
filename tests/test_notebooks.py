"""Every notebook is stored executed, clean, and compared for real when it runs as a test."""

import copy
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest

from tests import lessons

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb")
                   if ".ipynb_checkpoints" not in path.parts)
START = FOLDER / "00_start_here.ipynb"

# Of the machine where it was executed, nothing may stand in an output.
OF_A_MACHINE = re.compile(
    r"/tmp/|/var/folders/|/home/|/r[o]ot/|/Users/|[A-Z]:\\\\?Users|AppData|ipykernel_\d+|"
    r"\b0x[0-9a-f]{6,}\b")
IMAGE_TYPES = ("image/png", "image/jpeg", "image/svg+xml")


def faults(notebook) -> list[str]:
    """What is wrong with a stored notebook: one phrase each, empty when it is in order."""
    found = []
    ids = [cell.get("id") for cell in notebook.cells]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    found += [f"two cells with the id {one}" for one in twice]
    if not twice:  # nbformat would give one of them another id, and say it is valid
        try:
            nbformat.validate(copy.deepcopy(notebook))
        except nbformat.ValidationError as error:
            found.append(f"not valid: {error.message}")
    metadata = notebook.metadata
    if metadata.get("kernelspec", {}).get("name") != "python3":
        found.append("the kernel is not python3")
    if "version" in metadata.get("language_info", {}):
        found.append("it names the Python version that executed it")
    if "widgets" in metadata:
        found.append("it holds widget state")
    counts = []
    for number, cell in enumerate(notebook.cells):
        where = f"cell {number}"
        if cell.cell_type == "markdown":
            found += [f"{where}: {fault}" for fault in _images_without_alt(cell.get("source", ""))]
        if cell.cell_type != "code":
            continue
        if "execution" in cell.metadata:
            found.append(f"{where}: it holds times of its execution")
        if not cell.get("source", "").strip():
            continue
        if cell.execution_count is None:
            # nbval compares nothing in such a cell: it would pass and prove nothing.
            found.append(f"{where}: never executed")
        else:
            counts.append(cell.execution_count)
        for output in cell.outputs:
            found += [f"{where}: {fault}" for fault in _faults_of_output(output)]
    if counts != list(range(1, len(counts) + 1)):
        found.append("not executed once from top to bottom")
    return found


def _faults_of_output(output) -> list[str]:
    if output.output_type == "error":
        return [f"it ended with {output.ename}"]
    data = {"text/plain": output.text} if output.output_type == "stream" else output.data
    found = []
    for mime, text in data.items():
        if mime in IMAGE_TYPES:
            if not output.metadata.get(mime, {}).get("alt"):
                found.append(f"an image ({mime}) without alt text")
            continue
        if mime == "text/html":
            found += _images_without_alt(text)
        place = OF_A_MACHINE.search(str(text)) or re.search(
            "|".join(map(re.escape, (str(Path.home()), tempfile.gettempdir()))), str(text))
        if place:
            found.append(f"it names a place of one machine: {place.group()}")
    return found


def _images_without_alt(text: str) -> list[str]:
    found = [f"an image without alt text: {path}"
             for alt, path in re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text) if not alt.strip()]
    found += [f"<{tag}> without alt text" for tag in _Images.without_alt(text)]
    return found


class _Images(HTMLParser):
    """Finds `<img>` without alt, and `<svg>` that has no name for a screen reader."""

    def __init__(self):
        super().__init__()
        self.nameless: list[str] = []

    @classmethod
    def without_alt(cls, text: str) -> list[str]:
        parser = cls()
        parser.feed(text)
        return parser.nameless

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if (tag == "img" and not values.get("alt")) or (
                tag == "svg" and not values.get("aria-label") and not values.get("aria-hidden")):
            self.nameless.append(tag)


def read(path):
    """A stored notebook; skips the test where a learner has worked in it."""
    if lessons.is_skipped(path):
        pytest.skip(lessons.REASON)
    return nbformat.read(path, as_version=4)


def outputs_of(notebook):
    """The executed cells that print text."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"
            and any(output.output_type == "stream" for output in cell.outputs)]


def test_the_first_lesson_is_there():
    assert START in NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_a_notebook_is_stored_executed_and_clean(path):
    assert faults(read(path)) == []


def _clear_one(notebook):
    next(cell for cell in notebook.cells if cell.cell_type == "code").execution_count = None


def _swap_two(notebook):
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    code[0].execution_count, code[1].execution_count = 2, 1


def _print(text):
    def spoil(notebook):
        outputs_of(notebook)[0].outputs[0].text += text
    return spoil


def _say(text):
    def spoil(notebook):
        notebook.cells[0].source += text
    return spoil


def _fail(notebook):
    outputs_of(notebook)[0].outputs = [nbformat.v4.new_output(
        "error", ename="NameError", evalue="x", traceback=[])]


def _draw(notebook):
    outputs_of(notebook)[0].outputs.append(nbformat.v4.new_output(
        "display_data", data={"image/png": "iVBO"}))


@pytest.mark.parametrize(("spoil", "words"), [
    (_clear_one, "never executed"),
    (_swap_two, "top to bottom"),
    (_fail, "ended with NameError"),
    (_draw, "without alt text"),
    (_print("/home/someone/x.py"), "/home/"),
    (_print(tempfile.gettempdir() + "/x"), "one machine"),
    (_print("<Agent at 0x7f12ab34cd>"), "0x7f12ab34cd"),
    (_say("\n![](img/loop.svg)"), "img/loop.svg"),
    (_say("\n<img src='x.png'>"), "<img>"),
    (_say("\n<svg role='img'></svg>"), "<svg>"),
    (lambda notebook: notebook.metadata.update(widgets={}), "widget"),
    (lambda notebook: notebook.metadata.kernelspec.update(name="mine"), "python3"),
    (lambda notebook: notebook.metadata.setdefault("language_info", {}).update(
        name="python", version="3.11.7"), "Python version"),
    (lambda notebook: notebook.cells[1].pop("source"), "not valid"),
    (lambda notebook: notebook.cells[2].update(id=notebook.cells[1].id), "two cells with the id"),
])
def test_each_fault_is_found(spoil, words):
    notebook = copy.deepcopy(read(START))
    spoil(notebook)
    assert words in " / ".join(faults(notebook))


def test_a_changed_output_fails_when_the_notebook_runs(tmp_path):
    """With the project's own pytest settings: the untouched copy passes, the other does not."""
    notebook = read(START)
    nbformat.write(notebook, tmp_path / "same.ipynb")
    outputs_of(notebook)[0].outputs[0].text += "one word more"
    nbformat.write(notebook, tmp_path / "changed.ipynb")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir",
         str(tmp_path), "-p", "no:cacheprovider", "-q", "-rfE", "same.ipynb", "changed.ipynb"],
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", timeout=240)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert done.returncode == 1, done.stdout
    assert failed and all("changed.ipynb" in line for line in failed), done.stdout
