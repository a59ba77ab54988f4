"""Hostile programs as data: what each tries, its source, and the layers that are to stop it.

`$NAME` in a source stands for something of the world that the test builds, see `world.World`. A
program that gets through prints the secret that it found, or GOT, or leaves its effect outside:
`World.harm` looks at all of that after each run, whatever the program was after.
"""

from __future__ import annotations

from dataclasses import dataclass

GOT = "GOT " + "THROUGH"
FILES, SYSTEM = "landlock", "seccomp"
ANY = (FILES, SYSTEM)

CTYPES = """\
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
ARM = platform.machine() != "x86_64"
def call(number, *arguments, arm=None):
    result = libc.syscall(ctypes.c_long(arm if ARM and arm else number), *(
        ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
"""

# Writes 200 MB into files without a name that `keep` holds on to.
NAMELESS = """\
import os, time
held = []
def fill(keep):
    for n in range(20):
        with open(f"f{n}", "w+b") as file:
            file.write(bytes(10 << 20))
            file.flush()
            os.remove(f"f{n}")
            held.append(keep(file.fileno()))
        time.sleep(0.02)
"""

LARGE = """\
import time
for n in range(20):
    open(f"f{n}", "wb").write(bytes(10 << 20))
    time.sleep(0.02)
"""


@dataclass(frozen=True)
class Attack:
    """`by`: any one of these layers stops it; empty: what is always there does. `control`: without
    any layer it must do harm, or it would prove nothing; "no" where that would harm the machine or
    depends on it. `linux` and `root`: it can only be tried there."""

    name: str
    by: tuple[str, ...]
    source: str
    control: bool = True
    linux: bool = False
    root: bool = False
    timeout: float = 10


def reading(name: str, by: tuple[str, ...], source: str, **more) -> Attack:
    return Attack(f"read: {name}", by, source, **more)


