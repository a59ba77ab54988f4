"""Kernels of the tests take ports that nobody else takes."""

import socket
from contextlib import suppress

from jupyter_client.connect import LocalPortCache

from tests import ports


def test_kernels_get_the_next_free_port_of_the_range():
    cache = LocalPortCache.instance()  # as jupyter_client asks for it
    first = cache.find_available_port("127.0.0.1")
    after = ports.following(first)
    with socket.socket() as other:
        with suppress(OSError):  # a kernel of another process may hold it: then it is taken too
            other.bind(("127.0.0.1", after))
        second = cache.find_available_port("127.0.0.1")
    assert ports.FIRST <= first < ports.BEYOND and ports.FIRST <= second < ports.BEYOND
    assert second not in (first, after)
    for port in (first, second):
        cache.return_port(port)


def test_behind_the_last_port_comes_the_first():
    assert ports.following(ports.BEYOND - 1) == ports.FIRST
