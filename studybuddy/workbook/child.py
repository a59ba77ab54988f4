"""The child's side of the runners: making the process safe, doing a task, telling the parent."""

from __future__ import annotations

import builtins
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module

from studybuddy.workbook import bench
from studybuddy.workbook.bench import Bench, Capture


def prepare(memory: int) -> None:
    """Cut this process off from the kernel that it was copied from, and bound its memory."""
    import gc

    gc.freeze()  # what was copied is never collected here: its finalizers act on shared things
    silence(os.open(os.devnull, os.O_RDWR))
    bound_memory(memory)
    if "asyncio" in sys.modules:
        # The copy is inside a running event loop. The learner may start one of their own.
        sys.modules["asyncio"]._set_running_loop(None)
    sys.settrace(None)


def put_temporary_files_into(folder: str) -> None:
    """Let this process and those that it starts make temporary files there: the parent clears it
    away, also when it had to kill this one."""
    import tempfile

    tempfile.tempdir = folder
    os.environ.update(TMPDIR=folder, TEMP=folder, TMP=folder)


def silence(null: int) -> None:
    """Let nothing reach the terminal or the kernel's pipes: not from Python, not from C."""
    sys.stdout = sys.__stdout__ = Capture()  # type: ignore[assignment,misc]
    sys.stderr = sys.__stderr__ = Capture()  # type: ignore[assignment,misc]
    sys.stdin = sys.__stdin__ = io.StringIO()  # type: ignore[misc,assignment]
    builtins.input = _no_input
    for number in (0, 1, 2):
        os.dup2(null, number)
    if "logging" in sys.modules:
        _silence_logging()


def _silence_logging() -> None:
    """Log handlers hold streams of their own: a copied kernel would write to its terminal."""
    import logging

    for reference in list(getattr(logging, "_handlerList", ())):
        handler = reference()
        if isinstance(handler, logging.StreamHandler) and not isinstance(
                handler, logging.FileHandler):
            with suppress(AttributeError):  # one kind of handler looks up sys.stderr by itself
                handler.stream = sys.stderr


def _no_input(prompt: object = "") -> str:
    raise EOFError("a check cannot type an answer to input()")


def bound_memory(extra: int) -> None:
    """Let this process take at most `extra` bytes more, where the system can bound that."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = now + extra
        if hard == resource.RLIM_INFINITY or wanted < hard:
            resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


@contextmanager
def captured() -> Iterator[None]:
    """For a task in this process: its prints and questions do not reach the learner."""
    before = sys.stdout, sys.stderr, builtins.input
    sys.stdout, sys.stderr = Capture(), Capture()
    builtins.input = _no_input
    try:
        yield
    finally:
        sys.stdout, sys.stderr, builtins.input = before


def resolve(task: str) -> Callable:
    """The function behind a name such as "studybuddy.workbook.checks:examine"."""
    module, _, name = task.partition(":")
    return getattr(import_module(module), name)


def work(task: str, answer: object, namespace: dict, options: Mapping, writing: int) -> None:
    """Do the task and write its events, one line of JSON each, to the file descriptor."""

    def tell(event: dict) -> None:
        data = json.dumps(event).encode() + b"\n"
        while data:
            data = data[os.write(writing, data):]

    import faulthandler

    faulthandler.enable(file=writing, all_threads=False)  # where a crash happens
    table = Bench(tell, namespace, trace_to=writing)
    try:
        event = {"result": resolve(task)(table, answer, **options)}
    except BaseException as error:
        event = {"fault": type(error).__name__}
    try:
        tell(event)
    except (TypeError, ValueError) as error:  # the task returned what JSON cannot hold
        tell({"fault": type(error).__name__})


class Asleep:
    """Stands in for `lesson` while cells run again: their checks and claims were made already."""

    def __getattr__(self, name: str):
        if name == "workdir":
            from studybuddy.workbook.runtime import lesson

            return lesson.workdir
        return lambda *args, **kwargs: None


def main() -> None:
    """A fresh process: read the order from standard input, make the answer, do the task."""
    order = json.loads(sys.stdin.buffer.read())
    writing = os.dup(1)
    silence(os.open(os.devnull, os.O_RDWR))
    bound_memory(order["memory"])
    bench.CALL_SECONDS = order["seconds"]
    if order["scratch"] is not None:
        put_temporary_files_into(order["scratch"])
    import studybuddy.workbook
    from studybuddy.workbook.program import Program

    studybuddy.workbook.lesson = Asleep()  # type: ignore[assignment]
    try:
        try:
            namespace, answer = Program.from_data(order["program"]).build()
        except BaseException:  # made in a way that cells do not show
            os.write(writing, b'{"not made": true}\n')
        else:
            work(order["task"], answer, namespace, order["options"], writing)
    finally:
        os._exit(0)  # threads of the learner's code must not keep the process alive
