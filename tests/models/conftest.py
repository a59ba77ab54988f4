"""The tests of the models make hundreds of SDK clients, and each reads all certificates anew.

Loopback over plain HTTP needs none of them, so one set is read and shared: half of the time.
"""

import functools
import ssl

import pytest


@pytest.fixture(autouse=True, scope="session")
def one_set_of_certificates():
    patch = pytest.MonkeyPatch()
    patch.setattr(
        ssl, "create_default_context", functools.lru_cache(maxsize=None)(ssl.create_default_context)
    )
    yield
    patch.undo()
