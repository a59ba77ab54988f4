"""Tests and lessons run on the practice model, on a fixed day, and in folders of their own.

Whatever keys and habits the person at this machine has, the kernels that run the notebooks
inherit this environment: no key is spent, no start-up file or setting changes an output, and no
progress is kept.

A notebook that its learner worked in, or made, is left alone: see tests/lessons.py.
"""

import atexit
import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

import certifi
import pytest
from xdist.scheduler import LoadFileScheduling

from studybuddy.workbook.execute import isolated
from tests import lessons, ports

_END = "-----END CERTIFICATE-----\n"
_FOLDER = tempfile.mkdtemp(prefix="sb-tests-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)

for _name, _value in isolated(_FOLDER).items():
    if _value is None:
        os.environ.pop(_name, None)
    else:
        os.environ[_name] = _value
# What a script starts in the background ignores Ctrl-C, and so would all that the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# A kernel that is killed, as nbval ends its own, leaves its temporary files: here they go with it.
# One folder for all workers, with a short name: a browser makes sockets there, whose paths are at
# most some 100 characters long.
if os.environ.get("STUDYBUDDY_TESTS_TEMPORARY") != os.environ.get("TMPDIR", ""):
    _TEMPORARY = tempfile.mkdtemp(prefix="sb-")
    atexit.register(shutil.rmtree, _TEMPORARY, ignore_errors=True)
    os.environ.update(TMPDIR=_TEMPORARY, TEMP=_TEMPORARY, TMP=_TEMPORARY,
                      STUDYBUDDY_TESTS_TEMPORARY=_TEMPORARY)
# No test goes beyond this machine, but each client of a provider loads all the world's certificate
# authorities, 40 ms each time: here there is one.
_AUTHORITY = os.path.join(_FOLDER, "authority.pem")
Path(_AUTHORITY).write_text(
    Path(certifi.where()).read_text(encoding="utf-8").partition(_END)[0] + _END, encoding="utf-8")
os.environ["SSL_CERT_FILE"] = _AUTHORITY
# Not the day of the lessons: they must set their own.
os.environ["STUDYBUDDY_TODAY"] = "2026-11-29"


def pytest_xdist_auto_num_workers(config):
    """Two processes more than there are cores, since many tests wait for a kernel, a browser or a
    child; and none beside pytest's own for one file: that starts sooner."""
    named = [Path(arg.partition("::")[0]) for arg in config.args]
    if len(named) == 1 and named[0].is_file():
        return 0
    return min((os.cpu_count() or 1) + 2, 4)  # each holds kernels and a browser too


class _Files(LoadFileScheduling):
    """Hands out files; those with panels in one piece, since they share a browser and its page."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        alone = file.endswith("/test_lab.py")  # has a JupyterLab of its own
        return "tests/browser" if file.startswith("tests/browser/") and not alone else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return _Files(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Python's search for garbage walks again and again through the many thousand tests that are
    kept to the end: it waits until all are there, and leaves them out from then on."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


def _is_stored_notebook(path):
    return path.suffix == ".ipynb" and path.is_relative_to(lessons.ROOT / "notebooks")


def pytest_ignore_collect(collection_path, config):
    """Notebooks that no source makes are somebody's own; None leaves the rest to pytest."""
    if not _is_stored_notebook(collection_path):
        return None
    aside = collection_path.parent == lessons.ROOT / lessons.editions.SET_ASIDE
    made = any(collection_path == notebook for notebook, _, _ in lessons.EDITIONS)
    return True if aside or not (made or lessons.STRICT) else None


def pytest_configure():
    ports.use_own()


# The longest ones begin first, so that no core waits at the end.
_FIRST = ("test_mistakes.py", "browser", "test_order_of_cells.py", "test_progress_of_lessons.py")


def pytest_collection_modifyitems(items):
    def rank(item):
        return next((number for number, name in enumerate(_FIRST)
                     if name in (item.path.name, item.path.parent.name)), len(_FIRST))

    items.sort(key=rank)  # stable: what is equal stays as it is


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Skip the cells of a lesson that a person worked in, before a kernel is started for it."""
    if _is_stored_notebook(item.path) and lessons.is_skipped(item.path):
        pytest.skip(lessons.REASON)


def pytest_terminal_summary(terminalreporter):
    """The figures that tests measured, where the log of a passed run shows them too."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            for name, figure in report.user_properties if report.when == "call" else ():
                terminalreporter.write_line(f"{name}: {figure}")
