"""`studybuddy build --teacher FOLDER`: the lessons as nbgrader's own tools want to start from."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from studybuddy.workbook import editions
from studybuddy.workbook.build import chosen, replace_file
from studybuddy.workbook.source import SourceError, read_source, source_files

ASSIGNMENT = "lessons"
CONFIG = f"""\
c = get_config()
c.CourseDirectory.course_id = "studybuddy"
# The gap that the lessons know: a check says that it is still open.
c.ClearSolutions.code_stub = {{"python": {editions.GAP!r}}}
# Lessons say how long a check takes; a cell that needs more than this hangs.
c.ExecutePreprocessor.timeout = 120
"""


def write_course(root: Path, numbers: Sequence[str], course: Path, *,
                 say: Callable[[str], object] = print) -> int:
    """Write the teacher's notebooks of the project in `root` into nbgrader's folder `course`.

    They lie in course/source/lessons, with their pictures; `numbers` chooses lessons, such as
    "01", all when empty. A configuration that is there is kept. Returns 0, or 1 after a sentence.
    """
    try:
        wanted = chosen(root, numbers)
        notebooks = {path.stem: editions.make_edition(read_source(path), editions.TEACHER)
                     for path in source_files(root) if path.stem in wanted}
    except SourceError as error:
        say(str(error))
        return 1
    folder = course / "source" / ASSIGNMENT
    try:
        for name, notebook in notebooks.items():
            text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
            replace_file(folder / f"{name}.ipynb", text.encode("utf-8"))
            say(f"{name}.ipynb: written (teacher's edition)")
        shutil.copytree(root / "notebooks" / "img", folder / "img", dirs_exist_ok=True)
        config = course / "nbgrader_config.py"
        if not config.exists():
            config.write_text(CONFIG, encoding="utf-8")
    except OSError as error:
        say(f"The course cannot be written into {course}: {error.strerror}.")
        return 1
    say(f"Next, in the folder {course}: nbgrader generate_assignment {ASSIGNMENT}")
    return 0
