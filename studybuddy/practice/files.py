"""A question about files -> the task that it sets.

The four tools are known by name; `working_directory` is the registry's business and never sent.
Wishes with words of their own (undo, copy, search) are read in `file_wishes`, and several wishes in
one question are taken apart in `file_parts`. What is done for a task stands in `file_steps`.
"""

from __future__ import annotations

import re

from studybuddy.practice.file_arguments import (
    WRITE,
    content,
    expression,
    printed,
    program_arguments,
)
from studybuddy.practice.file_paths import TYPED, Path, folder, folder_of, paths
from studybuddy.practice.file_task import Task
from studybuddy.practice.file_wishes import AT_START, special
from studybuddy.practice.repair import usual

LIST_FILES, READ_FILE, WRITE_FILE, RUN_FILE = TOOLS = (
    "get_files_info", "get_file_content", "write_file", "run_python_file")

MAX_CHARS = 20_000
"""Characters of a question that are looked at here: a text that is to be written stands in it."""

_RUN = (
    r"(?:run|runs|execute|launch|start|try|invoke|exec|rerun|re-run|test out|fire up|kick off|"
    r"running)"
)
_READ = (
    r"(?:read|open|show|get|cat|print|see|display|view|fetch|look|contents?|check|what does|"
    r"what is in|whats in|what's in|what's inside|say|says|tell me what|inside|load|output|"
    r"paste|pull up|give|go through|explain|summari[sz]e|how many lines|find)"
)
_LIST = (
    r"(?:list|ls|dir|directory|folder|directories|folders|files|what is there|what else is|"
    r"contents of the|sitting in|tree|workspace|whats in here|what's in here|what is in here|"
    r"project)"
)
_CODE = re.compile(
    r"\b(?:the calculator|calculator (?:app|program|project|code|package)|"
    r"this code|the code|the program|the project|the script|the app|console|"
    r"the bug|codebase|source code|repo|repository|bug in|the package|main function|pkg)\b"
)
_FIX = re.compile(r"\b(?:fix|repair|debug|correct|mend|patch|resolve|sort out|solve)\b")
_FAULTY = re.compile(r"\b(?:bugs?|buggy|calculator|code|program|precedence|script|app|"
                     r"operator|main|the order of operations)\b|\.py\b")
_COMPLAINT = re.compile(r"\b(?:should|shouldn't|ought|must|supposed|instead of|rather than|wrong|"
                        r"incorrect|not right|expect\w*|bug)\b")
_TESTS = re.compile(rf"\b(?:{_RUN}|execute|do|are|check)\b[^.?!]{{0,20}}\b(?:the |all |my |our |"
                    r"unit ?|its |these )+tests?\b(?! out|\.\w)|\brun (?:unit ?)?tests?\b(?!\.\w)|"
                    r"\btest suite\b")
_PROGRAM = re.compile(rf"{AT_START}(?:{_RUN}|use)\b (?:the|my|this|our)(?: \w+)? ?"
                      r"(?:calculator|program|script|app|project|code|main)\b")
_SIZE = re.compile(r"\b(?:how (?:big|large|heavy)|size of|how many (?:bytes|kb|kilobytes)|"
                   r"file ?size|what size|"
                   r"how much space|(?:bigger|larger|smaller|heavier) than)\b")
_EXISTS = re.compile(r"\bexists?\b|\bpresent\b")
_EXISTS_BEFORE = re.compile(r"\b(?:is there|there is|do (?:i|we|you) have|got|have) "
                            r"(?:a |an |any |the )?(?:file |script |module )?"
                            r"(?:called |named )?[\"']?$")
_IS_THERE = re.compile(r"\bis (?:the file )?[\"']?\s+[\"']?\s*(?:there|here|in (?:the|this|my))\b")
_OUTCOME = re.compile(r"^[\"']?\s+(?:pass|passes|work|works|succeed|run|fail|fails|print|prints|"
                      r"output|return|produce)\b")
_RESULT = re.compile(r"^[\"']?\s+(?:\w+ ){0,2}(?:gives?|says?|answers?|calculates?|computes?|"
                     r"evaluates?|gets?|makes?|shows?|works? out|finds?|handles?|returns?|"
                     r"prints?|outputs?)\b")
_THIS = re.compile(r"\b(?:it|(?:that|this|the|the same)(?: new| python)? (?:file|script|one|"
                   r"program|module)|that|this)\b")
_REPLACE = re.compile(r"\b(?:replace|change|swap)\b (?:the )?(?:words? |text |line |all )?(.+?) "
                      r"(?:with|by|to|for|into) (.+?) (?:in|inside|of) [\"']?$",
                      re.IGNORECASE | re.DOTALL)
_SUPERLATIVE = re.compile(r"\bfile\b.{0,30}\b(?:largest|biggest|smallest|longest)\b|"
                          r"\b(?:largest|biggest|smallest|longest) (?:python |text )?file\b")
