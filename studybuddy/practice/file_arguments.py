"""What a question says beside the path: the arguments of a program, the text to be written."""

from __future__ import annotations

import ast
import json
import re

from studybuddy.practice.file_paths import Path

WRITE = (
    r"(?:write|create|save|put|add|make|overwrite|replace|store|append|update|fill|generate|"
    r"set|change|jot|dump|insert|note|stick|record|rewrite|type|"
    r"(?:new|want a|need a|like a|start a) file)"
)
_COUNTED_ARGS = (
    r"(?:(?:the |its |an? |these |following |two |three |single |whole |"
    r"command[- ]line )*(?:arguments?|args?|inputs?|params?|parameters?|expression|string|values?|"
    r"option|options|flags?)(?![\w.])[: ]*)"
)
# Signs, numbers and brackets with at least one operator that stands between two of them.
_EXPRESSION = re.compile(
    r"(?<![\w./])[-(]{0,3}\s{0,2}\d[\d.]{0,30}[\s)]{0,6}"
    r"(?:(?:\*\*|//|[-+*/%^])[\s(-]{0,6}\d[\d.]{0,30}[\s)]{0,6}){1,60}(?![\w/])")
_QUOTED = re.compile(
    r"(?<![\w(=\[,{])\"([^\"\n]*)\"(?![\w)])|"
    r"(?<![\w(=\[,{])'((?:[^'\n]|(?<=\w)'(?=\w))*)'(?![\w)])")


_PRINTS = (r"(?:just |only |simply |should )*"
           r"(?:prints?|outputs?|displays?|says?|shows?|echo(?:es)?)\b"
           r"(?: out)?(?: the (?:text|words?|line|message|sentence))?[: ]+")
_PRINTS_AFTER = re.compile(rf"^[\"']?,? (?:that|which|to|so that it|it should|and it should) "
                           rf"{_PRINTS}(.+)$", re.IGNORECASE | re.DOTALL)
_PRINTS_BEFORE = re.compile(
    rf"\b(?:script|program|file|code|line)\b,? (?:that|which|to) {_PRINTS}(.+?),? "
    r"(?:in|into|to|as|called|named|and (?:save|call|name|put|store) it(?: as| in| to)?)"
    r"(?: a| the)?(?: file)?(?: called| named)? [\"']?$", re.IGNORECASE | re.DOTALL)
_DESCRIBED = re.compile(
    r"^(?:the|an?|all|every|each|numbers?|its|today\S*|current|my|your|from|first|even|odd|prime|"
    r"whether|if|what|how|random)\b|\b(?:times|each|random|loop|input|user|until|numbers)\b",
    re.IGNORECASE)


def printed(typed: str, program: Path) -> tuple[str, bool] | None:
    """The code of a program `that prints hello`, and whether it could be written down.

    None when nothing is said of what it prints. What is only described (`the first ten primes`)
    cannot be written by rule.
    """
    told = (_PRINTS_AFTER.search(typed[program.end:])
            or _PRINTS_BEFORE.search(typed[:program.start]))
    if not told:
        return None
    text = re.sub(r",? (?:please|pls|for me|thanks)?[.!]?\s*$", "", told[1], flags=re.IGNORECASE)
    text = text.strip()
    if len(text) > 1 and text[0] in "\"'" and text.find(text[0], 1) == len(text) - 1:
        return f"print({json.dumps(text[1:-1], ensure_ascii=False)})", True
    if _is_code(text):
        return text, True
    if expression(text) == text:
        return f"print({text})", True
    if _DESCRIBED.search(text) or "\n" in text or text[:1] in "\"'":
        return "", False
    return f"print({json.dumps(text, ensure_ascii=False)})", True


def _is_code(text: str) -> bool:
    """Whether it is a call such as print("hi")."""
    if not re.match(r"\w[\w.]{0,60}\(", text) or len(text) > 2_000 or text.count("(") > 60:
        return False
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def expression(text: str) -> str:
    """The first sum in a text, as it was typed; empty when there is none."""
    found = _EXPRESSION.search(text)
    if not found:
        return ""
    sum_ = found[0].strip().rstrip(".")
    while sum_.endswith(")") and sum_.count(")") > sum_.count("("):
        sum_ = sum_[:-1].strip()
    return sum_