READING = [
    reading("a file by its whole path", (FILES,), "print(open('$OUTSIDE/secret.txt').read())"),
    reading("a file by ..", (FILES,), "print(open('../outside/secret.txt').read())"),
    reading("a key in .ssh", (FILES,), "print(open('$OUTSIDE/.ssh/id_ed25519').read())"),
    reading("the .env beside the folder", (FILES,), "print(open('../.env').read())"),
    reading("through a link that was there", (FILES,), "print(open('link.txt').read())"),
    reading("through a linked folder that was there", (FILES,),
            "print(open('linked/secret.txt').read())"),
    reading("through a hard link that was there", ("links",), "print(open('hard.txt').read())"),
    reading("a .env that was there", ("keys",), "print(open('.env').read())"),
    reading("through a link of its own", ANY,
            "import os\nos.symlink('$OUTSIDE/secret.txt', 's'); print(open('s').read())"),
    reading("through a hard link of its own", (SYSTEM,),
            "import os\nos.link('$OUTSIDE/secret.txt', 'h'); print(open('h').read())"),
    reading("after changing the folder", (FILES,),
            "import os\nos.chdir('$OUTSIDE'); print(open('secret.txt').read())"),
    reading("through its root in /proc", (FILES,),
            "print(open('/proc/self/root$OUTSIDE/secret.txt').read())", linux=True),
    reading("through its folder in /proc", (FILES,),
            "print(open('/proc/self/cwd/../outside/secret.txt').read())", linux=True),
    reading("by moving it inside", (FILES,),
            "import os\nos.rename('$OUTSIDE/secret.txt', 'mine'); print(open('mine').read())"),
    reading("by a memory map", (FILES,),
            "import mmap\nf = open('$OUTSIDE/secret.txt', 'rb')\n"
            "print(mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)[:].decode())"),
    reading("by importing it", (FILES,),
            "import sys\nsys.path.insert(0, '$OUTSIDE')\nimport module"),
    reading("a list of names", (FILES,), "import os\nprint(os.listdir('$OUTSIDE'))"),
    reading("the keys in the environment", ("hygiene",), "import os\nprint(dict(os.environ))"),
    reading("its first environment in /proc", ("hygiene", FILES),
            "print(open('/proc/self/environ').read())", linux=True),
    reading("the parent's environment", ("dumpable", FILES),
            "print(open('/proc/$PARENT/environ').read() and '$GOT')", linux=True),
    reading("the parent's memory in /proc", ("dumpable", FILES),
            "with open('/proc/$PARENT/mem', 'rb') as f:\n"
            "    f.seek($ADDRESS); print(f.read($LENGTH).decode())", linux=True),
    reading("the parent's memory by a system call", ("dumpable", *ANY), CTYPES + """\
buffer = ctypes.create_string_buffer($LENGTH)
class IoVec(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
here, there = IoVec(ctypes.addressof(buffer), $LENGTH), IoVec($ADDRESS, $LENGTH)
call(310, $PARENT, ctypes.byref(here), 1, ctypes.byref(there), 1, 0, arm=270)
print(buffer.raw.decode())
""", linux=True),
    reading("a file that the parent has open", ("dumpable", FILES),
            "print(open('/proc/$PARENT/fd/$FD').read())", linux=True),
    reading("a descriptor taken from the parent", ("dumpable", *ANY), CTYPES +
            "there = call(438, call(434, $PARENT, 0), $FD, 0)\n"
            "print(os.pread(there, 100, 0).decode())", linux=True),
    reading("what a helper reads", ANY,
            "import subprocess\nprint(subprocess.run(['cat', '$OUTSIDE/secret.txt'], "
            "capture_output=True, text=True).stdout)"),
    reading("by a handle without a path", ("capabilities", *ANY), CTYPES + """\
handle, mount = ctypes.create_string_buffer(136), ctypes.c_int()
ctypes.c_uint.from_buffer(handle).value = 128
call(303, -100, b"$OUTSIDE/secret.txt", handle, ctypes.byref(mount), 0, arm=264)
print(os.read(call(304, os.open(".", os.O_RDONLY), handle, 0, arm=265), 100).decode())
""", linux=True, root=True, control=False),
    reading("the kernel's log", (FILES,), "open('/dev/kmsg', 'rb'); print('$GOT')", linux=True,
            root=True, control=False),
    reading("what the terminal says", (), "print(input() or '$GOT')", control=False),
]


def writing(name: str, by: tuple[str, ...], source: str, **more) -> Attack:
    return Attack(f"write: {name}", by, "import os\n" + source, **more)


