"""What the harness says of a log is tested with such a log."""

import pytest

from tests.browser.harness import our_tracebacks

OURS = """\
[E 10:00 ServerApp] Uncaught exception
    Traceback (most recent call last):
      File "tornado/web.py", line 1, in get
        await handler()
      File "studybuddy/workbook/lab.py", line 2, in handler
        raise ValueError("no")
    ValueError: no
"""
MISSING = """\
Traceback (most recent call last):
  File "<frozen runpy>", line 1, in _run_module_as_main
ModuleNotFoundError: No module named 'studybuddy'
"""
ELSEWHERE = """\
Traceback (most recent call last):
  File "/home/{home}/.venv/lib/python3.11/site-packages/tornado/websocket.py", line 1, in wrapper
    raise WebSocketClosedError()
tornado.websocket.WebSocketClosedError
"""
KERNELS = """\
Traceback (most recent call last):
  File "ipykernel/kernelapp.py", line 1, in bind
    socket.bind(address)
zmq.error.ZMQError: Address already in use
[I 10:00 ServerApp] Kernel interrupted
Traceback (most recent call last):
  File "studybuddy/panels/driving.py", line 3, in step
    time.sleep(1)
KeyboardInterrupt
"""


def test_only_tracebacks_of_the_package_count():
    assert our_tracebacks(KERNELS) == []
    (found,) = our_tracebacks(f"[I] begin\n{KERNELS}{OURS}[I] more\n")
    assert "lab.py" in found and "zmq" not in found


@pytest.mark.parametrize("home", ["studybuddy", "studybuddy-ci", "ada/studybuddy/clone"])
def test_the_name_in_a_path_is_not_the_package(home):
    assert our_tracebacks(ELSEWHERE.format(home=home)) == []
    for place in (f"/home/{home}/studybuddy/cli.py", f"C:\\{home}\\studybuddy\\cli.py",
                  f"/home/{home}/.venv/lib/python3.11/site-packages/studybuddy/panels/driving.py"):
        ours = OURS.replace("studybuddy/workbook/lab.py", place)
        assert len(our_tracebacks(ours)) == 1, place


def test_a_package_that_is_missing_counts():
    assert len(our_tracebacks(MISSING)) == 1
