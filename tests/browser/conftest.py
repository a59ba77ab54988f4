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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Below a failure of a test with a page stands what the page shows, cell by cell."""
    report = yield
    page = getattr(item, "funcargs", {}).get("page")
    if report.when == "call" and report.failed and hasattr(page, "evaluate"):
        try:
            report.sections.append(("the page", harness.seen(page)))
        except Exception as error:  # such as a page that is gone: the failure itself must be told
            report.sections.append(("the page", f"cannot be read: {type(error).__name__}"))
    return report
