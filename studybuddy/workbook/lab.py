"""JupyterLab on the first lesson, with the kernel of this very environment."""

from __future__ import annotations

import importlib.util
import logging
import os
import sys
from pathlib import Path

LESSON = Path("notebooks", "00_start_here.ipynb")


# With these JupyterLab only prints, or writes a file, and ends.
_NO_START = {"--version", "-h", "--help", "--help-all", "--show-config", "--show-config-json",
             "--generate-config"}


class LabError(Exception):
    """JupyterLab cannot be started; the text is a sentence for the learner."""


def find_project(start: Path | None = None) -> Path | None:
    """The folder that holds the lessons, or None.

    The one that this package lies in comes first, then `start` (the current folder) and the
    folders above it: the package may be installed elsewhere.
    """
    import studybuddy

    package = Path(studybuddy.__file__).resolve().parent
    here = (start or Path.cwd()).resolve()
    for folder in (package.parent, here, *here.parents):
        if (folder / LESSON).is_file():
            return folder
    return None


def kernel_folder() -> str:
    """Where this environment keeps its own kernels and Jupyter files."""
    return os.path.join(sys.prefix, "share", "jupyter")


def is_root() -> bool:
    """Whether this process has all rights (POSIX only; Jupyter asks for a flag then)."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def arguments(project: Path, options: list[str]) -> list[str]:
    """JupyterLab's command line: ours, then the learner's `options`, which win over ours."""
    ours = {
        "--ServerApp.root_dir": str(project),
        # The printed address leads to the lesson too, not only the browser that opens itself.
        "--LabApp.default_url": f"/lab/tree/{LESSON.as_posix()}",
        # The address and errors: a learner would look for it among a page of other lines.
        "--Application.log_level": "ERROR",
    }
    if _can_encrypt():
        # On a shared machine loopback is shared too, and kernels warn of it.
        ours["--KernelManager.transport_encryption"] = "auto"
    also = {"--ServerApp.root_dir": ("--notebook-dir", "--root-dir"),
            "--LabApp.default_url": ("--ServerApp.default_url",),
            "--Application.log_level": ("--log-level", "--debug", "--ServerApp.log_level",
                                        "--LabApp.log_level")}
    given = {option.partition("=")[0] for option in options}
    line = [f"{name}={value}" for name, value in ours.items()
            if not given.intersection((name, *also.get(name, ())))]
    if is_root() and "--allow-root" not in given:
        line.append("--allow-root")
    return line + options


def _can_encrypt() -> bool:
    """Whether server and kernel can encrypt what they say to each other; asking for it where
    they cannot would stop the start."""
    try:
        import zmq
        from jupyter_client.manager import KernelManager
    except ImportError:
        return False
    return zmq.has("curve") and hasattr(KernelManager, "transport_encryption")


def prepare() -> None:
    """Set two search paths of Jupyter in this process: our places, then those that were set.

    JUPYTER_PATH makes `python3` this Python, also when the home folder holds a kernel of that
    name. JUPYTER_CONFIG_PATH brings our defaults: no pop-up about news before the first lesson,
    no look-up of newer versions. What a learner has set in JupyterLab still wins over these.
    """
    ours = {"JUPYTER_PATH": kernel_folder(),
            "JUPYTER_CONFIG_PATH": str(Path(__file__).with_name("jupyter"))}
    for name, place in ours.items():
        others = filter(None, os.environ.get(name, "").split(os.pathsep))
        os.environ[name] = os.pathsep.join(dict.fromkeys([place, *others]))


def start(options: list[str], say=print) -> int:
    """Run JupyterLab in this process until it is stopped; returns its exit code.

    `say` gets one line for the learner before it starts. Raises LabError when JupyterLab or the
    lessons are missing.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise LabError("JupyterLab is not installed here. Install it: "
                       f"{quoted(sys.executable)} -m pip install \"jupyterlab>=4.4,<5\" ipywidgets")
    project = find_project()
    if project is None:
        raise LabError(
            f"There is no lesson here: {LESSON.as_posix()} was not found. The lessons are not part "
            "of the installed package. Get the whole project and start this command in its folder.")
    if not _NO_START.intersection(options):
        say("JupyterLab starts. Lesson 00 opens in your browser; if it does not, open the address "
            "below.\nTo stop: press Ctrl-C in this window, then y and Enter.")
    prepare()
    logging.getLogger("asyncio").addFilter(_is_worth_a_look)
    from jupyterlab.labapp import LabApp

    try:
        LabApp.launch_instance(arguments(project, options))
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    return 0


def _is_worth_a_look(record: logging.LogRecord) -> bool:
    """Whether the learner should see it. A page that closed, or lost its network, while a cell
    printed is nothing to them, but the server logs a traceback for each message on its way."""
    from tornado.iostream import StreamClosedError
    from tornado.websocket import WebSocketClosedError

    error = record.exc_info and record.exc_info[1]
    return not isinstance(error, (StreamClosedError, WebSocketClosedError))


def quoted(path: str) -> str:
    """A path as it can be typed in a shell."""
    return f'"{path}"' if " " in path else path
