"""What is wrong with this installation, and one way to repair each thing. Shows no keys."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from studybuddy import environment
from studybuddy.workbook.lab import find_project, kernel_folder, quoted

OK, WARNING, WRONG = "ok", "warning", "wrong"

NEWEST_TESTED = (3, 14)
KERNEL_SECONDS = 30
COLUMN = 21  # where the text of a finding begins in the report


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `state` is ok, warning or wrong; `fix` is a command or a
    sentence, empty when there is nothing to do."""

    topic: str
    state: str
    text: str
    fix: str = ""


def examine(*, quick: bool = False, say: Callable[[str], None] = lambda text: None,
            ) -> list[Finding]:
    """Look at everything. `quick` leaves out the start of a kernel; `say` hears of waits."""
    checks: list[Callable[[], Finding | list[Finding]]] = [
        python, packages, jupyterlab, kernel, lessons, folder, loopback, settings,
        model, sandbox]
    if quick or importlib.util.find_spec("jupyter_client") is None:
        checks.remove(kernel)
    else:
        say(f"Starting a kernel (at most {KERNEL_SECONDS} seconds) ...")
    return [finding for check in checks for finding in _findings(check)]


def _findings(check: Callable[[], Finding | list[Finding]]) -> list[Finding]:
    """What one check found. One that breaks is a finding too: a package may be broken."""
    try:
        found = check()
    except Exception as error:
        pins = pins_file()
        return [Finding(check.__name__.capitalize(), WRONG,
                        f"cannot be looked at ({type(error).__name__}: {error})",
                        f"{pip()} install --force-reinstall "
                        + (f"-r {quoted(str(pins))}" if pins else "studybuddy"))]
    return found if isinstance(found, list) else [found]


def report(findings: Iterable[Finding]) -> str:
    """The findings as text, one line each with its fix below; the last line sums up."""
    findings = list(findings)
    lines = []
    for finding in findings:
        lines.append(f"{finding.state:<8} {finding.topic:<11} {finding.text}")
        if finding.fix:
            lines.append(f"{'':<8} {'':<11} Fix: {finding.fix}")
    wrong = sum(finding.state == WRONG for finding in findings)
    warnings = sum(finding.state == WARNING for finding in findings)
    lines.append("")
    lines.append(f"Wrong: {wrong}. Warnings: {warnings}." if wrong or warnings
                 else "Nothing is wrong.")
    return "\n".join(lines)


def python() -> Finding:
    """The version of Python. One below 3.11 cannot even install the package."""
    version = ".".join(map(str, sys.version_info[:3]))
    text = f"{version}, {sys.executable}"
    if sys.version_info[:2] > NEWEST_TESTED:
        return Finding("Python", WARNING, f"{text}: newer than what StudyBuddy is tested with")
    return Finding("Python", OK, text)


def packages(pins: Path | None = None) -> Finding:
    """The installed packages against the pins.

    `pins` is a requirements file, by default the one beside this package. Where there is none
    (the package was installed alone), the ranges of the package's own metadata count.
    """
    pins = pins or pins_file()
    if pins is not None:
        wanted = read_requirements(pins.read_text(encoding="utf-8").splitlines())
        origin, fix = f"pins of {pins.name}", f"{pip()} install -r {quoted(str(pins))}"
    else:
        wanted = own_requirements()
        origin, fix = "ranges of the package", f"{pip()} install --upgrade studybuddy"
    faults = differences(wanted)
    if not faults:
        return Finding("Packages", OK, f"{len(wanted)} as in the {origin}")
    more = f"; and {len(faults) - 5} more" if len(faults) > 5 else ""
    return Finding("Packages", WRONG, "; ".join(faults[:5]) + more, fix)


def pins_file() -> Path | None:
    """requirements.txt of the project that this package lies in, or None."""
    root = Path(__file__).resolve().parents[2]
    pins = root / "requirements.txt"
    return pins if pins.is_file() and (root / "pyproject.toml").is_file() else None


