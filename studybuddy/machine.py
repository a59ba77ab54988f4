"""What this machine can do. The one place that is asked, so that an edition for a machine that
can do less (Windows, a browser) changes nothing else."""

from __future__ import annotations

import os
import sys

# Python in a browser and other WebAssembly hosts: one process, no sockets, no signal timer.
_WASM = sys.platform in ("emscripten", "wasi")


def can_fork() -> bool:
    """Whether a copy of this process can be made (POSIX)."""
    return hasattr(os, "fork") and not _WASM


def can_start_processes() -> bool:
    """Whether another program can be started."""
    return not _WASM and bool(sys.executable)


def can_start_threads() -> bool:
    """Whether work can go on in a second thread."""
    return not _WASM


def can_listen() -> bool:
    """Whether a server can wait for connections."""
    return not _WASM


def can_lock_files() -> bool:
    """Whether a file can be locked against other processes. With one process there is no need."""
    return not _WASM


def can_walk_by_descriptor() -> bool:
    """Whether a file can be opened in an open folder, and links refused on the way (POSIX)."""
    return {os.open, os.stat, os.mkdir, os.unlink, os.rename} <= os.supports_dir_fd and hasattr(
        os, "O_NOFOLLOW") and os.scandir in os.supports_fd
