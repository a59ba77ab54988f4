"""The first code in the child: it takes the layers upon itself, says which it has, and becomes
the program.

It imports little, because each run pays for it: json or traceback would cost 10 ms. The program
finds its own folder behind Python's library and before installed packages, so a file there can
never stand in for a module of Python's own, and it never sees this launcher in a traceback.
"""

import os
import sys

from studybuddy.sandbox import capabilities, landlock, rlimits, seccomp

LAYERS = ("rlimits", "capabilities", "landlock", "seccomp")
REFUSED = 126  # exit code: a layer that was required does not hold, and nothing was run


def main() -> None:
    """The child's whole life, its order from `run._Child` in `sys.argv`."""
    _, root, status, names, required, seconds, folder, script, *arguments = sys.argv
    held = _take(set(names.split(",")), float(seconds), folder)
    if status:  # closed before the program begins, which so cannot write there
        os.write(int(status), ",".join(held).encode() + b"\n")
        os.close(int(status))
    if not set(filter(None, required.split(","))).issubset(held):
        os._exit(REFUSED)
    _become(script, arguments, root)


def _take(wanted: set[str], seconds: float, folder: str) -> list[str]:
    """Take the wanted layers, and return the names of those that are in force."""
    # seccomp, where it comes, forbids new processes; counting them takes time.
    tasks = None
    if "rlimits" in wanted and not ("seccomp" in wanted and seccomp.supported()):
        tasks = rlimits.tasks_allowed()
    held = []
    # In the order of LAYERS: the filter comes last, since it would forbid what the others need.
    for name, take in zip(LAYERS, (lambda: rlimits.apply(seconds, tasks), capabilities.apply,
                                   lambda: landlock.apply(folder), seccomp.apply), strict=True):
        if name in wanted:
            try:
                take()
            except Exception:  # whatever went wrong: it does not hold, and the parent hears so
                continue
            held.append(name)
    return held


def _become(script: str, arguments: list[str], root: str) -> None:
    """Run the program as `__main__`, as `python script` would."""
    path = os.path.abspath(script)
    sys.path.remove(root)
    module = type(sys)("__main__")
    module.__file__ = path
    module.__builtins__ = __builtins__  # type: ignore[attr-defined]
    namespace = module.__dict__

    def show(kind, error, trace) -> None:
        import traceback

        while trace is not None and trace.tb_frame.f_globals is not namespace:
            trace = trace.tb_next
        traceback.print_exception(kind, error, trace)

    sys.argv = [script, *arguments]
    place = next((number for number, entry in enumerate(sys.path)
                  if entry.endswith(("site-packages", "dist-packages"))), len(sys.path))
    sys.path.insert(place, os.path.dirname(path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "studybuddy"]:
        del sys.modules[name]
    sys.excepthook = show
    sys.modules["__main__"] = module
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec", dont_inherit=True), namespace)
