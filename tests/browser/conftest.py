"""What the tests with a real browser share."""

import os

import pytest

from tests.browser import harness


@pytest.fixture(scope="session")
def chromium():
    """The path of Chromium; a test that asks for it is skipped where there is none."""
    path = harness.chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("There is no Chromium here, and CI must look at a real browser.")
        pytest.skip("no Chromium here (set CHROMIUM to its path)")
    return path
