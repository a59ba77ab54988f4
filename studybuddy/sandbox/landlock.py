"""Layer landlock: what of the machine can be reached at all (Linux 5.13 and newer).

Stops: reading and listing outside the folder (but for Python's own libraries), writing outside
it, looking into other processes; making links, FIFOs, sockets and devices in it; TCP (ABI 4,
Linux 6.7); signals to processes outside and abstract sockets (ABI 6, Linux 6.12). Stops not:
asking whether a file outside exists, and how large and old it is (stat); changing its mode, owner
or times (see seccomp); UDP (see seccomp). Lasts until the process ends, and its children have it.

The numbers are those of <linux/landlock.h>, the same on every processor.
"""

import os
import struct
import sys

from studybuddy.sandbox import linux

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
REFER, TRUNCATE = 1 << 13, 1 << 14
# Making a device, socket, FIFO or link (bits 6, 9 to 12) is granted nowhere, nor is EXECUTE.
READ = READ_FILE | READ_DIR
WRITE = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE
ON_A_FILE = WRITE_FILE | READ_FILE | TRUNCATE
TCP, SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals

LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/nix/store",
             "/usr/share/zoneinfo", "/etc/localtime", "/etc/ld.so.cache", "/dev/urandom")


def abi() -> int:
    """The version of Landlock in this kernel, from 1. Raises OSError where there is none."""
    return linux.syscall(CREATE_RULESET, None, 0, VERSION_FLAG)


def readable() -> set[str]:
    """What a Python program must be able to read: its libraries, and the system's."""
    own = {os.path.join(prefix, name) for prefix in (sys.prefix, sys.base_prefix)
           for name in ("lib", "lib64", "pyvenv.cfg")}
    return own.union(LIBRARIES)


def apply(folder: str) -> None:
    """Let this process read its libraries, and read and write `folder`. Raises OSError."""
    version = abi()
    # What is not handled is not restricted: all the rights that this version knows.
    files = (1 << (13 if version < 2 else 14 if version < 3 else 15 if version < 5 else 16)) - 1
    fields = [files, TCP, SCOPES][:1 if version < 4 else 2 if version < 6 else 3]
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    rules = linux.syscall(CREATE_RULESET, attributes, len(attributes), 0)
    try:
        _allow(rules, folder, WRITE & files)
        for path in readable():
            try:
                _allow(rules, path, READ & files)
            except FileNotFoundError:  # each system has some of them
                continue
        _allow(rules, os.devnull, (READ_FILE | WRITE_FILE | TRUNCATE) & files)
        linux.syscall(RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, access: int) -> None:
    """Add one rule. On a file only the rights that a file can have are accepted."""
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):
            access &= ON_A_FILE
        linux.syscall(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", access, place), 0)
    finally:
        os.close(place)
