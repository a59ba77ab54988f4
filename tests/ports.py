"""Ports of the kernels that tests start: from a range that nobody else takes ports from.

A kernel takes its ports some time after they were chosen for it, and jupyter_client lets the
system choose, which hands the same ones to others meanwhile: to connections, to servers, to the
kernels of another process of the tests. Then the kernel ends at once.
"""

from __future__ import annotations

import os
import socket

from jupyter_client.connect import LocalPortCache

FIRST, BEYOND = 20_000, 32_000  # below the ports that Linux, macOS and Windows choose by themselves
_APART = 331  # processes with neighbouring numbers begin this far from each other


def following(port: int) -> int:
    """The port behind this one; behind the last of the range comes the first."""
    return FIRST + (port + 1 - FIRST) % (BEYOND - FIRST)


class Ports(LocalPortCache):
    """Chooses ports one after the other, beginning elsewhere in each process."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._last = following(os.getpid() * _APART)

    def find_available_port(self, ip: str) -> int:
        for _ in range(BEYOND - FIRST):
            port = self._last = following(self._last)
            if port not in self.currently_used_ports and _is_free(ip, port):
                self.currently_used_ports.add(port)
                return port
        raise OSError(f"no port from {FIRST} to {BEYOND} is free")


def _is_free(ip: str, port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((ip, port))
        except OSError:
            return False
    return True


def use_own() -> None:
    """Let all kernels that this process starts from now on take ports of this range."""
    Ports.instance()  # jupyter_client asks its own class for the one instance, which this is then