def program_arguments(typed: str, after: int) -> list[str]:
    """The arguments for a program: quoted texts, else the words after `with`, `passing`, `on`."""
    rest = typed[after:]
    quoted = [a or b for a, b in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'", rest)]
    if quoted:
        return quoted[:20]
    m = re.search(
        rf"\b(?:with|passing|pass|using|on|giving|and give it|give it|args?|arguments?|"
        rf"for|input|feed it|feeding)\b[: ]*(?:it )?{_COUNTED_ARGS}?(.+)$",
        rest,
        re.IGNORECASE | re.DOTALL,
    )
    if not m:
        m = re.match(r"\s+((?:-{1,2}[\w-]+|[\d.+*/()-]+)(?:\s.*)?)$", rest, re.DOTALL)
        if not m:
            return []
    text = m[1].strip().rstrip("?!")
    text = re.sub(
        r"^(?:arguments?|args?|this expression|the expression|expression|input)(?![\w.])[: ]*",
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
    if expression(text) == text:
        return [text]  # an expression is one argument
    return re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+", text)[:20]


def content(typed: str, original: str, found: list[Path]) -> tuple[str | None, str]:
    """What is to be written (None: nothing is said), and the path it goes to.

    `typed` is `original` with plain quotes, letter for letter; the text is cut out of `original`.
    """
    line = typed.lower()
    path, start, end = _target(line, found)
    place = _place(typed, start, end)
    if place is not None:
        text = original[place[0]:place[1]]
        if text.lower() == "nothing" and typed[place[0] - 1:place[0]] not in ("'", '"') and (
                re.search(r"\b(?:replace|overwrite|fill|change|set|update)\b", line)):
            text = ""  # `replace the content with nothing`; in quotes it is the word
        return text, path
    if re.search(r"\b(?:empty|blank)\b", line):
        return "", path
    return None, path


def _target(line: str, found: list[Path]) -> Path:
    """The path behind in, to, into, as, called, named; else the first one."""
    return next(
        (
            p
            for p in found
            if re.search(
                r"\b(?:in|to|into|as|called|named|file|inside|at|new|create|make|overwrite|"
                r"update|replace|on|of)(?: (?:the|a|my|an))?(?: new)?(?: file)?"
                r"(?: called| named)?[ :\"']*$",
                line[max(0, p.start - 30) : p.start],
            )
        ),
        found[0],
    )


def _place(typed: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the text to be written stands; the path's own place is start to end."""
    code = re.search(
        r"\b(?:with|containing|contains|contain|content|contents|line|has|have|saying|code|"
        r"prints?|does)\b[: ]*(print\(.*\)|\{.*\}|\[.*\]|"
        r"(?:import|from|def|class|for|x|return) .*?|#.*?)"
        r"(?: as (?:the |its |an? )?(?:only |single |first )?(?:line|content|contents|text))?"
        r"[.!]?$",
        typed[end:],
        re.IGNORECASE | re.DOTALL,
    )
    if code:
        return _trimmed(typed, end + code.start(1), end + code.end(1))
    for m in _QUOTED.finditer(typed):
        if not (m.start() <= start < m.end() or start <= m.start() < end):
            return m.span(1 if m[1] is not None else 2)
    found = re.search(rf"\b{WRITE}\b (?:the )?(?:text |words? |number |line )?(.+?) "
                      r"(?:in|into|inside|to) (?:it|that|this|the file)\b", typed[end:],
                      re.IGNORECASE | re.DOTALL)
    if found:
        return _trimmed(typed, end + found.start(1), end + found.end(1))
    by = r"|by" if re.search(r"\b(?:replace|change|overwrite)\b", typed[:start].lower()) else ""
    found = re.search(
        r"(?:\b(?:with|containing|contains|contain|saying|says|that says|which says|should say|"
        r"reading|reads|content|contents|text|to say|to read|the line|the text|to|so it says|"
        rf"having|holding{by})\b[: ]*|[:]\s*)"
        r"(?:(?:just |only |the |this |following |single |one |a |its |python )*(?:contents?|"
        r"text|lines?|words?|sentence|body|message|code)\b(?: of| as| being| is)?[: ]*)?(.+)$",
        typed[end:],
        re.IGNORECASE | re.DOTALL,
    )
    if found and found[1].strip():
        return _trimmed(typed, end + found.start(1), end + found.end(1))
    if re.search(r"\b(?:empty|blank)\b", typed[:start].lower()):
        return None
    found = re.search(
        rf"\b{WRITE}\b(?: down)?(?: me)?(?:(?: (?:the|a|this|my|these|following|one|"
        rf"another|single|new))* (?:lines?|text|words?|sentence|content|contents|number|"
        rf"note|string|message|reminder|todo|entry)\b)?(?: (?:the|this) following| this\b)?"
        rf"(?: that says| saying| of)?[: ]*(.+?)\s*\b(?:in|to|into|as|inside|on|at)\b"
        rf"(?: (?:the|a|my|an))?(?: new)?(?: file)?(?: called| named)?[\s:\"']*$",
        typed[:start],
        re.IGNORECASE | re.DOTALL,
    )
    if found and found[1].strip():
        return _trimmed(typed, found.start(1), found.end(1))
    return None


def _trimmed(typed: str, start: int, end: int) -> tuple[int, int]:
    """The place without blanks, a closing `please`, and quotes that stand round the whole."""
    text = typed[start:end]
    text = re.sub(r"(?:,? (?:please|pls|plz|for me|thanks))+[.!]?\s*$", "", text,
                  flags=re.IGNORECASE).rstrip()
    start += len(text) - len(text.lstrip())
    text = text.strip()
    if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]:
        return start + 1, start + len(text) - 1
    return start, start + len(text)
