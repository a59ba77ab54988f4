"""The tests of the models make hundreds of SDK clients, and each reads all certificates anew.

Loopback over plain HTTP needs none of them, so one set is read and shared: half of the time.
"""

import functools
import ssl

import pytest

_SHARED = functools.lru_cache(maxsize=None)(ssl.create_default_context)


@pytest.fixture(autouse=True)
def one_set_of_certificates(monkeypatch):
    # For these tests alone: others bring certificates of their own.
    monkeypatch.setattr(ssl, "create_default_context", _SHARED)