WRITING = [
    writing("a new file", (FILES,), "open('$OUTSIDE/new.txt', 'w').write('x')"),
    writing("at the end of a file", (FILES,), "open('$OUTSIDE/old.txt', 'a').write('x')"),
    writing("over a file", (FILES,), "open('$OUTSIDE/old.txt', 'w').write('x')"),
    writing("a file of no length", (FILES,), "os.truncate('$OUTSIDE/old.txt', 0)"),
    writing("a file away", (FILES,), "os.remove('$OUTSIDE/old.txt')"),
    writing("a folder away", (FILES,), "os.rmdir('$OUTSIDE/empty')"),
    writing("a new folder", (FILES,), "os.mkdir('$OUTSIDE/new')"),
    writing("another name", (FILES,), "os.rename('$OUTSIDE/old.txt', '$OUTSIDE/newer.txt')"),
    writing("by moving a file out", (FILES,),
            "open('own.txt', 'w').close(); os.replace('own.txt', '$OUTSIDE/old.txt')"),
    writing("through a link that was there", (FILES,), "open('link.txt', 'a').write('x')"),
    writing("through a dangling link that was there", (FILES,),
            "open('dangling.txt', 'w').write('x')"),
    writing("through a hard link that was there", ("links",), "open('hard.txt', 'a').write('x')"),
    writing("another mode", (SYSTEM,), "os.chmod('$OUTSIDE/old.txt', 0o777)"),
    writing("another mode by descriptor", ANY,
            "os.fchmod(os.open('$OUTSIDE/old.txt', os.O_RDONLY), 0o777)"),
    writing("other times", (SYSTEM,), "os.utime('$OUTSIDE/old.txt', (1, 1))"),
    writing("another owner", ("capabilities", SYSTEM), "os.chown('$OUTSIDE/old.txt', 1, 1)",
            root=True),
    writing("an attribute", (SYSTEM,),
            "os.setxattr('$OUTSIDE/old.txt', 'user.attack', b'x'); print('$GOT')", linux=True,
            control=False),
    writing("flags of a file", ANY, "import fcntl, struct\n"
            "fd = os.open('$OUTSIDE/old.txt', os.O_RDONLY)\n"
            "fcntl.ioctl(fd, 0x40086602, struct.pack('l', 0x40)); print('$GOT')", linux=True,
            control=False),
    writing("a link that misleads others", ANY, "os.symlink('$OUTSIDE', 'trap')"),
    writing("a pipe that others hang on", ANY, "os.mkfifo('fifo')"),
    writing("a device", ("capabilities", *ANY), "os.mknod('disk', 0o60666, os.makedev(7, 0))",
            linux=True, root=True, control=False),
    writing("an own socket file", ANY,
            "import socket\nsocket.socket(socket.AF_UNIX).bind('own.sock')"),
    writing("into shared memory", (FILES,),
            "open('/dev/shm/studybuddy-$MARK', 'w').close(); print('$GOT')\n"
            "os.remove('/dev/shm/studybuddy-$MARK')", linux=True, control=False),
    writing("into Python's packages", (FILES,),
            "import site\np = site.getsitepackages()[0] + '/attack-$MARK.txt'\n"
            "open(p, 'w').close(); os.remove(p); print('$GOT')", control=False),
    writing("into the sandbox itself", (FILES,),
            "p = '$PACKAGE/attack-$MARK.txt'\n"
            "open(p, 'w').close(); os.remove(p); print('$GOT')", control=False),
]

NETWORK = [
    Attack("network: TCP", ANY, "import socket\nsocket.create_connection(('127.0.0.1', $TCP), 2)"),
    Attack("network: UDP", (SYSTEM,), "import socket\nsocket.socket(socket.AF_INET, "
           "socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', $UDP))"),
    Attack("network: a socket file", (SYSTEM,), "import socket\n"
           "socket.socket(socket.AF_UNIX).connect('$UNIX')"),
    Attack("network: an abstract socket", ANY, "import socket\n"
           "socket.socket(socket.AF_UNIX).connect('\\x00$MARK')", linux=True),
    Attack("network: waiting for others", ANY,
           "import socket\nsocket.create_server(('127.0.0.1', 0)); print('$GOT')"),
    Attack("network: a datagram from a pair of its own", (SYSTEM,), "import socket\n"
           "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
           "a.sendto(b'x', '$DATAGRAM')"),
    Attack("network: a pair that is connected anew", (SYSTEM,), "import socket\n"
           "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
           "a.connect('$DATAGRAM'); a.send(b'x')"),
    Attack("network: a descriptor handed to others", (SYSTEM,), "import socket\n"
           "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
           "rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, bytes([1, 0, 0, 0]))]\n"
           "a.sendmsg([b'x'], rights, 0, '$DATAGRAM')"),
    Attack("network: a descriptor that waits in a pair", (SYSTEM,), "import socket\n"
           "a, b = socket.socketpair()\n"
           "socket.send_fds(a, [b'x'], [1]); print('$GOT')"),
    Attack("network: a name that others find", (SYSTEM,), "import socket\n"
           "a, b = socket.socketpair()\na.bind('\\0own-$MARK'); print('$GOT')", linux=True),
    Attack("network: raw packets", ("capabilities", SYSTEM), "import socket\nsocket.socket("
           "socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP); print('$GOT')", root=True),
    Attack("network: a request by a helper", ANY, "import subprocess, sys\nsubprocess.run("
           "[sys.executable, '-c', 'import socket; socket.create_connection("
           "(\"127.0.0.1\", $TCP), 2)'])"),
]

