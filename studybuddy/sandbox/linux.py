"""The few calls of the Linux kernel that Python has no name for, through ctypes.

ctypes is imported where it is used: it costs 2 ms, and only Linux needs it.
"""

import os
import sys

PR_GET_DUMPABLE, PR_SET_DUMPABLE = 3, 4
PR_GET_SECCOMP, PR_SET_SECCOMP = 21, 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38

AVAILABLE = sys.platform == "linux"


_library = None


def library():
    """The C library of this process. Raises OSError on any system but Linux."""
    global _library
    if not AVAILABLE:
        raise OSError("this is not Linux")
    if _library is None:
        import ctypes

        _library = ctypes.CDLL(None, use_errno=True)
        _library.syscall.restype = ctypes.c_long
        _library.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    return _library


def checked(result: int) -> int:
    """What a C function returned. Raises OSError, by errno, if that is below 0."""
    if result < 0:
        import ctypes

        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: object) -> int:
    """A system call by its number; whole numbers go as longs. Raises OSError."""
    import ctypes

    return checked(library().syscall(ctypes.c_long(number), *(
        ctypes.c_long(one) if isinstance(one, int) else one for one in arguments)))


def prctl(option: int, *arguments: int) -> int:
    """prctl(2), its missing arguments 0; a pointer is given as its address. Raises OSError."""
    return checked(library().prctl(option, *(*arguments, 0, 0, 0, 0)[:4]))
