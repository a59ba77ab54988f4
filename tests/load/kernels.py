"""Ten kernels that note progress in one file at the same time, and one more that is killed."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

from ipykernel.kernelspec import get_kernel_dict
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

from studybuddy.workbook.execute import isolated

KERNELS = 10
NOTED = 20
"""Checks that each kernel passes; between them it guesses and shows as well."""
SECONDS = 120  # for a kernel to start, and for one to finish

CODE = """
import time
from studybuddy.workbook import progress
kept = progress.find()
while time.time() < {start}:
    time.sleep(0.001)
for number in range({noted}):
    kept.passed("01", f"{kernel}-{{number:02}}")
    kept.guess(f"{kernel:02}", f"p{{number}}", "b")
    kept.shown(f"{kernel:02}", f"p{{number}}", "c")
print("first", kept.guess("99", "same", "{letter}"))
print("said", kept.messages, kept.why_not_kept)
"""


class _Specs(KernelSpecManager):
    def get_kernel_spec(self, kernel_name):
        return KernelSpec(resource_dir="", **get_kernel_dict())  # this Python, whatever is set up


class Watcher(threading.Thread):
    """Reads the file all the time: it must be whole, and what was in it must stay."""

    def __init__(self, file: Path):
        super().__init__(daemon=True)
        self.file, self.faults, self.looks, self.end = file, [], 0, threading.Event()

    def run(self) -> None:
        seen: set[str] = set()
        while not self.end.is_set():
            try:
                passed = set(json.loads(self.file.read_text())["lessons"]["01"]["passed"])
                if not passed >= seen:
                    self.faults.append(f"lost: {sorted(seen - passed)[:3]}")
                seen |= passed
                self.looks += 1
            except FileNotFoundError:
                pass  # nobody has begun
            except (ValueError, KeyError) as error:
                self.faults.append(f"torn: {error}")
            time.sleep(0.002)


def ten_kernels(folder: Path) -> dict:
    """What came of it: `said` by each kernel, `lessons` in the file, the watcher's `faults`."""
    file = folder / "progress.json"
    changes = {**isolated(os.fspath(folder)), "STUDYBUDDY_PROGRESS": os.fspath(file)}
    environ = {key: value for key, value in {**os.environ, **changes}.items() if value is not None}
    managers = [KernelManager(kernel_spec_manager=_Specs()) for _ in range(KERNELS + 1)]
    clients = []
    watcher = Watcher(file)
    try:
        for manager in managers:
            manager.start_kernel(env=environ, cwd=os.fspath(folder))
        for manager in managers:
            client = manager.blocking_client()
            client.start_channels()
            clients.append(client)
        for client in clients:
            client.wait_for_ready(timeout=SECONDS)
        watcher.start()
        start = time.time() + 2
        asked = [client.execute(CODE.format(
            start=start, kernel=number, letter="abcd"[number % 4],
            noted=NOTED if number < KERNELS else 100_000)) for number, client in enumerate(clients)]
        while not file.exists():
            time.sleep(0.01)
        managers[-1].signal_kernel(getattr(signal, "SIGKILL", signal.SIGTERM))
        said = [_printed(client, message)
                for client, message in zip(clients[:-1], asked[:-1], strict=True)]
    finally:
        watcher.end.set()
        for client in clients:
            client.stop_channels()
        for manager in managers:
            manager.shutdown_kernel(now=True)
    return {"said": said, "faults": watcher.faults, "looks": watcher.looks,
            "lessons": json.loads(file.read_text())["lessons"],
            "aside": sorted(path.name for path in folder.glob("progress.json.*-*"))}


def _printed(client, message: str) -> str:
    """What one cell printed; raises AssertionError with its error."""
    text, end = "", time.monotonic() + SECONDS
    while time.monotonic() < end:
        reply = client.get_iopub_msg(timeout=SECONDS)
        if reply["parent_header"].get("msg_id") != message:
            continue
        content = reply["content"]
        if reply["msg_type"] == "stream":
            text += content["text"]
        elif reply["msg_type"] == "error":
            raise AssertionError("\n".join(content["traceback"]))
        elif reply["msg_type"] == "status" and content["execution_state"] == "idle":
            return text
    raise AssertionError("a kernel did not finish")
