"""What holds on this machine, found by trying: a program of our own attempts what it must not do.

Nothing here is read from a setting or a version. Each attempt is made inside `run` by a program
that tells whether it got through, in folders made for the purpose; nobody's files are touched.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from studybuddy import machine
from studybuddy.sandbox import budget
from studybuddy.sandbox.runner import LAYERS, Ran, run

STOPPED, THROUGH, UNTRIED = "stopped", "NOT stopped", "cannot be tried here"

# What is meant to stop it, the attempt in words, and its code: an exception means stopped.
# `outside` is a folder beside the program's own, `port` that of a server on this machine.
_ATTEMPTS = [
    ("landlock", "read a file outside its folder", "open(outside + '/notes.txt').read()"),
    ("landlock", "list a folder outside", "os.listdir(outside)"),
    ("landlock", "write a file outside", "open(outside + '/new.txt', 'w').write('x')"),
    ("landlock", "remove a file outside", "os.remove(outside + '/old.txt')"),
    ("seccomp", "change the mode of a file outside", "os.chmod(outside + '/notes.txt', 0o600)"),
    ("seccomp", "make a second name for a file outside",
     "os.link(outside + '/notes.txt', 'link.txt')"),
    ("dumpable or landlock", "open the memory of the process that started it",
     "open(f'/proc/{os.getppid()}/mem', 'rb').close()"),
    ("landlock or seccomp", "send a signal to that process",
     "if os.name == 'nt': raise NotImplementedError\nos.kill(os.getppid(), 0)"),
    ("landlock or seccomp", "connect to a server on this machine",
     "import socket; socket.create_connection(('127.0.0.1', port), 2).close()"),
    ("seccomp", "send a datagram",
     "import socket\n"
     "with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s: s.sendto(b'x', ('127.0.0.1', 9))"
     ),
    ("seccomp", "copy itself as a new process",
     "child = os.fork()\nif child == 0: os._exit(0)\nos.waitpid(child, 0)"),
    ("seccomp", "start another program",
     "import subprocess; subprocess.run([sys.executable, '-c', ''], check=True)"),
    ("rlimits", "write a file of 32 MB",
     "with open('large', 'wb') as file: file.truncate(32 << 20)\nos.remove('large')"),
    ("rlimits", "take 1 GB of memory", "bytearray(1 << 30)"),
    ("nothing", "see that a file outside exists", "os.stat(outside + '/notes.txt')"),
]
_HEADS = ("result", "a program tried to", "to be stopped by")
_MANY = 3 * budget.FILES
_PROGRAM = """\
import os, sys
outside, port = sys.argv[1], int(sys.argv[2])
print("environment", *os.environ)
"""
_ATTEMPT = """\
try:
{code}
    print({number}, "{through}")
except (AttributeError, FileNotFoundError, ImportError, NotImplementedError):
    print({number}, "{untried}")
except BaseException:
    print({number}, "{stopped}")