PROCESSES = [
    Attack("process: fork", (SYSTEM,), "import os\nif os.fork() == 0:\n    print('$GOT')\n"
           "else:\n    os.wait()"),
    Attack("process: a shell", (SYSTEM,), "import os\nos.system('echo $GOT')"),
    Attack("process: posix_spawn", (SYSTEM,), "import os\n"
           "os.waitpid(os.posix_spawn('/bin/echo', ['echo', '$GOT'], {}), 0)"),
    Attack("process: exec", (SYSTEM,), "import os\nos.execv('/bin/echo', ['echo', '$GOT'])"),
    Attack("process: clone3 by its number", (SYSTEM,), CTYPES +
           "import struct\narguments = struct.pack('=8Q', 0, 0, 0, 0, 17, 0, 0, 0)\n"
           "if call(435, arguments, len(arguments)) == 0:\n"
           "    os.write(1, b'$GOT'); os._exit(0)\nos.wait()",
           linux=True),
    Attack("process: a program in memory", (SYSTEM,), CTYPES +
           "fd = call(319, b'x', 0, arm=279)\nos.write(fd, open('/bin/echo', 'rb').read())\n"
           "os.execve(fd, ['echo', '$GOT'], {})", linux=True),
    Attack("process: a daemon that holds the pipe", (SYSTEM,), """\
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        time.sleep(60)
    os._exit(0)
time.sleep(0.3)  # until it has left the group
"""),
    Attack("process: a child that outlives it", (), """\
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", "$MARK"])
""", control=False),
    Attack("process: a fork bomb", (SYSTEM,), """\
import os
while True:
    try:
        os.fork()
        print("$GOT")
    except OSError:
        break
""", control=False),
    Attack("process: a thread bomb", ("rlimits",), """\
import threading, time
for n in range(400):
    threading.Thread(target=time.sleep, args=(0.5,), daemon=True).start()
print("$GOT")
"""),
    Attack("process: tracing the parent", ("dumpable", *ANY), CTYPES +
           "call(101, 16, $PARENT, 0, 0, arm=117); call(101, 17, $PARENT, 0, 0, arm=117)\n"
           "print('$GOT')", linux=True, control=False),
]

SIGNALS = [
    Attack("signal: to the parent", ANY, "import os, signal\nos.kill($PARENT, signal.SIGUSR1)"),
    Attack("signal: to a thread of the parent", ANY, CTYPES +
           "call(234, $PARENT, $PARENT, 10, arm=131)", linux=True),
    Attack("signal: with data", ANY, CTYPES + """\
information = ctypes.create_string_buffer(128)
information[8:12] = (-1).to_bytes(4, "little", signed=True)
call(129, $PARENT, 10, information, arm=138)
""", linux=True),
    Attack("signal: when data comes", ANY, "import fcntl, os, signal, socket\n"
           "a, b = socket.socketpair()\n"
           "fcntl.fcntl(a, fcntl.F_SETOWN, $PARENT)\n"
           "fcntl.fcntl(a, 10, signal.SIGUSR1)\n"
           "fcntl.fcntl(a, fcntl.F_SETFL, os.O_ASYNC); b.send(b'x')", linux=True),
    # Landlock alone lets nothing through, but the kernel then answers that all went well.
    Attack("signal: to everybody", (SYSTEM,), "import os\nos.kill(-1, 0); print('$GOT')"),
    Attack("signal: to the parent's group", ANY, "import os\nos.killpg($GROUP, 0); print('$GOT')"),
    Attack("signal: the parent's limits", (SYSTEM,), "import resource\n"
           "resource.prlimit($PARENT, resource.RLIMIT_CORE); print('$GOT')", linux=True),
    Attack("signal: the parent's priority", (SYSTEM,), "import os\nos.setpriority(os.PRIO_PROCESS,"
           " $PARENT, os.getpriority(os.PRIO_PROCESS, $PARENT)); print('$GOT')"),
    Attack("signal: the parent's processors", (SYSTEM,), "import os\nos.sched_setaffinity("
           "$PARENT, os.sched_getaffinity($PARENT)); print('$GOT')", linux=True),
]

