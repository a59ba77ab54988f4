"""Layer hygiene: a child that is given nothing it does not need. Works on every system.

Stops: keys and other settings in the environment, modules from PYTHONPATH or the program's folder
in place of Python's own, start-up files of the user, reading from the terminal. Stops not: what
the program does by itself with the user's rights. In particular it can look for the same keys in
files, or in the memory of this process (see landlock and dumpable).
"""

from __future__ import annotations

import os
from collections.abc import Mapping

FLAGS = ("-I", "-B", "-X", "utf8", "-u")
"""Isolated, no compiled files, UTF-8 everywhere, and output that is there when the end comes."""

PASSED_ON = ("SYSTEMROOT", "WINDIR", "LD_LIBRARY_PATH")
"""What Python itself needs to start on some machines. Holds places, never a secret."""


def environment(folder: str, outer: Mapping[str, str]) -> dict[str, str]:
    """The child's whole environment, with its home and temporary files in the folder."""
    made = {"HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8",
            # numpy's libraries take memory for each thread, more than rlimits may leave them.
            "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    if os.name == "nt":
        made |= {"TEMP": folder, "TMP": folder, "USERPROFILE": folder}
    return made | {name: outer[name] for name in PASSED_ON if outer.get(name)}
