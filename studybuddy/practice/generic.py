"""Tools without a rule of their own: choose by words, fill by type.

A tool is scored by the words that the question shares with its name, its description and the
descriptions of its parameters. Its arguments are taken from the question by JSON-Schema type.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from dataclasses import dataclass, field

from studybuddy.practice.dates import Found, find_dates
from studybuddy.practice.numbers import Token, read
from studybuddy.practice.telling import read_telling
from studybuddy.practice.unwished import only_speaks_of
from studybuddy.practice.words import STOP, content_words, plain, stem, tidy

MAX_TOOLS = 64
_WORDING = ("text", "message", "content", "body")  # parameters that take words as they are
# Parameters that take who is told.
_PERSON = re.compile(
    r"(?:to|recipients?|receiver|addressee|whom|contact|person)(?:_(?:name|person))?")
_WEAK = frozenset(
    stem(w)
    for w in """
tool use call function return give get find make show value number text string result help answer
question ask user student thing data information list name type when return dict error please
example form need want according optional required default int float bool whole
college good new work day time many much week may
""".split()
)


@dataclass(slots=True)
class Fit:
    """How well a tool fits a question: score, shared words, arguments, and what is missing."""

    name: str
    score: float
    shared: list[str]
    arguments: dict = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def function_of(tool: object) -> dict:
    """The function part of an OpenAI tool schema; an empty dict for anything else."""
    if not isinstance(tool, dict):
        return {}
    function = tool.get("function", tool)
    return function if isinstance(function, dict) and isinstance(function.get("name"), str) else {}


def parameters_of(function: dict) -> tuple[dict, list[str]]:
    """(properties, required names) of a function."""
    parameters = function.get("parameters")
    parameters = parameters if isinstance(parameters, dict) else {}
    properties = parameters.get("properties")
    properties = (
        {k: v for k, v in properties.items() if isinstance(v, dict)}
        if isinstance(properties, dict)
        else {}
    )
    required = parameters.get("required")
    required = [r for r in required if isinstance(r, str)] if isinstance(required, list) else []
    return properties, required


def _described(text: object) -> list[str]:
    words = str(text or "")[:2000]
    return content_words(re.sub(r"([a-z])([A-Z])", r"\1 \2", words))


def score(question: str, function: dict) -> tuple[float, list[str]]:
    """Shared words, those of the name counting most; and which words they are."""
    asked = set(content_words(question))
    name = set(_described(function["name"]))
    description = set(_described(function.get("description")))
    properties, _ = parameters_of(function)
    inner: set[str] = set()
    for key, schema in properties.items():
        inner.update(_described(key))
        inner.update(_described(schema.get("description")))
        for member in _members(schema):
            inner.update(_described(member))
    points, shared = 0.0, []
    for word in asked:
        weight = 0.3 if word in _WEAK else 1.0
        here = (
            (1.5 if word in name else 0)
            or (1.0 if word in description else 0)
            or (0.5 if word in inner else 0)
        )
        if here:
            points += weight * here
            shared.append(word)
    return points, shared


def best_fit(
    question: str, tools: list[dict], today: datetime.date, least: float = 0.9
) -> Fit | None:
    """The tool that shares most with the question, at least `least` points; None when none does."""
    best: tuple[float, list[str], dict] | None = None
    for tool in tools[:MAX_TOOLS]:
        function = function_of(tool)
        if not function:
            continue
        points, shared = score(question, function)
        if shared and only_speaks_of(question, function["name"],
                                     str(function.get("description") or "")[:2000]):
            continue
        if shared:
            points += _type_bonus(question, function, today)
        if points >= least and (best is None or points > best[0]):
            best = (points, shared, function)
    if best is None:
        return None
    points, shared, function = best
    fit = Fit(function["name"], points, shared)
    fit.arguments, fit.missing = fill(question, function, today)
    return fit


def _type_bonus(question: str, function: dict, today: datetime.date) -> float:
    """Half a point for a date where one is wanted, one for a word of an enum."""
    properties, _ = parameters_of(function)
    line, bonus = tidy(question).lower(), 0.0
    if any(_is_date(k, s) for k, s in properties.items()) and find_dates(line, today):
        bonus += 0.6
    if any(_said(str(m), line) for s in properties.values() for m in _members(s)):
        bonus += 1.0
    return bonus


def _said(member: str, line: str) -> re.Match | None:
    """Where a word of an enum stands in the text (small letters), also as a plural."""
    words = re.escape(member.lower()[:60].replace("_", " "))
    return re.search(rf"(?<!\w){words}(?:e?s)?(?!\w)", line)


# Filling ------------------------------------------------------------------------------------
def _type(schema: dict) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((k for k in kind if k != "null"), None)
    if not kind:
        for choice in schema.get("anyOf") or schema.get("oneOf") or []:
            if isinstance(choice, dict) and choice.get("type") != "null":
                return _type(choice)
        kind = "string" if "enum" in schema else "string"
    return str(kind).lower()


def _members(schema: dict) -> list:
    members = schema.get("enum")
    if not isinstance(members, list) and isinstance(schema.get("items"), dict):
        members = schema["items"].get("enum")
    if not isinstance(members, list):
        members = next(
            (
                c["enum"]
                for c in schema.get("anyOf") or []
                if isinstance(c, dict) and isinstance(c.get("enum"), list)
            ),
            [],
        )
    return [m for m in members if isinstance(m, (str, int, float)) and not isinstance(m, bool)]


def _is_date(key: str, schema: dict) -> bool:
    words = f"{key} {schema.get('description', '')}".lower()
    return schema.get("format") in ("date", "date-time") or bool(
        re.search(
            r"(?:^|_| )(?:date|deadline|due|yyyy-mm-dd)(?:$|_|\W)|day of the (?:exam|test)", words
        )
    )


def fill(question: str, function: dict, today: datetime.date) -> tuple[dict, list[str]]:
    """(arguments found in the question, names of required parameters that were not found)."""
    properties, required = parameters_of(function)
    typed = tidy(question)
    state = _Question(typed, today, properties)
    state.own = set(_described(function["name"])) | set(_described(function.get("description")))
    arguments: dict = {}
    order = sorted(
        list(properties)[:30], key=lambda k: (_rank(k, properties[k]), k not in required)
    )
    numbers = [k for k in order if _type(properties[k]) in ("number", "integer")]
    for key, value in state.numbers_for([k for k in numbers], properties, required).items():
        arguments[key] = value
    texts = [
        k
        for k in order
        if _type(properties[k]) == "string"
        and not _members(properties[k])
        and not _is_date(k, properties[k])
    ]
    for key in order:
        schema = properties[key]
        if key in arguments:
            continue
        value = state.value(key, schema, key in required, texts)
        if value is not None:
            arguments[key] = value
    arguments = {k: arguments[k] for k in properties if k in arguments}
    return arguments, [k for k in required if k in properties and k not in arguments]


def _rank(key: str, schema: dict) -> int:
    """Dates and enum words first, then numbers, then free text, which takes what is left."""
    if _is_date(key, schema):
        return 0
    if _members(schema):
        return 1
    return {"boolean": 2, "integer": 3, "number": 3, "array": 4}.get(_type(schema), 5)


class _Question:
    """What is still unused of a question while arguments are taken from it."""

    def __init__(self, typed: str, today: datetime.date, properties: dict):
        self.typed = typed
        self.own: set[str] = set()
        self.parts = _parts(properties)
        self.told = read_telling(typed) if self.parts else None
        self.line = "".join(c.lower() if len(c.lower()) == 1 else c for c in typed)
        self.dates = find_dates(self.line, today)
        self.quoted = [
            a or b
            for a, b in re.findall(r"\"([^\"\n]{1,500})\"|(?<!\w)'([^'\n]{1,500})'(?!\w)", typed)
        ]
        self.cut = [(found.start, found.end) for found in self.dates]
        self.taken: set[int] = set()
        spans = _durations(self.line, self.dates, properties)
        self.dates = [found for found in self.dates if (found.start, found.end) not in spans]
        self.reading = read(_without(self.line, [span for span in self.cut if span not in spans]))
        self.free = [t for t in self.reading.numbers if t.kind in "NPLF"]

    def value(self, key: str, schema: dict, required: bool, texts: list[str]):
        kind = _type(schema)
        members = _members(schema)
        if members and kind != "array":
            return self._member(members, key)
        if _is_date(key, schema) and kind == "string":
            return self.dates.pop(0).date.isoformat() if self.dates else None
        if kind == "boolean":
            return self._truth(key, schema, required)
        if kind == "array":
            return self._array(schema, required)
        if kind == "string":
            return self._text(key, schema, required, texts)
        return None

    def numbers_for(self, keys: list[str], properties: dict, required: list[str]) -> dict:
        """Numbers for number parameters: first by the words round them, then in order."""
        taken: dict = {}
        left = list(keys)
        order = self.reading.tokens
        pairs = []
        words = _own_words(left, properties)
        for token in self.free:
            place = next(i for i, t in enumerate(order) if t is token)
            near = [
                (t.text, abs(i - place) + (0.5 if i < place else 0))
                for i, t in enumerate(order)
                if t.kind == "W"
                and abs(i - place) <= 4
                and not any(x.kind in "NP" for x in order[min(i, place) + 1 : max(i, place)])
            ]
            for key in left:
                names, said = words[key]
                for word, gap in near:
                    root = stem(word)
                    if root in names:
                        pairs.append((gap, keys.index(key), key, token))
                    elif root in said:
                        pairs.append((gap + 3, keys.index(key), key, token))
            percent = re.search(r"percent|required|rate|%", f"{key_text(properties, left)}".lower())
            if token.kind == "P" and percent:
                for key in left:
                    if re.search(
                        r"percent|required|rate|%",
                        f"{key} {properties[key].get('description', '')}".lower(),
                    ):
                        pairs.append((0.1, keys.index(key), key, token))
        used: list[Token] = []
        for _, _, key, token in sorted(pairs, key=lambda p: (p[0], p[1])):
            if key in taken or any(token is u for u in used):
                continue
            value = _number(token, properties[key])
            if value is not None:
                taken[key] = value
                used.append(token)
        rest = [t for t in self.free if not any(t is u for u in used)]
        for key in [k for k in left if k in required and k not in taken]:
            for token in list(rest):
                value = _number(token, properties[key])
                if value is not None:
                    taken[key] = value
                    used.append(token)
                    rest = [t for t in rest if t is not token]
                    break
        self.free = [t for t in self.free if not any(t is u for u in used)]
        return taken

    def _member(self, members: list, key: str):
        """The enum word that stands in the question; each place is used once, in order."""
        places = []
        for member in members:
            m = _said(str(member), self.line)
            if m and m.start() not in self.taken:
                places.append((m.start(), -len(m[0]), m.end(), member))
        if places:
            target = re.match(r"(?:to|target|into|dest)", key.lower())
            after = [p for p in places if re.search(r"\b(?:to|into|in)\s+$", self.line[: p[0]])]
            start, _, end, member = min(after or places) if target else min(places)
            self.taken.add(start)
            self.cut.append((start, end))
            return member
        stems = set(content_words(self.typed))
        for member in members:
            words = content_words(str(member).replace("_", " "))
            if words and all(w in stems for w in words):
                return member
        return None

    def _truth(self, key: str, schema: dict, required: bool):
        words = [w for w in content_words(key.replace("_", " ")) if w not in _WEAK]
        line = plain(self.typed)
        for word in re.findall(r"[a-z]+", line):
            if stem(word) in words:
                before = line[max(0, line.find(word) - 24) : line.find(word)]
                return not re.search(r"\b(?:not|no|without|non|never|don't)\b", before)
        return None

    def _array(self, schema: dict, required: bool):
        items = schema.get("items")
        items = items if isinstance(items, dict) else {}
        members = _members(schema)
        if members:
            found = [
                m
                for m in members
                if re.search(rf"(?<!\w){re.escape(str(m).lower())}(?!\w)", self.line)
            ]
            return found or None
        if _type(items) in ("number", "integer"):
            values = [v for t in self.free if (v := _number(t, items)) is not None]
            self.free = []
            return values or None
        if self.quoted:
            values, self.quoted = self.quoted, []
            return values
        if _is_date("date", items) and items.get("format") == "date" and self.dates:
            values, self.dates = [f.date.isoformat() for f in self.dates], []
            return values
        m = re.search(
            r"(?::|\b(?:of|for|from|with|about|between|on|in|are|topics?|words?|names?|"
            r"items?|tags?|subjects?))\s+([^.?!\n]+)",
            self.typed,
            re.IGNORECASE,
        )
        text = m[1] if m else ""
        if not re.search(r",|\band\b|;", text) and required is False:
            return None
        from studybuddy.practice.plans import split_topics

        return split_topics(text) or None

    def _text(self, key: str, schema: dict, required: bool, texts: list[str]):
        name = re.escape(key.replace("_", " ").lower())
        m = re.search(
            rf"(?<!\w){name}(?: is| =|:| called| named|=)? ?(?:\"([^\"]+)\"|'([^']+)'|"
            rf"([\w@.+-]+))",
            self.line,
        )
        if self.told is not None and key.lower() in self.parts:
            return self._bounded(getattr(self.told, self.parts[key.lower()]), schema)
        if m and (m[1] or m[2]):
            start = m.start(1) if m[1] else m.start(2)
            value = self.typed[start : start + len(m[1] or m[2])]
            self.quoted = [q for q in self.quoted if q != value]
            return value
        if self.quoted:
            return self.quoted.pop(0)
        if "mail" in key.lower():
            mail = re.search(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", self.typed)
            return mail[0] if mail else None
        if (
            m
            and re.search(r"(?: is|=|:| called| named)", m[0])
            and m[3] not in ("my", "the", "a", "an", "your")
        ):
            return self.typed[m.start(3) : m.end(3)]
        if not required and len(texts) > 1:
            return None
        if not required and key not in texts[:1]:
            return None
        return self._phrase(key, schema)

    def _phrase(self, key: str, schema: dict):
        """The rest of the sentence after a preposition, else the words that name something."""
        if key.lower() in ("question", "query", "prompt"):
            return self.typed.strip()[:500] or None
        text = re.sub(r"\s+", " ", _without(self.typed, self.cut)).strip(" ?!.,")
        m = None
        for m in re.finditer(
            r"\b(?:of|for|about|in|on|to|called|named|from|at|is|are|with|into|"
            r"word|topic|subject|city|named)\s+(?:the |my |our |a |an |me )?",
            text,
            re.IGNORECASE,
        ):
            tail = text[m.end() :]
            if content_words(tail):
                break
        else:
            m = None
        phrase = text[m.end() :] if m else ""
        if not phrase:
            words = [w for w in re.findall(r"[\w'+#.-]+", text)]
            lead = re.match(
                r"(?:what|which|where|when|who|how|is|are|please|can|could|you|tell|"
                r"me|show|find|look|up|get|give|do|does|in|my|the|a|an|translate|"
                r"define|i|want|need|to|much|many|will|search)\b",
                text,
                re.IGNORECASE,
            )
            while (
                words
                and lead
                and re.fullmatch(
                    r"what|which|where|when|who|how|is|are|please|can|could|you|tell|me|show|find|"
                    r"look|up|get|give|do|does|in|my|the|a|an|i|want|need|to|much|many|will|search",
                    words[0],
                    re.IGNORECASE,
                )
            ):
                words.pop(0)
            phrase = " ".join(words)
        phrase = re.sub(
            r"(?:[\s,]+(?:please|pls|thanks|for me))+$", "", phrase, flags=re.IGNORECASE
        )
        phrase = re.sub(
            r"(?:[\s,]+(?:on|in|at|by|for|to|of|is|the|a))+$", "", phrase.strip(" ?!.,\"'")
        )
        if key.lower() not in _WORDING:
            phrase = self._trimmed(phrase)
        return self._bounded(phrase, schema)

    @staticmethod
    def _bounded(phrase: str, schema: dict) -> str | None:
        limit = schema.get("maxLength")
        return phrase[: limit if isinstance(limit, int) and limit > 0 else 200] or None

    def _trimmed(self, phrase: str) -> str:
        """The phrase without the tool's own words at its ends (`book ... in the library`)."""
        words = phrase.split()
        loose = STOP | {"please", "pls"}

        def own(word: str) -> bool:
            word = word.strip(",.?!").lower()
            return word in loose or stem(word) in self.own

        while words and own(words[0]) and any(not own(w) for w in words):
            words.pop(0)
        while words and own(words[-1]) and any(not own(w) for w in words):
            words.pop()
        return " ".join(words) or phrase


