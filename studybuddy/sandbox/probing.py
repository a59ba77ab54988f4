"""What holds on this machine, found by trying: a program of our own attempts what it must not do.

Nothing here is read from a setting or a version. Each attempt is made inside `run` by a program
that tells whether it got through, in folders made for the purpose; nobody's files are touched.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from studybuddy import machine
from studybuddy.sandbox import budget, keys, links
from studybuddy.sandbox.runner import LAYERS, Ran, run
from studybuddy.sandbox.survey import survey

STOPPED, THROUGH, UNTRIED = "stopped", "NOT stopped", "cannot be tried here"

# What is meant to stop it, the attempt in words, and its code: an exception means stopped.
# `outside` is a folder beside the program's own with a socket `s` that takes datagrams, `port`
# that of a server on this machine, `canary` a text that it must not find.
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
    ("seccomp", "send a datagram to a socket file outside",
     "import socket\n"
     "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
     "with a, b: a.sendto(b'x', outside + '/s')"),
    ("seccomp", "copy itself as a new process",
     "child = os.fork()\nif child == 0: os._exit(0)\nos.waitpid(child, 0)"),
    ("seccomp", "start another program",
     "import subprocess; subprocess.run([sys.executable, '-c', ''], check=True)"),
    ("rlimits", "write a file of 32 MB",
     "with open('large', 'wb') as file: file.truncate(32 << 20)\nos.remove('large')"),
    ("rlimits", "take 1 GB of memory", "bytearray(1 << 30)"),
    # Of what root may do, this neither landlock nor seccomp would stop.
    ("capabilities", "choose the groups that it belongs to", "os.setgroups(os.getgroups())"),
    ("nothing", "see that a file outside exists", "os.stat(outside + '/notes.txt')"),
]
_CANARY = "STUDYBUDDY_PROBE_CANARY"
_SETTING = f"assert os.environ.get({_CANARY!r}) == canary"
_HEADS = ("result", "a program tried to", "to be stopped by")
_MANY = 3 * budget.FILES
_PROGRAM = """\
import os, sys
outside, port, canary = sys.argv[1], int(sys.argv[2]), sys.argv[3]
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
    """The attempts of one program first, then those that need a run of their own.

    A run counts as stopped only if it shows that it began, or says why it did not: what did not
    happen because nothing ran would prove nothing.
    """
    def tried(code: str, *args: str, timeout: float = 10) -> Ran:
        (inside / "try.py").write_text(code, encoding="utf-8")
        return run(inside, "try.py", args, timeout=timeout, layers=layers)

    for folder in (inside, outside):
        folder.mkdir()
    for file in ("notes.txt", "old.txt"):
        (outside / file).write_text("A file that is none of the program's business.\n")
    canary = token_hex(16)
    attempts = [("hygiene", "see the settings of the process that started it", _SETTING),
                *_ATTEMPTS]
    code = [_PROGRAM]
    for number, (_, _, attempt) in enumerate(attempts):
        indented = "\n".join("    " + line for line in attempt.splitlines())
        code.append(_ATTEMPT.format(number=number, code=indented, through=THROUGH,
                                    untried=UNTRIED, stopped=STOPPED))
    with _servers(outside / "s") as port, _setting(canary):
        ran = tried("".join(code), str(outside), str(port), canary)
    lines = dict(line.split(" ", 1) for line in ran.stdout.splitlines() if " " in line)
    # What the program did not come to was not tried.
    rows = [_row(layer, words, lines.get(str(number), UNTRIED))
            for number, (layer, words, _) in enumerate(attempts)]
    if not lines:  # nothing can be run here
        return Probe(rows, ())
    held = ran.held

    def added(layer: str, words: str, through: bool, stopped: bool) -> None:
        rows.append(_row(layer, words, THROUGH if through else STOPPED if stopped else UNTRIED))

    ran = tried("import time\nprint('began')\n"
                f"for n in range({_MANY}):\n"
                "    open(f'file{n}', 'w').close()\n"
                "    if n % 10 == 0: time.sleep(0.004)")  # however quick the disk, slow who watches
    made = sum(1 for _ in inside.glob("file*"))
    added("budget", f"make {_MANY:,} files", made == _MANY, made > 0 and ran.code is None)
    ran = tried("print('began')\nwhile True: pass", timeout=0.5)
    added("the time limit", "run for ever", bool(ran.stdout) and not ran.timed_out,
          bool(ran.stdout))
    ran = tried("while True: print('x' * 65536)")
    added("the cap on output", "write without end", len(ran.stdout) > 1 << 20 or ran.timed_out,
          bool(ran.stdout))
    ran = tried("open('json.py', 'w').close()\nprint('made')")
    added("planted", "leave a json.py for others to import", (inside / "json.py").exists(),
          bool(ran.stdout))
    (inside / "json.py").unlink(missing_ok=True)
    for layer, words, lay, fault in (
            ("links", "use a second name of a file outside",
             lambda path: os.link(outside / "notes.txt", path), links.fault),
            ("keys", "read a .env in its folder",
             lambda path: path.write_text(f"KEY={canary}"), keys.fault)):
        path = inside / (".env" if layer == "keys" else "second.txt")
        try:
            lay(path)
        except OSError:  # a file system without such links
            added(layer, words, False, False)
            continue
        why = fault(survey(str(inside)))
        ran = tried(f"print(open({path.name!r}).read())")
        added(layer, words, bool(ran.stdout), bool(why) and ran.note == f"Not run. {why}")
        path.unlink()
    # What nothing stops comes last.
    rows.sort(key=lambda row: row["layer"] == "nothing")
    return Probe(rows, held)


def _row(layer: str, attempt: str, result: str) -> dict[str, str]:
    return {"layer": layer, "attempt": attempt, "result": result}


@contextmanager
def _servers(path: Path) -> Iterator[int]:
    """A socket file that takes datagrams, and the port of a server on this machine.

    Where none is allowed, the port is one that nobody serves, and the file is missing.
    """
    with ExitStack() as open_now:
        with suppress(AttributeError, OSError):  # Windows; a path that is too long
            taken = open_now.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
            taken.bind(str(path))
        try:
            server = open_now.enter_context(socket.create_server(("127.0.0.1", 0)))
        except OSError:
            yield 9
            return
        yield server.getsockname()[1]


@contextmanager
def _setting(canary: str) -> Iterator[None]:
    """A setting of this process that no program is to see."""
    os.environ[_CANARY] = canary
    try:
        yield
    finally:
        os.environ.pop(_CANARY, None)
