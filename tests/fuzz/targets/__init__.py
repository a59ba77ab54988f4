"""All targets by name, imported when they are used: each needs other heavy packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

_WHERE = {
    "calculator": "tools", "run_tool": "tools", "planner": "tools", "exams": "tools",
    "paths": "files", "file_tools": "files",
    "parse_quiz": "quizzes",
    "read_pdf": "notes", "saved_store": "notes",
    "run_file": "runs", "run_events": "runs", "progress": "progress",
    "openai": "services", "gemini": "services", "wire": "services",
}


class _Targets(Mapping):
    """Name of a target -> its class."""

    def __getitem__(self, name: str):
        return import_module(f"{__name__}.{_WHERE[name]}").TARGETS[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


TARGETS = _Targets()