def _own_words(keys: list[str], properties: dict) -> dict[str, tuple[set[str], set[str]]]:
    """For each parameter the words of its name, and those of its description that no other one
    has: "classes attended" and "classes held" are not told apart by "classes"."""
    said = {key: set(_described(properties[key].get("description"))) - _WEAK for key in keys}
    often = Counter(word for words in said.values() for word in words)
    return {key: (set(content_words(key.replace("_", " "))),
                  {word for word in said[key] if often[word] == 1}) for key in keys}


def _parts(properties: dict) -> dict[str, str]:
    """Which parameters of a tool that tells somebody something take which part of `Told`."""
    texts = [key.lower() for key, schema in properties.items() if _type(schema) == "string"]
    wording = next((key for key in texts if key in _WORDING), None)
    if wording is None:
        return {}
    people = {key: "to" for key in texts if _PERSON.fullmatch(key)}
    return {wording: "text"} | people | {key: "about" for key in texts if key == "subject"}


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with some places (dates, used enum words) blanked out, every other one kept."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


_UNIT = re.compile(r"\b(day|week|month|year)s?\b")


def _durations(line: str, dates: list[Found], properties: dict) -> set[tuple[int, int]]:
    """Where a date such as "in 3 days" is a number instead: no parameter is left that takes a
    date, and one takes a number, of this unit where it names one."""
    texts = [f"{key} {schema.get('description', '')}".lower().replace("_", " ")
             for key, schema in properties.items() if _type(schema) in ("number", "integer")]
    if not texts:
        return set()
    takers = sum(_is_date(key, schema) and _type(schema) == "string"
                 for key, schema in properties.items())
    if any(isinstance(schema.get("items"), dict) and schema["items"].get("format") == "date"
           for schema in properties.values()):
        takers = len(dates)
    units = {unit for text in texts for unit in _UNIT.findall(text)}
    spans = [(found.start, found.end) for found in dates
             if (unit := _UNIT.search(line, found.start, found.end)) and (
                 not units or unit[1] in units)]
    return set(spans[max(0, takers - (len(dates) - len(spans))):])


def key_text(properties: dict, keys: list[str]) -> str:
    """Names and descriptions of some parameters in one text."""
    return " ".join(f"{k} {properties[k].get('description', '')}" for k in keys)


def _number(token: Token, schema: dict):
    value = token.value
    if value != value or abs(value) > 1e15:
        return None
    low, high = schema.get("minimum"), schema.get("maximum")
    whole = value == int(value)
    if _type(schema) == "integer" and not whole:
        return None
    if (
        isinstance(low, (int, float))
        and value < low
        or isinstance(high, (int, float))
        and value > high
    ):
        return None
    return int(value) if whole else value
