"""From a lesson's source to its two editions, as text: nothing is executed here.

The *student* edition has gaps where the *solved* edition has answers. Solutions stand between
nbgrader's markers, `### BEGIN SOLUTION` and `### END SOLUTION`:

- an indented region becomes a visible gap in the student edition;
- a region at the left margin under a one-line assignment to the same name replaces that line in
  the solved edition and disappears from the student's; any other leaves a gap as well.

The *teacher* edition keeps the markers: it is what nbgrader's own tools start from.

A notebook carries a digest of its own cells, so that what a person changed can be told from what
is out of date (`state`).
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from studybuddy.workbook.source import Source, SourceCell, SourceError, read_source, source_files

GAP = "...  # YOUR CODE HERE"
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"

STUDENT, SOLVED, TEACHER = "student", "solved", "teacher"
FOLDERS = {STUDENT: "notebooks", SOLVED: "notebooks/solutions"}
SET_ASIDE = "notebooks/yours"  # what a person made, never a part of the project

# States of a stored notebook, see `state`.
AS_BUILT, OUT_OF_DATE, YOURS, MISSING = "as built", "out of date", "yours", "missing"

_PLACEHOLDER = re.compile(r"(\w+)\s*=(?!=)")
_IMAGE = re.compile(r"""(\]\(|\bsrc=["'])(img/)""")


# -- solutions -----------------------------------------------------------------------------------

def student_text(code: str) -> str:
    """The code of a cell with gaps instead of solutions. Raises ValueError on broken markers."""
    lines: list[str] = []
    for indent, solution, part in _parts(code):
        if not solution:
            lines += part
        elif indent or not _has_placeholder(lines, part):
            lines.append(indent + GAP)
    return "\n".join(lines).rstrip()


def solved_text(code: str) -> str:
    """The code of a cell with its solutions, without markers. Raises ValueError as above."""
    lines: list[str] = []
    for indent, solution, part in _parts(code):
        if solution and not indent and _has_placeholder(lines, part):
            lines.pop()
        lines += part
    return "\n".join(lines).rstrip()


def _parts(code: str) -> Iterator[tuple[str, bool, list[str]]]:
    """The code in pieces: indent of the marker, whether it is a solution, its lines."""
    indent, inside, part = "", False, []
    for line in code.splitlines():
        mark = line.strip()
        if mark not in (BEGIN, END):
            part.append(line)
            continue
        if (mark == BEGIN) == inside:
            raise ValueError(f"`{mark}` stands in the wrong place.")
        if inside and not "".join(part).strip():
            raise ValueError("a solution is empty.")
        yield indent, inside, part
        indent, inside, part = line[:len(line) - len(line.lstrip())], not inside, []
    if inside:
        raise ValueError(f"`{END}` is missing.")
    yield indent, inside, part


def _has_placeholder(before: list[str], solution: list[str]) -> bool:
    """Whether the line above a solution gives a first value to a name that the solution binds."""
    match = _PLACEHOLDER.match(before[-1]) if before else None
    try:
        tree = ast.parse("\n".join(solution))
    except SyntaxError:
        return False  # reported when the solved edition is parsed
    return match is not None and match[1] in bound_names(tree.body)


def bound_names(statements: list[ast.stmt]) -> list[str]:
    """The names that statements at the left margin bind: definitions, assignments, imports."""
    names = []
    for statement in statements:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.append(statement.name)
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            names += [alias.asname or alias.name.split(".")[0] for alias in statement.names]
        else:
            names += [node.id for node in ast.walk(statement)
                      if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return names


# -- what a cell calls ---------------------------------------------------------------------------

def lesson_calls(code: str, method: str) -> list[ast.Call]:
    """The calls `lesson.<method>(...)` in a piece of code, in order; none in broken code."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return []
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)
             and isinstance(node.func, ast.Attribute) and node.func.attr == method
             and isinstance(node.func.value, ast.Name) and node.func.value.id == "lesson"]
    return sorted(found, key=lambda call: (call.lineno, call.col_offset))


def called_with(code: str, method: str) -> list[str]:
    """The first argument of each `lesson.<method>("...")`, where it is a text."""
    firsts = [call.args[0] if call.args else None for call in lesson_calls(code, method)]
    return [first.value for first in firsts
            if isinstance(first, ast.Constant) and isinstance(first.value, str)]


def _solved_code(cell: SourceCell) -> str:
    """Solved code of a cell, or nothing where the cell is text or its markers are broken."""
    try:
        return solved_text(cell.text) if cell.kind == "code" else ""
    except ValueError:
        return ""


# -- the rules of a source -----------------------------------------------------------------------

def problems(source: Source) -> list[str]:
    """What is wrong with a source, one sentence with its place each; empty when it is in order."""
    found: list[str] = []
    checks: list[str] = []
    waiting: str | None = None  # a prediction whose claim has not come yet
    answer = False  # a solution since the last check
    for cell in source.cells:
        def say(text: str, cell: SourceCell = cell) -> None:
            found.append(source.error(cell, text))

        if cell.kind != "code":
            if BEGIN in cell.text or END in cell.text:
                say("a solution stands in a text cell.")
            continue
        fault = _broken(cell)
        if fault:
            say(fault)
            continue
        code = solved_text(cell.text)
        for name in called_with(code, "predict"):
            if waiting:
                say(f'first comes the run that settles {waiting}: lesson.claim("{waiting}", …).')
            waiting = name
        claims = called_with(code, "claim")
        if waiting in claims:
            if lesson_calls(code, "predict"):
                say(f"put lesson.predict and lesson.claim of {waiting} into cells of their own.")
            waiting = None
        answer = answer or (BEGIN in cell.text and not lesson_calls(code, "predict"))
        names = called_with(code, "check")
        if names:
            if len(ast.parse(code).body) != 1 or BEGIN in cell.text:
                say(f'lesson.check("{names[0]}", …) must stand alone in its cell, '
                    "so that nbgrader can keep answer and check apart.")
            if not answer:
                say(f"check {names[0]} has no answer before it: no solution is marked.")
            answer = False
        for name in names + called_with(code, "predict"):
            if not name.startswith(source.number + "."):
                say(f"{name} belongs to another lesson.")
            if name in checks:
                say(f"{name} stands in two cells.")
            checks.append(name)
    if waiting:
        found.append(f'{source.name}.py: no lesson.claim("{waiting}", …) settles the prediction.')
    return found


def _broken(cell: SourceCell) -> str | None:
    """Why the code of a cell is valid in one of the editions only, or in none."""
    for edition, edit in ((SOLVED, solved_text), (STUDENT, student_text)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an odd escape is no fault of the edition
                # Compiled, since only this finds a `return` outside a function.
                compile(edit(cell.text), "<cell>", "exec", dont_inherit=True,
                        flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except SyntaxError as error:
            return f"the {edition} edition is no valid Python (line {error.lineno} of the cell)."
        except ValueError as error:
            return str(error)
    return None


# -- the editions --------------------------------------------------------------------------------

def make_edition(source: Source, edition: str) -> dict:
    """The notebook of an edition (nbformat 4.5, as plain data), without outputs.

    `edition` is "student", "solved" or "teacher". Raises SourceError when the source breaks a
    rule. Cell ids come from the cells' text, so that a new cell does not rename its neighbours.
    """
    wrong = problems(source)
    if wrong:
        raise SourceError("\n".join(wrong))
    edit: Callable[[str], str] = {
        STUDENT: student_text, SOLVED: solved_text, TEACHER: lambda text: text}[edition]
    grading = _grading(source)
    cells: list[dict] = []
    for number, (cell, name) in enumerate(zip(source.cells, _ids(source, grading), strict=True)):
        metadata = {key: value for key, value in cell.metadata.items() if key != "claims"}
        if cell.kind == "markdown":
            if "claims" in cell.metadata:
                metadata["studybuddy"] = {"claims": cell.metadata["claims"]}
            text = _IMAGE.sub(r"\1../\2", cell.text) if edition == SOLVED else cell.text
            cells.append({"cell_type": "markdown", "id": name, "metadata": metadata,
                          "source": text})
            continue
        if number in grading:
            metadata["nbgrader"] = grading[number]
        cells.append({"cell_type": "code", "id": name, "metadata": metadata,
                      "source": edit(cell.text), "execution_count": None, "outputs": []})
    if edition == STUDENT:
        _fold_results(cells)
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python",
                           "name": "python3"},
            "language_info": {"file_extension": ".py", "mimetype": "text/x-python",
                              "name": "python"},
            "studybuddy": {"lesson": source.number, "edition": edition, "cells": digest(cells)},
        },
        "nbformat": 4, "nbformat_minor": 5,
    }


def _ids(source: Source, grading: dict[int, dict]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for number, cell in enumerate(source.cells):
        if number in grading:
            yield grading[number]["grade_id"]
            continue
        name = hashlib.sha256(f"{cell.kind}\n{cell.text}".encode()).hexdigest()[:8]
        seen[name] = seen.get(name, 0) + 1
        again = f"-{seen[name]}" if seen[name] > 1 else ""
        yield f"c{source.number}-{name}{again}"


def _grading(source: Source) -> dict[int, dict]:
    """nbgrader's metadata (schema 3), by the place of the cell in the source.

    A check is a locked cell of one point; a cell with a solution is the answer to the next check
    (`answer-01-2`, then `answer-01-2-b` …) or to its own prediction.
    """
    found: dict[int, dict] = {}
    answers: list[int] = []
    for place, cell in enumerate(source.cells):
        code = _solved_code(cell)
        solution = cell.kind == "code" and BEGIN in cell.text
        for name in called_with(code, "check"):
            name = name.replace(".", "-")
            found[place] = {"schema_version": 3, "grade_id": f"check-{name}", "grade": True,
                            "solution": False, "locked": True, "task": False, "points": 1,
                            "cell_type": "code"}
            for number, answer in enumerate(answers):
                suffix = f"-{chr(ord('a') + number)}" if number else ""
                found[answer] = _answer(f"answer-{name}{suffix}")
            answers = []
        predicted = called_with(code, "predict")
        if solution and predicted:
            found[place] = _answer("predict-" + predicted[0].replace(".", "-"))
        elif solution:
            answers.append(place)
    for number, answer in enumerate(answers, start=1):  # an open task behind the last check
        found[answer] = _answer(f"answer-{source.number}-open-{number}")
    return found


def _answer(grade_id: str) -> dict:
    return {"schema_version": 3, "grade_id": grade_id, "grade": False, "solution": True,
            "locked": False, "task": False, "cell_type": "code"}


def _fold_results(cells: list[dict]) -> None:
    """Fold the stored outputs between a prediction and its claim: nobody reads the answer first.

    JupyterLab unfolds the output of a cell when the cell runs.
    """
    waiting: str | None = None
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        if waiting:
            cell["metadata"].setdefault("jupyter", {})["outputs_hidden"] = True
            if waiting in called_with(cell["source"], "claim"):
                waiting = None
        for name in called_with(cell["source"], "predict"):
            waiting = name


# -- what is stored ------------------------------------------------------------------------------

def digest(cells: list[dict]) -> str:
    """16 hex digits over the kinds and texts of the cells: what a learner works on."""
    content = [[cell.get("cell_type"), text_of(cell)] for cell in cells]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def text_of(cell: dict) -> str:
    """The text of a stored cell, which nbformat may keep as a list of lines."""
    text = cell.get("source", "")
    return "".join(text) if isinstance(text, list) else str(text)


def edition_path(root: Path, name: str, edition: str) -> Path:
    """Where the edition of lesson `name` lies in the project."""
    return root / FOLDERS[edition] / f"{name}.ipynb"


def editions(root: Path) -> list[tuple[Path, Path, str]]:
    """(notebook, source, edition) of all lessons; a notebook need not exist."""
    return [(edition_path(root, source.stem, edition), source, edition)
            for source in source_files(root) for edition in (STUDENT, SOLVED)]


def state(notebook: Path, source: Path | Source, edition: str) -> str:
    """How a stored notebook stands to its source. Outputs are not looked at.

    - "as built": the builder made it from this source
    - "yours": a person worked in it. Either its cells are not the ones that were built, or it
      names a Python version, which JupyterLab and other editors write when they save and the
      builder never does
    - "out of date": the builder made it from another source
    - "missing": there is no file
    """
    try:
        stored = json.loads(notebook.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return MISSING
    except (OSError, ValueError, RecursionError):
        return YOURS  # no notebook of the builder
    if not untouched(stored):
        return YOURS
    built = make_edition(source if isinstance(source, Source) else read_source(source), edition)
    same = [_lasting(cell) for cell in stored["cells"]] == [_lasting(cell)
                                                            for cell in built["cells"]]
    return AS_BUILT if same and stored["metadata"] == built["metadata"] else OUT_OF_DATE


def untouched(notebook: Any) -> bool:
    """Whether no person has worked in a stored notebook since the builder made it.

    Outputs are not looked at: an editor that runs a cell also writes the Python version.
    """
    try:
        made = notebook["metadata"]["studybuddy"]["cells"]
        return (digest(notebook["cells"]) == made
                and "version" not in notebook["metadata"].get("language_info", {}))
    except (TypeError, KeyError, AttributeError, RecursionError):
        return False


def _lasting(cell: dict) -> tuple:
    return cell["cell_type"], cell.get("id"), text_of(cell), cell.get("metadata")
