"""What the tests with a real browser share.

The conftest.py at the top gives all tests of panels to one process. The browser is closed behind
the last test here: playwright keeps a loop of its own, beside which others could not run theirs.
"""

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


@pytest.fixture(scope="package")
def browser(chromium):
    """One Chromium for all tests here; each takes contexts of its own."""
    with harness.browser() as started:
        yield started


@pytest.fixture(scope="package")
def desk(tmp_path_factory, browser):
    """One page of one JupyterLab for all tests of panels."""
    with harness.panels_desk(tmp_path_factory.mktemp("panels"), browser) as ready:
        yield ready
