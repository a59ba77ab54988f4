"""Settings from the process, or from a `.env` file found from the current folder upwards.

The process wins over the file, also with an empty value: `GEMINI_API_KEY= studybuddy ask ...`
switches a key off. Nothing is written to `os.environ`, so child processes see no key that they
were not given. The file is read at every look-up: a learner who edits it need not restart.
"""

from __future__ import annotations

import codecs
import os
from dataclasses import dataclass, field
from pathlib import Path

# Read from the process or from `.env`.
NAMES = (
    "GEMINI_API_KEY", "GEMINI_MODEL",
    "LLM_BASE_URL", "LLM_API_KEY", "LLM_MODEL",
    "SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD", "EMAIL_TO",
)
# Read from the process only: a file that lies about must not switch approval off.
PROCESS_ONLY = ("STUDYBUDDY_MODEL", "STUDYBUDDY_APPROVE", "STUDYBUDDY_TODAY",
                "STUDYBUDDY_PROGRESS")

# A settings file is a few lines; anything larger is some other file.
MAX_BYTES = 100_000


@dataclass(frozen=True)
class EnvFile:
    """What a `.env` file holds: `values` (name to text), and `problems`, one sentence each.

    A problem names the line, never its text: the text may be a key.
    """

    path: Path
    values: dict[str, str] = field(default_factory=dict, repr=False)
    problems: list[str] = field(default_factory=list)


def get(name: str, default: str | None = None, *, outside: Path | str | None = None) -> str | None:
    """The setting `name` as a text without blanks round it, or `default`.

    An empty value counts as not set. A `.env` inside the folder `outside` (where a model may
    write) is not read. Raises KeyError for a name that is no setting of this package.
    """
    if name not in NAMES and name not in PROCESS_ONLY:
        raise KeyError(f"{name} is no setting of StudyBuddy.")
    if name in os.environ:
        value = os.environ[name]
    elif name in PROCESS_ONLY or (path := find_env_file(outside=outside)) is None:
        value = ""
    else:
        value = read_env_file(path).values.get(name, "")
    return value.strip() or default


def find_env_file(start: Path | str | None = None, *,
                  outside: Path | str | None = None) -> Path | None:
    """The nearest `.env` in `start` (the current folder) or a folder above it, or None.

    Files inside the folder `outside` are passed over.
    """
    try:
        folder = Path(start if start is not None else Path.cwd()).resolve()
        forbidden = None if outside is None else Path(outside).resolve()
    except OSError:  # the current folder was deleted
        return None
    for place in (folder, *folder.parents):
        if forbidden is not None and place.is_relative_to(forbidden):
            continue
        try:
            if (place / ".env").is_file():
                return place / ".env"
        except OSError:  # no right to look into this folder
            continue
    return None


def read_env_file(path: Path | str) -> EnvFile:
    """Read a `.env` file. Never raises: what cannot be read is told in `problems`."""
    from io import StringIO

    from dotenv.parser import parse_stream

    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        return EnvFile(path, problems=[f"The file cannot be read ({error.strerror})."])
    if len(data) > MAX_BYTES:
        return EnvFile(path, problems=[f"The file is larger than {MAX_BYTES:,} bytes."])
    try:
        text = _decode(data)
    except UnicodeDecodeError:
        return EnvFile(path, problems=["The file is not plain text. Save it again as UTF-8."])
    values: dict[str, str] = {}
    problems: list[str] = []
    # The parser itself, not dotenv_values: a `$` in a password is a letter like any other.
    for binding in parse_stream(StringIO(text)):
        if binding.key is not None and binding.value is not None:
            values[binding.key] = binding.value
        elif binding.key is not None or binding.error:
            problems.append(f"Line {binding.original.line} is not understood. "
                            "The right form is NAME=value.")
    return EnvFile(path, values, problems)


def _decode(data: bytes) -> str:
    # Windows PowerShell writes UTF-16 with `>`, Notepad a mark in front of UTF-8.
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    return data.decode("utf-8-sig")