def read_requirements(lines: Iterable[str]) -> list:
    """The requirements (packaging's `Requirement`) that count on this machine."""
    from packaging.requirements import Requirement

    words = (line.partition("#")[0].strip() for line in lines)
    wanted = [Requirement(line) for line in words if line and not line.startswith("-")]
    return [one for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]


def own_requirements() -> list:
    """What the installed package says it needs, without extras."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        return read_requirements(requires("studybuddy") or [])
    except PackageNotFoundError:  # run from a folder, not installed
        return []


def differences(wanted: Iterable) -> list[str]:
    """One phrase for each requirement that the installed packages do not meet."""
    from importlib.metadata import PackageNotFoundError, version

    faults = []
    for requirement in wanted:
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            faults.append(f"{requirement.name} is missing")
            continue
        if not requirement.specifier.contains(found, prereleases=True):
            faults.append(f"{requirement.name} is {found}, wanted {requirement.specifier}")
    return faults


def jupyterlab() -> Finding:
    """JupyterLab, and the widgets that the lessons show."""
    from importlib.metadata import PackageNotFoundError, version

    missing = [name for name in ("jupyterlab", "ipywidgets", "ipykernel")
               if importlib.util.find_spec(name) is None]
    if missing:
        # Alone, in a notebook of somebody's own, the package does not need it.
        return Finding("JupyterLab", WRONG if find_project() else WARNING,
                       f"missing: {', '.join(missing)} (the lessons need it)",
                       f"{pip()} install {' '.join(missing)}")
    try:
        return Finding("JupyterLab", OK, version("jupyterlab"))
    except PackageNotFoundError:
        return Finding("JupyterLab", WRONG, "is there, but only in part",
                       f"{pip()} install --force-reinstall jupyterlab")


def kernel(seconds: float = KERNEL_SECONDS) -> Finding:
    """Start the kernel `python3` as `studybuddy lab` does, let it add 1 and 1, and end it."""
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    from jupyter_client.manager import KernelManager
    from jupyter_core.paths import jupyter_path

    repair = f"{pip()} install --force-reinstall ipykernel"
    specs = KernelSpecManager(
        kernel_dirs=[os.path.join(kernel_folder(), "kernels"), *jupyter_path("kernels")])
    manager = KernelManager(kernel_name="python3", kernel_spec_manager=specs)
    with tempfile.TemporaryFile() as log:
        try:
            manager.start_kernel(stdout=log, stderr=log)
        except (NoSuchKernel, OSError) as error:
            return Finding("Kernel", WRONG, f"python3 does not start ({error})", repair)
        client = manager.client()
        try:
            client.start_channels()
            client.wait_for_ready(timeout=seconds)
            reply = client.execute_interactive(
                "", user_expressions={"sum": "1 + 1", "prefix": "__import__('sys').prefix"},
                timeout=seconds, allow_stdin=False)
        except (RuntimeError, TimeoutError) as error:
            log.seek(0)
            words = log.read().decode("utf-8", "replace").strip().splitlines()
            last = words[-1] if words else str(error)
            return Finding("Kernel", WRONG, f"python3 starts and does not answer: {last}", repair)
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
            manager.cleanup_resources()
    answers = {name: value.get("data", {}).get("text/plain")
               for name, value in reply["content"].get("user_expressions", {}).items()}
    if answers.get("sum") != "2":
        return Finding("Kernel", WRONG, "python3 answers, but not that 1 + 1 is 2", repair)
    if answers.get("prefix") != repr(sys.prefix):
        return Finding("Kernel", WRONG,
                       f"python3 is another Python: {answers.get('prefix')}, not {sys.prefix!r}",
                       f"{quoted(sys.executable)} -m ipykernel install --sys-prefix")
    return Finding("Kernel", OK, "python3 starts and answers")


def lessons() -> Finding:
    """Whether `studybuddy lab` finds the lessons from here."""
    project = find_project()
    if project is None:
        return Finding("Lessons", WARNING, "none here (the installed package has none)",
                       "Get the whole project, and start studybuddy lab in its folder.")
    return Finding("Lessons", OK, str(project))


def folder() -> Finding:
    """Whether lessons can be saved: a file can be made where they lie, else in this folder."""
    project = find_project()
    place = project / "notebooks" if project is not None else Path.cwd()
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=".studybuddy-"):
            pass
    except OSError as error:
        return Finding("Folder", WRONG, f"{place} cannot be written ({error.strerror})",
                       "Copy the project into a folder of your own, such as your home folder.")
    return Finding("Folder", OK, f"{place} can be written")


def loopback() -> Finding:
    """Whether programs on this machine can talk to each other: JupyterLab needs it."""
    import socket

    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname(), timeout=5).close()
    except OSError as error:
        return Finding("Loopback", WRONG, f"127.0.0.1 cannot be used ({error.strerror})",
                       "Allow Python to use the local network (127.0.0.1) in your firewall.")
    return Finding("Loopback", OK, "127.0.0.1 can be used")


def settings() -> list[Finding]:
    """The `.env` file: where it is, which names it sets, and what is odd about it."""
    path = environment.find_env_file()
    if path is None:
        if (wrong_name := Path.cwd() / ".env.txt").is_file():
            return [Finding("Settings", WARNING, f"{wrong_name} is not read",
                            "Give the file the name .env, without .txt.")]
        return [Finding("Settings", OK, "no .env file (none is needed)")]
    file = environment.read_env_file(path)
    names = [name for name in environment.NAMES if file.values.get(name, "").strip()]
    findings = [Finding("Settings", OK, f"{path} sets {', '.join(names) or 'nothing'}")]
    findings += [Finding("Settings", WARNING, f"{path.name}: {problem}",
                         f"Correct the file {path}.") for problem in file.problems]
    for name, value in file.values.items():
        findings += _odd(name, value)
    return findings


def _odd(name: str, value: str) -> list[Finding]:
    if name in environment.PROCESS_ONLY:
        return [Finding("Settings", WARNING, f".env: {name} does not count in a file",
                        f"Set {name} in the shell, before the command.")]
    if name not in environment.NAMES:
        near = get_close_matches(name.upper(), environment.NAMES, n=1, cutoff=0.7)
        # Other programs keep their settings in the same file: only a slip is worth a word.
        return [Finding("Settings", WARNING, f".env: StudyBuddy does not know the name {name}",
                        f"Did you mean {near[0]}? Change the name.")] if near else []
    if name in os.environ and os.environ[name].strip() != value.strip():
        return [Finding("Settings", WARNING, f"{name} is set in the shell too, and that one counts",
                        f"Remove {name} from the shell, or from .env.")]
    value = value.strip()
    if name.endswith(("_KEY", "_URL")) and (any(mark in value for mark in "<> \t")):
        return [Finding("Settings", WARNING, f".env: {name} holds a blank or a bracket",
                        f"Write the value alone behind {name}=")]
    if name == "LLM_BASE_URL" and value and not value.startswith(("http://", "https://")):
        return [Finding("Settings", WARNING, ".env: LLM_BASE_URL is no address",
                        "Write it with http:// or https:// in front.")]
    return []


def model() -> Finding:
    """Which model `auto` means now, and why."""
    from studybuddy.models import choose
    from studybuddy.models.base import ModelError

    try:
        return Finding("Model", OK, choose("auto").picked.removeprefix("Model: "))
    except ModelError as error:
        return Finding("Model", WRONG, str(error),
                       "Set STUDYBUDDY_MODEL to practice, or unset it.")


def sandbox() -> Finding:
    """What a program can do that the agent runs here, found by trying."""
    from studybuddy.sandbox import probe

    found = probe()
    text = f"{found.summary}\n{textwrap.indent(found.table, ' ' * COLUMN)}"
    if found.contained:
        return Finding("Sandbox", OK, text)
    return Finding("Sandbox", WARNING, text, "Approve no program that you have not read.")


def pip() -> str:
    """The pip of this very Python, as a command."""
    return f"{quoted(sys.executable)} -m pip"
