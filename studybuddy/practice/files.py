"""A task about files -> which file tool, and its arguments.

The four tools are known by name; `working_directory` is the registry's business and never sent.
"""

from __future__ import annotations

import re

from studybuddy.practice.words import tidy

TOOLS = ("get_files_info", "get_file_content", "write_file", "run_python_file")

_PATH = re.compile(
    r"\"([^\"\n]{1,200}?\.\w{1,5})\"|'([^'\n]{1,200}?\.\w{1,5})'|"
    r"(?<![\w-])((?:\.{0,2}/)?[\w-]{1,60}(?:[./\\][\w-]{1,60}){0,8}\.[A-Za-z]\w{0,4"
    r"})(?![\w/])"
)
_ENDINGS = frozenset(
    "py txt md csv json yaml yml toml cfg ini log html css js ts ipynb rst xml "
    "pdf png jpg c cpp h java sh sql tex dat out rb go rs ics".split()
)
_RUN = (
    r"(?:run|execute|launch|start|try|invoke|exec|rerun|re-run|test out|fire up|kick off|running)"
)
_WRITE = (
    r"(?:write|create|save|put|add|make|overwrite|replace|store|append|update|fill|generate|"
    r"set|change|jot|dump|insert|note|stick|record)"
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
    r"the bug|codebase|source code|repo|repository|bug in|fix (?:the|my|this|"
    r"a) (?:bug|code|calculator|error)|unit tests|the package|main function|pkg)\b"
)
_COUNTED_ARGS = (
    r"(?:(?:the |its |an? |these |following |two |three |single |whole |"
    r"command[- ]line )*(?:arguments?|args?|inputs?|params?|parameters?|expression|string|values?|"
    r"option|options|flags?)[: ]*)"
)


def file_call(text: str, offered: set[str]) -> tuple[str, dict] | None:
    """The file tool that the text asks for with its arguments, or None. Only offered tools."""
    typed = tidy(text)
    line = typed.lower()
    paths = _paths(typed)
    folder = _folder(typed)
    verb = _first(
        line, (("run", rf"\b{_RUN}\b"), ("write", rf"\b{_WRITE}\b"), ("read", rf"\b{_READ}\b"))
    )
    if paths:
        path, start, end = paths[0]
        if path.endswith(".py") and verb == "run" and "run_python_file" in offered:
            arguments: dict = {"file_path": path}
            args = _args(typed, end)
            if args:
                arguments["args"] = args
            return "run_python_file", arguments
        if re.search(rf"\b{_WRITE}\b", line) and "write_file" in offered and verb != "read":
            content, path = _content(typed, paths)
            if content is not None:
                return "write_file", {"file_path": path, "content": content}
        if re.search(rf"\b{_READ}\b|\?", line) or verb is None:
            return _offer("get_file_content", {"file_path": path}, offered)
        return _offer("get_file_content", {"file_path": path}, offered) if verb == "read" else None
    if folder is not None and re.search(rf"\b(?:{_LIST}|{_READ}|what|which|whats)\b", line):
        return _offer("get_files_info", {"directory": folder}, offered)
    if _CODE.search(line) and "get_files_info" in offered:
        return "get_files_info", {"directory": "."}
    return None


def _offer(name: str, arguments: dict, offered: set[str]) -> tuple[str, dict] | None:
    return (name, arguments) if name in offered else None


def _first(line: str, kinds: tuple) -> str | None:
    """The kind whose verb comes first in the line."""
    places = [(m.start(), kind) for kind, pattern in kinds if (m := re.search(pattern, line))]
    return min(places)[1] if places else None


def _paths(typed: str) -> list[tuple[str, int, int]]:
    found = []
    for m in _PATH.finditer(typed):
        path = next(g for g in m.groups() if g)
        if path.rpartition(".")[2].lower() in _ENDINGS:
            found.append((path, m.start(), m.end()))
    return found


def _folder(typed: str) -> str | None:
    """The folder that is named, `.` for the working folder itself, None when none is meant."""
    line = typed.lower()
    m = re.search(
        r"\b(?:in|inside|under|within|list|of) (?:the "
        r")?[\"'`]?([\w.-]+/(?:[\w.-]+/?)*(?: \d+)?)[\"'`]?(?=\s*[?!.,]?\s*$)",
        line,
    )
    if m:
        return typed[m.start(1) : m.end(1)].rstrip("/.?") or "."
    m = re.search(
        r"(?:\bthe |\bmy |\bin |\binside |\bof )?[\"'`]?\b((?!the\b|my\b|this\b|urrent|"
        r"current\b|working\b|a\b|in\b|of\b|root\b|what\b|which\b|project\b|that\b|"
        r"each\b|same\b|main\b|top\b|your\b|our\b|whole\b|from\b|inside\b|"
        r"list\b)[\w.-]+(?:/[\w.-]+)*/?)[\"'`]? (?:folder|directory|dir|subfolder|"
        r"package)\b",
        line,
    )
    if m:
        return typed[m.start(1) : m.end(1)].rstrip("/")
    m = re.search(
        r"(?:folder|directory|dir|subfolder)(?: called| named)? [\"'`]?((?!is|in|has|"
        r"have|for|please|and|do|contents?|you|there|now|with|are|to|we|i\b|right|of\b|"
        r"at\b)[\w.-]+(?:/[\w.-]+)*)[\"'`]?",
        line,
    )
    if m:
        return typed[m.start(1) : m.end(1)]
    m = re.search(
        r"\b(?:in|inside|under|of|at|list|ls|within)(?: the)? "
        r"[\"'`]?([\w.-]+(?:/[\w.-]+)+/?|[\w-]+/)(?=[\"'`\s?!.,]|$)",
        line,
    )
    if m:
        return typed[m.start(1) : m.end(1)].rstrip("/.?") or "."
    if re.search(r"\b(?:files|directory|folder|working dir|ls|workspace|root)\b", line):
        m = re.search(
            r"\bfiles (?:are |do i have |exist |live |sit |there )*(?:in|inside|under|"
            r"of) (?!the (?:root|current|working|project|main|top|folder|directory|"
            r"workspace)|this|here|my|it|there|our|all|total)(?:the )?[\"'`]?([\w./-]+)",
            line,
        )
        if m:
            return typed[m.start(1) : m.end(1)].rstrip("/.?,") or "."
        return "."
    return None


