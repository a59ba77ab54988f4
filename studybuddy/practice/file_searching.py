"""Look for a text in the files: list the folders, read one file after the other, name the lines.

There is no tool that searches, so the files are read. How many is bounded, and the answer says
which ones were not read.
"""

from __future__ import annotations

from studybuddy.practice import file_answers as answers
from studybuddy.practice.file_paths import name_of
from studybuddy.practice.file_results import text_of_file
from studybuddy.practice.file_work import MAX_CALLS, Call, Work, files_seen, next_listing
from studybuddy.practice.files import READ_FILE
from studybuddy.practice.wording import error_of

MAX_READS = 10
MAX_LINES = 20  # in the answer
_NO_TEXT = (".png", ".jpg", ".pdf", ".gif", ".zip", ".pyc", ".db")


def search(work: Work) -> Call | str:
    """The next step of a search in all files."""
    if listing := next_listing(work):
        return listing
    if not _unread(work) or len(work.calls(READ_FILE)) >= MAX_READS or (
            len(work.done) >= MAX_CALLS or READ_FILE not in work.offered):
        return found(work)
    return READ_FILE, {"file_path": _unread(work)[0]}


def _unread(work: Work) -> list[str]:
    """The files that may hold text and were not read yet, in the order of the listings."""
    read = {answers.path_of(one) for one in work.calls(READ_FILE)}
    return [path for path in files_seen(work) if path not in read
            and not path.lower().endswith(_NO_TEXT) and not name_of(path).startswith(".")]


def found(work: Work) -> str:
    """The lines that hold the text, and what could not be searched."""
    text = work.task.content
    reads = [one for one in work.calls(READ_FILE) if not error_of(one[2])]
    if not reads:
        return answers.answer(work.task, work.done)
    lines = []
    for one in reads:
        for number, line in enumerate(text_of_file(one[2])[0].splitlines(), start=1):
            if text.lower() in line.lower():
                lines.append(f"- {answers.path_of(one)}, line {number}: {line.strip()[:160]}")
    where = answers.listed(map(answers.path_of, reads))
    many = "1 line" if len(lines) == 1 else f"{len(lines):,} lines"
    said = [f'"{text[:100]}" stands in {many}. I read {where}.' if lines
            else f'I did not find "{text[:100]}". I read {where}.', *lines[:MAX_LINES]]
    if len(lines) > MAX_LINES:
        said.append(f"... and {len(lines) - MAX_LINES} more.")
    if cut := [answers.path_of(one) for one in reads if not text_of_file(one[2])[1]]:
        said.append(f"Of {answers.listed(cut)} I could read only the beginning.")
    if not work.task.path and (left := _unread(work)):
        said.append(f"I have not read {answers.listed(left)}.")
    return "\n".join(said)
