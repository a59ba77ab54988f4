"""Layer dumpable: this process closed to its child while the child runs (Linux).

Stops: a child reading this process's memory, its environment or its open files in /proc, or
tracing it, where Landlock is missing. Stops not: root's child, unless it gave up its capabilities.

As long as a run lasts, no debugger can be attached to this process, a crash leaves no core file,
and some files in /proc/self belong to root; afterwards all is as before. Of runs that overlap in
several threads, the last one to end restores it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from studybuddy.sandbox import linux

_lock = threading.Lock()
_runs = 0
_before = 1


@contextmanager
def closed() -> Iterator[bool]:
    """Close this process inside the `with` block; False where the system cannot do that."""
    global _runs, _before
    if not linux.AVAILABLE:
        yield False
        return
    with _lock:
        if _runs == 0:
            _before = linux.prctl(linux.PR_GET_DUMPABLE)
            linux.prctl(linux.PR_SET_DUMPABLE, 0)
        _runs += 1
    try:
        yield True
    finally:
        with _lock:
            _runs -= 1
            if _runs == 0 and _before == 1:  # 2 can be set by the system alone
                linux.prctl(linux.PR_SET_DUMPABLE, 1)
