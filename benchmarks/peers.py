"""The environment of the peers: made once, beside the benchmarks, from requirements.txt."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from pathlib import Path

from benchmarks import measure as by

FOLDER = Path(__file__).resolve().parent / ".venv"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
INSTALL = 1200  # seconds
_VERSIONS = ("import json, sys; from importlib.metadata import version; "
             "print(json.dumps([version(name) for name in sys.argv[1:]]))")


class InstallError(RuntimeError):
    """The environment could not be made; the text is the end of what pip said."""


def names() -> list[str]:
    """The peers: the first block of requirements.txt."""
    block = REQUIREMENTS.read_text(encoding="utf-8").partition("\n\n")[0]
    return re.findall(r"^([\w.-]+)==", block, re.MULTILINE)


def python() -> str:
    """The Python of the environment, made now if it is not there or its requirements changed.

    Needs pip's index then, and minutes. Raises InstallError.
    """
    path = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    mark = FOLDER / "requirements.sha256"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    if not mark.exists() or mark.read_text(encoding="utf-8") != wanted:
        print(f"Installing the peers into {FOLDER.relative_to(by.ROOT)} ...", flush=True)
        for command in ([sys.executable, "-m", "venv", "--clear", str(FOLDER)],
                        [str(path), "-m", "pip", "install", "--quiet",
                         "--disable-pip-version-check", "-r", str(REQUIREMENTS)]):
            done = by.run(command, seconds=INSTALL)
            if done.returncode:
                raise InstallError((done.stdout + done.stderr).strip()[-500:])
        mark.write_text(wanted, encoding="utf-8")
    return str(path)


def versions(interpreter: str) -> dict[str, str]:
    """Each peer with the version that is installed there."""
    asked = names()
    done = by.run([interpreter, "-c", _VERSIONS, *asked], seconds=60)
    return dict(zip(asked, json.loads(done.stdout), strict=True)) if not done.returncode else {}
