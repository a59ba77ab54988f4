"""The filter's numbers are those of the kernel, and its jumps land where they should."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import pytest

from studybuddy.sandbox import seccomp

HEADERS = {"x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
           "aarch64": Path("/usr/include/asm-generic/unistd.h")}
PARTLY = {"clone": seccomp.CLONE, "clone3": seccomp.CLONE3, "kill": seccomp.KILL,
          "tgkill": seccomp.TGKILL, "prlimit64": seccomp.PRLIMIT, "prctl": seccomp.PRCTL,
          "socketpair": seccomp.SOCKETPAIR, "close_range": seccomp.CLOSE_RANGE,
          "fcntl": seccomp.FCNTL, "ioctl": seccomp.IOCTL}
PID = 4321
ALLOWED, EPERM, ENOSYS, KILLED = "allowed", errno.EPERM, errno.ENOSYS, "killed"


@pytest.mark.parametrize("machine", HEADERS)
def test_the_numbers_are_those_of_the_headers(machine):
    if not HEADERS[machine].exists():
        pytest.skip(f"the kernel's headers for {machine} are not installed")
    found = {name: int(number) for name, number in re.findall(
        r"#define __NR(?:3264)?_(\w+)\s+(\d+)\b", HEADERS[machine].read_text())}
    column = list(HEADERS).index(machine)
    ours = {name: pair[column] for name, pair in (seccomp.FORBIDDEN | PARTLY).items()}
    if machine == "x86_64":
        ours |= seccomp.OLD
    newest = max(found.values())
    wrong = {name: number for name, number in ours.items()
             if found.get(name, number if number > newest else None) != number}
    assert not wrong


def judged(machine: str, number: int, *arguments: int, arch: int | None = None):
    """What the filter says to a call: a small machine for the instructions that it uses."""
    data = struct.pack("=IIQ6Q", number, arch or seccomp.AUDIT_ARCH[machine], 0,
                       *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(struct.iter_unpack("=HBBI", seccomp.program(machine, PID)))
    assert len(steps) < 4096  # the kernel's limit
    place = value = 0
    while True:
        code, yes, no, constant = steps[place]
        place += 1
        if code == seccomp.LOAD:
            value = struct.unpack_from("=I", data, constant)[0]
        elif code == seccomp.AND:
            value &= constant
        elif code == seccomp.RETURN:
            return {seccomp.ALLOW: ALLOWED, seccomp.KILL_PROCESS: KILLED}.get(
                constant, constant & 0xFFFF)
        else:
            holds = {seccomp.EQUAL: value == constant, seccomp.ABOVE: value >= constant,
                     seccomp.ANY_BIT: bool(value & constant)}[code]
            place += yes if holds else no


@pytest.mark.parametrize("machine", HEADERS)
def test_each_forbidden_call_is_refused_and_the_others_are_not(machine):
    column = list(HEADERS).index(machine)
    forbidden = {pair[column] for pair in seccomp.FORBIDDEN.values()}
    if machine == "x86_64":
        forbidden |= set(seccomp.OLD.values())
    partly = {pair[column] for pair in PARTLY.values()}
    for number in range(500):
        if number not in partly:
            assert judged(machine, number) == (EPERM if number in forbidden else ALLOWED), number
    assert judged(machine, 0, arch=0x40000003) == KILLED  # the calls of 32-bit programs
    assert judged(machine, 0x40000000) == ENOSYS


@pytest.mark.parametrize("machine", HEADERS)
def test_some_calls_are_allowed_in_one_form(machine):
    column = list(HEADERS).index(machine)
    thread, fork = 0x3D0F00, 0x1200011  # what the C library sends
    for name, good, bad in [("clone", thread, fork), ("kill", PID, 1), ("tgkill", PID, 1),
                            ("prlimit64", 0, PID), ("prctl", 38, 4)]:
        assert judged(machine, PARTLY[name][column], good) == ALLOWED, name
        assert judged(machine, PARTLY[name][column], bad) == EPERM, name
    stream, datagram, whole_packets, close_on_exec = 1, 2, 5, 0o2000000
    locks, flags, size = 6, 4, 0x5413
    for name, goods, bads in [
            ("socketpair", [(1, stream), (1, stream | close_on_exec)],
             [(1, datagram), (1, datagram | close_on_exec), (1, whole_packets)]),
            ("close_range", [(3, 9, 0)], [(3, 9, 2), (3, 9, 4), (3, 9, 6)]),
            ("fcntl", [(3, locks), (3, flags, 0)], [(3, 8, PID), (3, 10), (3, 15), (3, 1024)]),
            ("ioctl", [(3, size)], [(3, one) for one in seccomp.CONTROLS])]:
        for arguments in goods:
            assert judged(machine, PARTLY[name][column], *arguments) == ALLOWED, name
        for arguments in bads:
            assert judged(machine, PARTLY[name][column], *arguments) == EPERM, (name, arguments)
    assert judged(machine, PARTLY["clone3"][column]) == ENOSYS