"""


@dataclass(frozen=True)
class Probe:
    """What came out. A notebook shows it as a table, `print` as text.

    `rows` has a dict {"layer", "attempt", "result"} for each attempt: what is meant to stop it,
    what was tried, and "stopped", "NOT stopped" or "cannot be tried here". `held` names the layers
    that the child had, see `run.Ran`.
    """

    rows: list[dict[str, str]]
    held: tuple[str, ...]

    def result(self, attempt: str) -> str:
        """The result of an attempt, by its words. Raises KeyError if there is no such one."""
        return {row["attempt"]: row["result"] for row in self.rows}[attempt]

    @property
    def contained(self) -> bool:
        """Whether nothing got through but the attempt that nothing is meant to stop."""
        return all(row["result"] == STOPPED or row["layer"] == "nothing" for row in self.rows)

    @property
    def summary(self) -> str:
        """What it means, in plain sentences."""
        stopped = sum(row["result"] == STOPPED for row in self.rows)
        told = f"{stopped} of {len(self.rows)} attempts were stopped."
        if self.contained:
            return told
        if any(self.result(words) != STOPPED for words in (
                "read a file outside its folder", "write a file outside")):
            return (f"{told} A program runs here with your own rights. The guard is the approval "
                    "before each run: read the program first.")
        return f"{told} Read a program before you approve it."

    @property
    def table(self) -> str:
        """The rows as lines of text, under a heading."""
        rows = [_HEADS, *((row["result"], row["attempt"], row["layer"]) for row in self.rows)]
        first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
        return "\n".join(f"{one:<{first}}  {two:<{second}}  {three}" for one, two, three in rows)

    def __repr__(self) -> str:
        return f"{self.table}\n{self.summary}"

    def _repr_html_(self) -> str:
        from studybuddy.table import STYLE, markup

        return STYLE + markup(self.summary, _HEADS, (
            (row["result"], row["attempt"], row["layer"]) for row in self.rows))


def probe(layers: Iterable[str] = LAYERS) -> Probe:
    """Try what a program can do on this machine, with these layers. Takes about a second."""
    if not machine.can_start_processes():
        return Probe([_row(layer, words, UNTRIED) for layer, words, _ in _ATTEMPTS], ())
    with tempfile.TemporaryDirectory(prefix="studybuddy-probe-") as name:
        place = Path(name)
        return _probe(place / "inside", place / "outside", tuple(layers))


def _probe(inside: Path, outside: Path, layers: tuple[str, ...]) -> Probe:
    def tried(code: str, *args: str, timeout: float = 10) -> Ran:
        (inside / "try.py").write_text(code, encoding="utf-8")
        return run(inside, "try.py", args, timeout=timeout, layers=layers)

    for folder in (inside, outside):
        folder.mkdir()
    for file in ("notes.txt", "old.txt"):
        (outside / file).write_text("A file that is none of the program's business.\n")
    code = [_PROGRAM]
    for number, (_, _, attempt) in enumerate(_ATTEMPTS):
        indented = "\n".join("    " + line for line in attempt.splitlines())
        code.append(_ATTEMPT.format(number=number, code=indented, through=THROUGH,
                                    untried=UNTRIED, stopped=STOPPED))
    with _server() as port:
        ran = tried("".join(code), str(outside), str(port))
    lines = dict(line.split(" ", 1) for line in ran.stdout.splitlines() if " " in line)
    rows = [_row("hygiene", "see the settings of the process that started it", _environment(lines))]
    # What the program did not come to was not tried.
    rows += [_row(layer, words, lines.get(str(number), UNTRIED))
             for number, (layer, words, _) in enumerate(_ATTEMPTS)]
    if not lines:  # nothing can be run here: what did not happen then would prove nothing
        return Probe(rows, ())
    held = ran.held

    tried("import time\n"
          f"for n in range({_MANY}):\n"
          "    open(f'file{n}', 'w').close()\n"
          "    if n % 10 == 0: time.sleep(0.001)")  # so that the disk's speed does not matter
    made = sum(1 for _ in inside.glob("file*"))
    rows.append(_row("budget", f"make {_MANY:,} files", THROUGH if made == _MANY else STOPPED))
    ran = tried("while True: pass", timeout=0.3)
    rows.append(_row("the time limit", "run for ever", STOPPED if ran.timed_out else THROUGH))
    ran = tried("while True: print('x' * 65536)")
    rows.append(_row("the cap on output", "write without end",
                     STOPPED if len(ran.stdout) < 1 << 20 and not ran.timed_out else THROUGH))
    tried("open('json.py', 'w').close()")
    rows.append(_row("planted", "leave a json.py for others to import",
                     THROUGH if (inside / "json.py").exists() else STOPPED))
    (inside / "json.py").unlink(missing_ok=True)
    try:
        os.link(outside / "notes.txt", inside / "second.txt")
        ran = tried("print(open('second.txt').read())")
        result = THROUGH if ran.stdout else STOPPED
    except OSError:  # a file system without such links
        result = UNTRIED
    rows.append(_row("links", "use a second name of a file outside", result))
    # What nothing stops comes last.
    rows.sort(key=lambda row: row["layer"] == "nothing")
    return Probe(rows, held)


def _row(layer: str, attempt: str, result: str) -> dict[str, str]:
    return {"layer": layer, "attempt": attempt, "result": result}


@contextmanager
def _server() -> Iterator[int]:
    """The port of a server on this machine; where none is allowed, one that nobody serves."""
    try:
        server = socket.create_server(("127.0.0.1", 0))
    except OSError:
        yield 9
        return
    with server:
        yield server.getsockname()[1]


def _environment(lines: dict[str, str]) -> str:
    """Whether a variable of this process is there that Python itself does not need."""
    from studybuddy.sandbox.hygiene import environment

    if "environment" not in lines:
        return UNTRIED
    given = environment("", os.environ)
    seen = set(lines["environment"].split()) & os.environ.keys()
    return STOPPED if seen <= given.keys() | {"LC_CTYPE"} else THROUGH
