"""Layer capabilities: root without root's powers (Linux).

Stops, where the course runs as root, as in many containers: reading files of other users in
spite of their modes, raw sockets, mounting, device nodes, changing the clock, reading the kernel's
log, and all other things that need a capability. Stops not: what the user id 0 owns, which
includes the system's own files; for these see landlock. An ordinary user has no capabilities.
"""

from studybuddy.sandbox import linux

VERSION_3 = 0x20080522
HIGHEST = 63


def apply() -> None:
    """Give up all capabilities for good. Raises OSError if one is left."""
    import ctypes

    libc = linux.library()
    for number in range(HIGHEST + 1):  # what a program started from here could get back
        try:
            linux.prctl(linux.PR_CAPBSET_DROP, number)
        except OSError:  # the first that this kernel does not know, or an ordinary user
            break
    header = (ctypes.c_uint32 * 2)(VERSION_3, 0)
    none, now = (ctypes.c_uint32 * 6)(), (ctypes.c_uint32 * 6)()
    linux.checked(libc.capset(header, none))
    linux.checked(libc.capget(header, now))
    if any(now):
        raise OSError("a capability is left")
