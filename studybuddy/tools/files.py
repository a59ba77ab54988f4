"""The four file tools: list, read, write, run. They work in one folder and never leave it.

    refuse    is the path a plain one?         sandbox.paths, the same rule for all four
    resolve   where does it really lead?       sandbox.walk, without following a link
    open      only that file
    limit     how much, how long?
    report    the result, or the error, as data

Each takes `working_directory` first: the program sets it, and a model never sees it
(`file_tools(workdir)` gives the tools with their folder). An error is a sentence that helps a
model to correct itself, and never holds a path of the machine. `write_file` and
`run_python_file` carry an `effect`: what a person is shown before the call runs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress

from studybuddy.sandbox.paths import PathRefused, plain
from studybuddy.sandbox.walk import Folder, quoted

_IS_FOLDER = "is a folder, not a file. List it with get_files_info, or name a file in it."


def get_files_info(working_directory: str | os.PathLike, directory: str = ".") -> dict:
    """List the files and folders in one folder, with their sizes in bytes.

    Use it first, to see which files there are. Paths are relative to the working folder.

    Args:
        directory: The folder, such as "pkg"; "." is the working folder itself.

    Returns:
        {"directory": text, "files": [{"name", "size", "is_dir"}]}, sorted by name, at most 200,
        with "message" when there are more; the size of a folder is 0. What is neither a file nor
        a folder, such as a link, has a "note". Files with keys (.env) are left out. Or
        {"error": sentence}. It never raises.
    """
    def listed(allowed: Folder) -> dict:
        from studybuddy.tools.listing import listing

        names = plain(directory)
        try:
            with allowed.folder(*names) as folder:
                return {"directory": "/".join(names) or ".", **listing(folder)}
        except FileNotFoundError:
            from studybuddy.tools.nearby import missing

            return {"error": missing(allowed, names, folder=True)}
        except NotADirectoryError:
            _open_as_file(allowed, names)  # for what is neither a folder nor a file
            return {"error": f"{quoted(*names)} is a file, or leads through one. "
                             "Read a file with get_file_content."}

    return _answer(working_directory, directory, listed, folder=True)


def get_file_content(working_directory: str | os.PathLike, file_path: str) -> dict:
    """Read a text file. Of a long one only the first 10,000 characters come back.

    Args:
        file_path: The file, relative to the working folder, such as "pkg/calculator.py".

    Returns:
        {"file_path": text, "content": text, "truncated": bool}. A "message" says how much more
        there was, and how many characters could not be read. The text is UTF-8, or UTF-16 with a
        mark at its start; line ends are as in the file. Or {"error": sentence}. It never raises.
    """
    def read(allowed: Folder) -> dict:
        from studybuddy.tools.filetext import NotText, beginning

        names = _file_names(file_path)
        with allowed.folder(*names[:-1]) as parent:
            descriptor, known = parent.open(names[-1])
        with open(descriptor, "rb") as file:
            try:
                return {"file_path": "/".join(names), **beginning(file, known.st_size)}
            except NotText:
                return {"error": f"{quoted(*names)} is not a text file ({known.st_size:,} bytes). "
                                 "Only text in UTF-8 can be read."}

    return _answer(working_directory, file_path, read)


def write_file(working_directory: str | os.PathLike, file_path: str, content: str) -> dict:
    """Write a text file: a new one, or the whole new text of one that is there.

    Folders on the way are made. The text replaces all that was in the file, so send all of it.

    Args:
        file_path: The file, relative to the working folder, such as "pkg/calculator.py".
        content: The complete text, at most 1,000,000 characters.

    Returns:
        {"file_path": text, "characters": int, "message": sentence} or {"error": sentence}, and
        then the old text is still there. The version before is kept: see `tools.undo`. It never
        raises.
    """
    def write(allowed: Folder) -> dict:
        from studybuddy.tools import writtenback
        from studybuddy.tools.writing import put_and_keep, read_old, to_bytes

        data = to_bytes(content)
        names = _written_names(allowed, file_path)
        with allowed.folder(*names[:-1], make=True) as parent:
            old = read_old(parent, names[-1])
            writtenback.look(quoted(*names), content, old and old.data)
            if old is not None and old.data == data:
                said = f"{quoted(*names)} has exactly this text already. Nothing was changed."
            else:
                kept = put_and_keep(parent, names[-1], data, old)
                said = (f"{'Created' if old is None else 'Overwrote'} {quoted(*names)}: "
                        f"{len(content):,} character{'s' if len(content) != 1 else ''}.")
                if not kept:
                    said += " Its old version could not be kept, so this cannot be undone."
        return {"file_path": "/".join(names), "characters": len(content), "message": said}

    return _answer(working_directory, file_path, write, new=True)


def run_python_file(working_directory: str | os.PathLike, file_path: str,
                    args: list[str] | None = None) -> dict:
    """Run a Python file in the working folder and return what it printed.

    It gets no input and no keys, and is stopped after 30 seconds.

    Args:
        file_path: The file, relative to the working folder, such as "main.py". It ends in .py,
            in small or capital letters.
        args: The arguments of its command line, each as one text: ["3 + 5"].

    Returns:
        {"file_path": text, "stdout": text, "stderr": text, "return_code": int}, with "message"
        where there is more to say; in the output the path of the working folder is left out. Or
        {"error": sentence}. A script that was stopped has both: what it printed until then, a
        return code of None, and the error. One that was stopped for the length of its output did
        run: its return code is None, and the message says why. It never raises.
    """
    def started(allowed: Folder) -> dict:
        from studybuddy.sandbox.runner import run
        from studybuddy.tools import importable, running

        names = _file_names(file_path)
        arguments = running.read_arguments(args)
        running.read_script(allowed, names)  # for what is refused
        importable.look(allowed.root)
        ran = run(allowed.root, "/".join(names), arguments, timeout=running.SECONDS)
        return running.outcome_of(ran, names, allowed.root)

    return _answer(working_directory, file_path, started)


def _write_effect(working_directory: str | os.PathLike, file_path: str, content: str) -> str:
    """What `write_file` would do with these arguments, as a diff. It changes nothing."""
    def described(allowed: Folder) -> str:
        from studybuddy.tools import writtenback
        from studybuddy.tools.effects import describe_write
        from studybuddy.tools.writing import read_old, to_bytes

        data = to_bytes(content)
        names = _written_names(allowed, file_path)
        try:
            with allowed.folder(*names[:-1]) as parent:
                old = read_old(parent, names[-1])
        except FileNotFoundError:  # a folder on the way that the write will make
            old = None
        writtenback.look(quoted(*names), content, old and old.data)
        return describe_write(names, old and old.data, data)

    return _text(_answer(working_directory, file_path, described, new=True))


def _run_effect(working_directory: str | os.PathLike, file_path: str,
                args: list[str] | None = None) -> str:
    """What `run_python_file` would start: command, script, digests. It starts nothing."""
    def described(allowed: Folder) -> str:
        from studybuddy.tools.effects import describe_run
        from studybuddy.tools.running import read_arguments, read_script

        names = _file_names(file_path)
        arguments = read_arguments(args)
        return describe_run(allowed.root, names, read_script(allowed, names), arguments)

    return _text(_answer(working_directory, file_path, described))


write_file.effect = _write_effect  # type: ignore[attr-defined]
run_python_file.effect = _run_effect  # type: ignore[attr-defined]

# Whose text an answer holds; an error may hold it too, since it names files that lie nearby.
get_files_info.origin = (  # type: ignore[attr-defined]
    lambda arguments, result: f"folder: {arguments.get('directory', '.')}")
get_file_content.origin = (  # type: ignore[attr-defined]
    lambda arguments, result: f"file: {arguments['file_path']}")
write_file.origin = get_file_content.origin  # type: ignore[attr-defined]
run_python_file.origin = (  # type: ignore[attr-defined]
    lambda arguments, result: f"output of {arguments['file_path']}")


# -- report ----------------------------------------------------------------------------------------


def _answer(working_directory: object, path: object, work: Callable, *, folder: bool = False,
            new: bool = False):
    """What `work` gives for the allowed folder, or the error as data.

    `folder` says that the path is to be one of a folder, `new` that it need not be there yet.
    """
    try:
        with Folder.allowed(working_directory) as allowed:  # type: ignore[arg-type]
            try:
                return work(allowed)
            except PathRefused as reason:
                return {"error": f"{reason}{_hint(allowed, path, folder)}"}
            except FileNotFoundError:
                if new:
                    raise
                from studybuddy.tools.nearby import missing

                return {"error": missing(allowed, plain(path))}
    except PathRefused as reason:
        return {"error": str(reason)}
    except IsADirectoryError:
        return {"error": f"{_named(path)} {_IS_FOLDER}"}
    except (NotADirectoryError, FileExistsError):
        return {"error": f"{_named(path)} leads through a file as if it were a folder."}
    except PermissionError:
        return {"error": f"{_named(path)} is closed: this program has no right to "
                         f"{'write' if new else 'read'} it."}
    except OSError as error:
        return {"error": f"{_named(path)} cannot be used ({error.strerror or 'no reason given'})."}


def _hint(allowed: Folder, path: object, folder: bool) -> str:
    """For a path that the rule for plain ones refuses: which path was perhaps meant."""
    try:
        plain(path)
        return ""  # something else was refused
    except PathRefused:
        from studybuddy.tools.nearby import meant

        try:
            return meant(allowed, path, folder=folder) if isinstance(path, str) else ""
        except OSError:
            return ""


def _named(path: object) -> str:
    from studybuddy.jsontext import quote

    return quoted(quote(path) if isinstance(path, str) else "the path")


def _text(answer: dict | str) -> str:
    """An effect: the text, or the sentence of the error that the call would give."""
    if isinstance(answer, str):
        return answer
    return f"This call would do nothing but give an error: {answer['error']}"


# -- refuse ----------------------------------------------------------------------------------------


def _file_names(path: str) -> tuple[str, ...]:
    """The names of a path that is to lead to a file."""
    names = plain(path)
    if not names:
        raise PathRefused(f"{quoted(path)} {_IS_FOLDER}")
    if path.endswith(("/", "/.")):
        raise PathRefused(f'{quoted(path)} ends like a folder. Write the path of a file without '
                          '"/" at its end; list a folder with get_files_info.')
    return names


def _open_as_file(allowed: Folder, names: tuple[str, ...]) -> None:
    """Raise PathRefused for what would stay closed to a reader too, such as a pipe."""
    with suppress(OSError), allowed.folder(*names[:-1]) as parent:
        os.close(parent.open(names[-1])[0])


def _written_names(allowed: Folder, path: str) -> tuple[str, ...]:
    """The same for a file that is to be written: no second folder of the working folder's name,
    and no new name that looks like another one."""
    names = _file_names(path)
    _require_seen(allowed, names)
    if len(names) > 1 and names[0] == os.path.basename(allowed.root):
        try:
            allowed.look(names[0])
        except FileNotFoundError:
            raise PathRefused(f"The working folder is {quoted(names[0])} itself. "
                              f"Use {quoted(*names[1:])}.") from None
    return names


def _require_seen(allowed: Folder, names: tuple[str, ...]) -> None:
    """Raise PathRefused for a new name with characters that nobody sees, or that turn the text."""
    from studybuddy.showing import show_hidden

    for depth, name in enumerate(names):
        shown = show_hidden(name)
        if shown == name:
            continue
        try:
            with allowed.folder(*names[:depth]) as parent:
                parent.look(name)
        except FileNotFoundError:
            code = re.search(r"<(U\+[0-9A-F]+)>", shown)
            raise PathRefused(f"A name in the path holds {code[1] if code else 'a character'}, "
                              "which nobody sees. Leave it out.") from None
        except OSError:
            return  # the write itself says why
