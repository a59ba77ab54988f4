"""Layer seccomp: system calls that a program of this course has no need of (Linux).

Stops: sockets of every kind but a connected pair within the program, new processes and other
programs (threads are allowed), signals to and tracing of other processes, changing modes, owners,
times, flags and extended attributes, links and special files, disk space without data, memory
without a name, shared memory and queues, io_uring, namespaces, mounts, keys, limits and priorities
of others. They fail with "Operation not permitted", which Python raises as PermissionError.

Stops not: reading and writing files (see landlock), using memory and time (see rlimits). What only
asks stays open: stat, readlink and access tell of a path outside whether it exists, statvfs how
full a disk is, uname and sysinfo what machine this is. So does flock on a file that may be read,
such as one of Python's libraries. A list of what is forbidden, not of what is allowed, so a call
that a newer kernel brings is not on it. Known for x86_64, and for aarch64, whose numbers were
compared with the kernel's headers and not run; on other processors this layer is not held.

Side effect: shutil.copy and copy2 fail, since they change modes; shutil.copyfile works.
"""

import errno
import os
import struct
from itertools import starmap

from studybuddy.sandbox import linux

# (number on x86_64, number on aarch64), from the kernel's unistd.h.
FORBIDDEN: dict[str, tuple[int, int]] = {
    "socket": (41, 198), "bind": (49, 200), "listen": (50, 201), "connect": (42, 203),
    "accept": (43, 202), "accept4": (288, 242), "sendmsg": (46, 211), "sendmmsg": (307, 269),
    # A file can be kept by its blocks alone or by a rule, where budget does not see it.
    "fallocate": (285, 47), "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445), "landlock_restrict_self": (446, 446),
    "execve": (59, 221), "execveat": (322, 281),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "fchown": (93, 55), "fchownat": (260, 54), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "removexattrat": (466, 466), "file_setattr": (469, 469),
    "linkat": (265, 37), "symlinkat": (266, 36), "mknodat": (259, 33),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "userfaultfd": (323, 282),
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "io_uring_setup": (425, 425), "perf_event_open": (298, 241), "bpf": (321, 280),
    "inotify_init1": (294, 26), "fanotify_init": (300, 262),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fspick": (433, 433), "open_tree": (428, 428),
    "move_mount": (429, 429), "mount_setattr": (442, 442),
    "unshare": (272, 97), "setns": (308, 268), "setsid": (112, 157), "setpgid": (109, 154),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "personality": (135, 92),
    "syslog": (103, 116), "acct": (163, 89), "quotactl": (179, 60), "sync": (162, 81),
    "sethostname": (170, 161), "setdomainname": (171, 162), "reboot": (169, 142),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "swapon": (167, 224),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294),
}
OLD: dict[str, int] = {  # x86_64 alone still has these
    "fork": 57, "vfork": 58, "chmod": 90, "chown": 92, "lchown": 94, "utime": 132, "utimes": 235,
    "futimesat": 261, "link": 86, "symlink": 88, "mknod": 133, "inotify_init": 253,
    "ioperm": 173, "iopl": 172, "modify_ldt": 154,
}
# Allowed in one form only, see `program`.
CLONE, CLONE3, KILL, TGKILL, PRLIMIT, PRCTL = (
    (56, 220), (435, 435), (62, 129), (234, 131), (302, 261), (157, 167))
SOCKETPAIR, CLOSE_RANGE, FCNTL, IOCTL = (53, 199), (436, 436), (72, 25), (16, 29)
# Who is told when data comes, by which signal, and when another opens a file: from <fcntl.h>.
F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE = 8, 10, 15, 1024
# The same for sockets, typing into a terminal, and flags of a file: from <asm/sockios.h>,
# <asm/ioctls.h> and <linux/fs.h>, for 64 and for 32 bits.
CONTROLS = (0x8901, 0x8902, 0x5412, 0x40086602, 0x40046602, 0x401C5820, 0x40087602, 0x40047602,
            0x40806685)

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000  # the second table of x86_64 begins here
CLONE_THREAD = 0x10000
SOCK_STREAM, SOCK_TYPE_MASK = 1, 0xF