_HERE = re.compile(r"\b(?:what|whats|what's|list|show|see|everything)\b.{0,40}\b(?:in|inside|of) "
                   r"(?:here|(?:this|my|our|the current) (?:project|repo|repository|workspace))\b|"
                   rf"{AT_START}file list(?:ing)?\b|"
                   rf"{AT_START}(?:list|show|see|ls)(?: me)? (?:everything|all)(?: you have| there "
                   r"is| of it| here| in here| please| pls)*\W*$")
_WHY = re.compile(rf"{AT_START}(?:why|how come)\b")
_BY_NAME = re.compile(
    rf"{AT_START}(?:run|execute|launch)(?: the| my)?(?: package| folder| module| program| script)? "
    r"[\"']?((?!(?:it|this|that|again|all|both|them|everything|tests?|code|program|project|app|"
    r"unit|calculator|script|file|the|a|my|on|with|through|in|for)\b)[\w-]{1,60}(?:/[\w-]{1,60}){0,8})"
    r"/?[\"']?(?: folder| package| module| directory| dir)?(?= with\b|\W*$)")
_CREATE = re.compile(rf"{AT_START}(?:create|make|start)(?: me)?(?: (?:a|an|the|new|another|python|"
                     r"text|script|program|file|module|markdown|called|named))*[\"'\s]*$")
_ENDS = re.compile(r"[\"'\s]*(?:file|script|for me|please|pls|in (?:here|(?:this|the) folder)|"
                   r"\s)*\W*$")


def read_task(question: str, offered: set[str], last: str = "") -> Task | None:
    """The task of a question, or None when it is not about files. `last` is the file that was
    spoken of before: `now run it`."""
    if not offered:
        return None
    original = question[:MAX_CHARS].replace("\r\n", "\n")
    typed = original.translate(TYPED)
    found = paths(typed)
    if not found and last:
        named = _with_path(original, last)
        if named:
            return read_task(named, offered)
    task = _task(typed, original, found)
    return task if task and _first_tool(task) in offered else None


def _first_tool(task: Task) -> str | None:
    direct = {"read": READ_FILE, "append": READ_FILE, "replace": READ_FILE, "copy": READ_FILE,
              "create": READ_FILE, "write": WRITE_FILE, "run": RUN_FILE, "undo": WRITE_FILE,
              "cannot": WRITE_FILE, "unclear": WRITE_FILE}
    if task.kind == "search" and task.path:
        return READ_FILE
    return direct.get(task.kind, LIST_FILES)


def _task(typed: str, original: str, found: list[Path]) -> Task | None:
    bare = list(typed.lower())
    for path in found:
        bare[path.start:path.end] = " " * (path.end - path.start)
    line = "".join(bare)
    first = _first(line)
    wish = special(typed, original, line, found)
    if wish:
        return wish
    fix = _fix(typed, line, found, first)
    if fix:
        return fix
    if found:
        return _about_a_file(typed, original, line, found, first)
    if _TESTS.search(line):
        return Task("tests", typed)
    if program := _PROGRAM.search(line):
        wanted = expression(typed)
        return Task("program", typed, arguments=(wanted,) if wanted else tuple(
            program_arguments(typed, program.end())))
    if program := _BY_NAME.search(line):
        return Task("program", typed, typed[program.start(1):program.end(1)],
                    tuple(program_arguments(typed, program.end())))
    place = folder(typed)
    if place is None and (_SUPERLATIVE.search(line) or _HERE.search(line)):
        place = "."
    if place is not None and re.search(rf"\b(?:{_LIST}|{_READ}|what|which|whats|how many)\b", line):
        return Task("list", typed, place)
    if _CODE.search(line):
        return Task("explore", typed)
    return None


def _about_a_file(typed: str, original: str, line: str, found: list[Path],
                  first: str | None) -> Task:
    path, start, end = found[0]
    if _SIZE.search(line) or _IS_THERE.search(line) or first != "write" and (
            _EXISTS.search(line) or _EXISTS_BEFORE.search(line[:start].rstrip(" ") + " ")):
        return Task("find", typed, path)
    program = next((one for one in found if one.text.endswith(".py")), None)
    if program is not None:
        arguments = _run(typed, line, program)
        if arguments is not None:
            return Task("run", typed, program.text, tuple(arguments))
    if re.search(rf"\b{WRITE}\b", line) and first != "read":
        replace = _REPLACE.search(typed[:start])
        if replace:
            old, new = (text.strip().strip("\"'") for text in replace.groups())
            nothing = replace[2].strip().lower() == "nothing"  # and not the word in quotes
            return Task("replace", typed, path, content="" if nothing else new, replaced=old)
        if program is not None and (told := printed(typed, program)):
            code, whole = told
            return (Task("write", typed, program.text, content=code) if whole
                    else Task("unclear", typed, program.text))
        text, path = content(typed, original, found)
        if text is not None:
            more = re.search(r"\b(?:append|add)\b|\b(?:end|bottom) of\b|\banother line\b", line)
            new = re.search(r"\b(?:new|create|make)\b", line)
            return Task("append" if more and not new else "write", typed, path, content=text)
        if len(found) == 1 and _CREATE.search(line[:start]) and _ENDS.match(line[end:]):
            return Task("create", typed, path)
    return Task("read", typed, path)


