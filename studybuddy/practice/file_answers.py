"""The answer to a task about files, written from what the tools really gave back.

What stands in a file or in a program's output is data: it is shown, counted or quoted.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable

from studybuddy.practice import wording
from studybuddy.practice.file_paths import folder_of, name_of
from studybuddy.practice.file_results import entries_of, ran, same_name, text_of_file
from studybuddy.practice.file_task import Task
from studybuddy.practice.file_work import Done
from studybuddy.practice.files import LIST_FILES, READ_FILE, RUN_FILE, WRITE_FILE
from studybuddy.practice.operator_tables import MAX_CHARS, MAX_NESTING, nesting
from studybuddy.practice.repair import operators_of
from studybuddy.practice.wording import error_of, was_rejected

MAX_SHOWN = 3_000  # characters of a file or of an output
MAX_ROWS = 40  # entries of a listing

def answer(task: Task, done: list[Done]) -> str:
    """The words for the end of a task: from its last call, or from the last that went well."""
    if not done:
        return "I have no tool for this."
    name, arguments, result = done[-1]
    path = str(arguments.get("file_path") or arguments.get("directory") or ".")
    if was_rejected(result):
        return wording.answer(done[-1:])
    error = error_of(result)
    if name == LIST_FILES and task.kind not in ("list", "find", "explore"):
        failed = next((one for one in reversed(done) if error_of(one[2])), None)
        if failed:  # it was looked for, and is nowhere
            seen = [entry.name for one in done if one[0] == name for entry in entries_of(one[2])]
            return (f"{sentence(error_of(failed[2]))} "
                    f"I looked in the folder; it holds {listed(seen)}.")
    if error:
        return f"{_did(name, path)} did not work: {sentence(error)}"
    if name == LIST_FILES and task.kind == "find":
        return _found(task, done)
    if name == LIST_FILES:
        return _listing(task, path, result)
    if name == READ_FILE:
        return _file(task, path, result)
    if name == RUN_FILE:
        return output(path, result)
    return _written(task, path, arguments)


def output(path: str, result: dict) -> str:
    """What a program printed and how it ended."""
    run = ran(result)
    text = run.stdout.strip()
    ended = f" {run.note.strip()}" if run.note.strip() else ""
    if run.code not in (0, None):
        ended = f" It ended with exit code {run.code}.{ended}"
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict) and isinstance(data.get("expression"), str) and "result" in data:
        shown = wording.show_number(data["result"])
        return f"{path} gives: {data['expression'][:300]} = {shown}.{ended}"
    silent = not text and not run.stderr.strip() and "printed nothing" not in ended
    parts = [f"{path} printed nothing.{ended}" if silent else f"I ran {path}.{ended}"]
    if text:
        parts.append(f"It printed:\n{_shown(text)}")
    if run.stderr.strip():
        parts.append(f"Its messages (standard error):\n{_shown(run.stderr.strip())}")
    return "\n".join(parts)


# Listings -----------------------------------------------------------------------------------------
def _listing(task: Task, folder: str, result: dict) -> str:
    entries = entries_of(result)
    where = "The working folder" if folder == "." else f"The folder {folder}"
    question = task.question.lower()
    files = [entry for entry in entries if not entry.is_dir]
    ending = next((end for word, end in (("python", ".py"), ("text", ".txt"), ("markdown", ".md"))
                   if word in question), "")
    chosen = [entry for entry in files if entry.name.endswith(ending)]
    kind = {".py": "Python ", ".txt": "text ", ".md": "Markdown "}.get(ending, "")
    if re.search(r"\bhow many\b", question):
        return (f"{where} holds {_count(len(chosen), kind + 'file')}: "
                f"{listed(entry.name for entry in chosen)}.")
    most = re.search(r"\b(largest|biggest|longest|smallest)\b", question)
    sized = [entry for entry in chosen if entry.size is not None]
    if most and sized:
        pick = (min if most[1] == "smallest" else max)(sized, key=lambda entry: entry.size or 0)
        return f"The {most[1]} {kind}file there is {pick.name}, with {pick.size:,} bytes."
    if not entries:
        return f"{where} is empty."
    rows = [f"- {entry.name}/ (folder)" if entry.is_dir else f"- {entry.name}" + (
        f" ({entry.size:,} bytes)" if entry.size is not None else "") for entry in entries]
    text = "\n".join([f"{where} holds {_count(len(entries), 'entry')}:", *rows[:MAX_ROWS]])
    if len(rows) > MAX_ROWS:
        text += f"\n... and {len(rows) - MAX_ROWS} more."
    more = result.get("message") or result.get("note")
    return f"{text}\n{more[:300]}" if isinstance(more, str) and more else text


def _found(task: Task, done: list[Done]) -> str:
    """Whether a file is there: in the folders that were listed, the last one first."""
    name = name_of(task.path)
    seen = [(str(one[1].get("directory") or "."), entry) for one in done if one[0] == LIST_FILES
            for entry in entries_of(one[2])]
    folder, entry = next(((folder, entry) for folder, entry in reversed(seen)
                          if same_name(entry.name, name)), (".", None))
    if entry is None:
        own = folder_of(task.path)
        where = "The working folder" if own == "." else f"The folder {own}"
        return f"No. {where} holds no {name}. I saw {listed(one.name for _, one in seen)}."
    where = "The working folder" if folder == "." else f"The folder {folder}"
    size = f" {entry.name} has {entry.size:,} bytes." if entry.size is not None else ""
    if re.search(r"\b(?:how|size|bytes|space|than)\b", task.question.lower()) and size:
        return size.strip()
    return f"Yes. {where} holds {entry.name}{' (a folder)' if entry.is_dir else ''}.{size}"


# Files --------------------------------------------------------------------------------------------
def _file(task: Task, path: str, result: dict) -> str:
    text, whole = text_of_file(result)
    part = "" if whole else f" {_how_much(text, result)}"
    question = task.question.lower()
    if not text.strip():
        return f"{path} is empty."
    python = path.endswith(".py")
    if python and re.search(r"\boperators?\b|\boperations\b", question):
        signs = operators_of(text)
        if signs:
            return f"{path} has a table with these operators: {' '.join(signs)}.{part}"
    if re.search(r"\bhow (?:many lines|long)\b|\bnumber of lines\b|\bcount\b.*\blines\b", question):
        lines = len(text.splitlines())
        return (f"{path} has {_count(lines, 'line')}." if whole
                else f"{path} has more than {lines:,} lines.{part}")
    if re.search(r"\bhow many words\b", question) and whole:
        return f"{path} has {_count(len(text.split()), 'word')}."
    about = _outline(text) if python else None
    if about and re.search(r"\bimports?\b|\blibrar|\bmodules\b", question):
        return f"{path} imports {listed(about['imports'])}."
    if about and re.search(r"\b(?:functions?|class|classes|methods?|defined)\b", question):
        return f"{path} defines {listed(about['names'])}."
    if about and (task.kind == "explore" or re.search(
            r"\b(?:what does|explain|about|summar|how does|describe|purpose)\b", question)):
        said = f' Its docstring says: "{about["says"]}"' if about["says"] else ""
        return (f"{path} defines {listed(about['names'])}; it imports {listed(about['imports'])}."
                f"{said}{part}\nThe text itself:\n{_shown(text)}")
    return "\n".join([f"{path} says:", _shown(text), *([part.strip()] if part else [])])


def _how_much(text: str, result: dict) -> str:
    """What the tool said of a file of which it gave only the beginning."""
    told = result.get("message")
    if isinstance(told, str) and told.strip():
        return sentence(told)
    total = result.get("total_chars")
    return f"This is only the start of it, {len(text):,} characters" + (
        f" of {total}." if type(total) is int else ".")


def _outline(source: str) -> dict | None:
    """What a Python text defines and imports; None for a text that cannot be read."""
    if len(source) > MAX_CHARS or nesting(source) > MAX_NESTING:
        return None
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    names, imports = [], []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names.append(f"{node.name}()")
        elif isinstance(node, ast.ClassDef):
            methods = [one.name for one in node.body
                       if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
            inside = f" with {listed(f'{one}()' for one in methods)}" if methods else ""
            names.append(f"class {node.name}{inside}")
        elif isinstance(node, ast.Import):
            imports += [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports.append(node.module or ".")
    says = " ".join((ast.get_docstring(tree) or "").split())
    return {"names": names, "imports": list(dict.fromkeys(imports)), "says": says[:300]}


def _written(task: Task, path: str, arguments: dict) -> str:
    size = len(str(arguments.get("content") or ""))
    if task.kind == "undo":
        return f"{path} is as it was before: I have written its earlier text again."
    if task.kind == "append":
        return f"I have added your text to {path}, which now has {_count(size, 'character')}."
    if task.kind == "replace":
        if not task.content:
            return f'I have taken "{task.replaced[:100]}" out of {path}.'
        return f'I have put "{task.content[:100]}" in place of "{task.replaced[:100]}" in {path}.'
    if task.kind == "copy":
        return f"I have copied {task.path} to {path}: {_count(size, 'character')}."
    if not size:
        return f"I have written {path}; it is empty."
    return f"I have written {_count(size, 'character')} to {path}."


# What cannot be done ------------------------------------------------------------------------------
def not_found(task: Task, done: list[Done]) -> str:
    """No tests, or no program, in any folder that was listed."""
    if done and (error := error_of(done[-1][2])):
        return f"Looking for it did not work: {sentence(error)}"
    what = ("tests (tests.py, test_*.py)" if task.kind == "tests" else
            f"program {task.path}.py, and none such as main.py in a folder {task.path}"
            if task.path else "program such as main.py")
    seen = [entry.name for one in done for entry in entries_of(one[2])]
    return f"I found no {what}. I saw {listed(seen)}. Please name the file."


def too_long(path: str) -> str:
    """A file of which only the beginning was read cannot be written back."""
    return f"{path} is too long: I read only its beginning, so I have changed nothing."


def not_in_it(path: str, text: str) -> str:
    """Nothing to replace."""
    return f'{path} does not hold "{text[:100]}", so I have changed nothing.'


def nothing_to_undo(path: str | None) -> str:
    """No write in this conversation, or one of a text that was not read before."""
    if path is None:
        return "I have written nothing in this conversation, so there is nothing to take back."
    return (f"I cannot take back what I wrote to {path}: I did not read it before, so I do not "
            "know its earlier text. The tool keeps it: undo(folder) of studybuddy.tools.undo "
            "brings it back.")


def no_tool_for_it(task: Task) -> str:
    """Deleting, renaming, an empty folder: no tool does that."""
    if re.search(r"\b(?:folder|directory|dir)\b", task.question.lower()) and not task.path:
        return ("I have no tool that makes, moves or removes folders. A folder is made when a file "
                'is written into it, for example: write "hello" to notes/hello.txt.')
    copy = (f' I can copy it: "copy {task.path} to {task.target}".' if task.target
            else f' I can empty it: "empty {task.path}".' if task.path else "")
    return ("I have no tool that deletes, moves or renames files. I can list, read, write and run "
            f"them.{copy}")


def no_target(path: str) -> str:
    """A copy without a name."""
    return f'What shall the copy be called? For example: "copy {path} to other_{name_of(path)}".'


def there_already(path: str) -> str:
    """A file that was to be created."""
    return (f"{path} is there already, so I have changed nothing. To replace its text, say what "
            f'to write: write "hello" to {path}.')


def no_program(task: Task) -> str:
    """A program that is only described."""
    return (f"I follow fixed rules and cannot write a program from a description. Give me the text "
            f'of {task.path}, for example: write "print(1 + 2)" to {task.path}.')


def offer_repair(said: str) -> str:
    """After a look for the cause: how to ask for the repair."""
    if "The fault is in" not in said:
        return said
    return f'{said}\nTo have it repaired, ask: "fix the bug".'


# Words --------------------------------------------------------------------------------------------
def _did(name: str, path: str) -> str:
    return {LIST_FILES: "Listing", READ_FILE: "Reading", WRITE_FILE: "Writing",
            RUN_FILE: "Running"}.get(name, name) + f" {path}"


def path_of(one: Done) -> str:
    """The file that a call was about."""
    return str(one[1].get("file_path") or "the file")


def sentence(text: str | None) -> str:
    """A text of a tool on one line, bounded, with its full stop."""
    text = " ".join((text or "").split())[:600]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _count(number: int, thing: str) -> str:
    plural = thing[:-1] + "ies" if thing.endswith("y") else thing + "s"
    return f"{number:,} {thing if number == 1 else plural}"


def listed(names: Iterable[object]) -> str:
    """The first of these, each once, in a sentence."""
    found = list(dict.fromkeys(names))
    if not found:
        return "nothing"
    more = f" and {len(found) - 12} more" if len(found) > 12 else ""
    return ", ".join(str(name)[:100] for name in found[:12]) + more


def _shown(text: str) -> str:
    if len(text) <= MAX_SHOWN:
        return text.rstrip("\n")
    return f"{text[:MAX_SHOWN]}\n[{len(text) - MAX_SHOWN:,} more characters are not shown here]"