# Classic BPF; the offsets are those of struct seccomp_data.
LOAD, AND, EQUAL, ABOVE, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH, FIRST, SECOND, THIRD = 0, 4, 16, 24, 32
ALLOW, KILL_PROCESS, FAIL = 0x7FFF0000, 0x80000000, 0x00050000
SET_FILTER = 2


def supported() -> bool:
    """Whether this kernel takes filters and this processor's table is known. Tries nothing."""
    try:
        return os.uname().machine in AUDIT_ARCH and linux.prctl(linux.PR_GET_SECCOMP) >= 0
    except (AttributeError, OSError):  # Windows has no uname
        return False


def program(machine: str, pid: int) -> bytes:
    """The filter for a machine ("x86_64" or "aarch64") and a process, 8 bytes an instruction."""
    column = list(AUDIT_ARCH).index(machine)
    refuse = RETURN, 0, 0, FAIL | errno.EPERM
    absent = RETURN, 0, 0, FAIL | errno.ENOSYS
    allow = RETURN, 0, 0, ALLOW
    steps: list[tuple[int, int, int, int]] = [
        (LOAD, 0, 0, ARCH), (EQUAL, 1, 0, AUDIT_ARCH[machine]), (RETURN, 0, 0, KILL_PROCESS),
        (LOAD, 0, 0, NUMBER), (ABOVE, 0, 1, X32), absent,
        # The C library then falls back to clone, whose flags a filter can see.
        (EQUAL, 0, 1, CLONE3[column]), absent]

    def only(call: tuple[int, int], place: int, test: int, value: int,
             mask: int = 0xFFFFFFFF) -> None:
        """Allow a call if these bits of its argument pass the test, else refuse it."""
        steps.extend([(EQUAL, 0, 5, call[column]), (LOAD, 0, 0, place), (AND, 0, 0, mask),
                      (test, 0, 1, value), allow, refuse])

    def never(call: tuple[int, int], place: int, *values: int) -> None:
        """Refuse a call if its argument is one of these, else allow it."""
        steps.extend([(EQUAL, 0, len(values) + 3, call[column]), (LOAD, 0, 0, place)])
        steps.extend((EQUAL, len(values) - number, 0, value)
                     for number, value in enumerate(values))
        steps.extend([allow, refuse])

    only(CLONE, FIRST, ANY_BIT, CLONE_THREAD)
    only(KILL, FIRST, EQUAL, pid)
    only(TGKILL, FIRST, EQUAL, pid)
    only(PRLIMIT, FIRST, EQUAL, 0)
    # asyncio needs one; a pair of another type could send to any socket of this machine.
    only(SOCKETPAIR, SECOND, EQUAL, SOCK_STREAM, SOCK_TYPE_MASK)
    # A process that hides its open files from us could hide what it wrote, see budget.
    never(PRCTL, FIRST, linux.PR_SET_DUMPABLE)
    only(CLOSE_RANGE, THIRD, EQUAL, 0)
    never(FCNTL, SECOND, F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE)
    never(IOCTL, SECOND, *CONTROLS)
    numbers = [pair[column] for pair in FORBIDDEN.values()]
    if machine == "x86_64":
        numbers += OLD.values()
    for number in numbers:
        steps += [(EQUAL, 0, 1, number), refuse]
    steps.append(allow)
    return b"".join(starmap(struct.Struct("=HBBI").pack, steps))


def apply() -> None:
    """Forbid the calls to this process for good. Raises OSError where that cannot be done."""
    if not supported():
        raise OSError("no filter for this system")
    import ctypes

    class Program(ctypes.Structure):  # struct sock_fprog
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]

    code = program(os.uname().machine, os.getpid())
    whole = Program(len(code) // 8, code)
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.prctl(linux.PR_SET_SECCOMP, SET_FILTER, ctypes.addressof(whole))