def _run(typed: str, line: str, program: Path) -> list[str] | None:
    """The arguments with which a program is to be run; None when it is not to be run."""
    path, start, end = program
    around = typed[:start] + " " * (end - start) + typed[end:]
    before = line[:start]
    given = expression(around)
    verbs = [(m.start(), kind) for kind, verb in (("run", _RUN), ("read", _READ), ("write", WRITE))
             for m in re.finditer(rf"\b{verb}\b", before)]
    nearest = max(verbs)[1] if verbs else None
    handed = re.search(r"\b(?:using|use|with|via|through|by|in|on|give|feed|hand|pass|let|ask) "
                       r"(?:the )?(?:file |script |program )?[\"']?$", before)
    if nearest == "run" or re.search(r"\b(?:python3?|py)(?: -\w)* [\"']?$", before):
        return program_arguments(typed, end) or ([given] if given else [])
    if given and nearest != "write" and (
            handed or nearest is None or _RESULT.match(line[end:])):
        return [given]
    if re.search(r"\boutput of (?:the )?(?:file |script )?[\"']?$", before) or (
            _OUTCOME.match(line[end:]) and re.search(
                r"\b(?:does|do|will|did|is|whether|if|that|make sure) [\"']?$", before)):
        return program_arguments(typed, end)
    if nearest is None and re.match(r"\W*(?:and )?(?:run|execute) (?:it|this|that)\b", line[end:]):
        return program_arguments(typed, end)
    return None


def _first(line: str) -> str | None:
    """The kind whose verb comes first in the line."""
    kinds = (("run", _RUN), ("write", WRITE), ("read", _READ))
    places = [(m.start(), kind) for kind, verb in kinds if (m := re.search(rf"\b{verb}\b", line))]
    return min(places)[1] if places else None


def _fix(typed: str, line: str, found: list[Path], first: str | None) -> Task | None:
    """A fault that is to be repaired: with an example, with the file, or with neither."""
    programs = [path for path in found if path.text.endswith(".py")]
    if len(programs) < len(found) and first == "write":
        return None  # a note about a bug
    example = expression(typed)
    about = _FAULTY.search(line) or programs
    complains = bool(example and _COMPLAINT.search(line))
    why = bool(_WHY.search(line) and example and not _FIX.search(line))
    if not (why or _FIX.search(line) and (about or complains) or complains and about):
        return None
    path = programs[0].text if programs else ""
    if not example:
        return Task("fix", typed, path)
    wanted, got = _outcomes(typed, example, found)
    if why and got is None:
        return None  # a question about what is right
    return Task("why" if why else "fix", typed, path, expression=example, wanted=wanted, got=got)


def _outcomes(typed: str, example: str, found: list[Path]) -> tuple[float | None, float | None]:
    """What the example should give and what it gives, as far as the question says so."""
    for path in found:
        typed = typed.replace(path.text, " ")
    rest = typed.lower().replace(example.lower(), " ")
    numbers = [float(text) for text in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])", rest)]
    stated = re.search(r"\b(?:should|must|ought to|supposed to|expect\w*|want\w*|right answer)"
                       r"(?: (?!not\b)\w+){0,4}? (-?\d+(?:\.\d+)?)", rest)
    wanted = usual(example)
    if stated and not re.search(r"\bnot\b|n't", stated[0]):
        wanted = float(stated[1])
    return wanted, next((number for number in numbers if number != wanted), None)


def _with_path(question: str, last: str) -> str:
    """`now run it` with the path in place of `it`; empty when nothing stands for a file."""
    line = question.lower()
    verb = rf"(?:{_RUN}|{_READ}|{WRITE}|summari[sz]e|how (?:big|long|large)|delete|fix)"
    if len(line) > 400 or not re.match(rf"{AT_START}{verb}\b", line):
        return ""
    place = _THIS.search(line)
    if place:
        return f"{question[:place.start()]}{last}{question[place.end():]}"
    again = re.match(rf"{AT_START}{_RUN}\b(?= again| once more|\W*$|\s+with\b)", line)
    return f"{question[:again.end()]} {last}{question[again.end():]}" if again else ""


def folder_to_list(task: Task) -> str:
    """The folder whose listing answers a question about one file or about a folder."""
    return folder_of(task.path) if task.kind == "find" else task.path or "."
