"""Before and after a run: which script with which arguments, and what came of it."""

from __future__ import annotations

import os
import re

from studybuddy.sandbox.paths import PathRefused
from studybuddy.sandbox.walk import Folder, quoted
from studybuddy.tools.filetext import fitting_middle

MAX_ARGUMENTS = 100
MAX_ARGUMENT_CHARACTERS = 20_000
"""Characters of all arguments of a run."""
MAX_SCRIPT = 1_000_000
"""Bytes of a script."""
SECONDS = 30
"""Time limit of a run."""
MAX_STDOUT, MAX_STDERR = 10_000, 6_000
"""Characters in JSON; of a longer output the start and the end are kept."""


def read_script(allowed: Folder, names: tuple[str, ...]) -> bytes:
    """The bytes of a Python file that may be run.

    The ending may be in capital letters too: on Windows MAIN.PY is main.py. The text is UTF-8, and
    no line of it says otherwise (PEP 263): else Python could run what nobody was shown. Raises
    PathRefused, and OSError where there is no such file.
    """
    with allowed.folder(*names[:-1]) as parent:
        descriptor, _ = parent.open(names[-1])
    with open(descriptor, "rb") as file:
        if not names[-1].lower().endswith(".py"):
            raise PathRefused(f"{quoted(*names)} is no Python file. Only files that end in .py "
                              "are run.")
        data = file.read(MAX_SCRIPT + 1)
    if len(data) > MAX_SCRIPT:
        raise PathRefused(f"{quoted(*names)} is too large to be run. "
                          f"A script may have {MAX_SCRIPT:,} bytes.")
    if not _is_plain(data):
        raise PathRefused(f"{quoted(*names)} is not in UTF-8, or says so in its first lines. Only "
                          "UTF-8 is run: save it as UTF-8, without a line that names another "
                          "encoding.")
    return data


def _is_plain(source: bytes) -> bool:
    """Whether Python reads this source as the UTF-8 text that a person is shown."""
    from codecs import lookup
    from io import BytesIO
    from tokenize import detect_encoding

    try:
        source.decode("utf-8")
        named = lookup(detect_encoding(BytesIO(source).readline)[0]).name  # utf8 is utf-8
        return b"\0" not in source and named in ("utf-8", "utf-8-sig", "ascii")
    except (UnicodeDecodeError, SyntaxError):  # the latter: an encoding that Python does not know
        return False


def _is_list_of_texts(text: str) -> bool:
    """Whether a text is JSON for a list of texts; "[1, 2]" may be meant as it is."""
    from json import loads

    if len(text) > MAX_ARGUMENT_CHARACTERS or not text.lstrip().startswith("["):
        return False
    try:
        value = loads(text)
    except (ValueError, RecursionError):
        return False
    return bool(value) and all(isinstance(one, str) for one in value)


def read_arguments(args: object) -> list[str]:
    """The arguments of a command line as texts. Raises PathRefused for what none can hold."""
    if args is None:
        return []
    if isinstance(args, str):  # one argument, not one for each letter
        if _is_list_of_texts(args):
            raise PathRefused('args is a whole list written as one text. Send the list itself, '
                              'such as ["3 + 5"].')
        args = [args]
    if not isinstance(args, (list, tuple)) or not all(
            isinstance(one, (str, int, float)) and not isinstance(one, bool) for one in args):
        raise PathRefused('args must be a list of texts, such as ["3 + 5"].')
    try:
        texts = [one if isinstance(one, str) else str(one) for one in args]
    except ValueError:  # a number of more digits than Python prints
        raise PathRefused("A number among args has too many digits. Send it as a text.") from None
    if len(texts) > MAX_ARGUMENTS or sum(map(len, texts)) > MAX_ARGUMENT_CHARACTERS:
        raise PathRefused(f"args are too long. Use at most {MAX_ARGUMENTS} of them, with "
                          f"{MAX_ARGUMENT_CHARACTERS:,} characters in all.")
    if any("\0" in text or not _is_utf8(text) for text in texts):
        raise PathRefused("An argument holds a NUL or half of a character, which no command line "
                          "can hold. Leave it out.")
    return texts


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def outcome_of(ran, names: tuple[str, ...], root: str) -> dict:
    """What came of a run (a `sandbox.Ran`), short enough for one answer."""
    stdout, cut_out = fitting_middle(_from_here(ran.stdout, root), MAX_STDOUT)
    stderr, cut_err = fitting_middle(_from_here(ran.stderr, root), MAX_STDERR)
    outcome: dict = {"file_path": "/".join(names), "stdout": stdout, "stderr": stderr,
                     "return_code": ran.code}
    said = [ran.note] if ran.note else []
    if ran.timed_out:
        said = [rest for rest in [ran.note.partition(". ")[2]] if rest]  # it begins with the same
        outcome["error"] = (f"{quoted(*names)} did not end within {SECONDS} seconds "
                            "and was stopped.")
    elif ran.code is None and not ran.flooded:  # not started, or stopped for another reason
        outcome["error"] = said.pop() if said else f"{quoted(*names)} was stopped."
    if cut_out or cut_err:
        said.append("A part of the output was left out.")
    if not ran.stdout and not ran.stderr and ran.code is not None:
        said.append("It printed nothing.")
    if said:
        outcome["message"] = " ".join(said)
    return outcome


def _from_here(text: str, root: str) -> str:
    """Output with paths from the working folder on, as a model can ask for them.

    A longer path that only looks the same at its begin or its end is another one.
    """
    begin, separator = re.escape(root.rstrip(os.sep)), re.escape(os.sep)
    return re.sub(rf"(?<![\w./\\~-]){begin}(?:({separator})|(?![\w~+@%-]|\.\w))",
                  lambda found: "" if found[1] else ".", text)
