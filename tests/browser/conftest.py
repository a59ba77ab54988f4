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


@pytest.fixture(scope="session")
def panels_lab(tmp_path_factory, chromium):
    """One JupyterLab for all tests of panels. A browser is open for one file at a time: playwright
    keeps a loop of its own, beside which other tests could not run theirs."""
    with harness.panels_lab(tmp_path_factory.mktemp("panels")) as running:
        yield running
