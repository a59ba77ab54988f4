"""Running a program that a model wrote, and showing honestly what holds it.

    from studybuddy import sandbox
    sandbox.run("calculator", "main.py", ["3 + 5"])     a Ran: output, exit code, what held
    sandbox.probe()                                     what holds on this machine, by trying

One layer to a file; each file says what its layer stops and what it does not:

    hygiene        no keys, no start-up files, no terminal          every system
    links          no file with a second name in the folder         every system
    keys           no `.env` in the folder                          every system
    budget         bytes and files on the disk, threads             every system; in part Linux
    planted        files that others would start                    every system
    rlimits        memory, processor time, file size                Linux; in part macOS
    dumpable       the memory of this process, for a user's child   Linux
    capabilities   root without its powers                          Linux
    landlock       the rest of the file system, TCP, signals        Linux 5.13 and newer
    seccomp        processes, sockets, and more                     Linux on x86_64 and aarch64

The time limit and the cap on output are no layers: they are always there.

With all of them two things are still open, and the probe shows the first: a program can ask
whether a file outside exists, and how large and old it is (`seccomp` names what else only asks);
and it can change the ordinary programs in its own folder, which is its purpose. On macOS and
Windows the last layers are missing: there the program runs with all rights of the user, and the
guard is the approval before each run.

`paths` and `walk` keep the file tools inside a folder; they are no part of `run`.
"""

_HOME = {"run": "runner", "Ran": "runner", "LAYERS": "runner",
         "probe": "probing", "Probe": "probing"}

__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    """Load a public name from the module where it lives."""
    if name not in _HOME:
        raise AttributeError(f"module 'studybuddy.sandbox' has no attribute {name!r}")
    from importlib import import_module  # not before: the child's launcher never needs it

    globals()[name] = value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return value
