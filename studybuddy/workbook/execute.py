"""Execute a notebook in a kernel of this very Python, with nothing of the person's settings."""

from __future__ import annotations

import atexit
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from studybuddy import environment

SECONDS_PER_CELL = 60
NOT_STARTED = "the kernel did not start"
IGNORED = "nbval-ignore-output"  # tag of a cell whose outputs depend on the machine

# A built lesson must not depend on a network: whatever asks a proxy gets no answer.
_OFFLINE = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy",
                          "all_proxy"), "http://127.0.0.1:9")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_WIDGET = "application/vnd.jupyter.widget-view+json"


class ExecutionError(RuntimeError):
    """A cell of a lesson failed; the text names the cell and says how."""


def isolated(folder: str) -> dict[str, str | None]:
    """Changes to the environment under which lessons run the same everywhere; None removes.

    `folder` takes what Jupyter and IPython write. No key is left to be spent, no start-up file
    is read, no progress is kept, and loopback is reached without a proxy.
    """
    loopback = "127.0.0.1,localhost,::1"
    changes: dict[str, str | None] = dict.fromkeys(environment.NAMES, "")  # beats a `.env` file
    changes.update(dict.fromkeys(
        ("GOOGLE_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "STUDYBUDDY_APPROVE",
         "STUDYBUDDY_TODAY", "JUPYTER_PATH", "PYTHONSTARTUP", "PYTHONWARNINGS",
         "NBGRADER_EXECUTION")))
    changes.update(
        STUDYBUDDY_MODEL="practice",
        STUDYBUDDY_PROGRESS="none",
        IPYTHONDIR=os.path.join(folder, "ipython"),
        JUPYTER_CONFIG_DIR=os.path.join(folder, "jupyter-config"),
        JUPYTER_DATA_DIR=os.path.join(folder, "jupyter-data"),
        JUPYTER_RUNTIME_DIR=os.path.join(folder, "jupyter-runtime"),
        JUPYTER_PREFER_ENV_PATH="1",
        XDG_STATE_HOME=os.path.join(folder, "state"),  # old versions of files, kept for undo
        NO_PROXY=loopback,
        no_proxy=loopback,
    )
    return changes


def run_notebook(notebook: dict, folder: Path, *, name: str = "notebook",
                 environ: dict[str, str] | None = None, allow_errors: bool = False,
                 after_cell: Callable[[], object] = lambda: None) -> dict:
    """The notebook (plain data) with the outputs of a fresh run, cleaned. The input is kept.

    `folder` is the kernel's working folder. `environ` adds to the isolated environment.
    `after_cell` is called for each executed cell. Raises ExecutionError when a cell raises (not
    with `allow_errors`), writes to stderr, or takes more than 60 seconds.
    """
    import nbformat

    # A second time, since another program may take a port that the kernel has just chosen.
    for _ in range(2):
        executed = nbformat.from_dict(notebook)
        begun: list = []
        fault = _executed(executed, folder, environ or {}, allow_errors, begun.append, after_cell)
        if fault != NOT_STARTED:
            break
    if fault:
        raise ExecutionError(_report(name, begun[-1], fault) if begun else f"{name}: {fault}")
    for cell in executed.cells:
        if cell.cell_type == "code":
            _clean(cell, name, allow_errors)
    executed.metadata = nbformat.from_dict(notebook["metadata"])
    return executed


def _executed(executed, folder: Path, environ: dict[str, str], allow_errors: bool,
              begins: Callable[[object], object], after_cell: Callable[[], object]) -> str:
    """Run all cells in a new kernel; what went wrong, in a few words, or ""."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    with tempfile.TemporaryDirectory(prefix="studybuddy-", ignore_cleanup_errors=True) as scratch:
        changes = isolated(scratch) | _OFFLINE | environ
        kept = {key: value for key, value in os.environ.items() if key not in changes}
        client = NotebookClient(
            executed, timeout=SECONDS_PER_CELL, kernel_name="python3", record_timing=False,
            allow_errors=allow_errors, kernel_manager_class=_manager_of_this_python(),
            resources={"metadata": {"path": str(folder)}},
            on_cell_execute=lambda cell, **_: begins(cell),
            on_cell_executed=lambda **_: after_cell())
        try:
            # The kernel's own stderr: a notice at each start that its ports are on loopback.
            client.execute(env=kept | {k: v for k, v in changes.items() if v is not None},
                           stderr=subprocess.DEVNULL)
        except CellExecutionError as error:
            return f"{error.ename}: {error.evalue}"
        except CellTimeoutError:
            return f"not finished after {SECONDS_PER_CELL} seconds"
        except DeadKernelError:
            return "the kernel ended"
        except RuntimeError as error:  # jupyter_client has no class of its own for it
            if "before replying" not in str(error):
                raise
            # nbclient would clean up once more at the end of this process, and fail; and it still
            # takes Ctrl-C.
            atexit.unregister(client._cleanup_kernel)
            _give_signals_back()
            return NOT_STARTED
    return ""


def _give_signals_back() -> None:
    """Take nbclient's handlers of signals off the loop in which it has just run."""
    from jupyter_core.utils import ensure_event_loop

    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows; another thread
            ensure_event_loop().remove_signal_handler(number)


def _manager_of_this_python():
    """A kernel manager whose python3 is this interpreter, whatever kernels the home holds."""
    from ipykernel.kernelspec import get_kernel_dict
    from jupyter_client import AsyncKernelManager
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from traitlets import default

    class Specs(KernelSpecManager):
        def get_kernel_spec(self, kernel_name):
            return KernelSpec(resource_dir="", **get_kernel_dict())

    class Manager(AsyncKernelManager):
        @default("kernel_spec_manager")
        def _specs(self):
            return Specs(parent=self)

    return Manager


def _report(name: str, cell, error: str) -> str:
    code = "\n".join("    " + line for line in cell.source.splitlines())
    return f"{name}, cell {cell.id}: {_COLOURS.sub('', error)}\n{code}"


def _clean(cell, name: str, allow_errors: bool) -> None:
    """Remove what cannot be equal twice, and what a stored lesson must not hold."""
    cell.metadata.pop("execution", None)
    kept: list = []
    for output in cell.outputs:
        ignored = IGNORED in cell.metadata.get("tags", ())
        if output.get("name") == "stderr" and not (ignored or allow_errors):
            raise ExecutionError(_report(name, cell, f"it wrote to stderr: {output.text.strip()}"))
        if "data" in output:
            output.data.pop(_WIDGET, None)
            if not output.data:
                continue
        if kept and output.get("name") and kept[-1].get("name") == output.name:
            kept[-1].text += output.text  # one text, wherever the kernel happened to be flushed
            continue
        kept.append(output)
    cell.outputs = kept
