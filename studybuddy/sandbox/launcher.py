"""The first code in the child: it takes the layers upon itself, says which it has, and becomes
the program.

It starts in a folder that is not the program's, and goes there when the layers are in force. It
imports little, because each run pays for it: json or traceback would cost 10 ms.

The program finds its own folder behind Python's library and before installed packages, so a file
there can never stand in for a module of Python's own, and it never sees this launcher in a
traceback. What comes from its folder is the text that a person can read: source files before
compiled ones, never `__pycache__`, and UTF-8 whatever a first line says.
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
    os.chdir(folder)
    if status:  # closed before the program begins, which so cannot write there
        os.write(int(status), ",".join(held).encode() + b"\n")
        os.close(int(status))
    if not set(filter(None, required.split(","))).issubset(held):
        os._exit(REFUSED)
    _become(script, arguments, root, folder)


def _take(wanted: set[str], seconds: float, folder: str) -> list[str]:
    """Take the wanted layers, and return the names of those that are in force."""
    # seccomp, where it comes, forbids new processes, budget counts threads; to do so takes time.
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


def _become(script: str, arguments: list[str], root: str, folder: str) -> None:
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
    sys.path_hooks.insert(0, _finder(folder))
    text = _text(path)
    if text is None:
        raise SyntaxError(f"{os.path.basename(path)} is not UTF-8. Save it as UTF-8.")
    exec(compile(text, path, "exec", dont_inherit=True), namespace)


def _finder(folder: str):
    """The hook for `sys.path_hooks` that finds modules in `folder`."""
    # What importlib.machinery shows, and Python has loaded at its start: importlib itself and what
    # it imports would cost 1 ms.
    import _frozen_importlib_external as machinery

    class Source(machinery.SourceFileLoader):
        def get_code(self, fullname):
            text = _text(self.path)
            if text is None:
                raise ImportError(f"{os.path.basename(self.path)} is not UTF-8. Save it as UTF-8.")
            return self.source_to_code(text, self.path)

    # Under this file name Python leaves it out of a traceback, as it does its own loader.
    theirs = machinery.SourceFileLoader.get_code.__code__.co_filename
    Source.get_code.__code__ = Source.get_code.__code__.replace(co_filename=theirs)
    found = machinery.FileFinder.path_hook(
        (Source, machinery.SOURCE_SUFFIXES),
        (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES))
    inside = os.path.join(os.path.normcase(folder), "")

    def inside_alone(path):
        for form in (os.path.abspath, os.path.realpath):  # a link may lead in, or out
            if os.path.join(os.path.normcase(form(path)), "").startswith(inside):
                return found(path)
        raise ImportError("not in the program's folder")

    return inside_alone


def _text(path: str) -> str | None:
    """A source file as UTF-8, or None if it is none. In a text Python looks for no encoding."""
    with open(path, "rb") as file:
        source = file.read().removeprefix(b"\xef\xbb\xbf")
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        return None
