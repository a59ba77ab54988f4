"""What the harness says of a log is tested with such a log."""

from tests.browser.harness import our_tracebacks

OURS = '''\
[E 10:00 ServerApp] Uncaught exception
    Traceback (most recent call last):
      File "tornado/web.py", line 1, in get
        await handler()
      File "studybuddy/workbook/lab.py", line 2, in handler
        raise ValueError("no")
    ValueError: no
'''
KERNELS = '''\
Traceback (most recent call last):
  File "ipykernel/kernelapp.py", line 1, in bind
    socket.bind(address)
zmq.error.ZMQError: Address already in use
[I 10:00 ServerApp] Kernel interrupted
Traceback (most recent call last):
  File "studybuddy/panels/driving.py", line 3, in step
    time.sleep(1)
KeyboardInterrupt
'''


def test_only_tracebacks_of_the_package_count():
    assert our_tracebacks(KERNELS) == []
    (found,) = our_tracebacks(f"[I] begin\n{KERNELS}{OURS}[I] more\n")
    assert "lab.py" in found and "zmq" not in found