def _args(typed: str, after: int) -> list[str]:
    """The arguments for a program: quoted texts, else the words after `with`, `passing`, `on`."""
    rest = typed[after:]
    quoted = [a or b for a, b in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'", rest)]
    if quoted:
        return quoted[:20]
    m = re.search(
        rf"\b(?:with|passing|pass|using|on|giving|and give it|give it|args?|arguments?|"
        rf"for|input|feed it|feeding)\b[: ]*{_COUNTED_ARGS}?(.+)$",
        rest,
        re.IGNORECASE | re.DOTALL,
    )
    if not m:
        m = re.match(r"\s+((?:-{1,2}[\w-]+|[\d.+*/()-]+)(?:\s.*)?)$", rest, re.DOTALL)
        if not m:
            return []
    text = m[1].strip().rstrip("?!")
    text = re.sub(
        r"^(?:arguments?|args?|this expression|the expression|expression|input)[: ]*",
        "",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(
        r"(?:,? (?:as (?:an? |the |its |one |single |separate |two |three |"
        r"command[- ]line )*(?:arguments?|args?|inputs?|parameters?|string|strings|"
        r"expression|expressions)|please|pls|for me|pass (?:it|them) (?:whole|as one|"
        r"together)|and (?:show|tell|give|see|print|let|check)\b.*|in that order|"
        r"(?:whole|together)))+\.?$",
        "",
        text,
        flags=re.IGNORECASE | re.DOTALL,
    )
    text = text.strip().rstrip(".,")
    if not text or re.fullmatch(
        r"(?:no|without|me|no arguments|no args|it|default|nothing)", text, re.IGNORECASE
    ):
        return []
    if re.fullmatch(r"[\d\s.+*/()%^-]+", text) and re.search(r"[+*/%^-]", text.strip("-")):
        return [text]  # an expression is one argument
    return re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+", text)[:20]


def _content(typed: str, paths: list[tuple[str, int, int]]) -> tuple[str | None, str]:
    """What is to be written and where."""
    line = typed.lower()
    code = re.search(
        r"\b(?:with|containing|content|contents|line|has|saying)\b[: ]*(print\(.*\)|"
        r"(?:import|from|def|class|for|x|return) .*?|#.*?)(?: as (?:the |its |"
        r"an? )?(?:only |single |first )?(?:line|content|contents|text))?[.!]?$",
        typed,
        re.IGNORECASE,
    )
    # the target: the path behind in, to, into, as, called, named; else the first one
    target = next(
        (
            p
            for p in paths
            if re.search(
                r"\b(?:in|to|into|as|called|named|file|inside|at|new|create|make|overwrite|update|replace|"
                r"on|of)(?: (?:the|a|my|an))?(?: new)?(?: file)?(?: called| named)?[ :\"']*$",
                line[max(0, p[1] - 30) : p[1]],
            )
        ),
        paths[0],
    )
    path, start, end = target
    if code and code.start() > end:
        return code[1].strip(), path
    for m in re.finditer(
        r"\"([^\"\n]*)\"|'((?:[^'\n]|(?<=\w)'(?=\w))*)'|`([^`\n]*)`|“([^”]*)”", typed
    ):
        if m.start() <= start < m.end() or start <= m.start() < end:
            continue
        return next(g for g in m.groups() if g is not None), path
    after = typed[end:]
    found = re.search(
        r"(?:\b(?:with|containing|contains|saying|says|that says|which says|reading|"
        r"content|contents|text|to say|to read|the line|the text|to|so it says|having|"
        r"holding)\b[: ]*|[:]\s*)"
        r"(?:(?:just |only |the |this |following |single |one |a |its )*(?:contents?|"
        r"text|lines?|words?|sentence|body|message)\b(?: of| as| being| is)?[: ]*)?(.+)$",
        after,
        re.IGNORECASE | re.DOTALL,
    )
    if found and found[1].strip():
        return _text(found[1]), path
    before = typed[:start]
    found = re.search(
        rf"\b{_WRITE}\b(?: down)?(?: me)?(?: (?:the|a|this|my|these|following|one|"
        rf"another|single|new))*(?: (?:lines?|text|words?|sentence|content|contents|"
        rf"note|string|message|reminder|todo|entry)\b)?(?: that says| saying|"
        rf" of)?[: ]*(.+?)\s*\b(?:in|to|into|as|inside|on|at)\b(?: (?:the|a|my|"
        rf"an))?(?: new)?(?: file)?(?: called| named)?[\s:\"']*$",
        before,
        re.IGNORECASE | re.DOTALL,
    )
    if found and found[1].strip():
        return _text(found[1]), path
    if re.search(r"\b(?:empty|blank)\b", line):
        return "", path
    return None, path


def _text(text: str) -> str:
    text = re.sub(
        r"(?:,? (?:please|pls|plz|for me|thanks))+[.!]?$", "", text.strip(), flags=re.IGNORECASE
    )
    return text.strip().strip("\"'`") if text[:1] in "\"'`" else text.strip()
