"""Layer rlimits: what a process may use up, set by the process on itself (POSIX).

Stops: more than MEMORY bytes of memory, more than FILE bytes in one file, more than FILES open
files, a core file, seconds of processor time without end; and, for an ordinary user, more than
TASKS new processes and threads. Stops not: many files (see budget), sleeping (see the time limit
of `run`), reading or writing anything, the network. root is never held by the number of
processes. Where seccomp forbids new ones to everybody, this number is left alone, and budget
bounds the threads. On macOS the system ignores the limit on memory or refuses it; then this layer
does not count as held.
"""

MEMORY = 512 << 20  # bytes of address space
FILE = 16 << 20  # bytes in one file
FILES = 64  # open at a time
TASKS = 16  # processes and threads beside those that the user has already


def apply(seconds: float, tasks: int | None) -> None:
    """Set the limits; `seconds` of processor time, `tasks` of the user in all or None.

    Raises OSError, after setting what can be set, if one of them cannot.
    """
    try:
        import resource
    except ImportError:  # Windows
        raise OSError("this system has no rlimits") from None
    wanted = {"CPU": int(seconds) + 1, "AS": MEMORY, "FSIZE": FILE, "NOFILE": FILES, "CORE": 0}
    if tasks is not None:
        wanted["NPROC"] = tasks
    failed = []
    for name, value in wanted.items():
        try:
            kind = getattr(resource, f"RLIMIT_{name}")
            hard = resource.getrlimit(kind)[1]
            # The second above: at `value` comes SIGXCPU, which tells why, and there the end.
            values = value, value + (name == "CPU")
            if hard != resource.RLIM_INFINITY:
                values = min(value, hard), min(values[1], hard)
            resource.setrlimit(kind, values)
        except (AttributeError, ValueError, OSError):
            failed.append(name)
    if failed:
        raise OSError(f"not limited: {', '.join(failed)}")


def tasks_allowed() -> int | None:
    """How many tasks the user may have in all; None where they cannot be counted.

    A small fixed number would forbid the first thread: the limit counts all of the user's tasks.
    Walks through /proc, so it must be asked before Landlock hides that.
    """
    import os

    try:
        user, count = os.getuid(), 0
        for name in os.listdir("/proc"):
            if name.isdecimal():
                try:
                    if os.stat(f"/proc/{name}").st_uid == user:
                        count += len(os.listdir(f"/proc/{name}/task"))
                except OSError:  # it has just ended
                    continue
        return count + TASKS
    except (AttributeError, OSError):
        return None
