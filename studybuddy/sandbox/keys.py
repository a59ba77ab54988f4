"""Layer keys: no run in a folder that holds a `.env` file. Works on every system.

Stops: a program that reads the keys which lie beside it; the folder is its own, so no layer of the
system keeps them from it. The name is judged as the file tools judge it. Stops not: keys in a file
of another name.
"""

from __future__ import annotations

from studybuddy.sandbox.survey import Survey


def fault(before: Survey) -> str:
    """Why the program must not run, as a sentence; empty if nothing speaks against it."""
    if not before.secret:
        return ""
    from studybuddy.showing import short

    return (f"{short(before.secret[0], 80)} may hold keys, and the program could read it. Move it "
            "out of the folder, best to a folder above.")
