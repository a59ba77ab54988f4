"""Layer links: no run in a folder that holds a file with a second name. Works on every system.

Stops: a hard link in the folder to a file outside, through which the program would read or change
that file; the system's layers cannot see it, since the link *is* the file. Stops not: a link that
another program makes during the run. The program itself can make none where seccomp holds.
"""

from __future__ import annotations

from studybuddy.sandbox.survey import Survey


def fault(before: Survey) -> str:
    """Why the program must not run, as a sentence; empty if nothing speaks against it."""
    if not before.linked:
        return ""
    from studybuddy.showing import short

    return (f"{short(before.linked[0], 80)} is a hard link: the same file has a second name, maybe "
            "outside the folder. Replace it with a copy, or choose a smaller folder.")