SYSTEM_CALLS = [
    Attack(f"system: {name}", (SYSTEM,), CTYPES + source + "\nprint('$GOT')", linux=True, **more)
    for name, source, more in [
        ("io_uring", "parameters = ctypes.create_string_buffer(120)\n"
         "call(425, 4, parameters)", {"control": False}),
        ("a new namespace", "call(272, 0x10000000, arm=97)", {"control": False}),
        ("bpf", "call(321, 0, ctypes.create_string_buffer(72), 72, arm=280)", {"control": False}),
        ("page faults of its own", "call(323, 1, arm=282)", {"control": False}),
        ("the keyring", "call(250, 0, -3, 1, arm=219)", {"control": False}),
        ("a mount", "call(165, b'none', b'.', b'tmpfs', 0, 0, arm=40); os.system('umount .')",
         {"control": False}),
        ("another root", "call(161, b'.', arm=51)", {"control": False}),
        ("shared memory", "call(31, call(29, 0, 4096, 0o1600, arm=194), 0, 0, arm=195)", {}),
        ("hiding from its parent", "assert libc.prctl(4, 0, 0, 0, 0) == 0", {}),
        ("the host's name", "name = os.uname().nodename.encode()\n"
         "call(170, name, len(name), arm=161)", {"root": True}),
    ]
] + [
    Attack("system: taking powers back", ("capabilities",), CTYPES + """\
header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
libc.capget(header, sets)
for n in range(3):
    sets[n] = sets[n] or 1 << 21
if libc.capset(header, sets) == 0:
    print("$GOT")
""", linux=True, root=True),
]

USING_UP = [
    Attack("use up: memory at once", ("rlimits",), "x = bytearray(600 << 20); print('$GOT')"),
    Attack("use up: memory bit by bit", ("rlimits",),
           "x = []\nfor n in range(600): x.append(bytearray(1 << 20))\nprint('$GOT')"),
    Attack("use up: memory without Python", ("rlimits",),
           "import mmap\nx = mmap.mmap(-1, 1 << 30); print('$GOT')"),
    # A little slower than a disk, so that the budget's looks fall between.
    Attack("use up: the disk in one file", ("rlimits", "budget"), """\
import time
with open("one", "wb") as file:
    for n in range(200):
        file.write(bytes(1 << 20))
        time.sleep(0.002)
"""),
    Attack("use up: the disk in large files", ("budget",), LARGE),
    Attack("use up: the disk in small files", ("budget",), """\
import time
for n in range(3_000):
    open(f"f{n}", "w").close()
    if n % 10 == 0:
        time.sleep(0.002)
"""),
    Attack("use up: the disk in files without a name", ("budget",), """\
import os, time
held = []
for n in range(20):
    held.append(open(f"f{n}", "wb"))
    os.remove(f"f{n}")
    held[-1].write(bytes(10 << 20))
    time.sleep(0.02)
print("$GOT")
""", linux=True),
    Attack("use up: the disk behind long names", ("budget",), """\
import os
for n in range(30):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
""" + LARGE),
    Attack("use up: the disk in a folder that cannot be listed", ("budget",),
           "import os\nos.mkdir('closed', 0o300)\nos.chdir('closed')\n" + LARGE),
    Attack("use up: the disk without data", (SYSTEM,), CTYPES + """\
keep_size = 1
call(285, os.open("f", os.O_RDWR | os.O_CREAT), keep_size, 0, 200 << 20, arm=47)
""", linux=True),
    Attack("use up: the disk in files that are mapped", ("budget",), CTYPES + NAMELESS + """\
libc.mmap.restype = ctypes.c_void_p
fill(lambda fd: libc.mmap(None, ctypes.c_size_t(4096), 1, 1, fd, ctypes.c_long(0)))
print("$GOT")
""", linux=True),
    Attack("use up: the disk after the first thread", ("budget",), CTYPES + NAMELESS + """\
import threading
def others():
    time.sleep(0.1)
    fill(os.dup)
    os.write(1, b"$GOT")
    os._exit(0)
threading.Thread(target=others).start()
call(60, 0, arm=93)
""", linux=True),
    Attack("use up: the disk in a thread with files of its own", ("budget", SYSTEM),
           CTYPES + NAMELESS + """\
import threading
def other():
    call(436, 1000, 1001, 2)
    fill(os.dup)
    print("$GOT")
thread = threading.Thread(target=other)
thread.start(); thread.join()
""", linux=True),
    Attack("use up: threads", ("budget",), """\
import threading, time
threading.stack_size(1 << 16)
for n in range(400):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
time.sleep(1)  # had them all for a while: what is gone before anybody looks does no harm
print("$GOT")
""", linux=True),
    Attack("use up: descriptors", ("rlimits",),
           "import os\nx = [os.dup(1) for n in range(200)]; print('$GOT')"),
    Attack("use up: a core file", ("rlimits",),
           "import resource\nif resource.getrlimit(resource.RLIMIT_CORE)[1] != 0:\n"
           "    print('$GOT')", control=False),
]

