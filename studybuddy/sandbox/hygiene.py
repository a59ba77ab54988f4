"""Layer hygiene: a child that is given nothing it does not need. Works on every system.

Stops: keys and other settings in the environment, modules from PYTHONPATH or the program's folder
in place of Python's own, the system's libraries from that folder, start-up files of the user,
reading from the terminal. Without it no later layer can be relied on, since something in the
folder could run before them. Stops not: what the program does by itself with the user's rights. In
particular it can look for the same keys in files, or in the memory of this process (see landlock
and dumpable).
"""

from __future__ import annotations

import os
from collections.abc import Mapping

FLAGS = ("-I", "-B", "-X", "utf8", "-u")
"""Isolated, no compiled files, UTF-8 everywhere, and output that is there when the end comes."""

PASSED_ON = ("SYSTEMROOT", "WINDIR", "LD_LIBRARY_PATH")
"""What Python itself needs to start on some machines. Holds places, never a secret."""


def libraries(folder: str, places: str) -> str:
    """What of LD_LIBRARY_PATH may be passed on: whole paths that do not lead into `folder`.

    An empty or a relative place means the current folder: a libm.so.6 there would be loaded before
    the first layer. `$ORIGIN` and the like mean what only the loader knows, so they go as well.
    """
    return ":".join(place for place in places.replace(";", ":").split(":")
                    if place.startswith("/") and "$" not in place
                    and not f"{os.path.realpath(place)}/".startswith(f"{folder}/"))


def environment(folder: str, outer: Mapping[str, str]) -> dict[str, str]:
    """The child's whole environment, with its home and temporary files in the folder."""
    made = {"HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8",
            # numpy's libraries take memory for each thread, more than rlimits may leave them.
            "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    if os.name == "nt":
        made |= {"TEMP": folder, "TMP": folder, "USERPROFILE": folder}
    made |= {name: outer[name] for name in PASSED_ON if outer.get(name)}
    if "LD_LIBRARY_PATH" in made:
        made["LD_LIBRARY_PATH"] = libraries(folder, made["LD_LIBRARY_PATH"])
        if not made["LD_LIBRARY_PATH"]:  # set and empty, it would mean the current folder
            del made["LD_LIBRARY_PATH"]
    return made