TIME = [
    Attack("time: an endless loop", (), "while True: pass", False, timeout=0.5),
    Attack("time: sleeping", (), "import time\ntime.sleep(60)", False, timeout=0.5),
    Attack("time: one long call", (), "9 ** 9 ** 9", False, timeout=0.5),
    Attack("time: deaf to signals", (), """\
import signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: pass
""", False, timeout=0.5),
    Attack("time: stopped", (), "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", False,
           timeout=0.5),
    Attack("time: at the end", (), "import atexit, time\natexit.register(time.sleep, 60)", False,
           timeout=0.5),
    Attack("time: a thread that stays", (), "import threading, time\n"
           "threading.Thread(target=time.sleep, args=(60,)).start()", False, timeout=0.5),
]

PLANTING = [
    Attack("plant: a module of Python's own", ("planted",), "open('json.py', 'w').write('x')"),
    Attack("plant: the same in capitals", ("planted",), "open('JSON.py', 'w').write('x')"),
    Attack("plant: a package of Python's own", ("planted",),
           "import os\nos.mkdir('random'); open('random/__init__.py', 'w').close()"),
    Attack("plant: conftest.py", ("planted",), "open('conftest.py', 'w').write('x')"),
    Attack("plant: sitecustomize.py", ("planted",), "open('sitecustomize.py', 'w').write('x')"),
    Attack("plant: a .pth file", ("planted",), "open('own.pth', 'w').write('import os')"),
    Attack("plant: a git hook", ("planted",),
           "import os\nos.makedirs('.git/hooks')\nopen('.git/hooks/pre-commit', 'w').write('x')"),
    Attack("plant: a git hook in a folder that cannot be listed", ("planted",),
           "import os\nos.mkdir('.git', 0o300)\nos.mkdir('.git/hooks')\n"
           "open('.git/hooks/pre-commit', 'w').write('x')"),
    Attack("plant: a package sitecustomize", ("planted",),
           "import os\nos.mkdir('sitecustomize'); open('sitecustomize/__init__.py', 'w').close()"),
    *(Attack(f"plant: {name}", ("planted",), f"open({name!r}, 'w').write('x')") for name in (
        "pyproject.toml", "setup.cfg", ".pdbrc", "jupyter_server_config.py")),
    Attack("plant: a compiled file", ("planted",),
           "import py_compile\npy_compile.compile('attack.py')"),
    Attack("plant: a notebook's checkpoint", ("planted",), "import os\n"
           "os.mkdir('.ipynb_checkpoints')\nopen('.ipynb_checkpoints/a.ipynb', 'w').close()"),
    Attack("shadow: json.py that was there", ("hygiene",), "import json"),
]

ATTACKS = [*READING, *WRITING, *NETWORK, *PROCESSES, *SIGNALS, *SYSTEM_CALLS, *USING_UP, *TIME,
           *PLANTING]
